"""The rows of tables `posting` and `corpus`.

They are written in a transaction of the caller's.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from ragtui_core.store.matching import TermKind
from ragtui_core.store.postgres.indexed_terms import (
    BLOCK_BITS,
    KINDS,
    TSVECTORS,
    ChunkTerms,
)
from ragtui_core.store.postgres.postings import record
from ragtui_core.store.postgres.session import PostgresSession
from ragtui_core.types import ChunkId, DocumentId

_INCOMING = """
CREATE TEMPORARY TABLE IF NOT EXISTS incoming (
    term text COLLATE "C", block int, records bytea
) ON COMMIT DELETE ROWS
"""

_COUNTS = {
    TermKind.WORD: "word_count",
    TermKind.GRAM: "gram_count",
    TermKind.PART: "part_count",
}


def add_terms(
    session: PostgresSession, kind: TermKind, chunks: Mapping[ChunkId, ChunkTerms]
) -> None:
    """Add the terms of chunks that have none of this kind yet."""
    if not chunks:
        return
    blocks: dict[tuple[str, int], bytearray] = defaultdict(bytearray)
    for chunk, terms in chunks.items():
        block, position = chunk >> BLOCK_BITS, chunk & ((1 << BLOCK_BITS) - 1)
        for term, hits in terms.hits.items():
            blocks[term, block] += record(position, terms.count, hits)
    session.run(_INCOMING)
    session.run("DELETE FROM incoming")
    session.insert(
        "incoming",
        "term, block, records",
        (
            (term, block, bytes(records))
            for (term, block), records in sorted(blocks.items())
        ),
    )
    number = KINDS[kind]
    session.run(
        "INSERT INTO posting SELECT :kind, incoming.* FROM incoming "
        "ON CONFLICT (kind, term, block) DO UPDATE SET "
        "records = posting.records || excluded.records",
        kind=number,
    )
    _count(session, number, len(chunks), sum(terms.count for terms in chunks.values()))


def _count(session: PostgresSession, kind: int, chunks: int, terms: int) -> None:
    session.run(
        "INSERT INTO corpus VALUES (:kind, :chunks, :terms) "
        "ON CONFLICT (kind) DO UPDATE SET "
        "chunks = corpus.chunks + excluded.chunks, "
        "terms = corpus.terms + excluded.terms",
        kind=kind,
        chunks=chunks,
        terms=terms,
    )


def delete_terms(
    session: PostgresSession,
    documents: Iterable[DocumentId],
    kinds: Collection[TermKind] = tuple(TermKind),
) -> None:
    """Remove the terms of the chunks of `documents`, before these change."""
    listed = list(documents)
    if not listed:
        return
    for kind in kinds:
        _delete(session, kind, listed)


_LEAVING = """
CREATE TEMPORARY TABLE IF NOT EXISTS leaving (
    term text COLLATE "C", block int, chunks int[]
) ON COMMIT DELETE ROWS
"""

_FILL_LEAVING = """
INSERT INTO leaving
SELECT term, id >> {bits}, array_agg(id & {mask})
FROM chunk, unnest(tsvector_to_array({vector})) AS term
WHERE document = ANY(:documents::int[])
GROUP BY 1, 2
"""

_SAME_BLOCK = (
    "posting.kind = :kind "
    "AND posting.term = leaving.term AND posting.block = leaving.block"
)


def _delete(
    session: PostgresSession, kind: TermKind, documents: Sequence[DocumentId]
) -> None:
    count, vector, number = _COUNTS[kind], TSVECTORS[kind], KINDS[kind]
    ((chunks, terms),) = session.rows(
        f"SELECT count(*), coalesce(sum({count}), 0)::bigint FROM chunk "
        "WHERE document = ANY(:documents::int[]) "
        f"AND {vector} IS NOT NULL",
        documents=documents,
    )
    if not chunks:
        return
    mask = (1 << BLOCK_BITS) - 1
    session.run(_LEAVING)
    session.run("DELETE FROM leaving")
    fill = _FILL_LEAVING.format(bits=BLOCK_BITS, mask=mask, vector=vector)
    session.run(fill, documents=documents)
    # Without statistics, each row would be compared with each of the others.
    session.run("ANALYZE leaving")
    session.run(
        "DELETE FROM posting USING leaving WHERE "
        f"{_SAME_BLOCK} AND octet_length(records) = 8 * cardinality(leaving.chunks)",
        kind=number,
    )
    session.run(
        "UPDATE posting SET records = records_without(records, leaving.chunks) "
        f"FROM leaving WHERE {_SAME_BLOCK}",
        kind=number,
    )
    _count(session, number, -chunks, -int(terms))
