"""The query language: a line of text -> words, phrases, left-out words and filters.

    how to calibrate "exact phrase" -word -"two words" tag:oxygen folder:products
    path:*.md type:note status:active company:"Fjordlax Nord" after:2026-01 before:7d
    year:2025

Nothing is an error: what does not fit is searched as words, and a note says so.
"""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from ragtui_core.store.selection import FilterField
from ragtui_core.text.sanitizing import without_surrogates
from ragtui_core.types import Span

FIELDS = (
    FilterField.TAG,
    FilterField.FOLDER,
    FilterField.PATH,
    FilterField.TYPE,
    FilterField.STATUS,
    FilterField.COMPANY,
    FilterField.CATEGORY,
    FilterField.AFTER,
    FilterField.BEFORE,
    FilterField.YEAR,
)
"""What may stand before a colon."""

_PIECE = re.compile(
    r"""(?P<minus>-)?
    (?:(?P<field>[A-Za-z]{2,}):(?![/:]))?
    (?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]+))""",
    re.VERBOSE,
)
_NEGATABLE = re.compile(r"[^\W\d_]{3,}(?:-\w+)*")
"""A word that `-` leaves out; `-5`, `-rf` and `--flag` are words themselves."""

SENTENCE = 5
"""A line with more words than this beside its quoted ones is a sentence. In it
quotation marks cite or stress: the words count, but need not stand together. And a
minus leaves out at its end alone: before, it is likely to be an option of a command."""


MAX_LINE_CHARS = 20_000
"""What is looked at of a line. SQLite takes no pattern of more than 50,000 bytes."""

MAX_PARTS = 100
"""Filters that differ, phrases, and words left out: of each, no more are used. SQLite
nests no more than a thousand conditions, and each costs a look at every document."""

MAX_VALUE_CHARS = 1_000
"""The longest value of a filter; the longest path is not much longer."""

_NEEDS_QUOTES = re.compile(r"\s|^[/:]")
"""In a value; such would else end early, or not begin."""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Clause:
    """`field:value`, as typed; negated by a minus."""

    field: FilterField
    value: str
    negated: bool = False

    def __str__(self) -> str:
        """The clause as one would type it."""
        value = f'"{self.value}"' if _NEEDS_QUOTES.search(self.value) else self.value
        return f"{'-' if self.negated else ''}{self.field}:{value}"


@dataclass(slots=True)
class ParsedQuery:
    """A query line in its parts. `text` is what to look for, without any syntax."""

    text: str = ""
    phrases: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def parse_line(line: str) -> ParsedQuery:
    """Take a query line apart."""
    parsed, line = ParsedQuery(), without_surrogates(line)
    if len(line) > MAX_LINE_CHARS:
        line = line[:MAX_LINE_CHARS]
        parsed.notes.append(
            f"The query is long: only its first {MAX_LINE_CHARS} characters were read."
        )
    paired = _paired(line)
    if paired != line:
        line = paired
        parsed.notes.append("A quotation mark has no partner: it was ignored.")
    pieces = list(_pieces(line))
    plain = [at for at, piece in enumerate(pieces) if _is_plain(piece)]
    is_sentence = len(plain) > SENTENCE
    words: list[str] = []
    for at, piece in enumerate(pieces):
        ends = not is_sentence or at > plain[-1]
        words += _take(parsed, piece, cites=is_sentence, leaves_out=ends)
    parsed.text = " ".join(word for word in words if word.strip())
    return _bounded(parsed)


def _bounded(parsed: ParsedQuery) -> ParsedQuery:
    """What is there twice counts once, and what is too much is left out and noted."""
    short = [each for each in parsed.clauses if len(each.value) <= MAX_VALUE_CHARS]
    if len(short) < len(parsed.clauses):
        parsed.notes.append(
            f"A filter's value has more than {MAX_VALUE_CHARS} characters: the filter "
            "was ignored."
        )
    parsed.clauses = first_different(short, "filters", parsed.notes)
    parsed.phrases = first_different(parsed.phrases, "phrases", parsed.notes)
    parsed.left_out = first_different(parsed.left_out, "left-out words", parsed.notes)
    parsed.notes = list(dict.fromkeys(parsed.notes))[:MAX_PARTS]
    return parsed


def first_different(parts: list[T], name: str, notes: list[str]) -> list[T]:
    """The parts that differ, as many as may be used."""
    distinct = list(dict.fromkeys(parts))
    if len(distinct) > MAX_PARTS:
        notes.append(
            f"The query has {len(distinct)} {name}: only the first {MAX_PARTS} "
            "were used."
        )
    return distinct[:MAX_PARTS]


def parse_clause(text: str) -> ParsedQuery:
    """Take a filter given as an option apart; anything but a clause is a note."""
    parsed = parse_line(text)
    if parsed.text or parsed.left_out:
        parsed.notes.append(f"{text!r} is no filter such as tag:name: it was ignored.")
    return parsed


def clauses_in(line: str) -> Iterator[tuple[Clause, Span]]:
    """The filters of a line, and the characters each takes."""
    for piece in _pieces(_paired(line)):
        if clause := _clause_of(piece):
            yield clause, Span(piece.start(), piece.end())


def _paired(line: str) -> str:
    """The line with a blank for a last quotation mark that has no partner."""
    if line.count('"') % 2 == 0:
        return line
    head, _, tail = line.rpartition('"')
    return f"{head} {tail}"


def _pieces(line: str) -> Iterator[re.Match[str]]:
    position = 0
    while found := _PIECE.search(line, position):
        yield found
        position = found.end()


def _is_plain(piece: re.Match[str]) -> bool:
    return not (piece["minus"] or piece["field"] or piece["quoted"])


def _take(
    parsed: ParsedQuery, piece: re.Match[str], *, cites: bool, leaves_out: bool
) -> Iterator[str]:
    """Note what a piece asks for, and give the words that it adds.

    Args:
        parsed: Where to note it.
        piece: What was typed.
        cites: Whether quotation marks cite, rather than ask for a phrase.
        leaves_out: Whether a minus leaves out, rather than begin a command's option.
    """
    negated = piece["minus"] is not None
    quoted, bare, name = piece["quoted"], piece["bare"], piece["field"]
    if name is not None:
        yield from _clause(parsed, piece, name)
    elif not negated and quoted is not None:
        if not cites:
            parsed.phrases.append(quoted)
        yield quoted
    elif negated and (quoted or _NEGATABLE.fullmatch(bare or "")) and leaves_out:
        parsed.left_out.append(quoted or bare)
    else:
        yield piece[0]


def _clause(parsed: ParsedQuery, piece: re.Match[str], name: str) -> Iterator[str]:
    if clause := _clause_of(piece):
        parsed.clauses.append(clause)
        return
    known = _field_name(name)
    if known not in FIELDS:
        near = difflib.get_close_matches(known, FIELDS, n=1)
        hint = f" (did you mean {near[0]}:?)" if near else ""
        parsed.notes.append(f"There is no field {name}:{hint}; searched as words.")
    yield f"{name} {_value(piece)}"


def _clause_of(piece: re.Match[str]) -> Clause | None:
    """The filter that a piece is, if it is one."""
    name, value = _field_name(piece["field"] or ""), _value(piece).strip()
    if name not in FIELDS or not value:
        return None
    return Clause(FilterField(name), value, negated=piece["minus"] is not None)


def _field_name(name: str) -> str:
    return "tag" if name.lower() == "tags" else name.lower()


def _value(piece: re.Match[str]) -> str:
    return str(piece["bare"] if piece["quoted"] is None else piece["quoted"])
