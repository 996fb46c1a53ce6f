"""Fits the weights of answers without a model, on the `dev` splits alone.

python -m benchmarks.fit_extracts SET[=VAULT]...

**Order.** The weights of `passages/passage_scores.py` make the right passages likely
in a softmax over each question's candidates.

**Abstention.** Those of `passages/abstention.py` tell the best passage of a question
with an answer from that of one without: the sets' own unanswerable questions, and every
answerable one once more, with the files that answer it left out. Only sets that have
unanswerable questions are learnt from. Sets count alike, however large.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.measure import row
from ragtui_core import SearchOptions, Vault, open_vault
from ragtui_core.answer.passages.abstention import features_of
from ragtui_core.answer.passages.passage_candidates import (
    chunk_options,
    find_candidates,
)
from ragtui_core.answer.passages.passage_scores import (
    ScoredPassage,
    overlap_of,
    ranked,
)
from ragtui_core.answer.prompt_context import PromptContext
from ragtui_core.embedding import Embedder
from ragtui_core.search_results import Hit
from ragtui_eval.beir import materialise
from ragtui_eval.commands.evaluated_vaults import data_folder
from ragtui_eval.query_set import EvaluationQuery
from ragtui_eval.set_loading import load_questions

Floats = NDArray[np.float64]

ORDER = ("own", "around", "prior", "statement", "similarity")
ABSTAINING = ("constant", "covered", "nameless", "found", "similarity")
FALSE_ALARMS = (0.03, 0.05, 0.07, 0.1)
RIDGE = 0.01
STEPS = 400


@dataclass(frozen=True, slots=True)
class Sample:
    """What is learnt from one set; facts are rows, in the order of the names above."""

    order: list[tuple[Floats, NDArray[np.bool_]]] = field(default_factory=list)
    """Of each answerable question: facts of the candidates, and which are right."""
    answered: list[list[float]] = field(default_factory=list)
    """Facts of the best passages of questions with an answer."""
    left_out: list[list[float]] = field(default_factory=list)
    """The same, after the files that answer were left out."""
    unanswerable: list[list[float]] = field(default_factory=list)
    """Of questions without."""


def fit(names: Sequence[str]) -> None:
    """Print weights with and without a model, and what each border would cost."""
    parts = [name.partition("=") for name in names]
    for by_words in (False, True):
        samples = [_sample(path, root, by_words=by_words) for path, _, root in parts]
        used = slice(None, -1) if by_words else slice(None)
        print("by words" if by_words else "by similarity")
        _fit_order(samples, used)
        _fit_abstaining(samples, used)


def _sample(path: str, root: str, *, by_words: bool) -> Sample:
    """Ask the questions of a set's split `dev`."""
    vault = opened(Path(path), Path(root) if root else None)
    vault.index()
    embedder = None if by_words else vault.embedder()
    sample = Sample()
    for question in load_questions(Path(path)).queries:
        if question.split == "dev":
            _learn(sample, vault, question, embedder)
    vault.close()
    return sample


def opened(path: Path, root: Path | None) -> Vault:
    """The vault that is asked: a collection's own, or `root`."""
    if path.is_dir():
        root = data_folder() / "evaluation" / f"{path.resolve().name}-extracts"
        materialise(path, root)
    if root is None:
        raise SystemExit(f"{path}: name the folder of notes, as {path}=VAULT")
    return open_vault(root)


def _learn(
    sample: Sample, vault: Vault, question: EvaluationQuery, embedder: Embedder | None
) -> None:
    hits = vault.search(question.text, chunk_options(SearchOptions())).hits
    scored, best = _looked_at(vault, question, hits, embedder)
    if not question.answers:
        sample.unanswerable.append(best)
        return
    right = [
        question.is_answered_at(
            scores.candidate.passage.span, scores.candidate.document
        )
        for scores in scored
    ]
    facts = np.array([_order_facts(s) for s in scored]).reshape(-1, len(ORDER))
    sample.order.append((facts, np.array(right, bool)))
    sample.answered.append(best)
    files = {answer.path for answer in question.answers}
    left = [hit for hit in hits if hit.path not in files]
    sample.left_out.append(_looked_at(vault, question, left, embedder)[1])


