"""An index of many chunks on a PostgreSQL server: beside a file, and with many clients.

    python -m benchmarks.team --server DSN [--chunks 100000] [--keep FOLDER]
                              [--clients 20] [--seconds 20] [--vectors]

The index is made of the sample vault as by `benchmarks.scale`, once in a file and once
on the server, where the vault `scale-CHUNKS` stays for the next run. Each query is put
to both in turn, so that both meet the same machine. Then come filters beside none,
bytes per chunk of each table, the share of the ten nearest chunks that a search finds,
and clients that search at once: alone, and while one process writes documents and four
embed them. In the end every document must be whole.

With `--vectors` the server has the vectors alone, as vault `vectors-CHUNKS`: a million
are written and indexed in minutes. Then only this share is printed, and the time.
"""

import argparse
import multiprocessing
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import count, islice
from pathlib import Path

import numpy as np

from benchmarks.measure import row, scratch, seconds
from benchmarks.scale import (
    FILTERED,
    FILTERS,
    QUERIES,
    SAMPLE,
    filter_figures,
    percentiles,
    questions,
    timed,
)
from benchmarks.scaled_index import (
    Copies,
    Originals,
    build,
    mixed_vectors,
    read_documents,
)
from ragtui_core import Mode, RagtuiError, SearchOptions, Vault, open_vault
from ragtui_core.embedding.bundled_model import MODEL_ID
from ragtui_core.store.records import IndexChange
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_core.types import ChunkId
from ragtui_postgres.store import PostgresStore

EMBEDDERS = 4
NEIGHBOURS, CANDIDATES = 10, 100
"""Whose recall is measured; what a hybrid search asks for."""

BINARY_COPY = "COPY embedding (model, chunk, embedding) FROM STDIN BINARY"

MIN_TEXTS, MIN_WORDS = 20_000, 20
"""Of the texts, and of each, whose words are queries to vectors alone."""


def opened(folder: Path, dsn: str) -> Vault:
    """The vault whose index is on the server."""
    return open_vault(folder, flags={"store": dsn})


def _search(vault: Vault, options: SearchOptions, query: str) -> object:
    return vault.search(query, options)


def prepared(given: argparse.Namespace, folder: Path) -> tuple[Vault, PostgresStore]:
    """Make the indexes that are not there."""
    name = f"scale-{given.chunks}"
    root = folder / name
    root.mkdir(parents=True, exist_ok=True)
    (root / ".ragtui.toml").write_text(f'vault_name = "{name}"\n')
    file = folder / f"{given.chunks}.db"
    server = PostgresStore(given.server, name, folder / "extracted")
    vault = open_vault(root, db=file)
    stores = (("file", SqliteStore(file)), ("server", server))
    if missing := [pair for pair in stores if not pair[1].exists()]:
        originals = Originals.of(SAMPLE, vault.embedder())
        for where, store in missing:
            taken = seconds(partial(build, originals, given.chunks, store))
            row(f"written to the {where}", taken, "s", "")
    return vault, server


def compare(file: Vault, server: Vault, queries: Sequence[str]) -> None:
    """Both stores, in turn."""
    for mode in (Mode.KEYWORD, Mode.HYBRID):
        options = SearchOptions(mode=mode)
        times: dict[Vault, list[float]] = {file: [], server: []}
        for vault in times:
            vault.search("open the index", options)
        for number, query in enumerate(queries):
            pair = (file, server) if number % 2 else (server, file)
            for vault in pair:
                times[vault] += timed(partial(_search, vault, options), [query])
        figures = zip(percentiles(times[file]), percentiles(times[server]), strict=True)
        for name, (one, two) in zip(("p50", "p95"), figures, strict=True):
            shown = f"{two:.1f} to {one:.1f} ms; target 1.5"
            row(f"{mode}, {name}, server to file", two / one, "", shown)


def filters(server: Vault, queries: Sequence[str]) -> None:
    """Each filter beside none."""
    for mode in (Mode.KEYWORD, Mode.HYBRID):
        found = filter_figures(server, mode, queries[:FILTERED])
        none = found[f"{mode}, no filter, p95 ms"]
        for text in FILTERS:
            taken = found[f"{mode}, {text}, p95 ms"]
            shown = f"{taken:.1f} ms; target 1.0"
            row(f"{mode}, {text}, p95 to no filter", taken / none, "", shown)


