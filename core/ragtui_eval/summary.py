"""The results of a measured system: means with intervals, latency, abstention."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from ragtui_core import EvaluationError
from ragtui_eval.measurement import METRICS, Measured, Outcome
from ragtui_eval.significance import bootstrap_interval, paired_test

HEADLINE = "ndcg@10"
"""The metric by which systems are compared."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, 0..1, and the ends of its 95% bootstrap interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Latency:
    """The median and the 95th percentile, in milliseconds."""

    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Abstention:
    """How well low confidence says "there is no answer here"; shares, 0..1."""

    precision: float | None
    """Unanswerable queries among the flagged ones; None if none was flagged."""
    recall: float
    """Flagged queries among the unanswerable ones."""
    false_alarms: float | None
    """Flagged queries among the answerable ones; None if there are none of those."""


@dataclass(frozen=True, slots=True)
class Summary:
    """One system on one query set."""

    system: str
    queries: int
    metrics: Mapping[str, Estimate]
    """Every one of METRICS, over the answerable queries; empty without any."""
    empty: float
    """The ratio of all queries without any result."""
    latency_ms: Latency
    abstention: Abstention | None
    """None if the set has no unanswerable query."""


def summarise(outcome: Outcome) -> Summary:
    """Means with intervals, shares and percentiles of what was measured.

    Raises:
        EvaluationError: Nothing was measured.
    """
    queries = outcome.queries
    if not queries:
        raise EvaluationError("there are no queries to measure: add some to the set")
    return Summary(
        system=outcome.system,
        queries=len(queries),
        metrics={
            name: estimate_of(values)
            for name in METRICS
            if (values := outcome.values(name))
        },
        empty=_share([measured.empty for measured in queries]) or 0.0,
        latency_ms=latency_of([measured.ranking.seconds for measured in queries]),
        abstention=_abstention(queries),
    )


def p_values(outcomes: Sequence[Outcome], baseline: str) -> dict[str, float]:
    """Each other system's two-sided p-value against `baseline`, on nDCG@10.

    Raises:
        EvaluationError: No outcome is the baseline's.
    """
    by_name = {outcome.system: outcome for outcome in outcomes}
    if baseline not in by_name:
        raise EvaluationError(
            f"the baseline {baseline!r} was not measured: choose one of "
            f"{', '.join(by_name)}"
        )
    theirs = by_name.pop(baseline).values(HEADLINE)
    return {
        name: paired_test(outcome.values(HEADLINE), theirs)
        for name, outcome in by_name.items()
    }


def _abstention(queries: Sequence[Measured]) -> Abstention | None:
    flagged = [query for query in queries if query.ranking.low_confidence]
    hopeless = [query for query in queries if query.query.unanswerable]
    hopeful = [query for query in queries if not query.query.unanswerable]
    recall = _share([query.ranking.low_confidence for query in hopeless])
    if recall is None:
        return None
    return Abstention(
        precision=_share([query.query.unanswerable for query in flagged]),
        recall=recall,
        false_alarms=_share([query.ranking.low_confidence for query in hopeful]),
    )


def _share(answers: Sequence[bool]) -> float | None:
    return sum(answers) / len(answers) if answers else None


def estimate_of(values: Sequence[float]) -> Estimate:
    """The mean of `values`, of which there is one at least, with its interval."""
    return Estimate(fmean(values), *bootstrap_interval(values))


def latency_of(seconds: Sequence[float]) -> Latency:
    """The percentiles of `seconds`, of which there is one at least."""
    import numpy as np

    p50, p95 = np.percentile(np.asarray(seconds) * 1000, [50, 95])
    return Latency(float(p50), float(p95))
