"""The date of a file without one in its front matter, from what it says of itself."""

import re

from support.office_files import (
    PdfPage,
    docx,
    pdf,
    pptx,
    sheet_rows,
    with_part,
    word_paragraph,
    xlsx,
)
from support.vaults import IndexVault


def _with_properties(data: bytes, created: str) -> bytes:
    element = f"<dcterms:created>{created}</dcterms:created>"

    def changed(xml: str) -> str:
        known = re.sub("<dcterms:created.*</dcterms:created>", element, xml, flags=re.S)
        return known or f"<properties>{element}</properties>"

    return with_part(data, "docProps/core.xml", changed)


PAGE = PdfPage(["The heron."])
FILES = {
    "report.pdf": pdf(PAGE, created="D:20240305101500Z"),
    "2026-11-03 report.pdf": pdf(PAGE, created="D:20240305"),
    "unset.pdf": pdf(PAGE, created="D:19800101000000Z"),
    "letter.docx": _with_properties(
        docx(word_paragraph("The heron.")), "2024-03-06T10:00:00Z"
    ),
    "titled.docx": _with_properties(
        docx(word_paragraph("The heron, 1 May 2020", "Heading1")),
        "2024-03-06T10:00:00Z",
    ),
    "slides.pptx": _with_properties(
        pptx(("The heron", "Grey.", "")), "2024-03-07T10:00:00Z"
    ),
    "sheet.xlsx": _with_properties(
        xlsx({"Birds": sheet_rows(["heron", 3])}), "2024-03-08T10:00:00Z"
    ),
}


def test_files_are_dated_by_their_names_their_titles_or_their_metadata(
    index_vault: IndexVault,
) -> None:
    vault = index_vault(dict(FILES))
    hits = vault.search("heron").hits
    assert {hit.path: hit.fields.date for hit in hits} == {
        "report.pdf": "2024-03-05",
        "2026-11-03 report.pdf": "2026-11-03",
        "unset.pdf": "",
        "letter.docx": "2024-03-06",
        "titled.docx": "2020-05-01",
        "slides.pptx": "2024-03-07",
        "sheet.xlsx": "2024-03-08",
    }