def sizes(dsn: str, chunks: int) -> None:
    """Bytes per chunk of each table with its indexes; the database has this vault."""
    import psycopg

    with psycopg.connect(dsn) as connection:
        rows = connection.execute(
            "SELECT relname, pg_total_relation_size(pg_class.oid), "
            "pg_indexes_size(pg_class.oid) "
            "FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace "
            "WHERE nspname ^@ 'ragtui_' AND relkind = 'r' ORDER BY 2 DESC LIMIT 5"
        ).fetchall()
    for name, total, indexes in rows:
        shown = f"indexes {indexes / chunks:.0f}"
        row(f"table {name}, bytes per chunk", total / chunks, "", shown)


def recall(server: PostgresStore, vault: Vault, queries: Sequence[str]) -> None:
    """How many of the nearest chunks a search finds."""
    shares, times = list[float](), list[float]()
    with server.reader() as reader:
        for vector in vault.embedder().embed_queries(list(queries)):
            near = {c for c, _ in reader.vectors.nearest(vector, NEIGHBOURS)}
            chunks = map(ChunkId, range(1, reader.counts().chunks + 1))
            every = reader.vectors.similarities(vector, chunks)
            exact = sorted(every, key=every.__getitem__)[-NEIGHBOURS:]
            shares.append(len(near.intersection(exact)) / len(exact))
            times.append(seconds(partial(reader.vectors.nearest, vector, CANDIDATES)))
    row(
        f"recall of the {NEIGHBOURS} nearest", float(np.mean(shares)), "", "target 0.97"
    )
    p50, p95 = percentiles([1000 * each for each in times])
    row(f"the {CANDIDATES} nearest, p50", p50, "ms", f"p95 {p95:.0f} ms")


