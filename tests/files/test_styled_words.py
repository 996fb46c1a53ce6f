"""Words that a file strikes, hides or raises: what is read of every kind of file."""

import io
import re

import pytest
from hypothesis import given, strategies as st

from ragtui_core.citations.comparing.verification import check, locate
from ragtui_core.documents.extraction.canonical_writer import CanonicalWriter, struck
from ragtui_core.documents.extraction.extracted import Extractor
from ragtui_core.documents.markdown.block_events import TextLeaf, block_events
from ragtui_core.documents.markdown.inline_text import MarkKind
from ragtui_core.documents.parser import markdown_document
from ragtui_core.types import Document, Span
from ragtui_files.html.epub import EpubExtractor
from ragtui_files.html.html import HtmlExtractor
from ragtui_files.mail.extractor import MailExtractor
from ragtui_files.office.docx import DocxExtractor
from ragtui_files.office.open_document import OpenDocumentExtractor
from ragtui_files.office.pptx import PptxExtractor
from ragtui_files.office.rtf import RtfExtractor
from support.library_internals import element_of
from support.office_files import docx, pptx, with_part
from support.styled_files import PLAIN, SLIDE, SPAN, WORD, file_of, styled_file, ways
from support.vaults import IndexVault

EXTRACTORS: dict[str, Extractor] = {
    "html": HtmlExtractor(),
    "eml": MailExtractor(),
    "epub": EpubExtractor(),
    "docx": DocxExtractor(),
    "rtf": RtfExtractor(),
    "pptx": PptxExtractor(),
    "odt": OpenDocumentExtractor(),
}
RAISED = {
    "html": ("<sup>{}</sup>", "<sub>{}</sub>"),
    "eml": ("<sup>{}</sup>", "<sub>{}</sub>"),
    "epub": ("<sup>{}</sup>", "<sub>{}</sub>"),
    "docx": (
        WORD % '<w:vertAlign w:val="superscript"/>',
        WORD % '<w:vertAlign w:val="subscript"/>',
    ),
    "rtf": (r"{{\super {}}}", r"{{\sub {}}}"),
    "pptx": (SLIDE % 'baseline="30000"', SLIDE % 'baseline="-25000"'),
    "odt": (SPAN % "R", SPAN % "L"),
}
"""How each kind raises words and lowers them."""

FIRST, MIDDLE, LAST = "Sold.", "The press costs 77 euros", "It weighs 11 kilograms."
UNITS = "The vat of H2O held 10⁶ l, xn-k and the 1st seal"


def styled(kind: str, template: str) -> bytes:
    return styled_file(kind, template, FIRST, MIDDLE, LAST)


def with_units(kind: str) -> bytes:
    plain, (raised, lowered) = PLAIN.get(kind, "{}"), RAISED[kind]
    return file_of(
        kind,
        plain.format("The vat of H"),
        lowered.format("2"),
        plain.format("O held 10"),
        raised.format("6"),
        plain.format(" l, x"),
        raised.format("n-k"),
        plain.format(" and the 1"),
        raised.format("st"),
        plain.format(" seal"),
    )


@pytest.mark.parametrize(("kind", "effect", "template"), ways())
def test_struck_words_are_marked_and_hidden_ones_are_left_out(
    kind: str, effect: str, template: str
) -> None:
    text = EXTRACTORS[kind].extract(styled(kind, template)).text
    shown = {"struck": f"~~{MIDDLE}~~", "hidden": "", "kept": MIDDLE}[effect]
    expected = " ".join(f"{FIRST} {shown} {LAST}".split())
    assert expected in " ".join(text.split())


@pytest.mark.parametrize("kind", RAISED)
def test_raised_numbers_are_not_those_on_the_line(kind: str) -> None:
    text = EXTRACTORS[kind].extract(with_units(kind)).text.replace("\\", "")
    assert UNITS in text


