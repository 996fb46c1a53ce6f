"""Reads the times of a question or a search, relative to a day."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from ragtui_core.language.times.calendar import ONE_DAY, Days, Interval
from ragtui_core.language.times.chart import Need, Node, parsed
from ragtui_core.language.times.combinators import Time, nearest
from ragtui_core.language.times.grammar import Context
from ragtui_core.language.times.lexicon import named
from ragtui_core.language.times.numbers import numbers
from ragtui_core.language.times.time_words import (
    Token,
    may_have_time,
    time_tables,
    tokens_of,
    words,
)
from ragtui_core.search_results import TIMES_SEPARATOR
from ragtui_core.types import Span

_MAX_WORDS = 40
"""A line with more words is a pasted text, whose times are not the searcher's."""

_SHORT = 6
"""Up to this many different words, a line is taken to be about the searcher."""

_FEW = 4
"""In longer lines that are not about the searcher, "today" means nowadays."""

_NEAR = 31
"""A day without a year is read as ahead up to this many days, if that is nearer."""

_MAX_YEARS_AHEAD = 5
"""A number that is more years ahead is an amount."""

_PREPOSITIONS = frozenset(("of", "at", "from", "for"))
_FOLLOWS = _PREPOSITIONS.union(
    ("to", "and", "article", "until", "since", "before", "after", "by", "follows")
)
"""Kinds of words that may follow a time."""
_FOLLOWS_LOOSELY = frozenset(("of", "and", "follows"))
_TRAIL = re.compile(
    r"'s(?!\w)|[Tt ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?(?!\w)"
)
"""What belongs to a time, but says nothing of its days."""


@dataclass(frozen=True, slots=True)
class TimeReading:
    """The times of a line: their days, and the spans of their words in characters.

    There are several days only if several times are meant. An uncertain time should not
    restrict the search. `unreal` are words for days that the calendar does not have;
    there are no days beside them.
    """

    days: tuple[Days, ...] = ()
    spans: tuple[Span, ...] = ()
    is_certain: bool = False
    notes: tuple[str, ...] = ()
    unreal: tuple[str, ...] = ()

    def words(self, line: str) -> str:
        """The words of the line that it was read from."""
        return TIMES_SEPARATOR.join(span.of(line) for span in self.spans)

    def without(self, line: str) -> str:
        """The line without them."""
        for span in reversed(self.spans):
            line = f"{line[: span.start]} {line[span.end :]}"
        return " ".join(line.split())


_NOTHING = TimeReading()


def read_time(
    line: str, today: date, order: str = "dmy", origin: Days | None = None
) -> TimeReading:
    """The times that a line names; without days if it names none.

    Args:
        line: A question, a search.
        today: The day that "last week" is counted from.
        order: Of 05/06/2026, "dmy" or "mdy".
        origin: The days that "the week before" is counted from.
    """
    if not may_have_time(line):
        return _NOTHING
    tokens = tokens_of(line)
    if sum(token.text.isalnum() for token in tokens) > _MAX_WORDS:
        return _NOTHING
    reader = _LineReader(tokens, today, order, origin)
    return reader.reading(line)


def _likely_kinds(nodes: Sequence[Node]) -> set[str]:
    """The kinds of a line's words in the language that most of them are in."""
    voters = {(it.start, it.languages) for it in nodes if it.languages > 0}
    bits = [1 << number for number in range(len(time_tables()))]
    votes = [len([of for _, of in voters if of & bit]) for bit in bits]
    likely = sum(b for b, of in zip(bits, votes, strict=True) if of == max(votes))
    return {it.kind for it in nodes if it.languages & likely}


@dataclass(frozen=True, slots=True)
class _Meant:
    """A time that is meant: a node, and where it begins with its preposition."""

    node: Node
    start: int
    is_certain: bool


