"""Which settings serve query sets best, and whether that is true for other queries.

Each value of each setting is tried while the others stay (coordinate ascent from the
present settings), on folds of the queries: what a fold's other queries choose is
measured on the fold (k-fold cross-validation), so that the gain that is reported was
not tuned on. Sets count alike, however large. A value replaces the present one if its
gain is larger than one standard error of the gain.
"""

import math
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from statistics import fmean, pvariance
from typing import Any

from ragtui_core import EvaluationError
from ragtui_core.settings import Stemmer

Settings = Mapping[str, Any]
"""Dotted settings keys to values."""

Measure = Callable[[Settings], Sequence[float]]
"""Settings to one number a query, larger is better, in the order of the queries."""

GRID: Mapping[str, Sequence[Any]] = {
    "search.stop_words": (True, False),
    "search.stemmer": tuple(Stemmer),
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
"""Settings of reciprocal rank fusion, and the values to try."""

INDEX_GRID: Mapping[str, Sequence[Any]] = {
    "chunking.strategy": ("heading", "sentence", "fixed", "whole"),
    "chunking.max_tokens": (180, 280, 400),
}
"""What wants an index of its own for each value."""


SEMANTIC_GRID: Mapping[str, Sequence[Any]] = {"search.candidates": (50, 100, 200)}
"""Settings of a search by vectors alone, and the values to try."""

MODES = ("hybrid", "keyword", "semantic", "hybrid-rrf")


def grid_for(
    mode: str, *, chunking: bool, only: Sequence[str] = ()
) -> Mapping[str, Any]:
    """The values to try for a search mode: of the settings `only`, or of all.

    Raises:
        EvaluationError: A setting is not tuned in this mode; named are those in which
            it works.
    """
    grid = _whole_grid(mode, chunking=chunking)
    for key in only:
        if key not in grid:
            raise EvaluationError(_not_tuned(key, mode, grid))
    return {key: values for key, values in grid.items() if key in (only or grid)}


def _whole_grid(mode: str, *, chunking: bool) -> Mapping[str, Sequence[Any]]:
    of_index = INDEX_GRID if chunking else {}
    if mode == "semantic":
        return of_index or SEMANTIC_GRID
    grid = {**of_index, **GRID, **(RRF_GRID if mode == "hybrid-rrf" else {})}
    if mode != "hybrid":
        del grid["search.vector_weight"]  # It weighs scores of both.
    return grid


def _not_tuned(key: str, mode: str, grid: Iterable[str]) -> str:
    """A sentence that names the modes in which a setting works."""
    if key in INDEX_GRID:
        return f"{key} is tuned with --chunking"
    works = [mode for mode in MODES if key in _whole_grid(mode, chunking=False)]
    if works:
        named = " or ".join(f"--mode {mode}" for mode in works)
        return f"{key} is not tuned in mode {mode}: it works in {named}"
    return f"{key} is not tuned in mode {mode}: use {', '.join(grid)}"


@dataclass(frozen=True, slots=True)
class Trial:
    """One value of one setting, with the means over all queries and over each set's."""

    key: str
    value: Any
    mean: float
    of_sets: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Tuned:
    """The outcome. `before` and `after` are means over held-out queries, 0..1.

    `of_sets` and `of_folds` are the same two means of each set and of each fold.
    `winners` are the settings that all queries together choose; where `after` is not
    above `before`, what they gain did not carry over to queries not tuned on.
    """

    before: float
    after: float
    winners: Settings
    trials: tuple[Trial, ...]
    held_out: tuple[tuple[float, float], ...]
    """The values of each query, without and with the settings that the others chose."""
    of_sets: tuple[tuple[float, float], ...]
    of_folds: tuple[tuple[float, float], ...]


class Tuner:
    """Searches a grid, remembering what was measured."""

    def __init__(
        self,
        measure: Measure,
        grid: Mapping[str, Sequence[Any]],
        on_trial: Callable[[int, int], None] | None = None,
    ) -> None:
        """Try the values of `grid`; `on_trial` gets the number done and of all."""
        self._measure = measure
        self._grid = grid
        self._on_trial = on_trial
        self._known: dict[tuple[tuple[str, Any], ...], Sequence[float]] = {}
        self._total = sum(map(len, grid.values())) + 1

    def tune(
        self,
        start: Settings,
        folds: int,
        sizes: Sequence[int] | None = None,
    ) -> Tuned:
        """Find the best settings, beginning at `start` (the present ones).

        Args:
            start: A value for every key of the grid.
            folds: Into how many parts the queries of each set are cut, at least 2.
            sizes: The number of queries of each set, in the order of the measured
                values; None if all are one set.
        """
        values = self._values(start)
        starts = accumulate(sizes or [len(values)], initial=0)
        sets = [range(*ends) for ends in pairwise(starts)]
        winners = self._best(start, sets)
        held_out: dict[int, tuple[float, float]] = {}
        of_folds = []
        for cut in zip(*(_folds(one_set, folds) for one_set in sets), strict=True):
            others = [
                [query for query in one_set if query not in set(inside)]
                for one_set, inside in zip(sets, cut, strict=True)
            ]
            chosen = self._values(self._best(start, others))
            of_folds.append((_mean_of_sets(values, cut), _mean_of_sets(chosen, cut)))
            held_out |= {q: (values[q], chosen[q]) for inside in cut for q in inside}
        pairs = tuple(held_out[query] for one_set in sets for query in one_set)
        before, after = ([pair[at] for pair in pairs] for at in (0, 1))
        return Tuned(
            before=_mean_of_sets(before, sets),
            after=_mean_of_sets(after, sets),
            winners={
                key: winners[key] for key in winners if winners[key] != start[key]
            },
            trials=tuple(self._trials(start, sets)),
            held_out=pairs,
            of_sets=tuple(
                (_mean_of_sets(before, [one_set]), _mean_of_sets(after, [one_set]))
                for one_set in sets
            ),
            of_folds=tuple(of_folds),
        )

    def _trials(self, start: Settings, sets: "Sets") -> Iterator[Trial]:
        """Every value alone, the other settings as they are."""
        for key, choices in self._grid.items():
            for value in choices:
                values = self._values({**start, key: value})
                of_sets = tuple(_mean_of_sets(values, [one_set]) for one_set in sets)
                yield Trial(key, value, _mean_of_sets(values, sets), of_sets)

    def _best(self, start: Settings, sets: "Sets") -> Settings:
        """Coordinate ascent, one round: each key takes its best value in turn."""
        best = dict(start)
        present = self._values(start)
        for key, choices in self._grid.items():

            def gains(value: Any, key: str = key) -> Sequence[float]:
                values = self._values({**start, key: value})
                return [new - old for new, old in zip(values, present, strict=True)]

            winner = max(choices, key=lambda value: _mean_of_sets(gains(value), sets))
            gain = gains(winner)
            if _mean_of_sets(gain, sets) > _standard_error(gain, sets):
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


Sets = Sequence[Sequence[int]]
"""For each set, positions of queries among the measured values."""


def _folds(queries: Sequence[int], folds: int) -> list[list[int]]:
    order = list(queries)
    random.Random(0).shuffle(order)
    return [order[start::folds] for start in range(folds)]


def _mean_of_sets(values: Sequence[float], sets: Sets) -> float:
    """The mean of the sets' means; sets without queries do not count."""
    means = [fmean(values[query] for query in one_set) for one_set in sets if one_set]
    return fmean(means) if means else 0.0


def _standard_error(values: Sequence[float], sets: Sets) -> float:
    """The standard error of the mean of the sets' means."""
    variances = [
        pvariance([values[query] for query in one_set]) / len(one_set)
        for one_set in sets
        if one_set
    ]
    return math.sqrt(sum(variances)) / len(variances) if variances else 0.0
