"""The index of nearest neighbours of a model's vectors, and how far to search in it."""

from typing import TYPE_CHECKING

from ragtui_core.store.postgres.connection import Session

if TYPE_CHECKING:
    from ragtui_core.embedding.embedder import Vectors

M, EF_CONSTRUCTION = 24, 128
"""Of an HNSW index: links of a vector, and candidates for them. With pgvector's 16 and
64, ef 400 found .918 of the ten nearest of 100,000 chunks."""

EF_SEARCH = (100, 200, 300, 400, 600, 800)
MAX_EF_SEARCH = 1_000
"""Candidates of a search: the fewest that suffice; pgvector has 1,000 at most."""

MEASURED, MEASURED_NEIGHBOURS, MIN_RECALL = 100, 10, 0.995
"""Made-up queries whose nearest neighbours are compared with the exact ones; the share
of these to find. Where made-up queries found .997 of theirs among 100,000 chunks, real
ones found .985; with ef 400 it was .988 and .965, with 100 .933 and .848."""


def hnsw_name(session: Session, model: int) -> str:
    """The name of the index of a model's vectors."""
    return f"embedding_{session.vault}_{model}"


def has_hnsw(session: Session, model: int) -> bool:
    """Whether the vectors of a model have an index of nearest neighbours."""
    ((found,),) = session.rows(
        "SELECT to_regclass(%(name)s) IS NOT NULL", name=hnsw_name(session, model)
    )
    return bool(found)


def build_hnsw(session: Session, model: int, dimension: int, *, least: int) -> None:
    """Index the vectors of a model, if they are many and have no index.

    Args:
        session: To the vault.
        model: Its number.
        dimension: The length of its vectors.
        least: Fewer vectors are not indexed.
    """
    if has_hnsw(session, model):
        return
    ((count,),) = session.rows(
        "SELECT count(*) FROM embedding WHERE vault = %(vault)s AND model = %(model)s",
        model=model,
    )
    if count < least:
        return
    session.run(
        f"CREATE INDEX {hnsw_name(session, model)} ON embedding "
        f"USING hnsw ((embedding::halfvec({dimension})) halfvec_ip_ops) "
        f"WITH (m = {M}, ef_construction = {EF_CONSTRUCTION}) "
        f"WHERE vault = {session.vault} AND model = {model}"
    )
    session.run(
        "UPDATE model SET ef_search = %(ef)s "
        "WHERE vault = %(vault)s AND id = %(model)s",
        ef=measured_ef(session, model, dimension),
        model=model,
    )


def measured_ef(session: Session, model: int, dimension: int) -> int:
    """The fewest candidates of a search by HNSW that find enough of the nearest."""

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
    for ef in EF_SEARCH:
        session.connection.set_value("hnsw.ef_search", str(ef))
        pairs = zip(queries, exact, strict=True)
        found = sum(len(nearest(query, "") & wanted) for query, wanted in pairs)
        if found >= MIN_RECALL * sum(map(len, exact)):
            return ef
    return MAX_EF_SEARCH


def _made_up_queries(session: Session, model: int) -> "list[Vectors]":
    """Vectors that are not too near to those of the index, as queries are."""
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
    mixed = one + two - three
    return list(mixed / np.linalg.norm(mixed, axis=1, keepdims=True))


def vector_text(vector: "Vectors") -> str:
    """A vector for pgvector, in half precision."""
    import numpy as np

    return f"[{','.join(map(str, vector.astype(np.float16).tolist()))}]"
