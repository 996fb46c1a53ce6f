"""What files say about their words survives extraction: struck, deleted, hidden."""

import io
import re
import time
import zipfile
from collections.abc import Callable
from email.message import EmailMessage

import pytest
from hypothesis import given, settings, strategies as st

from ragtui_core.citations.comparing.verification import check, locate
from ragtui_core.citations.comparing.withdrawn_text import withdrawn
from ragtui_core.documents.extraction.canonical_writer import escape_line, struck
from ragtui_core.documents.extraction.extracted import Extracted, Extractor
from ragtui_core.documents.extraction.html.epub import EpubExtractor
from ragtui_core.documents.extraction.html.html import HtmlExtractor
from ragtui_core.documents.extraction.office.docx import DocxExtractor
from ragtui_core.documents.extraction.office.docx_marks import mark_runs
from ragtui_core.documents.extraction.office.pptx import PptxExtractor
from ragtui_core.documents.extraction.office.rtf import RtfExtractor
from ragtui_core.documents.extraction.office.xlsx import XlsxExtractor
from ragtui_core.documents.mail.extractor import MailExtractor
from ragtui_core.documents.markdown.block_events import TextLeaf, block_events
from ragtui_core.documents.markdown.inline_text import MarkKind
from ragtui_core.documents.parser import markdown_document
from ragtui_core.search.options import SearchOptions
from ragtui_core.types import Document, Span
from support.office_files import docx, pptx, sheet_rows, with_part, xlsx
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
    "xlsx": XlsxExtractor(),
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


def paragraph(text: str, style: str = "", mark: str = "", run: str = "") -> str:
    """A paragraph of a Word file; `mark` is a property of its end."""
    kind = f'<w:pStyle w:val="{style}"/>' if style else ""
    return (
        f"<w:p><w:pPr>{kind}<w:rPr>{mark}</w:rPr></w:pPr>"
        f"<w:r><w:rPr>{run}</w:rPr><w:t>{text}</w:t></w:r></w:p>"
    )


def word_text(body: str, styles: str = "</w:styles>") -> str:
    data = with_part(
        docx(body), "word/styles.xml", lambda xml: xml.replace("</w:styles>", styles)
    )
    return DocxExtractor().extract(data).text


def test_styles_of_a_word_file_combine() -> None:
    mark = "<w:rPr><w:strike/></w:rPr></w:style>"
    styles = (
        f'<w:style w:type="paragraph" w:styleId="Old">{mark}'
        f'<w:style w:type="paragraph" w:default="1" w:styleId="Usual">{mark}'
        '<w:style w:type="paragraph" w:styleId="New"><w:basedOn w:val="Old"/><w:rPr>'
        '<w:strike w:val="0"/></w:rPr></w:style>'
        f'<w:style w:type="character" w:styleId="Odd">{mark}</w:styles>'
    )
    odd = '<w:rStyle w:val="Odd"/>'
    body = (
        paragraph("usual")
        + paragraph("old", "Old")
        + paragraph("even", "Old", run=odd)
        + paragraph("new", "New")
        + paragraph("odd", "New", run=odd)
    )
    assert (
        word_text(body, styles) == "~~usual~~\n\n~~old~~\n\neven\n\nnew\n\n~~odd~~\n\n"
    )


def test_text_is_raised_by_styles_of_characters() -> None:
    styles = "".join(
        f'<w:style w:type="character" w:styleId="{name}"><w:rPr><w:vertAlign '
        f'w:val="{name}"/></w:rPr></w:style>'
        for name in ("superscript", "subscript")
    )
    body = (
        "<w:p><w:r><w:t>10</w:t></w:r><w:r><w:rPr><w:rStyle w:val='superscript'/>"
        "</w:rPr><w:t>6</w:t></w:r><w:r><w:t> of H</w:t></w:r><w:r><w:rPr>"
        "<w:rStyle w:val='subscript'/></w:rPr><w:t>2</w:t></w:r><w:r><w:rPr>"
        "<w:rStyle w:val='superscript'/><w:vertAlign w:val='baseline'/></w:rPr>"
        "<w:t>7</w:t></w:r></w:p>"
    )
    assert word_text(body, f"{styles}</w:styles>") == "10⁶ of H₂7\n\n"


