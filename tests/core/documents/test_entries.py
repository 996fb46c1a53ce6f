"""What is beside each passage: day, state, due date, speakers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ragtui_core.chunking import chunk_document
from ragtui_core.documents.loader import DEFAULT_LOADERS
from ragtui_core.settings.schema import ChunkingSettings
from ragtui_core.types import Chunk, Entry
from support.extensions import needs_files


def chunks_of(name: str, text: str) -> tuple[Chunk, ...]:
    document = DEFAULT_LOADERS.load(name, text.encode())
    return chunk_document(document, ChunkingSettings(), lambda text: len(text.split()))


def entries_of(name: str, text: str) -> list[tuple[str, Entry]]:
    """The last line of each passage, and what is beside it."""
    return [(c.text.splitlines()[-1], c.entry) for c in chunks_of(name, text)]


def day(first: str, last: str = "") -> Entry:
    return Entry(day=first, until=last or first)


def item(state: str, due: str = "") -> Entry:
    return Entry(state=state, due=due)


@pytest.mark.parametrize(
    ("heading", "first", "last"),
    [
        ("2026-11-18 Wednesday", "2026-11-18", ""),
        ("Tuesday, 3 November 2026", "2026-11-03", ""),
        ("5.11.2026", "2026-11-05", ""),
        ("Week of 2026-W47", "2026-11-16", "2026-11-22"),
        ("2026-11-01 and 2026-11-02", "2026-11-01", ""),
    ],
)
def test_a_heading_dates_what_is_below_it(heading: str, first: str, last: str) -> None:
    text = (
        f"# Log\n\nOpen.\n\n## {heading}\nCake.\n\n### Later\nTea.\n\n## Other\nEnd.\n"
    )
    assert entries_of("log.md", text) == [
        ("Open.", Entry()),
        ("Tea.", day(first, last)),
        ("End.", Entry()),
    ]


@pytest.mark.parametrize("heading", ["2026-02-30", "Release 12.4.1", "In 2026", "Plan"])
def test_what_is_no_date_dates_nothing(heading: str) -> None:
    text = f"# Log\n\n## {heading}\nCake.\n\n## Next\nTea.\n"
    assert [entry for _, entry in entries_of("log.md", text)] == [Entry()]


def test_lines_that_begin_with_dates_are_entries_of_their_own() -> None:
    text = "2026-11-24 release\nlate\n2026-10-02 offsite\n\nIn Gdansk.\n"
    assert entries_of("log.txt", text) == [
        ("late", day("2026-11-24")),
        ("In Gdansk.", day("2026-10-02")),
    ]


def test_a_date_at_a_border_of_lines_within_a_sentence_is_none_of_a_line() -> None:
    text = "The pump was bought on\n2026-10-02 and failed.\n"
    assert entries_of("log.md", text) == [("2026-10-02 and failed.", Entry())]


def test_rows_of_a_month_stay_together_and_have_the_days_of_all() -> None:
    rows = "| 2026-09-08 | hay |\n| 2026-09-21 | oats |\n| 2026-11-06 | wire |\n"
    text = f"# Costs\n\n| Day | What |\n|---|---|\n{rows}\nEnd.\n"
    assert entries_of("costs.md", text) == [
        ("| 2026-09-21 | oats |", day("2026-09-08", "2026-09-21")),
        ("| 2026-11-06 | wire |", day("2026-11-06")),
        ("End.", Entry()),
    ]


def test_items_with_a_state_are_passages_with_what_is_below_them() -> None:
    text = (
        "# Trip\n## Bags\n- [ ] pack\n  - tent\n  - [x] stove\n- plain\n"
        "- [ ] lock\n\n```\n- [ ] code\n```\n"
    )
    assert [(c.text, c.entry.state) for c in chunks_of("trip.md", text)] == [
        ("# Trip\n## Bags\n- [ ] pack\n  - tent", "open"),
        ("- [x] stove", "done"),
        ("- plain", ""),
        ("- [ ] lock", "open"),
        ("```\n- [ ] code\n```", ""),
    ]


def test_the_day_of_an_amendment_is_not_that_of_what_follows() -> None:
    text = "Ina teaches.\n\nUpdate 2026-11-16: Ole teaches.\n\nThe hall is small.\n"
    assert entries_of("school.md", text) == [
        ("Ina teaches.", Entry()),
        ("Update 2026-11-16: Ole teaches.", day("2026-11-16")),
        ("The hall is small.", Entry()),
    ]


def test_a_property_with_a_date_has_its_day() -> None:
    text = "---\nauthor: Eva\nstatus: done\nfinished: 2026-09-14\n---\n# Book\nGood.\n"
    assert entries_of("book.md", text) == [
        ("status: done", Entry()),
        ("finished: 2026-09-14", day("2026-09-14")),
        ("Good.", Entry()),
    ]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "a.org",
            "* Book\n:PROPERTIES:\n:FINISHED: [2026-09-14 Mon]\n:END:\n",
            day("2026-09-14"),
        ),
        ("a.adoc", "= T\n\n* [*] well\n", Entry(state="done")),
        (
            "a.ics",
            "BEGIN:VEVENT\nSUMMARY:A\nDTSTART:20260914T0900\nSTATUS:CANCELLED\nEND:VEVENT\n",
            Entry("2026-09-14", "2026-09-14", "cancelled"),
        ),
        (
            "a.ics",
            "BEGIN:VTODO\nSUMMARY:B\nDUE:20260914\nSTATUS:COMPLETED\nEND:VTODO\n",
            item("done", "2026-09-14"),
        ),
    ],
)
@needs_files
def test_files_of_other_kinds_have_a_day_or_a_state(
    path: str, text: str, expected: Entry
) -> None:
    assert entries_of(path, text)[-1][1] == expected


def test_a_line_with_the_date_of_its_note_makes_no_passage_of_its_own() -> None:
    text = "# A\n**Date:** 14.09.2026\n\nTalked.\n\n## B\nAte.\n"
    assert entries_of("2026-09-14.md", text) == [("Ate.", Entry())]


def test_a_line_with_its_date_dates_what_follows() -> None:
    text = (
        "# A\nDate: 14.09.2026\nDue: 2026-10-01\n\nTalked.\n\nDone: 2026-10-02\n\n"
        "Ate.\n\n# B\nSlept.\n"
    )
    assert [entry for _, entry in entries_of("a.md", text)] == [
        replace(day("2026-09-14"), state="open", due="2026-10-01"),
        day("2026-09-14"),
        replace(day("2026-10-02"), state="done"),
        day("2026-09-14"),
        Entry(),
    ]


@needs_files
def test_headings_of_org_have_a_state() -> None:
    text = (
        "* TODO Report\nDEADLINE: <2026-11-30 Mon>\nLong.\n\nShort.\n* DONE Hall\n"
        "CLOSED: [2026-11-18 Wed 10:00]\n* TODO Roof\n* WAITING Sink\n** Tap\n"
        "- [X] ask\n* Ideas\nChairs.\n"
    )
    entries = [entry for _, entry in entries_of("work.org", text)]
    assert entries == [
        item("open", "2026-11-30"),
        Entry("2026-11-18", "2026-11-18", "done"),
        item("open"),
        item("open"),
        item("done"),
        Entry(),
    ]


def test_messages_have_their_day_and_speakers() -> None:
    text = (
        "05.11.26, 08:12 - Lena: holst du Paul?\n05.11.26, 08:20 - Tom: ja\n"
        "07.11.26, 19:44 - Lena: Oma kommt\n"
    )
    entries = [entry for _, entry in entries_of("chat.txt", text)]
    assert entries == [
        Entry("2026-11-05", "2026-11-05", speakers=("Lena", "Tom")),
        Entry("2026-11-07", "2026-11-07", speakers=("Lena",)),
    ]
