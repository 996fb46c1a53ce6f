"""The date of a document without one in its front matter."""

import pytest

from ragtui_core.documents.dating import creation_day, document_date
from ragtui_core.documents.parser import parse_document


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
        ("2026-11-03-LAPTOP-2026120.md", "2026-11-03"),
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