def test_no_style_is_taken_for_that_of_text_without_one() -> None:
    mark = "<w:rPr><w:strike/></w:rPr>"
    nameless = f"<w:latentStyles>{mark}</w:latentStyles></w:styles>"
    assert word_text(paragraph("usual"), nameless) == "usual\n\n"


def test_runs_of_a_long_word_file_are_marked_fast() -> None:
    latent = "<w:latentStyles/></w:styles>"
    body = paragraph("gone", run="<w:strike/>") + 9_000 * paragraph("a", "Heading1")
    data = with_part(
        docx(body), "word/styles.xml", lambda xml: xml.replace("</w:styles>", latent)
    )
    with zipfile.ZipFile(io.BytesIO(data)) as read:
        parts = {name: read.read(name) for name in read.namelist()}
    start = time.process_time()
    mark_runs(parts)
    assert time.process_time() - start < 4  # 8 s if each run reads its styles again


def test_defaults_of_a_word_file_apply_to_all_runs() -> None:
    styles = (
        "<w:docDefaults><w:rPrDefault><w:rPr><w:dstrike/></w:rPr></w:rPrDefault>"
        "</w:docDefaults></w:styles>"
    )
    body = paragraph("old") + paragraph("new", run='<w:dstrike w:val="false"/>')
    assert word_text(body, styles) == "~~old~~\n\nnew\n\n"


def test_deleted_and_hidden_parts_of_a_word_file() -> None:
    deleted = paragraph("gone", mark="<w:del/>").replace("<w:r>", "<w:del><w:r>")
    rows = "".join(
        f"<w:tr><w:trPr>{mark}</w:trPr><w:tc>{paragraph(text)}</w:tc></w:tr>"
        for text, mark in (("head", ""), ("old", "<w:del/>"), ("dark", "<w:hidden/>"))
    )
    body = (
        deleted.replace("</w:r></w:p>", "</w:r></w:del></w:p>")
        + paragraph("left")
        + f"<w:tbl>{rows}</w:tbl>"
    )
    assert word_text(body) == "~~gone~~\n\nleft\n\n| head |\n| --- |\n| ~~old~~ |\n\n"


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
    assert len(withdrawn(written)) == ("~~" in written)


BOOK = {
    "Prices": sheet_rows(
        ("part", "price"), ("old", 10.0), ("dark", 20.0), ("new", 30.0)
    )
}


def book_text(sheet: Callable[[str], str], styles: str = "") -> Extracted:
    data = with_part(xlsx(BOOK), "xl/worksheets/sheet1.xml", sheet)
    return XlsxExtractor().extract(
        with_part(data, "xl/styles.xml", lambda xml: re.sub("<cellXfs.*", styles, xml))
        if styles
        else data
    )


def test_cells_are_struck_or_hidden_by_their_style() -> None:
    styles = (
        "<fonts><font/><font><strike/></font></fonts>"
        '<numFmts><numFmt numFmtId="170" formatCode=";;;"/></numFmts><cellXfs>'
        '<xf fontId="0"/><xf fontId="1"/><xf fontId="0" numFmtId="170"/></cellXfs>'
        "</styleSheet>"
    )

    def styled(xml: str) -> str:
        for place, style in (("A2", 1), ("B2", 1), ("A3", 2), ("B3", 2)):
            xml = xml.replace(f'r="{place}"', f'r="{place}" s="{style}"')
        return xml

    assert book_text(styled, styles).text == (
        "# Prices\n\n| part | price |\n| --- | --- |\n| ~~old~~ | ~~10~~ |\n"
        "| new | 30 |\n\n"
    )


