"""Which settings serve query sets best, and whether that is true for other queries.

Each value of each setting is tried while the others stay (coordinate ascent from the
present settings), on folds of the queries: what a fold's other queries choose is
measured on the fold (k-fold cross-validation), so that the gain that is reported was
not tuned on. Sets count alike, however large. A value replaces the present one if its
gain is larger than one standard error of the gain.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ragtui_core import EvaluationError
from ragtui_core.settings import Stemmer

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Values = list[Floats]
    Marks = NDArray[np.bool_]

Settings = Mapping[str, Any]
"""Dotted settings keys to values."""

Measure = Callable[[Settings], Sequence[Sequence[float]]]
"""Settings to one number, larger is better, of each query of each set."""

GRID: Mapping[str, Sequence[Any]] = {
    "search.stop_words": (True, False),
    "search.stemmer": tuple(Stemmer),
    "search.weights.title": (1.0, 1.7, 2.5, 4.0),
    "search.weights.summary": (0.5, 1.0, 2.0),
    "search.weights.tags": (1.0, 2.0, 4.0),
    "search.weights.company": (1.3, 2.7, 4.0),
}
"""Settings that can change without re-indexing, and the values to try."""

RRF_GRID: Mapping[str, Sequence[Any]] = {"search.rrf_k": (5, 10, 20, 60, 100)}
"""Settings of reciprocal rank fusion, and the values to try."""

INDEX_GRID: Mapping[str, Sequence[Any]] = {
    "chunking.strategy": ("heading", "sentence", "fixed", "whole"),
}
"""What wants an index of its own for each value."""

_GRIDS = {
    "hybrid": GRID,
    "keyword": GRID,
    "semantic": {},
    "hybrid-rrf": {**GRID, **RRF_GRID},
}
"""By search mode. With vectors alone, only chunks can be tuned."""


def grid_for(
    mode: str, *, chunking: bool, only: Sequence[str] = ()
) -> Mapping[str, Any]:
    """The values to try for a search mode: of the settings `only`, or of all.

    Raises:
        EvaluationError: A setting is not tuned in this mode; named are those in which
            it works.
    """
    grid = {**(INDEX_GRID if chunking else {}), **_GRIDS[mode]}
    for key in only:
        if key not in grid:
            modes = [f"--mode {name}" for name in _GRIDS if key in _GRIDS[name]]
            works = " or ".join(modes) or "no mode"
            if key in INDEX_GRID:
                works = "each mode with --chunking"
            raise EvaluationError(
                f"{key} is not tuned in mode {mode}: it works in {works} "
                f"(here: {', '.join(grid)})"
            )
    return {key: values for key, values in grid.items() if key in (only or grid)}


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
    held_out: tuple[list[float], list[float]]
    """The values of all queries, without and with the settings that others chose."""
    of_sets: tuple[tuple[float, float], ...]
    of_folds: tuple[tuple[float, float], ...]

    def as_json(self, names: Sequence[str]) -> dict[str, Any]:
        """The object of `ragtui tune --json`, of sets with `names`."""
        return {
            "before": self.before,
            "after": self.after,
            "sets": {
                name: {"before": before, "after": after}
                for name, (before, after) in zip(names, self.of_sets, strict=True)
            },
            "folds": [list(pair) for pair in self.of_folds],
            "winners": dict(self.winners),
            "trials": [
                [trial.key, trial.value, trial.mean, *trial.of_sets]
                for trial in self.trials
            ],
        }


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
        self._measured: dict[tuple[tuple[str, Any], ...], Values] = {}
        self._total = sum(map(len, grid.values())) + 1

    def tune(self, start: Settings, folds: int) -> Tuned:
        """Find the best settings, beginning at `start` (the present ones).

        Args:
            start: A value for every key of the grid.
            folds: Into how many parts the queries of each set are cut, at least 2.
        """
        before = self._values(start)
        parts = [_fold_numbers(len(values), folds) for values in before]
        winners = self._best(start, [part >= 0 for part in parts])
        after = [values.copy() for values in before]
        of_folds = []
        for fold in range(folds):
            inside = [part == fold for part in parts]
            chosen = self._values(self._best(start, [part != fold for part in parts]))
            for held_out, values, kept in zip(after, chosen, inside, strict=True):
                held_out[kept] = values[kept]
            of_folds.append((_mean(_of(before, inside)), _mean(_of(chosen, inside))))
        return Tuned(
            before=_mean(before),
            after=_mean(after),
            winners={
                key: winners[key] for key in winners if winners[key] != start[key]
            },
            trials=tuple(
                Trial(key, value, _mean(values), tuple(map(_fmean, values)))
                for key, choices in self._grid.items()
                for value in choices
                for values in [self._values({**start, key: value})]
            ),
            held_out=(_joined(before), _joined(after)),
            of_sets=tuple(
                (_fmean(old), _fmean(new))
                for old, new in zip(before, after, strict=True)
            ),
            of_folds=tuple(of_folds),
        )

    def _best(self, start: Settings, kept: Sequence["Marks"]) -> Settings:
        """Coordinate ascent, one round: each key takes its best value in turn.

        The queries that are `kept` choose, by gains of more than a standard error.
        """
        best = dict(start)
        present = _of(self._values(start), kept)
        for key, choices in self._grid.items():
            gains = {
                value: [
                    new - old
                    for new, old in zip(
                        _of(self._values({**start, key: value}), kept),
                        present,
                        strict=True,
                    )
                ]
                for value in choices
            }
            winner = max(choices, key=lambda value: _mean(gains[value]))
            if _mean(gains[winner]) > _standard_error(gains[winner]):
                best[key] = winner
        return best

    def _values(self, settings: Settings) -> "Values":
        import numpy as np

        key = tuple(sorted(settings.items()))
        if key not in self._measured:
            self._measured[key] = list(map(np.asarray, self._measure(settings)))
            if self._on_trial:
                self._total = max(self._total, len(self._measured))
                self._on_trial(len(self._measured), self._total)
        return self._measured[key]


def _fold_numbers(queries: int, folds: int) -> "NDArray[np.int64]":
    """The fold of each query; the same ones at every call."""
    import numpy as np

    numbers: NDArray[np.int64] = np.arange(queries) % folds
    np.random.default_rng(0).shuffle(numbers)
    return numbers


def _of(values: "Values", kept: Sequence["Marks"]) -> "Values":
    """The values of the queries that are kept of each set."""
    return [numbers[marks] for numbers, marks in zip(values, kept, strict=True)]


def _fmean(numbers: "Floats") -> float:
    return float(numbers.mean())


def _mean(values: "Values") -> float:
    """The mean of the sets' means; sets without queries do not count."""
    means = [_fmean(numbers) for numbers in values if len(numbers)]
    return sum(means) / len(means) if means else 0.0


def _standard_error(values: "Values") -> float:
    """The standard error of the mean of the sets' means."""
    variances = [numbers.var() / len(numbers) for numbers in values if len(numbers)]
    return math.sqrt(sum(variances)) / len(variances) if variances else 0.0


def _joined(values: "Values") -> list[float]:
    return [float(number) for numbers in values for number in numbers]
