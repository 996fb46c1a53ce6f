"""The meanings of words in times, from the tables of all languages."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from typing import Any

from ragtui_core.language.times.chart import Need, Node
from ragtui_core.language.times.combinators import months_of_year, weekday
from ragtui_core.language.times.time_words import (
    ANY_LANGUAGE,
    TOKEN,
    Token,
    time_tables,
)
from ragtui_core.text.folding import folded_in_place

_LISTS: dict[str, tuple[str, int, Callable[[int], Any]]] = {
    "months": ("SERIES", 1, lambda number: months_of_year(number, 1, "month")),
    "weekdays": ("SERIES", 0, weekday),
    "seasons": ("SERIES", 1, lambda number: months_of_year(3 * number, 3, "quarter")),
    "days": ("NAMED", -2, int),
    "steps": ("STEP", -2, int),
    "steps_after": ("STEP_AFTER", -2, int),
    "parts": ("PART", 0, int),
    "numbers": ("NUMBER", 1, int),
    "ordinals": ("ORDINAL", 1, int),
}
"""Keys whose values are lists: the kind of their words, the first number, and the value
for a number."""

_KINDS: dict[str, tuple[tuple[str, Any], ...]] = {
    "last": (("ORDINAL", -1),),
    "last_but_one": (("ORDINAL", -2),),
    "half_of": (("HALF", 0),),
    "of": (("of", None), ("link", None)),
    "at": (("at", None), ("link", None)),
    "since": (("since", None), ("BOUND", "since")),
    "until": (("until", None), ("BOUND", "until")),
    "by": (("by", None), ("BOUND", "by")),
    "before": (("before", None), ("BOUND", "before"), ("BESIDE", -1)),
    "after": (("after", None), ("BOUND", "after"), ("BESIDE", 1)),
    "earlier": (("TURN", -1),),
    "later": (("TURN", 1),),
}
"""Keys whose words have further kinds than the key's name, and their values."""

_MARKS = {",": ("link",), "/": ("link",), "-": ("link", "to"), "–": ("link", "to")}
_NEEDS = {
    "common": Need.COMMON,
    "weak": Need.WEAK,
    "doubtful": Need.DOUBTFUL,
    "quoted": Need.QUOTED,
}
_OF_NUMBERS = ("suffixes", "decade", "numbered", "counted")
"""Keys of words that are looked at beside numbers alone."""


@cache
def _meanings() -> dict[str, list[tuple[tuple[str, ...], Node]]]:
    """The meanings of phrases by their first token."""
    languages = defaultdict[tuple[str, str, Any, int], int](int)
    for number, table in enumerate(time_tables()):
        needs = {
            phrase: need
            for key, need in _NEEDS.items()
            for phrase in table.get(key, "").split()
        }
        for phrase, kind, value in _phrases(table):
            is_common = kind in ("half_number", "TURN")
            need = Need.COMMON if is_common else needs.get(phrase, 0)
            languages[phrase, kind, value, need] |= 1 << number
    for mark, kinds in _MARKS.items():
        for kind in kinds:
            languages[mark, kind, None, 0] = ANY_LANGUAGE
    meanings = defaultdict[str, list[tuple[tuple[str, ...], Node]]](list)
    for (phrase, kind, value, need), bits in languages.items():
        tokens = tuple(TOKEN.findall(folded_in_place(phrase.replace("_", " "))))
        node = Node(kind, 0, len(tokens), value, bits, need)
        meanings[tokens[0]].append((tokens, node))
    return dict(meanings)


def _phrases(table: dict[str, Any]) -> Iterator[tuple[str, str, Any]]:
    """The phrases of a table, in which `_` is a space, with their kinds and values."""
    for key, value in table.items():
        if key in _LISTS:
            kind, first, made = _LISTS[key]
            meant = [(texts, kind, made(n)) for n, texts in enumerate(value, first)]
        elif key == "units":
            meant = [(texts, "UNIT", unit) for unit, texts in value.items()]
        elif key in _NEEDS or key in _OF_NUMBERS:
            meant = []
        else:
            kinds = _KINDS.get(key, ((key, None),))
            meant = [(value, kind, number) for kind, number in kinds]
        for texts, kind, worth in meant:
            yield from ((phrase, kind, worth) for phrase in texts.split())


def words_of_kinds(kinds: Collection[str]) -> Iterator[str]:
    """The words and marks of all phrases with a meaning of some kinds."""
    for meanings in _meanings().values():
        for phrase, node in meanings:
            if node.kind in kinds:
                yield from phrase


def named(tokens: Sequence[Token]) -> Iterator[Node]:
    """The meanings of words and marks; none within phrases that are never a time."""
    blocked = 0
    for at, token in enumerate(tokens):
        found = [
            node._replace(start=at, end=at + node.end)
            for phrase, node in _meanings().get(token.text, ())
            if len(phrase) == 1
            or tuple(t.text for t in tokens[at : at + len(phrase)]) == phrase
        ]
        blocked = max([blocked, *(node.end for node in found if node.kind == "never")])
        longest = max((node.end for node in found), default=0)
        for node in found:
            is_part = node.end < longest and node.kind in ("plans", "reports")
            if at >= blocked and not is_part and not _is_code(node, tokens):
                yield node


def _is_code(node: Node, tokens: Sequence[Token]) -> bool:
    """Whether digits are glued to a word, as in Oct4."""
    if node.end == len(tokens) or node.kind.endswith("_number"):
        return False
    after = tokens[node.end]
    return (
        tokens[node.start].text.isalpha() and after.is_glued and after.text.isdecimal()
    )
