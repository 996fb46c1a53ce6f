"""LanceDB and qmd on the texts and vectors of an index, where they are installed.

LanceDB (`pip install lancedb`) gets each passage with its vector, an index of words
and, from `MIN_INDEXED` passages on, its default index of vectors; its hybrid search
fuses ranks. Queries are embedded as ragtui embeds them, which its times include. It
and ragtui answer each query in turn, so that both meet the same machine.

qmd (`npm install -g @tobilu/qmd`; it also needs bun) reads Markdown files, so each
document is written as one. Only its search by keyword is asked, as a command: its
models are downloaded at the first search by meaning.
"""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np

from benchmarks.measure import scratch, seconds
from ragtui_core import Mode, SearchOptions

if TYPE_CHECKING:
    from ragtui_core import Vault

MIN_INDEXED = 10_000
"""Below, LanceDB compares every vector, as it does by default."""

MAX_FILES = 50_000
"""Of an index of more documents no files are made for qmd."""

BATCH = 10_000
COMMANDS = 10
"""Commands of qmd that are timed."""

Figures = dict[str, float]
Timed = Callable[[Callable[[str], object], Sequence[str]], tuple[float, float]]


def other_engines(vault: "Vault", queries: Sequence[str], timed: Timed) -> Figures:
    """The figures of those that are installed.

    Args:
        vault: The one with the index.
        queries: Asked of each engine.
        timed: Gives p50 and p95 in milliseconds.
    """
    found: Figures = {}
    with scratch() as folder:
        if find_spec("lancedb"):
            found |= _lancedb(vault, queries, timed, folder)
        if shutil.which("qmd"):
            found |= _qmd(vault.index_path, queries, timed, folder)
    return found


def _connection(index: Path) -> apsw.Connection:
    return apsw.Connection(str(index), flags=apsw.SQLITE_OPEN_READONLY)


def _lancedb(
    vault: "Vault", queries: Sequence[str], timed: Timed, folder: Path
) -> Figures:
    import lancedb  # type: ignore[import-not-found]  # not a dependency
    import pyarrow as pa  # type: ignore[import-not-found]

    def batches() -> Iterator[Any]:
        rows = _connection(vault.index_path).execute(
            "SELECT chunk.id, text, vector FROM embedding "
            "JOIN chunk ON chunk.id = embedding.chunk"
        )
        while batch := [row for row, _ in zip(rows, range(BATCH), strict=False)]:
            ids, texts, vectors = zip(*batch, strict=True)
            matrix = np.frombuffer(b"".join(vectors), np.float32)
            width = len(matrix) // len(batch)
            column = pa.FixedSizeListArray.from_arrays(matrix, width)
            arrays = [pa.array(ids), pa.array(texts), column]
            yield pa.RecordBatch.from_arrays(arrays, ["id", "text", "vector"])

    def build() -> Any:
        first, *_ = parts = list(batches())
        table = lancedb.connect(folder / "lance").create_table(
            "passages", pa.Table.from_batches(parts, first.schema)
        )
        table.create_fts_index("text")
        if table.count_rows() >= MIN_INDEXED:
            table.create_index(metric="cosine", vector_column_name="vector")
        tables.append(table)

    tables: list[Any] = []
    taken = seconds(build)
    return {"LanceDB, table and indexes, s": taken} | _in_turn(
        vault, tables[0], queries, timed
    )


def _in_turn(
    vault: "Vault", table: Any, queries: Sequence[str], timed: Timed
) -> Figures:
    embed = vault.embedder().embed_queries
    found: Figures = {}

    def words(query: str) -> object:
        return table.search(query, query_type="fts").limit(10).to_list()

    def both(query: str) -> object:
        (vector,) = embed([f"{query}!"])
        search = table.search(query_type="hybrid").vector(vector).text(query)
        return search.limit(10).to_list()

    keyword = SearchOptions(mode=Mode.KEYWORD)
    asked: dict[str, Callable[[str], object]] = {
        "LanceDB, words": words,
        "ragtui in turn, keyword": lambda query: vault.search(query, keyword),
        "LanceDB, hybrid": both,
        # The embedder keeps the vectors of queries.
        "ragtui in turn, hybrid": lambda query: vault.search(f"{query} "),
    }
    times: dict[str, list[float]] = {name: [] for name in asked}
    for query in ("warm up", *queries):
        for name, ask in asked.items():
            times[name].append(timed(ask, [query])[0])
    for name, taken in times.items():
        for percent in (50, 95):
            value = float(np.percentile(taken[1:], percent))
            found[f"{name}, p{percent} ms"] = value
    return found


def _qmd(index: Path, queries: Sequence[str], timed: Timed, folder: Path) -> Figures:
    rows = _connection(index).execute(
        "SELECT document, text FROM chunk ORDER BY document, span_start"
    )
    files = folder / "files"
    files.mkdir()
    for number, (document, parts) in enumerate(groupby(rows, lambda row: row[0])):
        if number >= MAX_FILES:
            return {}
        text = "\n\n".join(text for _, text in parts)
        (files / f"{document}.md").write_text(text, "utf-8")
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), str(folder))

    def qmd(*arguments: str) -> None:
        command = ["qmd", *arguments]
        environment = os.environ | places
        subprocess.run(command, check=True, capture_output=True, env=environment)

    add = partial(qmd, "collection", "add", str(files), "--name", "scale")
    found = {"qmd, files read, s": seconds(add)}
    ask = partial(qmd, "search", "-n", "10", "--json")
    p50, p95 = timed(ask, queries[:COMMANDS])
    return found | {"qmd, command, p50 ms": p50, "qmd, command, p95 ms": p95}
