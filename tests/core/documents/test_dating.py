"""The date of a document without one in its front matter."""

import re

import pytest

from ragtui_core.documents.dating import creation_day, document_date
from ragtui_core.documents.parser import parse_document
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
from support.vaults import MakeVault


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("2026-11-03.md", "2026-11-03"),
        ("journals/2026_11_03.md", "2026-11-03"),
        ("20261103 Meeting.md", "2026-11-03"),
        ("202611030930 An idea.md", "2026-11-03"),
        ("daily.2026.11.03.md", "2026-11-03"),
        ("2026/11/03.md", "2026-11-03"),
        ("diary/2026/11-November/3 Tuesday.md", "2026-11-03"),
        ("diary/2026/11/ideas.md", "2026-11"),
        ("diary/2026/02/30.md", "2026-02"),
        ("2026-W45.md", "2026-11-02/2026-11-08"),
        ("2026-11.md", "2026-11"),
        ("Trip of 3 November 2026.md", "2026-11-03"),
        ("2026-11-03 to 2026-11-05.md", "2026-11-03"),
        ("notes-v2026.11.3.md", ""),
        ("chapter 3.md", ""),
        ("Budget.sync-conflict-20260112-003022-FUKIKK4.md", ""),
        ("Budget (Jon's conflicted copy 2026-06-01 at 10-22-13).md", ""),
        ("2026-11-03 (conflicted copy 2026-12-01).md", "2026-11-03"),
        ("2026/ideas.md", ""),
    ],
)
def test_names_and_folders_tell_dates(path: str, expected: str) -> None:
    assert document_date(path) == expected


def test_the_name_is_before_the_title() -> None:
    assert document_date("2026-11-03.md", "Of 1 May 2020") == "2026-11-03"
    assert document_date("note.md", "Of 1 May 2020") == "2020-05-01"
    assert document_date("note.md", "Friday", "Friday, 1 May 2020") == "2020-05-01"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\ndate: 2024-05-03\n---\n# Of 1 May 2020\n", "2024-05-03"),
        ("---\nday: 3 May 2024\n---\nText.\n", "2024-05-03"),
        ("---\nupdated: 2024-05-03\n---\nText.\n", "2026-11-03"),
        ("# Of 1 May 2020\n", "2026-11-03"),
    ],
)
def test_front_matter_is_before_the_name(text: str, expected: str) -> None:
    document = parse_document("2026-11-03.md", text.encode())
    assert document.fields.created == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("D:20240305101500+01'00'", "2024-03-05"),
        ("D:20240305", "2024-03-05"),
        ("2024-03-05T23:30:00-05:00", "2024-03-05"),
        ("2024-03-05", "2024-03-05"),
        ("D:19700101000000Z", ""),
        ("1601-01-01T00:00:00Z", ""),
        ("1980-01-01T00:00:00Z", ""),
        ("2013-12-23T23:15:00Z", ""),
        ("D:20240230", ""),
        ("D:00000000", ""),
        ("yesterday", ""),
        ("", ""),
    ],
)
def test_metadata_tell_a_day_unless_a_clock_was_not_set(
    text: str, expected: str
) -> None:
    assert creation_day(text) == expected


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
    make_vault: MakeVault,
) -> None:
    vault = make_vault(dict(FILES))
    vault.index(embed=False)
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
