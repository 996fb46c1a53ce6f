"""Lists of a model's vectors that are near each other, and how many a search reads.

pgvector's IVFFlat: k-means finds the centers of the lists, each vector is in the list
of the nearest center, and a search compares the vectors of the lists nearest to the
query.
"""

from contextlib import contextmanager
from math import ceil, isqrt
from typing import TYPE_CHECKING

from ragtui_core.store.postgres.connection import PostgresSession

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ragtui_core.embedding.embedder import Vectors

MAX_LISTS = 1_000
"""Lists of an index: the square root of the number of vectors, but no more than this.
k-means needs memory for the square of it."""

SHARES = (
    0.01,
    0.015,
    0.02,
    0.03,
    0.04,
    0.06,
    0.08,
    0.1,
    0.12,
    0.15,
    0.2,
    0.225,
    0.25,
    0.3,
)
"""Numbers of lists that a search reads: the least that suffices. If none does, all
vectors are compared."""

MEASURED, MEASURED_NEIGHBOURS, MIN_RECALL = 50, 100, 0.988
"""Made-up queries whose nearest neighbours are compared with the exact ones; the share
of these to find. Of a million vectors, searches that found .963 and .986 of them found
.938 and .968 of the ten nearest of real queries; of 100,000, .912 and .964 were .947
and .983."""

BUILD_LOCK = 0x7262
"""The first key of the advisory lock of building a vault's lists."""

_SAMPLES = 50
"""Vectors for each list that pgvector's k-means takes."""


def lists_name(session: PostgresSession, model: int) -> str:
    """The name of the index of a model's vectors."""
    return f"embedding_{session.vault}_{model}"


def build_lists(
    session: PostgresSession, model: int, dimension: int, *, minimum: int
) -> None:
    """Index the vectors of a model, if they are many and have no index for so many.

    Meanwhile they are searched as before. Nothing if another process builds it.
    """
    with _building(session) as is_alone:
        if not is_alone:
            return
        ((count, lists, probes),) = session.rows(
            "SELECT (SELECT count(*) FROM embedding WHERE vault = %(vault)s "
            "AND model = %(model)s), coalesce(max(lists), 0), max(probes) FROM model "
            "WHERE vault = %(vault)s AND id = %(model)s "
            "AND to_regclass(%(name)s) IS NOT NULL",
            model=model,
            name=lists_name(session, model),
        )
        if count < minimum:
            return
        wanted = max(1, min(MAX_LISTS, isqrt(count)))
        if wanted >= 2 * lists:
            _build(session, model, dimension, wanted)
            lists, probes = wanted, None
        if probes is None:
            probes = measured_probes(session, model, dimension, lists)
            _set_probes(session, model, probes)


@contextmanager
def _building(session: PostgresSession) -> "Iterator[bool]":
    """A block in which no other process builds; whether this one may."""
    values = {"lock": BUILD_LOCK}
    ((is_alone,),) = session.rows(
        "SELECT pg_try_advisory_lock(%(lock)s, %(vault)s)", **values
    )
    try:
        yield is_alone
    finally:
        if is_alone and not session.connection.closed:
            session.run("SELECT pg_advisory_unlock(%(lock)s, %(vault)s)", **values)


def _build(session: PostgresSession, model: int, dimension: int, lists: int) -> None:
    """Make an index, then put it in the place of the one before."""
    name = lists_name(session, model)
    with session.connection.transaction():
        session.run(f"DROP INDEX IF EXISTS {name}_next")  # of one that was killed
        _allow_memory(session, lists, dimension)
        session.run(
            f"CREATE INDEX {name}_next ON embedding "
            f"USING ivfflat ((embedding::halfvec({dimension})) halfvec_ip_ops) "
            f"WITH (lists = {lists}) "
            f"WHERE vault = {session.vault} AND model = {model}"
        )
    # A transaction of its own: who embeds waits for the first one, and has a lock that
    # the removal of an index waits for.
    with session.transaction():
        session.run(f"DROP INDEX IF EXISTS {name}")
        session.run(f"ALTER INDEX {name}_next RENAME TO {name}")
        session.run(
            "UPDATE model SET lists = %(lists)s, probes = NULL "
            "WHERE vault = %(vault)s AND id = %(model)s",
            model=model,
            lists=lists,
        )


def _allow_memory(session: PostgresSession, lists: int, dimension: int) -> None:
    """Let k-means have the memory without which it refuses, for this transaction."""
    samples = max(10_000, _SAMPLES * lists)
    # Of each sample the vector, and its least distance to each center.
    needed = samples * (2 * dimension + 64 + 4 * lists) + lists * lists * 8
    session.run(
        "SELECT set_config('maintenance_work_mem', %(size)s, true) "
        "WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < %(needed)s",
        size=f"{needed // 1024 + 32 * 1024}kB",
        needed=needed + 32 * 1024 * 1024,
    )


def _set_probes(session: PostgresSession, model: int, probes: int) -> None:
    with session.transaction():
        session.run(
            "UPDATE model SET probes = %(probes)s "
            "WHERE vault = %(vault)s AND id = %(model)s",
            probes=probes,
            model=model,
        )


def measured_probes(
    session: PostgresSession, model: int, dimension: int, lists: int
) -> int:
    """The fewest lists of a search that find enough of the nearest; `lists` is all."""

    def nearest(vector: str, exactness: str) -> set[int]:
        rows = session.rows(
            f"SELECT chunk FROM embedding WHERE vault = {session.vault} "
            f"AND model = {model} ORDER BY ((embedding::halfvec({dimension})) "
            f"<#> %(query)s::halfvec({dimension})) {exactness} LIMIT %(limit)s",
            query=vector,
            limit=MEASURED_NEIGHBOURS,
        )
        return {chunk for (chunk,) in rows}

    queries = list(map(vector_text, _made_up_queries(session, model)))
    exact = [nearest(query, "+ 0") for query in queries]
    for share in SHARES:
        probes = ceil(lists * share)
        session.connection.set_value("ivfflat.probes", str(probes))
        pairs = zip(queries, exact, strict=True)
        neighbours = sum(len(nearest(query, "") & wanted) for query, wanted in pairs)
        if neighbours >= MIN_RECALL * sum(map(len, exact)):
            return probes
    return lists


def _made_up_queries(session: PostgresSession, model: int) -> "list[Vectors]":
    """Vectors that are near to no vector of the index in particular, as queries are."""
    import numpy as np

    rows = session.rows(
        "SELECT embedding::real[] FROM embedding "
        "WHERE vault = %(vault)s AND model = %(model)s "
        "ORDER BY hashint4(chunk), chunk LIMIT %(count)s",
        model=model,
        count=3 * MEASURED,
    )
    known = np.array([row for (row,) in rows], np.float32)
    one, two, three = known[: len(rows) // 3 * 3].reshape(3, len(rows) // 3, -1)
    mixed = one + two + three
    return list(mixed / np.linalg.norm(mixed, axis=1, keepdims=True))


def vector_text(vector: "Vectors") -> str:
    """A vector for pgvector, in half precision."""
    import numpy as np

    return f"[{','.join(map(str, vector.astype(np.float16).tolist()))}]"
