"""Fits the weights of the features by which a search ranks, and measures them.

    python -m benchmarks.fit_ranking SET[:SPLIT] … [--held-out SET[:SPLIT] …] [--write]

A SET is a BEIR folder, whose vault `ragtui eval SET` has indexed, or a golden `.toml`
file beside an indexed vault. `--write` replaces their weights in
`search/weights.json`.

The loss is the sum of two, per set and then per query: ListNet (Cao et al. 2007), the
softmax over the candidates of a query against their grades, which fits the order; and
a logistic loss, that the best hit of a query of the set is relevant and that of a query
of another set is not, which fits the constant. Weights of features are at least 0,
since evidence never lowers a score; only the length of a query may.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from benchmarks.measure import row
from ragtui_core.search.find import find
from ragtui_core.search.options import SearchOptions
from ragtui_core.search.query_parser import parse
from ragtui_core.search.scoring import FITTED, features, weights
from ragtui_core.search_results import Mode
from ragtui_core.settings.schema import SearchSettings, Settings
from ragtui_core.store.meta_keys import MODEL
from ragtui_core.store.records import CandidateInfo
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_core.vault.model_registry import ModelRegistry
from ragtui_eval.commands.evaluated_vaults import vault_for
from ragtui_eval.query_set import EvaluationQuery, QuerySet
from ragtui_eval.set_loading import load_set

Floats = NDArray[np.float64]

LEAST = {"phrase": 1.0, "name": 10.0}
"""The least weights of features that few judged queries have, but people rely on."""

COLUMNS = (*FITTED, "length")
"""The columns of the features; the length of a query is the same for its candidates."""

MAX_QUERIES, FOREIGN, SEED = 450, 120, 4
"""Queries of a set, and of other sets put to it."""

CONFIDENCE, MISSED, RIDGE = 1.0, 5.0, 1e-3
"""The weight of the logistic loss against the other, how much worse it is to call an
answer weak than to show a weak match as good, and that of the squared weights."""

NEAR = "unanswerable"
"""The ids of queries of a set without an answer; they weigh as much as foreign ones."""

ROUNDS = 8
"""The best hits depend on the weights, so that these are fitted again with new ones."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The candidates of one query: features, grades, documents, and ideal gains."""

    rows: Floats
    grades: Floats
    documents: NDArray[np.int64]
    ideal: float
    id: str = ""

    def within(self, mode: Mode) -> "Judged":
        """The candidates that a search of a mode has, with the features that it has."""
        words, meaning = COLUMNS.index("words"), COLUMNS.index("meaning")
        rows, kept = self.rows.copy(), np.ones(len(self.rows), bool)
        if mode is Mode.KEYWORD:
            kept = (rows[:, words] > 0) | (rows[:, COLUMNS.index("name")] > 0)
            rows[:, meaning] = 0
        if mode is Mode.SEMANTIC:
            rows[:, [c for c in range(len(COLUMNS)) if c != meaning]] = 0
        return Judged(
            rows[kept], self.grades[kept], self.documents[kept], self.ideal, self.id
        )

    def best(self, odds: Floats) -> Floats:
        """The features of the best candidate."""
        best: Floats = self.rows[int(np.argmax(odds))]
        return best

    def ndcg(self, odds: Floats) -> float:
        """nDCG@10 by the best passage of each document."""
        order = np.argsort(-odds, kind="stable")
        _, first = np.unique(self.documents[order], return_index=True)
        return dcg(self.grades[order[np.sort(first)[:10]]]) / self.ideal


def dcg(gains: Sequence[float] | Floats) -> float:
    """Discounted cumulative gain."""
    return float(np.sum(np.array(gains) / np.log2(np.arange(len(gains)) + 2)))


@dataclass(frozen=True, slots=True)
class Collection:
    """A set's name, the queries of its own, and those of other sets."""

    name: str
    own: list[Judged]
    foreign: list[Judged]

    def within(self, mode: Mode) -> "Collection":
        """The collection as a search of a mode has it."""
        own, foreign = (
            [j for judged in part if len((j := judged.within(mode)).rows)]
            for part in (self.own, self.foreign)
        )
        return Collection(self.name, own, foreign)


