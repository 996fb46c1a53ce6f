"""Calendars (`.ics`, RFC 5545) and contacts (`.vcf`, RFC 6350), as people see them.

A repetition is stated and not expanded.
"""

import quopri
import re
from calendar import day_name
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from ragtui_core.documents import (
    BYTE_ORDER_MARK,
    CREATED,
    CanonicalWriter,
    Extracted,
    OwnExtractor,
    decode,
)
from ragtui_core.text import shown_date

MAX_ENTRIES = 50_000
"""Events or contacts of a file."""
_FOLD = re.compile(r"\r?\n[ \t]")
_ENCODED = re.compile(
    r"^[^:\n]*QUOTED-PRINTABLE[^:\n]*:(?:.*=\r?\n)*", re.IGNORECASE | re.MULTILINE
)
_SOFT_BREAK = re.compile(r"=\r?\n")
_LINE = re.compile(
    r'(?:[\w-]{1,80}\.)?(?P<name>[\w-]{1,80})(?P<parameters>(?:;(?:"[^"]*"|[^":;])*)*)'
    r":(?P<value>.*)"
)
_ESCAPED = re.compile(r"\\([\\;,nN])")
_TYPE = re.compile(r"(?:^|;)(?:TYPE=)?(home|work|cell|fax)\b", re.I)
_ENTRIES = frozenset({"VEVENT", "VTODO", "VJOURNAL", "VCARD"})
_STATES = {"COMPLETED": "DONE", "CANCELLED": "CANCELLED"}
"""Words before the title of a task, by its status; that of the others is `TODO`."""
_UNITS = {
    "SECONDLY": "second",
    "MINUTELY": "minute",
    "HOURLY": "hour",
    "DAILY": "day",
    "WEEKLY": "week",
    "MONTHLY": "month",
    "YEARLY": "year",
}
_DAYS = {name[:2].upper(): name for name in day_name}
_CONTACT_LINES = {
    "NICKNAME": "Nickname",
    "ORG": "Organization",
    "TITLE": "Title",
    "ROLE": "Role",
    "TEL": "Phone",
    "EMAIL": "Email",
    "ADR": "Address",
    "BDAY": "Birthday",
    "ANNIVERSARY": "Anniversary",
    "RELATED": "Related",
    "URL": "Web",
    "CATEGORIES": "Groups",
    "NOTE": "Note",
}


@dataclass(frozen=True, slots=True)
class _Property:
    """A property of an entry; the value is as it is written."""

    name: str
    parameters: str
    value: str

    @property
    def text(self) -> str:
        """The value without escapes; its parts are separated by commas."""
        value = self.value
        if "QUOTED-PRINTABLE" in self.parameters.upper():
            value = quopri.decodestring(value.encode()).decode("utf-8", "replace")
        parts = re.split(r"(?<!\\);", value)
        value = ", ".join(part.strip() for part in parts if part.strip())
        return _ESCAPED.sub(lambda e: "\n" if e[1] in "nN" else e[1], value)

    def parameter(self, name: str) -> str:
        """The value of a parameter; empty without it."""
        found = re.search(rf';{name}=("[^"]*"|[^;]*)', self.parameters, re.I)
        return found[1].strip('"') if found else ""


@dataclass(slots=True)
class _Entry:
    """An event, a task or a contact."""

    kind: str
    properties: list[_Property] = field(default_factory=list)

    def all(self, name: str) -> list[_Property]:
        return [item for item in self.properties if item.name == name]

    def text(self, name: str) -> str:
        return next((item.text for item in self.all(name) if item.text), "")


class CalendarExtractor(OwnExtractor, kind="calendar"):
    """Extracts calendars; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """Each event and task below its title, with when, where and who."""
        decoded = decode(data)
        writer = CanonicalWriter()
        entries = list(write_calendar(decoded.text, writer))
        only = entries[0] if len(entries) == 1 else None
        title = only.text("SUMMARY") if only else ""
        found = writer.extracted(title, decoded.problems).required()
        day = _iso(only.text("DTSTART")) if only else ""
        return replace(found, details={CREATED: day[: len("2026-12-10")]})


class ContactsExtractor(OwnExtractor, kind="contacts"):
    """Extracts contacts; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """Each contact below its name, with numbers and addresses."""
        decoded = decode(data)
        writer, names = CanonicalWriter(), list[str]()
        for entry in _entries(decoded.text):
            names.append(entry.text("FN") or entry.text("N") or entry.text("EMAIL"))
            writer.heading(2, names[-1])
            writer.paragraph("\n".join(_contact_lines(entry)))
        title = names[0] if len(names) == 1 else ""
        return writer.extracted(title, decoded.problems).required()


def write_calendar(text: str, writer: CanonicalWriter) -> Iterator[_Entry]:
    """Write and yield the events and tasks of a calendar, each once."""
    done = set[tuple[str, str]]()
    for entry in _entries(text):
        key = entry.text("SUMMARY"), _iso(entry.text("DTSTART"))
        if key in done:
            continue
        done.add(key)
        writer.heading(2, _heading(entry))  # A file of several has its own name.
        writer.paragraph("\n".join(_event_lines(entry)))
        writer.paragraph(entry.text("DESCRIPTION"))
        yield entry


