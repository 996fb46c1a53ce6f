"""What files say about their words survives extraction: struck, deleted, hidden."""

import io
import re
from email.message import EmailMessage

import pytest
from hypothesis import given, settings, strategies as st

from ragtui_core.citations.comparing.verification import check, locate
from ragtui_core.documents.extraction.canonical_writer import escape_line, struck
from ragtui_core.documents.extraction.extracted import Extractor
from ragtui_core.documents.extraction.html.epub import EpubExtractor
from ragtui_core.documents.extraction.html.html import HtmlExtractor
from ragtui_core.documents.extraction.office.docx import DocxExtractor
from ragtui_core.documents.extraction.office.pptx import PptxExtractor
from ragtui_core.documents.extraction.office.rtf import RtfExtractor
from ragtui_core.documents.mail.extractor import MailExtractor
from ragtui_core.documents.markdown.block_events import TextLeaf, block_events
from ragtui_core.documents.markdown.inline_text import MarkKind
from ragtui_core.documents.parser import markdown_document
from ragtui_core.search.options import SearchOptions
from ragtui_core.types import Document, Span
from support.office_files import docx, pptx, with_part
from support.samples import sampled
from support.vaults import MakeVault
from support.withdrawing_files import POSITIONS, Case, cases, with_position

EXTRACTORS: dict[str, Extractor] = {
    "html": HtmlExtractor(),
    "mail": MailExtractor(),
    "epub": EpubExtractor(),
    "docx": DocxExtractor(),
    "rtf": RtfExtractor(),
    "pptx": PptxExtractor(),
}
SIGNS = "$€.,()~*_-#&'|\\:;!?+"


def texts(letters: str) -> st.SearchStrategy[str]:
    """Texts of words with signs, but `~~`, with which people strike through."""
    words = st.text(letters + SIGNS, min_size=1, max_size=6)
    return st.lists(words, min_size=1, max_size=3).map(
        lambda found: " ".join([*found, letters * 2]).replace("~~", "~")
    )


FIRST, MIDDLE, LAST = texts("abcde"), texts("fghij789"), texts("klmno")


def document_of(case: Case, first: str, middle: str, last: str) -> Document:
    found = EXTRACTORS[case.kind].extract(case.file(first, middle, last))
    return markdown_document(f"a.{case.kind}", found.text)


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


@pytest.mark.parametrize(
    "case", sampled(cases(), 2), ids=lambda case: f"{case.kind} {case.template}"
)
@settings(max_examples=6)
@given(position=st.sampled_from(POSITIONS), first=FIRST, middle=MIDDLE, last=LAST)
def test_struck_words_are_struck_and_hidden_ones_are_left_out(
    case: Case, position: str, first: str, middle: str, last: str
) -> None:
    if case.template.startswith("<!--"):
        middle = re.sub("[->!]", "", middle)
    case = with_position(case, position)
    document = document_of(case, first, middle, last)
    shown, struck_words = displayed(document)
    kept = without_space(first), without_space(last)
    assert all(text in shown for text in kept)
    assert struck_words == (without_space(middle) if case.effect == "struck" else "")
    assert (without_space(middle) in shown) == (case.effect != "hidden")
    whole = Span(0, len(document.text))
    for quote in (middle, f"{first} {middle}", f"{middle} {last}"):
        if case.effect != "kept":
            assert not check(quote, whole, document).verdict.verified
            assert not locate(quote, document).verdict.verified


def paragraph(text: str, run: str = "") -> str:
    return f"<w:p><w:r><w:rPr>{run}</w:rPr><w:t>{text}</w:t></w:r></w:p>"


def test_deleted_and_hidden_parts_of_a_word_file() -> None:
    deleted = paragraph("gone").replace("<w:r>", "<w:del><w:r>")
    body = (
        deleted.replace("</w:r></w:p>", "</w:r></w:del></w:p>")
        + paragraph("dark", "<w:vanish/>")
        + paragraph("left", '<w:vanish w:val="0"/>')
    )
    found = DocxExtractor().extract(docx(body))
    assert found.text == "left\n\n"
    assert found.problems == ("hidden text was left out",)


def test_the_strict_form_of_word_files_says_the_same() -> None:
    data = with_part(
        docx(paragraph("old", run="<w:strike/>")),
        "word/document.xml",
        lambda xml: xml.replace(
            "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
            "http://purl.oclc.org/ooxml/wordprocessingml/main",
        ),
    )
    assert DocxExtractor().extract(data).text == "~~old~~\n\n"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("six|nine", "~~six~~ nine"),  # as tracked changes replace a word
        ("can|not", "~~can~~ not"),
        ("|$5|x", "~~$5~~ x"),
        ("a|$5|x", "a ~~$5~~x"),
        ("in|s|ure", "in~~s~~ure"),
        ("a| b |c", "a ~~b~~ c"),
        ("a|  |b", "a b"),
        ("~|~|~", r"\~~~\~~~\~"),
    ],
)
def test_struck_words_are_apart_from_whole_words(text: str, written: str) -> None:
    parts = text.split("|") if text.count("|") > 1 else ["", *text.split("|")]
    line = "".join(struck(part) if at == 1 else part for at, part in enumerate(parts))
    assert escape_line(line) == written


