"""How far a measured mean may be off, and whether two systems truly differ.

Both answers come from resampling the per-query values, so that nothing is assumed
about how those are distributed. A seed makes them repeatable.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

RESAMPLES = 10_000
"""Resamples of the queries: 500 of 10,000 are outside the interval: enough to place its
ends."""

SEED = 20070611
"""Any number would do; one that stays makes reports repeatable."""

_AT_ONCE = 4_000_000
"""Values drawn in one go: 32 MB, whatever the number of queries."""


def bootstrap_interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95% percentile bootstrap interval of the mean, low and high; of none, zeros.

    Efron & Tibshirani, An Introduction to the Bootstrap (1993), chapter 13: the 2.5th
    and 97.5th percentile of the means of 10,000 samples drawn with replacement.
    """
    import numpy as np

    if not values:
        return 0.0, 0.0
    sample = np.asarray(values, dtype=np.float64)
    draw = np.random.default_rng(SEED)
    means = np.concatenate(
        [
            sample[draw.integers(len(sample), size=(rows, len(sample)))].mean(axis=1)
            for rows in _portions(len(sample))
        ]
    )
    low, high = np.percentile(means, [2.5, 97.5])
    return float(low), float(high)


def paired_test(a: Sequence[float], b: Sequence[float]) -> float:
    """The two-sided p-value of a paired randomisation test on the mean difference.

    Smucker, Allan & Carterette, "A Comparison of Statistical Significance Tests for
    Information Retrieval Evaluation", CIKM 2007: if the systems were alike, swapping
    their values on any query would change nothing, so each difference's sign is
    flipped by chance, 10,000 times. p is the ratio of flips whose mean is at least as
    far from 0 as the one seen; the one seen counts as a flip, so that p is never 0
    (Davison & Hinkley 1997, section 4.2).

    Raises:
        ValueError: `a` and `b`, values of the same queries, differ in length.
    """
    import numpy as np

    if len(a) != len(b):
        raise ValueError(f"paired values differ in number: {len(a)} and {len(b)}")
    differences = np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)
    if not differences.any():
        return 1.0
    seen = abs(float(differences.sum())) - 1e-12  # sums of equal terms may round apart
    return (1 + _count_extreme_flips(differences, seen)) / (1 + RESAMPLES)


def _count_extreme_flips(differences: "Floats", seen: float) -> int:
    """How many of 10,000 random flips sum to something at least `seen` from 0."""
    import numpy as np

    draw = np.random.default_rng(SEED)
    far = 0
    for rows in _portions(len(differences)):
        signs = draw.integers(2, size=(rows, len(differences)), dtype=np.int8) * 2 - 1
        far += int(np.count_nonzero(np.abs(signs @ differences) >= seen))
    return far


def _portions(width: int) -> Iterator[int]:
    """Row counts that add up to RESAMPLES, each of at most `_AT_ONCE` values."""
    rows = max(1, min(RESAMPLES, _AT_ONCE // width))
    for start in range(0, RESAMPLES, rows):
        yield min(rows, RESAMPLES - start)