def _entries(text: str) -> Iterator[_Entry]:
    """The entries of a file, without alarms and the rules of zones."""
    whole = _ENCODED.sub(lambda line: _SOFT_BREAK.sub("", line[0]), text)
    unfolded = _FOLD.sub("", whole.removeprefix(BYTE_ORDER_MARK))
    open_parts, entry, count = list[str](), None, 0
    for line in unfolded.splitlines():
        if not (found := _LINE.fullmatch(line.strip())):
            continue
        name, value = found["name"].upper(), found["value"]
        if name == "BEGIN":
            open_parts.append(value.upper())
            if value.upper() in _ENTRIES:
                entry = _Entry(value.upper())
        elif name == "END":
            if open_parts:
                open_parts.pop()
            if entry and value.upper() == entry.kind:
                yield entry
                entry, count = None, count + 1
                if count == MAX_ENTRIES:
                    return
        elif entry and open_parts[-1:] == [entry.kind]:
            entry.properties.append(_Property(name, found["parameters"], value))


def _heading(entry: _Entry) -> str:
    """The title, after the state of a task, or of an event that is cancelled."""
    default = "TODO" if entry.kind == "VTODO" else ""
    state = _STATES.get(entry.text("STATUS").upper(), default)
    return f"{state} {entry.text('SUMMARY')}".strip()


def _event_lines(entry: _Entry) -> Iterator[str]:
    lines = {
        "When": _when(entry),
        "Due": _moments(entry, "DUE"),
        "Completed": _moments(entry, "COMPLETED"),
        "Repeats": _repetition(entry),
        "Where": entry.text("LOCATION"),
        "Organizer": ", ".join(map(_person, entry.all("ORGANIZER"))),
        "With": ", ".join(map(_person, entry.all("ATTENDEE"))),
        "Categories": entry.text("CATEGORIES"),
        "Status": entry.text("STATUS").lower(),
        "Web": entry.text("URL"),
    }
    return (f"{name}: {value}" for name, value in lines.items() if value)


def _when(entry: _Entry) -> str:
    """`3 Dec 2026, 14:00 – 15:00 (Europe/Berlin)`; the last day, not the one after."""
    start, end = _iso(entry.text("DTSTART")), _iso(entry.text("DTEND"))
    if end and len(end) == len("2026-12-10"):
        end = (date.fromisoformat(end) - timedelta(days=1)).isoformat()
    shown = _shown(start)
    if end > start:
        is_same_day = end[:10] == start[:10]
        shown += f" – {end[11:16] if is_same_day else _shown(end)}"
    zone = entry.all("DTSTART")[0].parameter("TZID") if shown else ""
    is_utc = start.endswith("Z")
    return shown + (" UTC" if is_utc else f" ({zone})" if zone else "")


def _moments(entry: _Entry, name: str) -> str:
    values = (value for item in entry.all(name) for value in item.value.split(","))
    found = filter(None, map(_iso, values))
    return "; ".join(_shown(moment) + " UTC" * moment.endswith("Z") for moment in found)


def _shown(moment: str) -> str:
    return ", ".join(filter(None, (moment and shown_date(moment[:10]), moment[11:16])))


def _iso(value: str) -> str:
    """`2026-12-10` or `2026-12-10T13:00Z`; empty if there is no such day."""
    day, _, clock = value.strip().replace("-", "").partition("T")
    with suppress(ValueError):
        if not clock:
            return datetime.strptime(day, "%Y%m%d").date().isoformat()
        digits = clock.replace(":", "")[:4]
        moment = datetime.strptime(f"{day}{digits}", "%Y%m%d%H%M")
        return moment.isoformat(timespec="minutes") + "Z" * clock.endswith("Z")
    return ""


def _repetition(entry: _Entry) -> str:
    """`every 2 weeks (Monday, Wednesday), until 3 Dec 2026, but not 19 Nov 2026`."""
    rule = entry.text("RRULE").replace(", ", ";")
    parts = dict(
        part.split("=", 1) for part in rule.replace(",", ";").split(";") if "=" in part
    )
    unit = _UNITS.get(parts.get("FREQ", ""), "")
    if not unit:
        return ""
    every = parts.get("INTERVAL", "1")
    shown = f"every {unit}" if every == "1" else f"every {every} {unit}s"
    listed = re.search(r"BYDAY=([\w+,-]+)", rule)
    days = [_weekday(day) for day in listed[1].split(",")] if listed else []
    until, omitted = _iso(parts.get("UNTIL", "")), _moments(entry, "EXDATE")
    return "".join(
        (
            shown,
            f" ({', '.join(days)})" if days else "",
            f", {parts['COUNT']} times" if "COUNT" in parts else "",
            f", until {_shown(until[:10])}" if until else "",
            f", but not {omitted}" if omitted else "",
        )
    )


def _weekday(day: str) -> str:
    """`Monday`, `2 Monday`, `last Monday`."""
    number = day[:-2].replace("-1", "last")
    return f"{number} {_DAYS.get(day[-2:], day[-2:])}".strip()


def _person(item: _Property) -> str:
    address = re.sub(r"(?i)^mailto:", "", item.value)
    name = item.parameter("CN")
    return f"{name} <{address}>" if name and name != address else address


def _contact_lines(entry: _Entry) -> Iterator[str]:
    for item in entry.properties:
        value = " ".join(item.text.split())
        if item.name not in _CONTACT_LINES or not value:
            continue
        if item.name in ("BDAY", "ANNIVERSARY"):
            shown = _shown(_iso(value.replace("--", "2000", 1)))
            shown = shown.removesuffix(" 2000") if value.startswith("--") else shown
            value = shown or value
        value = value.removeprefix("tel:")
        kind = _TYPE.search(item.parameters)
        beside = f" ({kind[1].lower()})" if kind else ""
        yield f"{_CONTACT_LINES[item.name]}{beside}: {value}"
