"""The query language: a line of text -> words, phrases, left-out words and filters.

    how to calibrate "exact phrase" -word -"two words" tag:oxygen folder:products
    path:*.md type:note status:active company:"Fjordlax Nord" after:2026-01 before:7d

Nothing is an error: what does not fit is searched as words, and a note says so.
"""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ragtui_core.store.filter_rows import FilterField

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
"""A line with more words than this beside its quoted ones is a sentence, in which
quotation marks cite or stress: the words count, but need not stand together."""


@dataclass(frozen=True, slots=True)
class Clause:
    """`field:value`, as typed; negated by a minus."""

    field: FilterField
    value: str
    negated: bool = False

    def __str__(self) -> str:
        """The clause as one would type it."""
        value = f'"{self.value}"' if " " in self.value else self.value
        return f"{'-' if self.negated else ''}{self.field}:{value}"


@dataclass(slots=True)
class Parsed:
    """A query line in its parts. `text` is what to look for, without any syntax."""

    text: str = ""
    phrases: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    clauses: list[Clause] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def parse_line(line: str) -> Parsed:
    """Take a query line apart."""
    parsed = Parsed()
    if line.count('"') % 2:
        head, _, tail = line.rpartition('"')
        line = f"{head} {tail}"
        parsed.notes.append("A quotation mark has no partner: it was ignored.")
    words = [
        word for piece in _pieces(line) for word in _take(parsed, piece) if word.strip()
    ]
    parsed.text = " ".join(words)
    quoted = sum(len(phrase.split()) for phrase in parsed.phrases)
    if len(parsed.text.split()) - quoted > SENTENCE:
        parsed.phrases.clear()
    return parsed


def parse_clause(text: str) -> Parsed:
    """Take a filter given as an option apart; anything but a clause is a note."""
    parsed = parse_line(text)
    if parsed.text or parsed.left_out:
        parsed.notes.append(f"{text!r} is no filter such as tag:name: it was ignored.")
    return parsed


def _pieces(line: str) -> Iterator[re.Match[str]]:
    position = 0
    while found := _PIECE.search(line, position):
        yield found
        position = found.end()


def _take(parsed: Parsed, piece: re.Match[str]) -> Iterator[str]:
    """Note what a piece asks for, and give the words that it adds."""
    negated = piece["minus"] is not None
    quoted, bare, name = piece["quoted"], piece["bare"], piece["field"]
    if name is not None:
        yield from _clause(parsed, piece, name, negated=negated)
    elif not negated and quoted is not None:
        parsed.phrases.append(quoted)
        yield quoted
    elif negated and (quoted or (bare and _NEGATABLE.fullmatch(bare))):
        parsed.left_out.append(quoted or bare)
    else:
        yield piece[0]


def _clause(
    parsed: Parsed, piece: re.Match[str], name: str, *, negated: bool
) -> Iterator[str]:
    value = piece["bare"] if piece["quoted"] is None else piece["quoted"]
    known = name.lower().removesuffix("s") if name.lower() == "tags" else name.lower()
    if known in FIELDS and value.strip():
        parsed.clauses.append(Clause(FilterField(known), value.strip(), negated))
        return
    if known not in FIELDS:
        near = difflib.get_close_matches(known, FIELDS, n=1)
        hint = f" (did you mean {near[0]}:?)" if near else ""
        parsed.notes.append(f"There is no field {name}:{hint}; searched as words.")
    yield f"{name} {value}"