def vectors_alone(given: argparse.Namespace, folder: Path) -> None:
    """Recall, and the time of a search, in an index of vectors alone."""
    vault = open_vault(folder, db=folder / "none.db")
    originals = Originals.of(SAMPLE, vault.embedder())
    name = f"vectors-{given.chunks}"
    server = PostgresStore(given.server, name, folder / "extracted")
    if not server.exists():
        taken = seconds(partial(write_vectors, server, originals, given.chunks))
        row("written", taken, "s", "")
    with server.writer() as writer:
        finish = partial(writer.vectors.finish, MODEL_ID)
        row("indexed", seconds(finish), "s", "")
    texts = (
        chunk.text
        for record in Copies(originals.records, MIN_TEXTS).documents()
        for chunk in record.chunks
    )
    recall(server, vault, runs_of_words(texts, QUERIES // 2))


def write_vectors(server: PostgresStore, originals: Originals, count: int) -> None:
    """Write the vectors of `build`, of chunks that are not there."""
    dimension, number = originals.vectors.shape[1], 1
    numbers, vector = ("ids", ">i4", (4,)), ("vector", ">f2", (dimension,))
    head = ("header", ">i2", (2,))
    layout = np.dtype([("fields", ">i2"), numbers, ("size", ">i4"), head, vector])
    with server.writer() as writer:
        writer.vectors.use_model(MODEL_ID, dimension)
        session = writer._tables
        ((model,),) = session.rows("SELECT id FROM model")
        with session.connection.cursor() as cursor, cursor.copy(BINARY_COPY) as copy:
            copy.write(b"PGCOPY\n\xff\r\n\0" + bytes(8))
            for block in mixed_vectors(originals.vectors, count):
                rows = np.zeros(len(block), layout)
                rows["fields"], rows["size"] = 3, 4 + 2 * dimension
                rows["ids"] = (4, model, 4, 0)
                rows["ids"][:, 3] = np.arange(number, number + len(block))
                rows["header"][:, 0], rows["vector"] = dimension, block
                copy.write(rows.tobytes())
                number += len(block)
            copy.write(b"\xff\xff")


def runs_of_words(texts: Iterable[str], count: int) -> list[str]:
    """Runs of three to nine words from random texts."""
    chooser = random.Random(7)
    long = [words for text in texts if len(words := text.split()) > MIN_WORDS]
    found = []
    for words in chooser.sample(long, count):
        start = chooser.randrange(len(words) - 10)
        found.append(" ".join(words[start : start + chooser.randint(3, 9)]))
    return found


def search_for(
    root: Path, dsn: str, queries: Sequence[str], duration: float
) -> tuple[list[float], list[str]]:
    """One client: the milliseconds of each search by keyword, and its errors."""
    vault = opened(root, dsn)
    options = SearchOptions(mode=Mode.KEYWORD)
    vault.search("open the index", options)
    times, errors = list[float](), list[str]()
    end = time.perf_counter() + duration
    for number in count():
        if time.perf_counter() > end:
            return times, errors
        try:
            query = queries[number % len(queries)]
            times += timed(partial(_search, vault, options), [query])
        except RagtuiError as error:
            errors.append(str(error))
    raise AssertionError


def write_for(dsn: str, name: str, duration: float) -> int:
    """Write documents, each in a transaction; how many."""
    store = PostgresStore(dsn, name, Path("/nonexistent"))
    copies = Copies(read_documents(SAMPLE), 10**9, seed=7).documents()
    end, written = time.perf_counter() + duration, 0
    with store.writer(wait=5.0) as writer:
        while time.perf_counter() < end:
            record = next(copies)
            path = f"added/{written}.md"
            file = record.file._replace(path=path)
            writer.apply(IndexChange(records=(replace(record, file=file),)))
            written += 1
    return written


def clients(given: argparse.Namespace, root: Path, queries: Sequence[str]) -> None:
    """Searches at once: alone, then beside one that writes and some that embed."""
    context = multiprocessing.get_context("spawn")
    parts = [[*queries[i:], *queries[:i]] for i in range(given.clients)]
    ask = partial(search_for, root, given.server, duration=given.seconds)
    with ProcessPoolExecutor(given.clients + 1, mp_context=context) as pool:
        for beside in ("alone", "beside a writer and embedders"):
            workers = []
            written = None
            if beside != "alone":
                command = [sys.executable, "-m", "ragtui_cli.main", "embed"]
                command += ["--watch", "--workers-for", str(root)]
                environment = {**os.environ, "RAGTUI_STORE": given.server}
                workers = [
                    subprocess.Popen(
                        command, env=environment, stderr=subprocess.DEVNULL
                    )
                    for _ in range(EMBEDDERS)
                ]
                written = pool.submit(write_for, given.server, root.name, given.seconds)
            found = list(pool.map(ask, parts))
            times = [each for one, _ in found for each in one]
            errors = [error for _, some in found for error in some]
            p50, p95 = percentiles(times)
            shown = f"p50 {p50:.0f}, p95 {p95:.0f} ms, {len(errors)} errors"
            row(
                f"{given.clients} clients {beside}, searches per second",
                len(times) / given.seconds,
                "",
                f"{shown}; target 0 errors",
            )
            for error in sorted(set(errors)):
                print(f"  {error}")
            if written:
                row("documents written meanwhile", written.result(), "", "")
            for worker in workers:
                worker.terminate()
                worker.wait()


def check(server: PostgresStore) -> None:
    """That each document has all its chunks, and terms their frequencies."""
    originals = {
        record.file.path: len(record.chunks) for record in read_documents(SAMPLE)
    }
    server.check()
    with server.reader() as reader:
        halves = 0
        added = sorted(p for p in reader.documents.paths() if p.startswith("added/"))
        for path in islice(added, 2_000):
            chunks = reader.chunks(reader.chunks_of(path)).values()
            titles = {chunk.fields.title for chunk in chunks}
            halves += len(chunks) not in originals.values() or len(titles) != 1
        row("added documents that are not whole", halves, "", "target 0")
    with server.writer(wait=5.0) as writer:
        writer.apply(IndexChange(removed=added))


def main() -> None:
    """Read the arguments."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--server", required=True, metavar="DSN")
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--vectors", action="store_true")
    given = parser.parse_args()
    measure = vectors_alone if given.vectors else run
    if given.keep:
        measure(given, given.keep.resolve())
        return
    with scratch() as folder:
        measure(given, folder)


def run(given: argparse.Namespace, folder: Path) -> None:
    """Print every figure, each beside its target."""
    file, store = prepared(given, folder)
    server = opened(file.root, given.server)
    queries = questions(file, QUERIES)
    file = open_vault(file.root, db=file.index_path)
    compare(file, server, queries)
    filters(server, queries)
    sizes(given.server, given.chunks)
    recall(store, file, queries[:FILTERED])
    clients(given, file.root, queries)
    check(store)


if __name__ == "__main__":
    main()
