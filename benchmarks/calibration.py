"""Fits the score that is shown, and prints what it flags.

    python -m benchmarks.calibration A:train B:test C:test

Queries of A and B are run on their own collection, which has an answer, and on the
other, which has none; so are C's. The best hit of each gives two numbers:
the share of the query's information in its words, and its cosine. Logistic regression
separates the two kinds; then the threshold is moved to where few of the queries with an
answer are below it, since a false alarm costs more trust than a missed one. The
coefficients in `search/retrieval/fusion.py` are this program's, with SciFact,
cheatsheets-tldr and XQuAD (English).
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
from ragtui_core.search.options import SearchOptions
from ragtui_core.vault import Vault
from ragtui_eval.query_set import EvaluationQuery
from ragtui_eval.set_loading import load_set

QUERIES = 300
SEED = 4
FALSE_ALARMS = {"words + cosine": 0.02, "words alone": 0.07}
"""The share of answerable queries below it; keywords alone discriminate less."""

LOOKED_AT = 3
"""Hits of which the one with the best score counts."""

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
        print(f"{name}: {-border:.1f} " + " ".join(f"{w:+.1f}" for w in weights))
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
    """Coverage and cosine of each query's best hit, shape (queries, 2)."""
    options = SearchOptions(explain=True, fill=False)
    facts = []
    for query in queries:
        hits = vault.search(query.text, options).hits[:LOOKED_AT]
        if hits:
            best = max(hits, key=lambda hit: hit.score)
            coverage = best.explanation.coverage if best.explanation else 0.0
            facts.append((coverage, best.similarity or 0.0))
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
