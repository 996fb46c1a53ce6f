"""The query language: parses a line to words, phrases, excluded words and filters.

    how to calibrate "exact phrase" -word -"two words" tag:oxygen folder:products
    path:*.md type:note kind:pdf status:active company:"Fjordlax Nord" after:2026-01
    before:7d year:2025 from:ann to:bo@example.org subject:pump has:attachment
    thread:8f2@example.org

Nothing is an error: anything unknown is searched as words, with a note. So are filters
such as `status:404` (`filters.py`). Selecting a filter edits the line, so the
line is the only state.
"""

import difflib
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from ragtui_core.store.selection import INTERNAL_FIELDS, FilterField
from ragtui_core.text.folding import folded
from ragtui_core.text.sanitizing import without_surrogates
from ragtui_core.types import Span

FIELDS = tuple(field for field in FilterField if field not in INTERNAL_FIELDS)
"""Field names that may precede a colon."""

_PIECE = re.compile(
    r"""(?P<minus>-)?(?P<plus>\+(?="))?
    (?:(?P<field>[A-Za-z]{2,}):(?![/:]))?
    (?:"(?P<quoted>[^"]*)"|(?P<bare>[^\s"]+))""",
    re.VERBOSE,
)
_NEGATABLE = re.compile(r"[^\W\d_]{3,}(?:-\w+)*")
"""A word that `-` excludes; `-5`, `-rf` and `--flag` are words themselves."""

MAX_QUERY_WORDS = 5
"""A line with more unquoted words than this is a sentence, in which a minus excludes a
word only at the end: before that, it is likely to be an option of a command."""

MAX_LINE_WORDS = 40
"""A line with more unquoted words than this is a pasted text: only before and after its
words are there filters, excluded words and required phrases."""

MAX_LINE_CHARS = 20_000
"""Maximum length of a line. SQLite accepts patterns of up to 50,000 bytes."""

MAX_PARTS = 100
"""Maximum number of distinct filters, of phrases and of excluded words. SQLite nests
at most a thousand conditions, and each is checked on every document."""

MAX_VALUE_CHARS = 1_000
"""Maximum length of a filter's value; few paths are longer."""

_NEEDS_QUOTES = re.compile(r"\s|^[/:]")
"""A value that must be quoted to be parsed as one."""


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Clause:
    """`field:value`, as typed; negated by a minus."""

    field: FilterField
    value: str
    negated: bool = False

    def __str__(self) -> str:
        """The clause in the query language."""
        value = f'"{self.value}"' if _NEEDS_QUOTES.search(self.value) else self.value
        return f"{'-' if self.negated else ''}{self.field}:{value}"


@dataclass(slots=True)
class ParsedQuery:
    """A parsed query line."""

    parts: list[str | Clause] = field(default_factory=list)
    """The words of the line and its filters, in order."""
    phrases: list[str] = field(default_factory=list)
    """Required: after a plus, or in a line without other words."""
    quoted: list[str] = field(default_factory=list)
    """Passages that contain them are preferred."""
    left_out: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def clauses(self) -> list[Clause]:
        """The filters, in order."""
        return [part for part in self.parts if isinstance(part, Clause)]

    def text(self, as_words: Collection[Clause] = ()) -> str:
        """What to search for, without syntax: words, and some filters as words."""
        words = [
            f"{part.field} {part.value}" if isinstance(part, Clause) else part
            for part in self.parts
            if isinstance(part, str) or part in as_words
        ]
        return " ".join([word for word in words if word.strip()])

    @property
    def is_quoted(self) -> bool:
        """Whether words are in quotation marks, which mean what they are."""
        return bool(self.quoted or self.phrases)