def test_hidden_slides_and_shapes_are_left_out() -> None:
    from pptx import Presentation

    deck = Presentation(io.BytesIO(pptx(("One", "Old", ""), ("Two", "Dark", ""))))
    first, second = deck.slides
    second.element.set("show", "0")
    box = first.shapes.add_textbox(0, 0, 9, 9)
    box.text_frame.text = "Unseen"
    box.element.nvSpPr.cNvPr.set("hidden", "1")
    out = io.BytesIO()
    deck.save(out)
    found = PptxExtractor().extract(out.getvalue())
    assert found.text == "# One\n\nOld\n\n"
    assert found.problems == ("hidden slides were left out: 2",)


def test_a_mail_that_strikes_words_is_read_as_html() -> None:
    message = EmailMessage()
    message["From"] = "a@example.org"
    message.set_content("It costs 4 3 euros.\n")
    message.add_alternative(
        "<p>It costs <s>4</s> 3 euros.</p><div class=gmail_quote><del>Old</del>"
        "<b style='display: none'>dark</b> words</div>",
        subtype="html",
    )
    found = MailExtractor().extract(message.as_bytes())
    assert "It costs ~~4~~ 3 euros.\n\n~~Old~~ words" in found.text
    ((start, end),) = found.details["quoted"]
    assert found.text[start:end] == "~~Old~~ words\n\n"


@pytest.mark.parametrize(
    "page",
    [
        "<body style='display: none'><p>seen</p>",
        "<style>p {display: none}</style><p>seen</p>",
    ],
)
def test_what_a_page_shows_is_kept(page: str) -> None:
    assert HtmlExtractor().extract(page.encode()).text == "seen\n\n"


@given(
    st.sampled_from(
        [
            "<p hidden>{}</p>",
            "<p style='color: red; DISPLAY : none'>{}</p>",
            "<div hidden><p hidden>{}</p><p>more</p></div>",
        ]
    ),
    st.sampled_from(["unseen", " ", ""]),
)
def test_a_file_names_that_hidden_text_was_left_out(body: str, words: str) -> None:
    page = f"<!doctype html>{body.format(words)}<p>seen</p>"
    message = EmailMessage()
    message.set_content(page, subtype="html")
    for found in (
        HtmlExtractor().extract(page.encode()),
        MailExtractor().extract(message.as_bytes()),
    ):
        assert "unseen" not in found.text
        is_named = words.strip() or "more" in body
        assert found.problems == (("hidden text was left out",) if is_named else ())


def test_quotations_of_indexed_files_of_every_kind(make_vault: MakeVault) -> None:
    withdrawn_words, words = "The press costs 77 euros", "It weighs 11 kilograms."
    files: dict[str, str | bytes] = {
        f"{number}-{case.effect}.{'eml' if case.kind == 'mail' else case.kind}": (
            with_position(case, "sentence").file("Sold.", withdrawn_words, words)
        )
        for number, case in enumerate(cases())
    }
    vault = make_vault(files)
    vault.index(embed=False)
    options = SearchOptions(limit=len(files), dedup=False)
    hits = vault.search("press costs 77 euros", options).hits
    assert {hit.path for hit in hits} == {
        name for name in files if "hidden" not in name
    }
    for quote, is_kept in ((withdrawn_words, False), (words, True)):
        text = "\n\n".join(f'"{quote}" ({name})' for name in files)
        checked = vault.quotations.verify_all(text)
        assert {
            name: citation.verdict.verified
            for name, citation in zip(files, checked, strict=True)
        } == {name: is_kept or "kept" in name for name in files}


@pytest.mark.parametrize(
    "page",
    [
        "<s></s><p>Short</p>",
        "<style>.sale {text-decoration: line-through}</style><p>Short</p>",
        "<style>a:hover {text-decoration: line-through}</style><a>Short</a>",
        "<p>Short: &lt;s&gt;line-through&lt;/s&gt;</p>",
        f"<s>{'<div>' * 5_001}Short</s>",
    ],
)
def test_the_plain_text_of_a_mail_counts_if_no_words_are_struck(page: str) -> None:
    message = EmailMessage()
    message["From"] = "a@example.com"
    message.set_content("The plain words, with all that the page leaves out.")
    message.add_alternative(page, subtype="html")
    text = MailExtractor().extract(message.as_bytes()).text
    assert "The plain words, with all that the page leaves out." in text