class _LineReader:
    """Finds the times of one line that are meant as times."""

    def __init__(
        self, tokens: list[Token], today: date, order: str, origin: Days | None
    ) -> None:
        self._tokens = tokens
        self._named = list(named(tokens))
        self._kinds = _likely_kinds(self._named)
        size = len({token.text for token in tokens})
        is_own, direction = "own" in self._kinds, self._direction()
        self._is_of_searcher = is_own or direction > 0 or size <= _FEW
        is_own |= size <= _SHORT
        self._context = Context(today, direction, order, is_own=is_own, origin=origin)

    def reading(self, line: str) -> TimeReading:
        """The longest times without overlap; uncertain ones if none is certain."""
        c = self._context
        terminals = [*self._named, *numbers(self._tokens, c)]
        nodes = parsed(terminals, len(self._tokens), c)
        times = [node for node in nodes if node.kind in ("TIME", "OPEN")]
        meant = sorted(filter(None, map(self._meant, times)), key=self._rank)
        by_node = {id(it.node): it for it in meant}
        chosen = [by_node[id(node)] for node in longest([it.node for it in meant])]
        said = [
            (it, self._span(it, line), tuple(meant_days(it.node.value, c)))
            for it in sorted(chosen, key=lambda it: it.start)
        ]
        if unreal := [it.node for it, _, days in said if not days]:
            starts = (self._tokens[node.start].start for node in unreal)
            ends = (self._tokens[node.end - 1].end for node in unreal)
            texts = (line[start:end] for start, end in zip(starts, ends, strict=True))
            return TimeReading(unreal=tuple(texts))
        certain = any(it.is_certain for it, _, _ in said)
        said = [time for time in said if time[0].is_certain == certain]
        return TimeReading(
            days=tuple(one for _, _, days in said for one in days),
            spans=tuple(span for _, span, _ in said),
            is_certain=certain,
            notes=tuple(note for it, _, _ in said if (note := _time(it.node).note)),
        )

    def _span(self, found: _Meant, line: str) -> Span:
        end = self._tokens[found.node.end - 1].end
        trail = _TRAIL.match(line.replace("\u2019", "'"), end)
        return Span(self._tokens[found.start].start, trail.end() if trail else end)

    def _rank(self, found: _Meant) -> Any:
        """Sort key: real dates, closed ranges, earlier starts, certain ones first."""
        is_open = found.node.kind == "OPEN"
        is_unreal = not is_open and picked(found.node.value, self._context) is None
        return is_unreal, is_open, found.start, not found.is_certain

    def _direction(self) -> int:
        """Whether the line asks for what was (-1) or what is to come (1)."""
        if "reports" in self._kinds:
            return -1
        return 1 if "plans" in self._kinds else -int("done" in self._kinds)

    def _meant(self, node: Node) -> _Meant | None:
        """Where a node begins with its preposition; None if it is not a time here."""
        time, beside = _time(node), _Beside(node, self._tokens, self._named)
        if beside.is_in_compound or (beside.is_before_number and time.cycle):
            return None
        if beside.is_of_other and time.is_relative and time.unit != "day":
            return None  # the last week of school
        if node.need == Need.QUOTED and not self._is_of_searcher:
            return None
        if node.need == Need.DOUBTFUL and not (
            beside.is_alone or self._is_own_in(node)
        ):
            return None
        if time.is_bare and time.unit == "year":
            return self._year(node, beside)
        if time.has_year and not time.is_bare:
            return _Meant(node, beside.start, True)
        if node.need in (Need.COMMON, Need.WEAK) and not beside.is_end:
            return None
        if time.is_bare and not self._is_said(node, beside):
            return None
        is_doubtful = beside.is_for or (beside.is_origin and node.need == Need.COMMON)
        return _Meant(node, beside.start, not (time.cycle and is_doubtful))

    def _year(self, node: Node, beside: "_Beside") -> _Meant | None:
        """A year alone is certain after a preposition; it may be an amount."""
        year = _time(node).at(0)
        is_far = not year or (
            year.first.year > self._context.today.year + _MAX_YEARS_AHEAD
        )
        is_amid = not beside.is_said and beside.before and beside.after[:1].isalpha()
        if is_far or is_amid:
            return None
        is_part = beside.before.isdecimal() or beside.after.isdecimal()
        is_code = beside.before in words("numbered") or beside.after in words("counted")
        if is_part or is_code:
            return None
        return _Meant(node, beside.start, beside.is_said and not beside.is_for)

    def _is_said(self, node: Node, beside: "_Beside") -> bool:
        """Whether a name such as "March", "Q3" or "the 16th" is a time here."""
        time = _time(node)
        if node.need == Need.WEAK or picked(time, self._context) is None:
            return False
        is_of_game = time.unit in ("quarter", "half") and not self._context.is_own
        if is_of_game and not beside.ends_in_digits:
            return False  # the fourth quarter
        return beside.is_said and (beside.is_end or not beside.is_number(time))

    def _is_own_in(self, node: Node) -> bool:
        return any(
            it.kind == "own" and it.languages & node.languages for it in self._named
        )


