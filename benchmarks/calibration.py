"""Fits the score that is shown, and prints what it flags.

    python -m benchmarks.calibration A:train B:test C:test

Queries of A and B are run on their own collection, which has an answer, and on the
other, which has none; so are C's. The best hits of each give two numbers: the reach,
which is how much of the query's information one of them has in its words, and the
similarity, which is the best one's cosine on the scale of the bundled model. Logistic
regression separates the two kinds; the weights are divided by 3, as in
`search/retrieval/fusion.py`, whose `SLOPE` is that of the similarity. `REACH`,
`REACH_ALONE` and `BASE` are not these: they were chosen where most near misses of the
sample vault are flagged (`benchmarks/results/cosine-scales.md`), and may be compared.
"""

import argparse
import random
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import row
from ragtui_cli.evaluation_sets import bring_up_to_date, vault_for
from ragtui_core import Vault
from ragtui_core.embedding.cosine_scale import BUNDLED_SCALE
from ragtui_core.search.options import SearchOptions
from ragtui_eval.query_set import EvaluationQuery
from ragtui_eval.set_loading import load_set

QUERIES = 300
SEED = 4
FALSE_ALARMS = {"words + cosine": 0.02, "words alone": 0.07}
"""The share of answerable queries below it; keywords alone discriminate less."""

LOOKED_AT = 3
"""Hits that are looked at."""

DIVISOR = 3
"""What fitted weights are divided by: good hits would all have a score of 1.00."""

Floats = NDArray[np.float64]


def measure(names: Sequence[str]) -> None:
    """Print the coefficients, with and without a cosine, and what they flag."""
    (own_a, a), (own_b, b), (_, c) = map(_opened, names)
    answerable = np.vstack([_facts(own_a, a), _facts(own_b, b)])
    foreign = [(own_a, b), (own_b, a), (own_a, c[::2]), (own_b, c[::2])]
    unanswerable = np.vstack([_facts(vault, queries) for vault, queries in foreign])
    for name, columns in (("words + cosine", [0, 1]), ("words alone", [0])):
        weights = _fitted(answerable[:, columns], unanswerable[:, columns])
        good = answerable[:, columns] @ weights
        bad = unanswerable[:, columns] @ weights
        border = float(np.quantile(good, FALSE_ALARMS[name]))
        scaled = " ".join(f"{weight / DIVISOR:+.1f}" for weight in weights)
        print(f"{name}: {-border / DIVISOR:.1f} {scaled}")
        row("  unanswerable, under the border", 100 * float((bad < border).mean()), "%")
        row("  answerable, under the border", 100 * float((good < border).mean()), "%")


def _opened(name: str) -> tuple[Vault, list[EvaluationQuery]]:
    """A collection's vault, indexed, and some of its queries."""
    path, _, split = name.rpartition(":")
    given = argparse.Namespace(vault=None, db=None)
    opened = load_set(Path(path), split)
    vault = vault_for(opened, given)
    bring_up_to_date(vault, opened, embed=True)
    queries = list(opened.queries)
    random.Random(SEED).shuffle(queries)
    return vault, queries[:QUERIES]


def _facts(vault: Vault, queries: Sequence[EvaluationQuery]) -> Floats:
    """Reach and similarity of each query's best hits, shape (queries, 2)."""
    options = SearchOptions(explain=True, fill=False)
    facts = []
    for query in queries:
        hits = vault.search(query.text, options).hits[:LOOKED_AT]
        if hits:
            found = [hit.explanation.coverage for hit in hits if hit.explanation]
            best = max(hits, key=lambda hit: hit.score)
            similarity = BUNDLED_SCALE.of(best.similarity or BUNDLED_SCALE.low)
            facts.append((max(found, default=0.0), similarity))
    return np.array(facts)


def _fitted(good: Floats, bad: Floats) -> Floats:
    """Weights of a logistic regression by Newton's method, without the constant."""
    x = np.vstack([good, bad])
    x = np.c_[np.ones(len(x)), x]
    y = np.r_[np.ones(len(good)), np.zeros(len(bad))]
    weights = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-x @ weights))
        gradient = x.T @ (y - p)
        hessian = (x * (p * (1 - p))[:, None]).T @ x + 1e-4 * np.eye(len(weights))
        weights += np.linalg.solve(hessian, gradient)
    return weights[1:]


if __name__ == "__main__":
    measure(sys.argv[1:])
