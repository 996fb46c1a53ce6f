"""How far a measured mean may be off, and whether two systems truly differ.

Both answers come from resampling the per-query values, so that nothing is assumed
about how those are distributed. A seed makes them repeatable.
"""

from collections.abc import Sequence
from typing import Any

_RESAMPLES = 10_000
_BATCH = 500


def bootstrap_interval(values: Sequence[float]) -> tuple[float, float]:
    """The 95% percentile bootstrap interval of the mean of one value or more."""
    import numpy as np
    from scipy.stats import bootstrap

    if len(set(values)) == 1:
        return values[0], values[0]
    interval = bootstrap(
        (values,), np.mean, n_resamples=_RESAMPLES, batch=_BATCH, method="percentile",
        rng=0,
    ).confidence_interval  # fmt: skip
    return float(interval.low), float(interval.high)


def paired_test(a: Sequence[float], b: Sequence[float]) -> float:
    """The two-sided p-value of a paired randomisation test on the mean difference.

    Smucker, Allan & Carterette, "A Comparison of Statistical Significance Tests for
    Information Retrieval Evaluation", CIKM 2007: if the systems were alike, swapping
    their values on any query would change nothing.

    Raises:
        ValueError: `a` and `b`, values of the same queries, differ in length.
    """
    import numpy as np
    from scipy.stats import permutation_test

    if len(a) != len(b):
        raise ValueError(f"paired values differ in number: {len(a)} and {len(b)}")
    differences = np.subtract(a, b)
    if not differences.any() or len(differences) == 1:
        return 1.0

    def distance(values: Any, axis: int) -> Any:
        return np.abs(np.mean(values, axis=axis))

    tested = permutation_test(
        (differences,), distance, permutation_type="samples", n_resamples=_RESAMPLES,
        batch=_BATCH, vectorized=True, alternative="greater", rng=0,
    )  # fmt: skip
    return float(tested.pvalue)