def opened(name: str) -> QuerySet:
    """A set by its name and split."""
    path, _, split = name.partition(":")
    return load_set(Path(path), split or "test")


def judged_queries(
    queries: QuerySet, asked: Sequence[EvaluationQuery], models: ModelRegistry
) -> Iterator[Judged]:
    """The candidates of some queries in the index of a set."""
    today, settings = queries.today or date.today(), SearchSettings()
    with closing(vault_for(queries, argparse.Namespace(vault=None, db=None))) as vault:
        location = Path(vault.index_location)
    store = SqliteStore(location)
    with store.reader() as reader:
        serving = models.serving(reader.meta(MODEL))
        for query in asked:
            options = SearchOptions(filters=query.filters, at=query.at, limit=10)
            parsed = parse(query.text, options, settings, today, reader)
            if parsed.is_empty:
                continue
            found = find(store, reader, parsed, serving)
            candidates = found.candidates[0]
            columns = features(candidates, found.info, found.scale)
            chunks = [c for c in candidates.own if c in found.info]
            length = float(np.sqrt(len(candidates.words.asked)))
            rows = [
                (*(columns[name].get(chunk, 0.0) for name in FITTED), length)
                for chunk in chunks
            ]
            if rows:
                yield judged(query, rows, [found.info[c] for c in chunks])
    store.close()


def judged(
    query: EvaluationQuery,
    rows: Sequence[Sequence[float]],
    places: Sequence[CandidateInfo],
) -> Judged:
    """The candidates of one query as arrays."""
    ideal = dcg(sorted(query.relevant.values(), reverse=True)[:10]) or 1.0
    return Judged(
        np.array(rows, np.float64),
        np.array([query.relevant.get(place.path, 0) for place in places], np.float64),
        np.array([place.document for place in places], np.int64),
        ideal,
        query.id,
    )


def collections(names: Sequence[str]) -> list[Collection]:
    """All sets, each with some queries of the others."""
    models = ModelRegistry(Settings())
    sets, listed = [opened(name) for name in names], []
    for queries in sets:
        answerable = [query for query in queries.queries if query.relevant]
        random.Random(SEED).shuffle(answerable)
        others = [q for other in sets if other is not queries for q in other.queries]
        random.Random(SEED).shuffle(others)
        unanswerable = [q for q in queries.queries if not q.relevant]
        foreign = [
            EvaluationQuery(query.id, query.text, {}) for query in others[:FOREIGN]
        ]
        own = list(judged_queries(queries, answerable[:MAX_QUERIES], models))
        alien = list(judged_queries(queries, [*unanswerable, *foreign], models))
        listed.append(Collection(queries.name, own, alien))
    return listed


def fit(sets: Sequence[Collection]) -> Floats:
    """The weights of `COLUMNS`, and the constant."""
    spread = np.concatenate([q.rows for each in sets for q in each.own]).std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    lists, targets, share = [], [], []
    for each in sets:
        answered = [query for query in each.own if query.grades.sum() > 0]
        for query in answered:
            lists.append(query.rows / spread)
            targets.append(query.grades / query.grades.sum())
            share.append(1 / len(answered) / len(sets))
    shares, sizes = np.array(share), np.array(list(map(len, lists)))
    starts, of = (
        np.r_[0, np.cumsum(sizes)[:-1]],
        np.repeat(np.arange(len(sizes)), sizes),
    )
    listed, wanted = np.concatenate(lists), np.concatenate(targets) * shares[of]
    point = np.zeros(len(COLUMNS) + 1)
    least = [LEAST.get(name, 0.0) * spread[at] for at, name in enumerate(FITTED)]
    bounds = [*((low, None) for low in least), (None, None), (None, None)]
    for _ in range(ROUNDS):
        hits, answers, mass = best_hits(sets, spread, point)

        def loss(
            x: Floats,
            hits: Floats = hits,
            answers: Floats = answers,
            mass: Floats = mass,
        ) -> tuple[float, Floats]:
            odds = listed @ x[:-1]
            high = np.maximum.reduceat(odds, starts)
            power = np.exp(odds - high[of])
            total = np.add.reduceat(power, starts)
            listwise = shares @ (np.log(total) + high) - wanted @ odds
            slope = np.r_[listed.T @ ((shares / total)[of] * power - wanted), 0.0]
            z = hits @ x
            logistic = mass @ (np.logaddexp(0, z) - answers * z)
            slope = slope + hits.T @ (mass * (1 / (1 + np.exp(-z)) - answers))
            ridge = np.r_[RIDGE * x[:-1], 0.0]
            return float(listwise + logistic + ridge @ x / 2), slope + ridge

        point = minimize(loss, point, jac=True, method="L-BFGS-B", bounds=bounds).x
    fitted: Floats = np.r_[point[:-1] / spread, point[-1]]
    return fitted