def parse_line(line: str) -> ParsedQuery:
    """Parse a query line."""
    parsed, line = ParsedQuery(), without_surrogates(line)
    if len(line) > MAX_LINE_CHARS:
        line = line[:MAX_LINE_CHARS]
        parsed.notes.append(
            f"The query is long: only its first {MAX_LINE_CHARS} characters were read."
        )
    paired = _paired(line)
    if paired != line:
        line = paired
        parsed.notes.append("A quotation mark is not closed: it was ignored.")
    pieces = list(_PIECE.finditer(line))
    plain = _plain(pieces)
    is_sentence = len(plain) > MAX_QUERY_WORDS
    pasted = _pasted(plain)
    for at, piece in enumerate(pieces):
        ends = not is_sentence or at > plain[-1]
        if at not in pasted:
            parsed.parts += _take(parsed, piece, requires=not plain, excludes=ends)
        elif piece["quoted"] and not piece["field"] and not piece["minus"]:
            parsed.quoted.append(piece["quoted"])
            parsed.parts.append(piece["quoted"])
        else:
            parsed.parts.append(piece[0])
    return _bounded(parsed)


def _plain(pieces: Sequence[re.Match[str]]) -> list[int]:
    """The positions of the pieces that are words, in order."""
    return [
        at
        for at, piece in enumerate(pieces)
        if not (piece["minus"] or piece["field"] or piece["quoted"])
    ]


def _pasted(plain: Sequence[int]) -> range:
    """The positions of pieces of a pasted text, from its first word to its last."""
    return range(plain[0], plain[-1] + 1) if len(plain) > MAX_LINE_WORDS else range(0)


def _bounded(parsed: ParsedQuery) -> ParsedQuery:
    """Remove duplicates, and whatever exceeds the limits, with a note."""
    clauses = parsed.clauses
    short = [clause for clause in clauses if len(clause.value) <= MAX_VALUE_CHARS]
    if len(short) < len(clauses):
        parsed.notes.append(
            f"A filter's value has more than {MAX_VALUE_CHARS} characters: the filter "
            "was ignored."
        )
    kept = dict.fromkeys(first_different(short, "filters", parsed.notes))
    parsed.parts = [
        part
        for part in parsed.parts
        if isinstance(part, str) or kept.pop(part, part) is None
    ]
    parsed.phrases = first_different(parsed.phrases, "phrases", parsed.notes)
    parsed.quoted = first_different(parsed.quoted, "phrases", parsed.notes)
    parsed.left_out = first_different(parsed.left_out, "excluded words", parsed.notes)
    parsed.notes = list(dict.fromkeys(parsed.notes))[:MAX_PARTS]
    return parsed


def first_different(parts: list[T], name: str, notes: list[str]) -> list[T]:
    """The distinct parts, up to the limit."""
    distinct = list(dict.fromkeys(parts))
    if len(distinct) > MAX_PARTS:
        notes.append(
            f"The query has {len(distinct)} {name}: only the first {MAX_PARTS} "
            "were used."
        )
    return distinct[:MAX_PARTS]


def parse_clause(text: str) -> ParsedQuery:
    """Parse a filter that was given as an option; anything else gives a note."""
    parsed = parse_line(text)
    if parsed.text() or parsed.left_out:
        parsed.notes.append(
            f"{text!r} is not a valid filter such as tag:name: it was ignored."
        )
    return parsed


def clauses_in(line: str) -> Iterator[tuple[Clause, Span]]:
    """The filters of a line, with their spans in characters."""
    pieces = list(_PIECE.finditer(_paired(line)))
    pasted = _pasted(_plain(pieces))
    for at, piece in enumerate(pieces):
        if at not in pasted and (clause := _clause_of(piece)):
            yield clause, Span(piece.start(), piece.end())


def _paired(line: str) -> str:
    """The line with an unpaired last quotation mark replaced by a space."""
    if line.count('"') % 2 == 0:
        return line
    head, _, tail = line.rpartition('"')
    return f"{head} {tail}"