class _Beside:
    """What is before and after a node in its line."""

    def __init__(self, node: Node, tokens: Sequence[Token], named: list[Node]) -> None:
        time, end = _time(node), node.end
        self.before = tokens[node.start - 1].text if node.start else ""
        self.after = tokens[end].text if end < len(tokens) else ""
        self.is_alone = not any(
            token.text.isalnum() for token in (*tokens[: node.start], *tokens[end:])
        )
        self.ends_in_digits = tokens[end - 1].text.isdecimal()
        self.is_in_compound = (
            self.after == "-" and end + 1 < len(tokens) and tokens[end + 1].is_glued
        )
        is_number = self.after.isdecimal() and not 1 <= int(self.after[:9]) <= 31
        self.is_before_number = is_number
        is_owner = [token.text for token in tokens[end : end + 2]] == ["'", "s"]
        same = [it for it in named if it.languages & node.languages]
        follows = {it.kind for it in same if it.start == end} & _FOLLOWS
        self.is_of_other = "of" in follows
        if time.is_bare and self.is_number(time):
            follows -= _FOLLOWS_LOOSELY
        self.is_end = not self.after[:1].isalnum() or is_owner or bool(follows)
        prepositions = [
            it for it in same if it.end == node.start and it.kind in _PREPOSITIONS
        ]
        self.start = min([node.start, *(it.start for it in prepositions)])
        self.is_for = any(it.kind == "for" for it in prepositions)
        self.is_origin = any(it.kind == "from" for it in prepositions)
        is_open = node.kind == "OPEN"
        self.is_said = is_open or bool(prepositions) or self.is_alone or is_owner

    def is_number(self, time: Time) -> bool:
        """Whether a time is a number, such as the 16th."""
        return time.cycle == "month" or self.ends_in_digits


def _time(node: Node) -> Time:
    time: Time = node.value if node.kind == "TIME" else node.value[1]
    return time


def picked(time: Time, c: Context) -> Interval | None:
    """The interval that is meant: ahead in plans, back in reports, else the nearer.

    Weekdays, and what is longer than a day, are else the latest that have begun.
    """
    if not time.cycle:
        return time.at(0)
    past = nearest(time, c.today, -1) if c.direction <= 0 else None
    ahead = nearest(time, c.today, 1) if c.direction >= 0 else None
    if not (past and ahead) or past == ahead:
        return past or ahead
    days = (ahead.first - c.today).days
    may_be_ahead = time.unit == "day" and time.cycle != "week"
    is_nearer = days <= _NEAR and days < (c.today - past.last).days
    return ahead if may_be_ahead and is_nearer else past


def meant_days(value: Any, c: Context) -> Iterator[Days]:
    """The range of days of a time and its bound; none if the calendar lacks it."""
    bound, time = value if isinstance(value, tuple) else ("", value)
    direction = {"since": -1, "by": 1}.get(bound, c.direction)
    interval = picked(time, replace(c, direction=direction))
    if interval is None:
        return
    if interval.also:
        yield Days(interval.also.first, interval.also.last)
    first, last = interval.first, interval.last
    match bound:
        case "since":
            yield Days(first, None)
        case "until" | "by":
            yield Days(None, last)
        case "before":
            yield Days(None, max(first, date.min + ONE_DAY) - ONE_DAY)
        case "after":
            yield Days(min(last, date.max - ONE_DAY) + ONE_DAY, None)
        case _:
            yield Days(first, last)


def longest(nodes: Sequence[Node]) -> list[Node]:
    """The longest nodes that do not overlap; of equally long ones the first given."""
    chosen = list[Node]()
    for node in sorted(nodes, key=lambda node: (node.start - node.end, node.start)):
        if all(node.end <= it.start or it.end <= node.start for it in chosen):
            chosen.append(node)
    return chosen
