"""A chart parser: all that rules make of the words of a line, from left to right."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

from ragtui_core.language.times.combinators import Time, cycle_of
from ragtui_core.language.times.grammar import GRAMMAR, Context
from ragtui_core.language.times.time_words import ANY_LANGUAGE


class Need(IntEnum):
    """What a word needs to be a time; of several words, the highest counts."""

    NOTHING = 0
    COMMON = 1
    """The end of a phrase after it."""
    WEAK = 2
    """The end of a phrase after it, and a number or a year beside it."""
    DOUBTFUL = 3
    """A line about oneself in the language of the word, or no other word."""
    QUOTED = 4
    """A line about oneself, a short one, or one about plans."""


class Node(NamedTuple):
    """A constituent: tokens from `start` to `end`, with a kind and a value.

    `languages` has a bit for each language that has the words. `need` says what must be
    beside them in a time.
    """

    kind: str
    start: int
    end: int
    value: Any = None
    languages: int = ANY_LANGUAGE
    need: int = Need.NOTHING


class _Rule(NamedTuple):
    parts: tuple[str, ...]
    kind: str
    action: Callable[..., Any]


class _Begun(NamedTuple):
    """A rule whose first `done` parts were found, from a token on."""

    rule: _Rule
    start: int
    done: int = 0
    values: tuple[Any, ...] = ()
    languages: int = ANY_LANGUAGE
    need: int = Need.NOTHING

    def with_part(self, node: Node) -> "_Begun | None":
        """The rule with its next part; None if no language has all of the parts."""
        languages = self.languages & node.languages
        if not languages:
            return None
        is_valued = self.rule.parts[self.done].isupper()
        values = (*self.values, node.value) if is_valued else self.values
        need = max(self.need, node.need)
        return _Begun(self.rule, self.start, self.done + 1, values, languages, need)


@cache
def _rules(kinds: frozenset[str] | None) -> Mapping[str, list[_Rule]]:
    """The rules by their first part, one for each choice of parts that may miss."""
    by_first = defaultdict[str, list[_Rule]](list)
    for kind, pattern, action in GRAMMAR:
        for parts in _choices(pattern.split()):
            if kinds is None or kinds.issuperset((kind, *parts)):
                by_first[parts[0]].append(_Rule(parts, kind, action))
    return by_first


def _choices(parts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    if not parts:
        yield ()
        return
    for rest in _choices(parts[1:]):
        yield (parts[0].rstrip("?"), *rest)
        if parts[0].endswith("?"):
            yield rest


def parsed(
    terminals: Sequence[Node],
    length: int,
    context: Context,
    kinds: frozenset[str] | None = None,
) -> list[Node]:
    """All nodes derivable from `terminals`, and these, in a line of `length` tokens.

    The parts of a node are beside each other, and share a language. With `kinds`, only
    rules of these kinds of parts are applied.
    """
    rules = _rules(kinds)
    by_end = defaultdict[int, list[Node]](list)
    for node in terminals:
        by_end[node.end].append(node)
    waiting = defaultdict[tuple[int, str], list[_Begun]](list)
    made, seen = list[Node](), set[Any]()
    for end in range(1, length + 1):
        agenda = by_end[end]
        while agenda:
            node = agenda.pop()
            made.append(node)
            begun = [_Begun(rule, node.start) for rule in rules.get(node.kind, ())]
            for rule in (*begun, *waiting.get((node.start, node.kind), ())):
                reached = rule.with_part(node)
                if reached is None:
                    continue
                if reached.done < len(reached.rule.parts):
                    waiting[end, reached.rule.parts[reached.done]].append(reached)
                elif result := _completed(reached, end, context, seen):
                    agenda.append(result)
    return made


def _completed(
    begun: _Begun, end: int, context: Context, seen: set[Any]
) -> Node | None:
    """The node of a complete rule; None if its action gives none, or a duplicate."""
    try:
        value = begun.rule.action(context, *begun.values)
    except (ValueError, OverflowError, IndexError):  # not in the calendar
        return None
    identity = _identity(value, context)
    need = (
        Need.COMMON if begun.need == Need.WEAK and len(begun.values) > 1 else begun.need
    )
    key = (begun.rule.kind, begun.start, end, begun.languages, need, identity)
    if value is None or key in seen:
        return None
    seen.add(key)
    return Node(begun.rule.kind, begun.start, end, value, begun.languages, need)


def _identity(value: Any, context: Context) -> Any:
    """Equal for two derivations of one time."""
    if isinstance(value, Time):
        cycle = cycle_of(context.today, value.cycle) if value.cycle else 0
        return value.unit, value.cycle, value.is_bare, value.at(cycle)
    if isinstance(value, tuple):
        return value[0], _identity(value[1], context)
    return value