def test_quotations_of_indexed_files_of_every_kind(index_vault: IndexVault) -> None:
    files: dict[str, str | bytes] = {
        f"{number}-{effect}.{kind}": styled(kind, template)
        for number, (kind, effect, template) in enumerate(ways())
    }
    units: dict[str, str | bytes] = {
        f"units.{kind}": with_units(kind) for kind in RAISED
    }
    vault = index_vault(files | units)
    assert len(vault.documents.paths()) == len(files) + len(units)
    quoted = {
        **{(name, MIDDLE): "kept" in name for name in files},
        **{(name, LAST): True for name in files},
        **{(name, UNITS.split(" l,")[0]): True for name in units},
    }
    text = "\n\n".join(f'"{quote}" ({name})' for name, quote in quoted)
    checked = vault.quotations.verify_all(text)
    assert (
        dict(zip(quoted, (found.verdict.verified for found in checked), strict=True))
        == quoted
    )


def texts(letters: str) -> st.SearchStrategy[str]:
    """Texts of words with signs, but `~~`, with which people strike through."""
    words = st.text(letters + "$€.,()~*_-#&'|\\:;!?+", min_size=1, max_size=6)
    return st.lists(words, min_size=1, max_size=3).map(
        lambda found: " ".join([*found, letters * 2]).replace("~~", "~")
    )


def displayed(document: Document) -> tuple[str, str]:
    """All texts that are displayed, and those that are struck through."""
    shown, struck = "", ""
    for event in block_events(document.text):
        for text in event.texts if isinstance(event, TextLeaf) else ():
            shown += text.text
            for mark in text.marks:
                if mark.kind is MarkKind.STRUCK:
                    struck += text.text[mark.start : mark.end]
    return without_space(shown), without_space(struck)


def without_space(text: str) -> str:
    return re.sub(r"\s", "", text)


@given(texts("abcde"), texts("fghij789"), texts("klmno"))
def test_struck_words_are_never_quoted(first: str, middle: str, last: str) -> None:
    writer = CanonicalWriter()
    writer.paragraph(f"{first} {struck(middle)} {last}")
    document = markdown_document("a.docx", writer.extracted().text)
    assert displayed(document) == (
        without_space(f"{first}{middle}{last}"),
        without_space(middle),
    )
    whole = Span(0, len(document.text))
    for quote in (middle, f"{first} {middle}", f"{middle} {last}"):
        assert not check(quote, whole, document).verdict.verified
        assert not locate(quote, document).verdict.verified


def test_the_strict_form_of_word_files_says_the_same() -> None:
    data = with_part(
        docx(f"<w:p>{WORD % '<w:strike/>'}</w:p>".format("old")),
        "word/document.xml",
        lambda xml: xml.replace(
            "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
            "http://purl.oclc.org/ooxml/wordprocessingml/main",
        ),
    )
    assert DocxExtractor().extract(data).text == "~~old~~\n\n"


def test_hidden_slides_and_shapes_are_left_out() -> None:
    from pptx import Presentation

    deck = Presentation(io.BytesIO(pptx(("One", "Old", ""), ("Two", "Dark", ""))))
    first, second = deck.slides
    element_of(second).set("show", "0")
    box = first.shapes.add_textbox(0, 0, 9, 9)
    box.text_frame.text = "Unseen"
    element_of(box).nvSpPr.cNvPr.set("hidden", "1")
    out = io.BytesIO()
    deck.save(out)
    found = PptxExtractor().extract(out.getvalue())
    assert found.text == "# One\n\nOld\n\n"
    assert found.problems == ("hidden slides were left out: 2",)


@pytest.mark.parametrize(
    ("kind", "runs", "is_named"),
    [
        ("html", "<b hidden>unseen</b>seen", True),
        ("html", "<b hidden> <i hidden>unseen</i></b>seen", True),
        ("html", "<b style='DISPLAY : none'> </b>seen", False),
        ("eml", "<b hidden>unseen</b>seen", True),
        ("docx", (WORD % "<w:vanish/>").format("unseen") + PLAIN["docx"], True),
        ("odt", (SPAN % "H").format("unseen"), True),
    ],
)
def test_hidden_text_is_told_as_left_out(kind: str, runs: str, is_named: bool) -> None:
    found = EXTRACTORS[kind].extract(file_of(kind, runs, PLAIN.get(kind, "and more")))
    assert "unseen" not in found.text
    assert found.problems == (("hidden text was left out",) if is_named else ())
