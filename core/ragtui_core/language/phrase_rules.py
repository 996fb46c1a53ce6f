"""Rules of phrases: rows of the kinds of words that follow each other in a line.

The words of each kind are in the tables of languages; those of one match are of one
language. A kind in capitals is taken out of the line. Besides kinds a row may have:
`^` the beginning of the line, `..` any words, `$` the end, `word` any word, `unit` one
of measure, `number`, `name` a word or address, `-` a hyphen; `?` behind what may be
missing, `!` before what must not follow, and `=` before what must follow, but is not a
part of the match.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from ragtui_core.language.tables import tables
from ragtui_core.language.times.time_words import (
    ANY_LANGUAGE,
    TOKEN,
    Token,
    tokens_of,
)
from ragtui_core.language.units import unit_named
from ragtui_core.text.folding import folded_in_place
from ragtui_core.text.runs import blanked
from ragtui_core.types import Span

MAX_NAME_WORDS = 3
"""The most words of a name; of those that fit, the fewest are taken."""

_Taken = tuple[tuple[str, int, int], ...]
"""The kinds that were taken, with their tokens."""

_Phrase = tuple[tuple[str, ...], int]
"""The tokens of a phrase, and its languages as bits."""


@cache
def _phrases(section: str) -> dict[str, dict[str, list[_Phrase]]]:
    """The phrases of a section, the longest first, by first token and kind."""
    languages = defaultdict[tuple[str, tuple[str, ...]], int](int)
    for number, table in enumerate(tables().values()):
        for kind, texts in table.get(section, {}).items():
            for phrase in folded_in_place(texts).split():
                tokens = tuple(TOKEN.findall(phrase.replace("_", " ")))
                languages[kind, tokens] |= 1 << number
    found: dict[str, dict[str, list[_Phrase]]] = {}
    for kind, tokens in sorted(languages, key=lambda it: -len(it[1])):
        of_token = found.setdefault(tokens[0], {})
        of_token.setdefault(kind, []).append((tokens, languages[kind, tokens]))
    return found


@cache
def _parts(row: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The parts of a row, and the kinds with which it may begin."""
    parts = tuple(part for part in row.split() if part != "^")
    optional = list(takewhile(lambda part: part.endswith("?"), parts))
    first = (*optional, parts[len(optional)])
    return parts, tuple(part.rstrip("?").lower() for part in first)


class Taken(NamedTuple):
    """What a row takes out of a line.

    `span` is from the first to the last word that is taken; `name` is the name among
    them, and `rest` the line without them, but with the name.
    """

    span: Span
    name: str
    rest: str


class PhraseLine:
    """A line in which rules find phrases."""

    def __init__(self, line: str, section: str) -> None:
        self._line = line
        self._tokens = tokens = tokens_of(line)
        self._phrases = _phrases(section)
        words = [
            at
            for at, token in enumerate(tokens)
            if token.text.isalnum()
            and not (at and token.is_glued and tokens[at - 1].text in "-'")
        ]
        known = [at for at in words if tokens[at].text in self._phrases]
        self._starts = [
            (at, at == words[0], self._phrases[tokens[at].text].keys()) for at in known
        ]
        """Where a match may begin, whether that is the first word, and its kinds."""

    def taken(self, row: str, language: str = "") -> Taken | None:
        """What a row removes, with words of a language or any; None without a match.

        A row must have a part that is not optional.
        """
        bits = 1 << [*tables()].index(language) if language else ANY_LANGUAGE
        parts, first_kinds = _parts(row)
        for start, is_first, kinds in self._starts:
            if (row[0] == "^" and not is_first) or kinds.isdisjoint(first_kinds):
                continue
            if found := self._match(parts, start, bits, ()):
                names = [self._span(*at) for kind, *at in found if kind == "NAME"]
                others = [self._span(*at) for kind, *at in found if kind != "NAME"]
                span = self._span(found[0][1], found[-1][2])
                rest = " ".join(blanked(self._line, others).split())
                name = Span(names[0].start, names[-1].end) if names else Span(0, 0)
                return Taken(span, name.of(self._line), rest)
        return None

    def _span(self, start: int, end: int) -> Span:
        return Span(self._tokens[start].start, self._tokens[end - 1].end)

    def _match(
        self, parts: tuple[str, ...], at: int, languages: int, taken: _Taken
    ) -> _Taken | None:
        """What the parts take from a token on; the longest phrases are tried first."""
        if not parts:
            return taken
        part, rest = parts[0], parts[1:]
        if part == "..":
            places = range(at, len(self._tokens) + 1)
            later = (self._match(rest, place, languages, taken) for place in places)
            return next(filter(None, later), None)
        if part.endswith("?"):
            with_part = self._match((part[:-1], *rest), at, languages, taken)
            return with_part or self._match(rest, at, languages, taken)
        if part[0] == "!":
            is_there = any(True for _ in self._ends(part[1:], at, languages))
            return None if is_there else self._match(rest, at, languages, taken)
        for end, shared in self._ends(part.lstrip("="), at, languages):
            now = (*taken, (part, at, end)) if part.isupper() else taken
            next_at = at if part[0] == "=" else end
            if found := self._match(rest, next_at, shared, now):
                return found
        return None

    def _ends(self, part: str, at: int, languages: int) -> Iterator[tuple[int, int]]:
        """Where a part ends that begins at a token, and the languages it may be in."""
        following = self._tokens[at:]
        if part in _ANY_WORDS:
            length = _ANY_WORDS[part](following)
            for _ in range(MAX_NAME_WORDS if part == "NAME" else 1):
                if length is None:
                    break
                at += length
                yield at, languages
                length = _ANY_WORDS[part](self._tokens[at:])
        elif following:
            known = self._phrases.get(following[0].text, {})
            for phrase, bits in known.get(part.lower(), ()):
                said = tuple(token.text for token in following[: len(phrase)])
                if said == phrase and bits & languages:
                    yield at + len(phrase), bits & languages


def _is_word(tokens: Sequence[Token]) -> bool:
    return bool(tokens) and tokens[0].text.isalnum()


def _name_length(tokens: Sequence[Token]) -> int | None:
    """The number of tokens of a name or an address, which ends with a word."""
    length = 1 if _is_word(tokens) else None
    for at, token in enumerate(tokens[1:], 1):
        if not token.is_glued or not (token.text.isalnum() or token.text in "_.@-"):
            break
        length = at + 1 if token.text.isalnum() else length
    return length


_ANY_WORDS: dict[str, Callable[[Sequence[Token]], int | None]] = {
    "$": lambda tokens: None if any(it.text.isalnum() for it in tokens) else 0,
    "-": lambda tokens: 1 if tokens and tokens[0].text == "-" else None,
    "word": lambda tokens: 1 if _is_word(tokens) else None,
    "unit": lambda tokens: 1 if tokens and unit_named(tokens[0].text) else None,
    "number": lambda tokens: 1 if tokens and tokens[0].text.isdecimal() else None,
    "NAME": _name_length,
}
"""Built-in parts: how many tokens each matches, or None."""
