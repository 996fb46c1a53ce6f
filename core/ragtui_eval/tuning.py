"""Which settings serve a query set best, and whether that is true for other queries.

Each value of each setting is tried while the others stay (coordinate ascent from the
present settings), on folds of the queries: what a fold's other queries choose is
measured on the fold (k-fold cross-validation), so that the gain that is reported was
not tuned on.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

Settings = Mapping[str, Any]
"""Dotted settings keys to values."""

Measure = Callable[[Settings], Sequence[float]]
"""Settings to one number a query, larger is better, in the order of the queries."""

GRID: Mapping[str, Sequence[Any]] = {
    "search.vector_weight": (0.5, 0.55, 0.6, 0.65, 0.7, 0.75),
    "search.common_term_share": (0.05, 0.1, 0.15, 0.2, 0.3),
    "search.weights.title": (1.0, 1.7, 2.5, 4.0),
    "search.weights.heading": (0.5, 1.0, 1.5, 2.5),
    "search.weights.body": (0.7, 1.0, 1.5, 2.0),
    "search.weights.summary": (0.5, 1.0, 2.0),
    "search.weights.tags": (1.0, 2.0, 4.0),
    "search.weights.company": (1.3, 2.7, 4.0),
}
"""Settings that can change without re-indexing, and the values to try."""

RRF_GRID: Mapping[str, Sequence[Any]] = {"search.rrf_k": (5, 10, 20, 60, 100)}
"""The same for reciprocal rank fusion."""

INDEX_GRID: Mapping[str, Sequence[Any]] = {
    "chunking.strategy": ("heading", "sentence", "fixed", "whole"),
    "chunking.max_tokens": (180, 280, 400),
}
"""What wants an index of its own for each value."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One value of one setting, and the mean over all queries with it."""

    key: str
    value: Any
    mean: float


@dataclass(frozen=True, slots=True)
class Tuned:
    """The outcome. `before` and `after` are means over held-out queries, 0..1.

    `winners` are the settings that all queries together choose; where `after` is not
    above `before`, what they gain did not carry over to queries not tuned on.
    """

    before: float
    after: float
    winners: Settings
    trials: tuple[Trial, ...]
    held_out: tuple[tuple[float, float], ...]
    """Of each query, without and with the settings that the others chose."""


class Tuner:
    """Searches a grid, remembering what was measured."""

    def __init__(
        self,
        measure: Measure,
        grid: Mapping[str, Sequence[Any]],
        on_trial: Callable[[int, int], None] | None = None,
    ) -> None:
        """Try the values of `grid`; `on_trial` hears of trials done, and of all."""
        self._measure = measure
        self._grid = grid
        self._on_trial = on_trial
        self._known: dict[tuple[tuple[str, Any], ...], Sequence[float]] = {}
        self._total = sum(map(len, grid.values())) + 1

    def tune(self, start: Settings, folds: int, seed: int = 0) -> Tuned:
        """Find the best settings, beginning at `start` (the present ones).

        Args:
            start: A value for every key of the grid.
            folds: Into how many parts the queries are cut, at least 2.
            seed: Of the cut.
        """
        values = self._values(start)
        trials = tuple(self._trials(start))
        everything = range(len(values))
        winners = self._best(start, everything)
        held_out: dict[int, tuple[float, float]] = {}
        for fold in _folds(len(values), folds, seed):
            inside = set(fold)
            others = [query for query in everything if query not in inside]
            chosen = self._values(self._best(start, others))
            held_out |= {query: (values[query], chosen[query]) for query in fold}
        pairs = tuple(held_out[query] for query in everything)
        return Tuned(
            before=_mean([before for before, _ in pairs]),
            after=_mean([after for _, after in pairs]),
            winners={
                key: winners[key] for key in winners if winners[key] != start[key]
            },
            trials=trials,
            held_out=pairs,
        )

    def _trials(self, start: Settings) -> Iterator[Trial]:
        """Every value alone, the other settings as they are."""
        for key, choices in self._grid.items():
            for value in choices:
                yield Trial(key, value, _mean(self._values({**start, key: value})))

    def _best(self, start: Settings, queries: Sequence[int] | range) -> Settings:
        """Coordinate ascent, one round: each key takes its best value in turn."""
        best = dict(start)
        for key, choices in self._grid.items():

            def mean(value: Any, key: str = key) -> float:
                values = self._values({**start, key: value})
                return _mean([values[query] for query in queries])

            winner = max(choices, key=mean)
            if mean(winner) > mean(start[key]):
                best[key] = winner
        return best

    def _values(self, settings: Settings) -> Sequence[float]:
        known = tuple(sorted(settings.items()))
        if known not in self._known:
            self._known[known] = self._measure(settings)
            if self._on_trial:
                self._total = max(self._total, len(self._known))
                self._on_trial(len(self._known), self._total)
        return self._known[known]


def _folds(count: int, folds: int, seed: int) -> list[list[int]]:
    order = list(range(count))
    random.Random(seed).shuffle(order)
    return [order[start::folds] for start in range(folds)]


def _mean(values: Sequence[float]) -> float:
    return fmean(values) if values else 0.0