def _take(
    parsed: ParsedQuery, piece: re.Match[str], *, requires: bool, excludes: bool
) -> Iterator[str | Clause]:
    """Add a piece of the line to the parsed query; yields its words or filter.

    Args:
        parsed: The query that is extended.
        piece: A match of `_PIECE`.
        requires: Whether a phrase in quotation marks is required without a plus.
        excludes: Whether a minus excludes a word, rather than begin an option.
    """
    negated = piece["minus"] is not None
    quoted, bare, name = piece["quoted"], piece["bare"], piece["field"]
    if name is not None:
        yield from _clause(parsed, piece, name)
    elif not negated and quoted is not None:
        is_required = requires or piece["plus"] is not None
        (parsed.phrases if is_required else parsed.quoted).append(quoted)
        yield quoted
    elif negated and (quoted or _NEGATABLE.fullmatch(bare or "")) and excludes:
        parsed.left_out.append(quoted or bare)
    else:
        if bare and bare.endswith(":") and _field_name(bare[:-1]) in FIELDS:
            parsed.notes.append(f"{bare} has no value: it is searched as a word.")
        yield piece[0]


def _clause(
    parsed: ParsedQuery, piece: re.Match[str], name: str
) -> Iterator[str | Clause]:
    if clause := _clause_of(piece):
        yield clause
        return
    known = _field_name(name)
    if known not in FIELDS:
        near = difflib.get_close_matches(known, FIELDS, n=1)
        hint = f" (did you mean {near[0]}:?)" if near else ""
        parsed.notes.append(f"There is no field {name}:{hint}; searched as words.")
    elif value := _value(piece).strip():
        parsed.notes.append(
            f"{value!r} is not a year: {piece[0]} is searched as words."
        )
    yield f"{name} {_value(piece)}"


def _clause_of(piece: re.Match[str]) -> Clause | None:
    """The piece as a filter; None if it is not one."""
    name, value = _field_name(piece["field"] or ""), _value(piece).strip()
    if name not in FIELDS or not value:
        return None
    is_begun_year = value.isdecimal() and len(value) <= len("2026")
    if name == FilterField.YEAR and not is_begun_year:
        return None
    return Clause(FilterField(name), value, negated=piece["minus"] is not None)


def _field_name(name: str) -> str:
    return "tag" if name.lower() == "tags" else name.lower()


def _value(piece: re.Match[str]) -> str:
    return str(piece["bare"] if piece["quoted"] is None else piece["quoted"])


def clauses_of(line: str) -> tuple[Clause, ...]:
    """The distinct filters of a line, in order."""
    return tuple(dict.fromkeys(clause for clause, _ in clauses_in(line)))


def words_of_line(line: str) -> str:
    """A line without its filters."""
    for _, span in reversed(list(clauses_in(line))):
        line = f"{line[: span.start].rstrip()} {line[span.end :].lstrip()}"
    return line.strip()


def with_clause(line: str, clause: Clause) -> str:
    """The line with a filter appended, unless it has it already."""
    if any(_same(clause, other) for other in clauses_of(line)):
        return line
    return f"{line.rstrip()} {clause} ".lstrip()


def without_clause(line: str, clause: Clause) -> str:
    """The line without a filter, wherever it occurs."""
    for present, span in reversed(list(clauses_in(line))):
        if _same(clause, present):
            line = f"{line[: span.start].rstrip()} {line[span.end :].lstrip()}".lstrip()
    return line


def toggle_clause(line: str, clause: Clause) -> str:
    """The line with the filter added, or removed if it has it already."""
    without = without_clause(line, clause)
    return without if without != line else with_clause(line, clause)


def _same(one: Clause, other: Clause) -> bool:
    return (one.field, one.negated) == (other.field, other.negated) and _key(
        one
    ) == _key(other)


def _key(clause: Clause) -> str:
    value = folded(clause.value)
    if clause.field is FilterField.TAG:
        return value.removeprefix("#")
    return value.strip("/") if clause.field is FilterField.FOLDER else value
