"""What is extracted from files of each kind."""

import io
import re

import pytest
from pypdfium2 import PdfDocument

from ragtui_core.documents.extraction.extracted import Extracted, Extractor
from ragtui_core.documents.extraction.plain_text import TextExtractor
from ragtui_core.errors import UnreadableFile
from ragtui_files.canvas import CanvasExtractor
from ragtui_files.html.epub import EpubExtractor
from ragtui_files.html.html import HtmlExtractor
from ragtui_files.notebook import NotebookExtractor
from ragtui_files.office.docx import DocxExtractor
from ragtui_files.office.pptx import PptxExtractor
from ragtui_files.office.rtf import RtfExtractor
from ragtui_files.office.xlsx import XlsxExtractor
from ragtui_files.pdf.pdf import PdfExtractor
from support.office_files import (
    PdfPage,
    archive,
    epub,
    pdf,
    pptx,
    sheet_rows,
    with_part,
    xlsx,
)

EXTRACTORS: list[Extractor] = [
    TextExtractor(),
    CanvasExtractor(),
    HtmlExtractor(),
    PdfExtractor(),
    DocxExtractor(),
    PptxExtractor(),
    EpubExtractor(),
    NotebookExtractor(),
    XlsxExtractor(),
    RtfExtractor(),
]


def labels(found: Extracted) -> list[str]:
    return [str(anchor.location) for anchor in found.anchors]


def part(found: Extracted, number: int) -> str:
    starts = [anchor.start for anchor in found.anchors]
    return found.text[starts[number] : [*starts, None][number + 1]].strip()


@pytest.mark.parametrize("extractor", EXTRACTORS)
def test_versions_are_parts_of_file_names(extractor: Extractor) -> None:
    assert re.fullmatch(r"[A-Za-z0-9.+-]+", extractor.version)


@pytest.mark.parametrize("extractor", EXTRACTORS)
@pytest.mark.parametrize("data", [b"", b"\0\1\2\3" * 50, b"%PDF-1.4\0\1\2\3"])
def test_what_is_no_such_file_is_refused(extractor: Extractor, data: bytes) -> None:
    with pytest.raises(UnreadableFile, match=r".{5,200}"):
        extractor.extract(data)


def test_a_page_in_the_encoding_that_it_declares() -> None:
    page = '<meta charset="iso-8859-2"><p>Žluťoučký kůň.</p>'.encode("iso-8859-2")
    assert HtmlExtractor().extract(page).text == "Žluťoučký kůň.\n\n"


def test_files_in_a_pdf_are_named() -> None:
    document = PdfDocument(pdf(PdfPage(["It hums."])))
    document.new_attachment("plan.txt").set_data(b"x")
    data = io.BytesIO()
    document.save(data)
    found = PdfExtractor().extract(data.getvalue())
    assert found.problems == ("the attached file 'plan.txt' is not read",)


def test_slides_with_notes() -> None:
    found = PptxExtractor().extract(
        pptx(("Pump", "It hums.\nAt night.", "Say why."), ("", "Nothing else.", ""))
    )
    assert labels(found) == ["slide 1", "slide 2"]
    assert part(found, 0) == "# Pump\n\nIt hums.\nAt night.\n\n## Notes\n\nSay why."
    assert part(found, 1) == "# Slide 2\n\nNothing else."


def test_pages_of_a_book_in_reading_order() -> None:
    book = epub({"b.xhtml": "<h1>Two</h1><p>Last.</p>", "a a.xhtml": "<h1>One</h1>"})
    found = EpubExtractor().extract(book)
    assert found.title == "The pump"
    assert found.text == "# Two\n\nLast.\n\n# One\n\n"
    assert found.anchors == ()


def test_a_page_that_a_book_lacks_is_reported() -> None:
    book = with_part(epub({"a.xhtml": "<p>It hums.</p>"}), "EPUB/package.opf", _lost)
    with pytest.raises(UnreadableFile, match="no text"):
        EpubExtractor().extract(book)
    both = epub({"a.xhtml": "<p>It hums.</p>", "b.xhtml": "<p>At night.</p>"})
    found = EpubExtractor().extract(with_part(both, "EPUB/package.opf", _lost))
    assert found.text == "At night.\n\n"
    assert found.problems == ("its page gone.xhtml cannot be read",)


def _lost(package: str) -> str:
    return package.replace('href="a.xhtml"', 'href="../gone.xhtml"')


@pytest.mark.parametrize(
    "data",
    [
        *(b"[]", b"{}", b'{"cells": 1}', b'{"cells": [1]}', b'{"cells": []}'),
        *(b'{"nodes": 3}', b'{"nodes": [3]}', b'{"nodes": [{}]}', b"\xff"),
    ],
)
def test_what_is_no_notebook_and_no_canvas_is_refused(data: bytes) -> None:
    for extractor in (NotebookExtractor(), CanvasExtractor()):
        with pytest.raises(UnreadableFile):
            extractor.extract(data)


def test_the_first_cells_of_a_file_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    module = "ragtui_files.office.xlsx"
    monkeypatch.setattr(f"{module}.MAX_CELLS", 3)
    sheets = {"A": sheet_rows(("a", "b"), ("c", "d")), "B": sheet_rows(("e",))}
    found = XlsxExtractor().extract(xlsx(sheets))
    assert found.text == "# A\n\n| a | b |\n| --- | --- |\n\n"
    assert found.problems[0] == (
        "only the rows to 1 of sheet 'A' were read: of a file, 3 cells are"
    )


def test_a_workbook_without_its_parts_is_damaged() -> None:
    book = xlsx({"A": sheet_rows(("a",))})
    lost = with_part(book, "xl/workbook.xml", lambda xml: xml.replace("r1", "gone"))
    with pytest.raises(UnreadableFile, match="a damaged XLSX file"):
        XlsxExtractor().extract(lost)
    cut = with_part(book, "xl/workbook.xml", lambda xml: xml[:-20])
    with pytest.raises(UnreadableFile, match="a damaged XLSX file"):
        XlsxExtractor().extract(cut)
    hidden = xlsx({"A": sheet_rows(("a",))}, {"A": "hidden"})
    with pytest.raises(UnreadableFile, match="hidden sheet 'A' was left out"):
        XlsxExtractor().extract(hidden)
    part = "xl/worksheets/sheet1.xml"
    other = with_part(book, part, lambda xml: xml.replace("</c>", ""))
    with pytest.raises(UnreadableFile, match=r"sheet 'A' was left out"):
        XlsxExtractor().extract(other)
    with pytest.raises(UnreadableFile, match="no part xl/_rels"):
        XlsxExtractor().extract(archive({"xl/workbook.xml": "<workbook/>"}))


@pytest.mark.parametrize("text", ["", "[]", "{}", "[1, 2]", '["", [[0]], "", []]'])
def test_what_is_no_extracted_text_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="not an extracted text"):
        Extracted.from_json(text)