def test_hidden_rows_and_columns_are_left_out_but_not_filtered_or_grouped_ones() -> (
    None
):
    hidden = book_text(lambda xml: xml.replace('<row r="3"', '<row r="3" hidden="1"'))
    rows = "| old | 10 |\n| new | 30 |"
    assert rows in hidden.text
    assert hidden.problems == ("hidden rows and columns of 'Prices' were left out",)
    column = '<cols><col min="2" max="9" hidden="1"/></cols><sheetData>'
    narrow = book_text(lambda xml: xml.replace("<sheetData>", column))
    assert narrow.text == "# Prices\n\npart\nold\ndark\nnew\n\n"
    grouped = book_text(
        lambda xml: xml.replace('<row r="3"', '<row r="3" hidden="1" outlineLevel="1"')
    )
    filters = (
        '</sheetData><autoFilter ref="A1:B4"><filterColumn colId="0"/></autoFilter>'
    )
    filtered = book_text(
        lambda xml: xml.replace('<row r="3"', '<row r="3" hidden="1"').replace(
            "</sheetData>", filters
        )
    )
    assert "| dark | 20 |" in grouped.text
    assert "| dark | 20 |" in filtered.text
    assert grouped.problems == filtered.problems == ()


def test_hidden_slides_and_shapes_are_left_out_and_layouts_strike() -> None:
    from pptx import Presentation

    deck = Presentation(io.BytesIO(pptx(("One", "Old", ""), ("Two", "Dark", ""))))
    first, second = deck.slides
    second.element.set("show", "0")
    box = first.shapes.add_textbox(0, 0, 9, 9)
    box.text_frame.text = "Unseen"
    box.element.nvSpPr.cNvPr.set("hidden", "1")
    style = first.slide_layout.placeholders[1].element.find(".//{*}lstStyle")
    level = style.makeelement(style.tag.replace("lstStyle", "lvl1pPr"))
    run = style.makeelement(style.tag.replace("lstStyle", "defRPr"), strike="sngStrike")
    level.append(run)
    style.insert(0, level)
    out = io.BytesIO()
    deck.save(out)
    found = PptxExtractor().extract(out.getvalue())
    assert found.text == "# One\n\n~~Old~~\n\n"
    assert found.problems == ("hidden slides were left out: 2",)


def test_a_mail_that_strikes_words_is_read_as_html() -> None:
    message = EmailMessage()
    message["From"] = "a@example.org"
    message.set_content("It costs 4 3 euros.\n")
    message.add_alternative(
        "<style>.x {text-decoration: line-through} .y {display: none}</style>"
        "<p>It costs <b class=x>4</b> 3 euros.</p>"
        "<div class=gmail_quote><b class=x>Old</b><b class=y>dark</b> words</div>",
        subtype="html",
    )
    found = MailExtractor().extract(message.as_bytes())
    assert "It costs ~~4~~ 3 euros.\n\n~~Old~~ words" in found.text
    ((start, end),) = found.details["quoted"]
    assert found.text[start:end] == "~~Old~~ words\n\n"


@pytest.mark.parametrize(
    "page",
    [
        "<style>body {display: none} html {opacity: 0}</style><p>seen</p>",
        "<style>@media (max-width: 9px) {p {display: none}}</style><p>seen</p>",
        "<style>@keyframes a {from {opacity: 0}} p {animation: a}</style><p>seen</p>",
        "<style>p::after {display: none} p:hover {opacity: 0}</style><p>seen</p>",
        '<style>a{content:"};p{display:none}"} b, p {color: red}</style><p>seen</p>',
        "<style>p {display: none} p.a, #b {display: block}</style><p class=a>seen</p>",
        '<style media="print">p {display: none}</style><p>seen</p>',
        "<noscript><style>p {display: none}</style></noscript><p>seen</p>",
        "<style>/* p {display: none} */ p[ {display: none}</style><p>seen</p>",
    ],
)
def test_what_a_browser_shows_is_kept(page: str) -> None:
    assert HtmlExtractor().extract(page.encode()).text == "seen\n\n"


