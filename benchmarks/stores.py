"""The same index in a file and in PostgreSQL: the same answers, and how fast.

    python -m benchmarks.stores COLLECTION --server DSN [--split test] [-n 300]
                                [--mode keyword semantic hybrid]

COLLECTION is a BEIR folder, or a golden .toml file with its vault. Its index is a file
where `ragtui eval` keeps it; it is copied to the server's database, with its vectors.
Each query is asked of both stores in turn, so that both meet the same machine.

Printed for each mode: nDCG@10 and R@100 of both (asked: they differ by 0.005 at most),
the share of queries with the same first document (asked: 98%), and the ratio of p50
and p95 of a search (asked: 1.5 at most).
"""

import argparse
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean, quantiles

from benchmarks.measure import row
from ragtui_core import Vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_eval.commands.evaluated_vaults import bring_up_to_date, vault_for
from ragtui_eval.measurement import NDCG, rank_values
from ragtui_eval.query_set import EvaluationQuery
from ragtui_eval.set_loading import load_set
from ragtui_eval.vault_measurement import ranked_documents

SEED = 20261123
DEPTH = 100


class _Measured:
    """What one store gave for the queries of one mode."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault
        self.ndcg: list[float] = []
        self.recall: list[float] = []
        self.first: list[str] = []
        self.seconds: list[float] = []

    def ask(self, query: EvaluationQuery, mode: Mode) -> None:
        options = SearchOptions(mode=mode, filters=query.filters)
        started = time.perf_counter()
        self.vault.search(query.text, options)
        self.seconds.append(time.perf_counter() - started)
        paths = ranked_documents(self.vault, query.text, options, DEPTH)
        (values,) = rank_values({"": paths}, {"": query.relevant}).values()
        self.ndcg.append(values[NDCG])
        self.recall.append(values["r@100"])
        self.first.append(paths[0] if paths else "")

    def percentiles(self) -> tuple[float, float]:
        cuts = quantiles(self.seconds, n=100)
        return cuts[49], cuts[94]


def measure(given: argparse.Namespace) -> None:
    """Print every figure, each beside its target."""
    opened = load_set(Path(given.set), given.split)
    file = vault_for(opened, given)
    bring_up_to_date(file, opened, embed=given.mode != ["keyword"])
    os.environ["RAGTUI_STORE"] = given.server
    server = vault_for(opened, given)  # on the same day
    started = time.perf_counter()
    server.copy_index(file)
    row("copy to the server", time.perf_counter() - started, "s", "")
    for name, vault in (("file", file), ("server", server)):
        coverage = vault.coverage.whole()
        bytes_each = coverage.index_bytes / max(1, coverage.chunks)
        row(f"{name}, bytes per chunk", bytes_each, "", f"{coverage.chunks:,} chunks")
    queries = [query for query in opened.queries if query.relevant]
    queries = random.Random(SEED).sample(queries, min(given.sample, len(queries)))
    for name in given.mode:
        _compare(Mode(name), file, server, queries)
    file.close()
    server.close()


def _compare(
    mode: Mode, file: Vault, server: Vault, queries: Sequence[EvaluationQuery]
) -> None:
    one, two = _Measured(file), _Measured(server)
    for vault in (file, server):  # load the model, open a connection
        vault.search(queries[0].text, SearchOptions(mode=mode))
    for number, query in enumerate(queries):
        for measured in (one, two) if number % 2 else (two, one):
            measured.ask(query, mode)
    for name, left, right in (
        ("nDCG@10", one.ndcg, two.ndcg),
        ("R@100", one.recall, two.recall),
    ):
        differs = mean(right) - mean(left)
        row(f"{mode}, {name}, file", mean(left), "", "")
        row(f"{mode}, {name}, server", mean(right), "", f"{differs:+.4f}, target 0.005")
    same = [a == b for a, b in zip(one.first, two.first, strict=True)]
    row(f"{mode}, same first document", 100 * mean(same), "%", "target 98")
    pairs = zip(one.percentiles(), two.percentiles(), strict=True)
    for name, (file_time, server_time) in zip(("p50", "p95"), pairs, strict=True):
        shown = f"{1000 * file_time:.1f} ms in the file; target 1.5"
        row(f"{mode}, {name}, server to file", server_time / file_time, "", shown)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("set")
    parser.add_argument("--split", default="test")
    parser.add_argument("--server", required=True, metavar="DSN")
    parser.add_argument("-n", "--sample", type=int, default=300)
    parser.add_argument("--mode", nargs="+", choices=list(Mode), default=list(Mode))
    parser.set_defaults(vault=None, db=None)
    measure(parser.parse_args())
