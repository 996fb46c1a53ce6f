"""The line under a saved quotation: where it comes from, as Markdown, and back.

    — [1] [products/pump.md](<products/pump.md>) › Pump, line 3 · `ragtui:9f2c61ab04de`
    — [2] [report.pdf](<report.pdf>), p. 12, line 340 · `ragtui:41b09f6ce2d7`

docs/citations.md describes the form for other programs.
"""

import re
from itertools import takewhile
from urllib.parse import quote, unquote

from ragtui_core.citations.citation import MAIL_PREFIX, SavedCitation, clipped
from ragtui_core.text.sanitizing import sanitize
from ragtui_core.text.single_line import shown_line
from ragtui_core.types import Lines

UNDER, ROW, COLUMN = "•", "→", "↓"
"""Before what a list, table or block belongs to: the text above it and the items that
contain it; the first cell of a row; the head of a column."""

DASH = "— "
"""Prefix of an attribution; nothing else in the saved form starts with it."""

SEAL = r":[0-9a-f]{12}(?:-[0-9a-f]{12}(?:[0-9a-f]{6}){0,2})?`"
"""The digests in a code span, after its name."""

DIGEST_PREFIX = re.compile(rf"`ragtui{SEAL}[ \t\\]*$")
"""Ends the line on which an attribution ends."""

_BETWEEN = " › "

# Each part starts with a character that the previous one excludes: linear time.
_FORM = re.compile(
    r"— (?:\\?\[(?P<number>[0-9]{1,9})\\?\] )?"
    r"\[(?P<name>(?:\\.|[^\\\]])*)\]"
    r"\((?:<(?P<destination>[^<>]*)>|(?P<bare>[^\s<>]*))\)"
    r"(?P<headings>(?: › (?:\\.|[^\\])*?)?)"
    r"(?:, (?P<location>(?:p\.|slide|sheet) [^,·\\`]{1,60}?|cell [0-9]{1,9}"
    r"|at [0-9:]{4,9}|picture \(OCR\)|mail from (?:\\.|[^\\])*?))?"
    r"(?:, lines? (?P<first>[0-9]{1,9})(?:[–-](?P<last>[0-9]{1,9}))?)?"
    r" · `ragtui:(?P<digest>[0-9a-f]{12})"
    r"(?:-(?P<beside>[0-9a-f]{12}(?:[0-9a-f]{6}){0,2}))?`[ \t\\]*"
)

MAX_LOCATION = 400
"""Characters of the sender, date and subject of a mail."""

_KEPT_FROM_URLS = "%<>\\&?#:`"
"""Printable characters with a special meaning in a link's destination."""

_MARKUP = re.compile(
    r"[\\`*\[\]<>&~]|(?<![^\W_])_|_(?![^\W_])"
    r"|,(?= (?:lines? [0-9]|p\. |slide |sheet |cell [0-9]|at [0-9]"
    r"|picture \(OCR|mail from ))"
)
_ENTITIES = {
    "›": "&rsaquo;",
    "·": "&middot;",
    UNDER: "&bull;",
    ROW: "&rarr;",
    COLUMN: "&darr;",
}
_CHARACTERS = {entity: char for char, entity in _ENTITIES.items()}
_RESERVED = re.compile("|".join(_ENTITIES))
_ESCAPED = re.compile(rf"\\([!-/:-@\[-`{{-~])|{'|'.join(_CHARACTERS)}")
_CONTEXT = re.compile(f"[{UNDER}{ROW}{COLUMN}] ")


def write_attribution(saved: SavedCitation) -> str:
    """One line of Markdown; line breaks and control characters are removed."""
    number = "" if saved.number is None else f"[{saved.number}] "
    path, lines = saved.path, f", {saved.lines}" if saved.lines else ""
    beside = f"-{saved.surroundings}" if saved.surroundings else ""
    headings = "".join(f"{_BETWEEN}{_heading(h)}" for h in saved.heading_path)
    parts = clipped(saved.context)
    headings += "".join(f"{_BETWEEN}{part[:2]}{_heading(part[2:])}" for part in parts)
    return (
        f"{DASH}{number}[{escape_markdown(path)}](<{destination(path)}>){headings}"
        f"{_location(saved.location)}{lines}"
        f" · `ragtui:{saved.digest}{beside}`"
    )


def read_attribution(line: str) -> SavedCitation | None:
    """The citation of a line, without its words; None if the line is something else."""
    match = _FORM.fullmatch(line)
    if not match:
        return None
    destination = match["destination"]
    path = match["bare"] if destination is None else destination
    first, last, location = match["first"], match["last"], match["location"] or ""
    parts = match["headings"].split(_BETWEEN)[1:]
    headings = len([*takewhile(lambda part: not _CONTEXT.match(part), parts)])
    return SavedCitation(
        number=int(match["number"]) if match["number"] else None,
        path=unquote(path, errors="surrogateescape"),
        heading_path=tuple(map(_unescaped, parts[:headings])),
        lines=Lines(int(first), int(last or first)) if first else None,
        quote="",
        digest=match["digest"],
        surroundings=match["beside"] or "",
        context=tuple(map(_unescaped, parts[headings:])),
        location=_unescaped(location) if location.startswith(MAIL_PREFIX) else location,
        name=_unescaped(match["name"]),
    )


def _location(location: str) -> str:
    """A page label may contain anything; what would end it is left out."""
    if location.startswith(MAIL_PREFIX):
        # Escaped like a heading; so that no part of it is taken for lines.
        words = _heading(location.removeprefix(MAIL_PREFIX)[:MAX_LOCATION])
        return f", {MAIL_PREFIX}{words}"
    words = " ".join(re.sub(r"[,·\\`]", " ", sanitize(location, one_line=True)).split())
    return f", {words[:60].rstrip()}" if " " in words else ""


def location_key(location: str) -> str:
    """A location as it is written and read again, without case."""
    written = _unescaped(_location(location).removeprefix(", "))
    return " ".join(written.split()).casefold()


def destination(path: str) -> str:
    """The path as a link destination; unprintable characters are percent-encoded."""
    return "".join(
        char
        if char.isprintable() and char not in _KEPT_FROM_URLS
        else quote(char, safe="", errors="surrogateescape")
        for char in path
    )


def _heading(heading: str) -> str:
    return _RESERVED.sub(lambda match: _ENTITIES[match[0]], escape_markdown(heading))


def escape_markdown(text: str) -> str:
    """`text` on one line, with Markdown markup escaped."""
    shown = shown_line(text)
    shown = shown.encode("utf-8", "replace").decode("utf-8")
    return _MARKUP.sub(r"\\\g<0>", shown)


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda match: match[1] or _CHARACTERS[match[0]], text)