@pytest.mark.parametrize(
    "page",
    [
        "<style>.tab {display: none} .tab.on {display: block}</style>"
        "<div class=tab>seen</div>",
        "<style>.panel {display: none} .open .panel {display: block}</style>"
        "<p class=panel>seen</p>",
        "<style>.more {display: none} #m:checked ~ .more {display: block}</style>"
        "<input id=m type=checkbox><p class=more>seen</p>",
        "<a href='#two'></a><div id=two style='display: none'>seen</div>",
        "<button aria-controls='one two'></button><div id=two hidden>seen</div>",
        "<div role=tabpanel id=a hidden>seen</div>",
        "<p hidden=until-found>seen</p>",
        "<style>p {display: block}</style><p hidden>seen</p>",
    ],
)
def test_what_a_person_can_show_is_kept(page: str) -> None:
    found = HtmlExtractor().extract(f"<!doctype html><body>{page}".encode())
    assert (found.text, found.problems) == ("seen\n\n", ())


@given(
    st.sampled_from(
        [
            ("", "<p hidden>{}</p>"),
            ("", "<p style='display:none' id=x>{}</p><a href='#y'></a>"),
            (".x {display: none} .x.y {color: red}", "<p class=x>{}</p>"),
            (".x.y {display: none} .x {display: block}", "<p class='x y'>{}</p>"),
            (".x {visibility: hidden}", "<p class=x>{}</p>"),
            ("", "<dialog>{}</dialog>"),
        ]
    ),
    st.sampled_from(["unseen", " ", ""]),
)
def test_a_file_names_that_hidden_text_was_left_out(
    hiding: tuple[str, str], words: str
) -> None:
    style, body = hiding
    page = f"<!doctype html><style>{style}</style>{body.format(words)}<p>seen</p>"
    message = EmailMessage()
    message.set_content(page, subtype="html")
    for found in (
        HtmlExtractor().extract(page.encode()),
        MailExtractor().extract(message.as_bytes()),
    ):
        assert "unseen" not in found.text
        expected = ("hidden text was left out",) if words.strip() else ()
        assert found.problems == expected


def test_styles_are_applied_to_a_large_page_as_far_as_time_permits() -> None:
    rules = "".join(f".c{n} {{display: none}}" for n in range(2_000))
    words = "".join(f"<p class=c{n}>w{n}</p>" for n in range(2_000))
    seen = "<p>seen</p>" * 20_000
    found = HtmlExtractor().extract(f"<style>{rules}</style>{words}{seen}".encode())
    assert found.problems[0].startswith("too many styles")
    assert "w0\n" not in found.text
    assert "w1999" in found.text


def test_styles_of_other_elements_do_not_take_long() -> None:
    rules = "".join(f".c{n} {{font-size: {n % 3}px}}" for n in range(2_000))
    words = "".join(f"<p class=c{n}>w{n}</p>" for n in range(2_000))
    found = HtmlExtractor().extract(f"<style>{rules}</style>{words}".encode())
    assert found.text.count("\n\n") == 1_333


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


@pytest.mark.parametrize(
    "style",
    [
        ".text {opacity: 0; transition: opacity 1s} .text.seen {opacity: 1}",
        ".text {opacity: 0; transition-property: opacity, transform}",
        ".text {opacity: 0} p {animation: appear 1s forwards}",
        "@supports not (display: grid) {.text {display: none}}",
    ],
)
def test_text_that_a_page_shows_after_a_time_is_kept(style: str) -> None:
    page = f"<!doctype html><style>{style}</style><p class=text>Words</p>"
    assert HtmlExtractor().extract(page.encode()).text == "Words\n\n"
