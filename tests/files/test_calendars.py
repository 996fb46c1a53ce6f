"""Calendars and contacts are read as people see them."""

import pytest

from ragtui_core.documents.loader import DEFAULT_LOADERS

EVENT = """BEGIN:VCALENDAR
BEGIN:VTIMEZONE
TZID:Europe/Berlin
END:VTIMEZONE
BEGIN:VEVENT
DTSTART;TZID=Europe/Berlin:20261203T140000
DTEND;TZID=Europe/Berlin:20261203T150000
RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,-1WE;UNTIL=20261231
EXDATE;TZID=Europe/Berlin:20261217T140000
SUMMARY:Panel review
LOCATION:Room Kittiwake\\, first floor
ORGANIZER;CN="Berg, Lena":mailto:lena@example.org
DESCRIPTION:Bring the felt
  samples.\\nAnd tea.
BEGIN:VALARM
DESCRIPTION:Reminder
END:VALARM
END:VEVENT
END:VCALENDAR
"""


def test_an_event() -> None:
    found = DEFAULT_LOADERS.load("a.ics", EVENT.replace("\n", "\r\n").encode())
    assert found.fields.title == "Panel review"
    assert found.fields.created == "2026-12-03"
    assert found.text == (
        "# Panel review\n\n"
        "When: 3 Dec 2026, 14:00 – 15:00 (Europe/Berlin)\n"
        "Repeats: every 2 weeks (Monday, last Wednesday), until 31 Dec 2026, "
        "but not 17 Dec 2026, 14:00\n"
        "Where: Room Kittiwake, first floor\n"
        "Organizer: Berg, Lena \\<lena@example.org>\n\n"
        "Bring the felt samples.\nAnd tea.\n\n"
    )


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [
        ("20261212", "20261213", "12 Dec 2026"),
        ("20261212", "20261215", "12 Dec 2026 – 14 Dec 2026"),
        ("20261210T130000Z", "", "10 Dec 2026, 13:00 UTC"),
        (
            "20261231T230000",
            "20270101T010000",
            "31 Dec 2026, 23:00 – 1 Jan 2027, 01:00",
        ),
        ("20260231", "", ""),
    ],
)
def test_times_of_events(start: str, end: str, shown: str) -> None:
    event = f"BEGIN:VEVENT\nSUMMARY:A\nDTSTART:{start}\nDTEND:{end}\nEND:VEVENT\n"
    when = f"When: {shown}\n\n" if shown else ""
    assert DEFAULT_LOADERS.load("a.ics", event.encode()).text == f"# A\n\n{when}"


def test_contacts() -> None:
    card = (
        "BEGIN:VCARD\nN:Dahl;Per;;;\nitem1.TEL;TYPE=CELL:+47 900\nBDAY:--1203\n"
        "ADR;TYPE=HOME:;;Strandgata 5;Bodø;;8006;Norway\nPHOTO;ENCODING=b:AAA=\n"
        "NOTE;ENCODING=QUOTED-PRINTABLE:closed=\n on=20Mondays\nEND:VCARD\n"
    )
    assert DEFAULT_LOADERS.load("a.vcf", card.encode()).text == (
        "# Dahl, Per\n\nPhone (cell): +47 900\nBirthday: 3 Dec\n"
        "Address (home): Strandgata 5, Bodø, 8006, Norway\nNote: closed on Mondays\n\n"
    )