def best_hits(
    sets: Sequence[Collection], spread: Floats, point: Floats
) -> tuple[Floats, Floats, Floats]:
    """The best hit of each query, whether the set has an answer, and what it weighs."""
    best, answers, mass = [], [], []
    for each in sets:
        near = [q for q in each.foreign if q.id.startswith(NEAR)]
        far = [q for q in each.foreign if not q.id.startswith(NEAR)]
        kinds = [(each.own, True, 1.0), (far, False, 0.5 if near else 1.0)]
        for queries, is_own, part in (*kinds, (near, False, 0.5)):
            for query in queries:
                scaled = query.rows / spread
                top = scaled[int(np.argmax(scaled @ point[:-1]))]
                best.append(np.r_[top, 1.0])
                answers.append(float(is_own))
                cost = CONFIDENCE * (MISSED if is_own else 1) / (MISSED + 1)
                mass.append(part * cost / len(queries) / len(sets))
    return np.array(best), np.array(answers), np.array(mass)


def measure(sets: Sequence[Collection], x: Floats) -> None:
    """Print nDCG@10, what is weak of the own, and good of the foreign; and the AUC."""
    for each in sets:
        own = [query.rows @ x[:-1] + x[-1] for query in each.own]
        alien = [query.rows @ x[:-1] + x[-1] for query in each.foreign]
        gains = [q.ndcg(odds) for q, odds in zip(each.own, own, strict=True)]
        good, bad = np.array([o.max() for o in own]), np.array([o.max() for o in alien])
        row(f"{each.name}: nDCG@10", 1000 * float(np.mean(gains)), "‰")
        row("  answerable, below .5", 100 * float((good < 0).mean()), "%")
        row("  foreign, .5 or more", 100 * float((bad >= 0).mean()), "%")
        near = np.array(
            [
                odds.max()
                for query, odds in zip(each.foreign, alien, strict=True)
                if query.id.startswith(NEAR)
            ]
        )
        if len(near):
            wins = (good[:, None] > near[None]).mean()
            row("  AUC of answerable and unanswerable", 100 * float(wins), "%")
            row("  unanswerable, .5 or more", 100 * float((near >= 0).mean()), "%")


def main() -> None:
    """Fit, measure, and write the weights if asked to."""
    parser = argparse.ArgumentParser()
    parser.add_argument("sets", nargs="+")
    parser.add_argument("--held-out", nargs="*", default=[])
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    every = collections([*args.sets, *args.held_out])
    fitted: dict[str, dict[str, float]] = {}
    for mode in Mode:
        sets = [each.within(mode) for each in every]
        x = fit(sets[: len(args.sets)])
        named = dict(zip((*COLUMNS, "constant"), x.round(3).tolist(), strict=True))
        print(f"\n{mode.value}: {named}")
        measure(sets, x)
        fitted[mode.value] = named
    if args.write:
        file = resources.files("ragtui_core.search").joinpath("weights.json")
        written = {**weights(), **fitted}
        Path(str(file)).write_text(json.dumps(written, indent=2) + "\n")


if __name__ == "__main__":
    main()