def _looked_at(
    vault: Vault,
    question: EvaluationQuery,
    hits: Sequence[Hit],
    embedder: Embedder | None,
) -> tuple[list[ScoredPassage], list[float]]:
    """The candidates, best first, and what abstaining looks at."""
    read = vault.documents.read
    found = find_candidates(PromptContext(), hits, read) if hits else []
    overlap = overlap_of(question.text, found)
    scored = ranked(question.text, found, overlap, embedder)
    facts = features_of(question.text, scored, overlap, found, hits)
    if facts is None:
        return [], [1.0, 0.0, 1.0, 0.0, 0.0]
    told = [facts.covered, float(facts.nameless), facts.found, facts.similarity or 0.0]
    return scored, [1.0, *told]


def _order_facts(scored: ScoredPassage) -> list[float]:
    return [*scored.features, scored.similarity or 0.0]


def _fit_order(samples: Sequence[Sample], used: slice) -> None:
    """Climb the likelihood of right passages; every set counts alike."""
    spread = np.vstack([x[:, used] for s in samples for x, _ in s.order]).std(axis=0)
    weights = np.zeros(len(spread))
    for _ in range(STEPS):
        step = -RIDGE * weights
        for sample in samples:
            asked = [(x[:, used] / spread, y) for x, y in sample.order if y.any()]
            step += sum(_pull(x, y, weights) for x, y in asked) / len(asked)
        weights += step / len(samples)
    weights /= spread
    unit = weights[-1] if used.stop is None else 2 * weights[ORDER.index("prior")]
    for name, weight in zip(ORDER[used], weights / unit, strict=True):
        row(f"  order: {name}", float(weight), "")
    for sample in samples:
        ranks = [_rank(x[:, used] @ weights, y) for x, y in sample.order]
        row("  right passage first", 100 * float(np.mean(np.array(ranks) < 1)), "%")
        row("  among three", 100 * float(np.mean(np.array(ranks) < 3)), "%")


def _pull(x: Floats, right: NDArray[np.bool_], weights: Floats) -> Floats:
    """The gradient of the log of the right ones' share in a softmax."""
    odds = np.exp(x @ weights - np.max(x @ weights))
    wanted = np.where(right, odds, 0.0)
    pull: Floats = x.T @ (wanted / wanted.sum() - odds / odds.sum())
    return pull


def _rank(scores: Floats, right: NDArray[np.bool_]) -> int:
    """How many candidates come before the first correct one."""
    best = scores[right].max() if right.any() else -np.inf
    return int((scores > best).sum()) if right.any() else len(scores) + 3


def _fit_abstaining(samples: Sequence[Sample], used: slice) -> None:
    learnt = [sample for sample in samples if sample.unanswerable]
    groups = [(s.answered, True) for s in learnt]
    groups += [(s.left_out, False) for s in learnt]
    groups += [(s.unanswerable, False) for s in learnt]
    x = np.vstack([np.array(rows)[:, used] for rows, _ in groups])
    y = np.concatenate([np.full(len(rows), good) for rows, good in groups])
    each = {good: sum(kind == good for _, kind in groups) for good in (True, False)}
    counts = [np.full(len(r), 1 / len(r) / each[good]) for r, good in groups]
    weights = _logistic(x, y, np.concatenate(counts) * len(x) / 2)
    for name, weight in zip(ABSTAINING[used], weights, strict=True):
        row(f"  abstaining: {name}", float(weight), "")
    for share in FALSE_ALARMS:
        _print_border(samples, used, weights, share)


def _print_border(
    samples: Sequence[Sample], used: slice, weights: Floats, share: float
) -> None:
    """What is below the threshold that `share` of the answered ones are below.

    Of each set: answerable questions, those with files left out, unanswerable ones.
    """

    def likely(rows: list[list[float]]) -> Floats:
        return 1 / (1 + np.exp(-np.array(rows)[:, used] @ weights))

    answered = [each for s in samples if s.unanswerable for each in s.answered]
    border = float(np.quantile(likely(answered), share))
    told = [
        f"{100 * np.mean(likely(rows) < border):.0f}%"
        for s in samples
        for rows in (s.answered, s.left_out, s.unanswerable)
        if rows
    ]
    row(f"  border, giving up {share:.0%}", border, "", " ".join(told))


def _logistic(x: Floats, y: NDArray[np.bool_], counts: Floats) -> Floats:
    """Weights of a logistic regression by Newton's method."""
    weights = np.zeros(x.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-x @ weights))
        gradient = x.T @ (counts * (y - p)) - RIDGE * weights
        bend = (x * (counts * p * (1 - p))[:, None]).T @ x
        weights += np.linalg.solve(bend + RIDGE * np.eye(len(weights)), gradient)
    return weights


if __name__ == "__main__":
    fit(sys.argv[1:])
