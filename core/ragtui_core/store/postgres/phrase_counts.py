"""How often a phrase occurs in chunks, from the positions of its terms there."""

from __future__ import annotations

from functools import partial
from struct import unpack_from
from typing import TYPE_CHECKING, Any

from ragtui_core.store.postgres.indexed_terms import weights_at
from ragtui_core.store.postgres.postings import Postings

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    import numpy as np
    import numpy.typing as npt

    from ragtui_core.settings.schema import FieldWeights
    from ragtui_core.store.matching import TermKind
    from ragtui_core.store.postgres.postings import Numbers
    from ragtui_core.store.postgres.term_conditions import QueryPhrase

    Places = npt.NDArray[np.int64]
    """Positions in chunks: `_ROW` times the number of the chunk, plus the position."""

_POSITION = (1 << 14) - 1
"""The bits of a position; those above are PostgreSQL's own weight."""

_ROW = 1 << 16
"""More than any position, so that the places of two chunks differ."""


def phrase_postings(
    phrase: QueryPhrase,
    kind: TermKind,
    weights: FieldWeights | None,
    rows: Sequence[Sequence[Any]],
) -> Postings:
    """The postings of a phrase.

    Args:
        phrase: Its terms.
        kind: What they are.
        weights: Of the fields; None weights them equally.
        rows: Chunks with it: id, length in terms, tsvector as for `phrase_counts`.
    """
    chunks, lengths, vectors = zip(*rows, strict=True) if rows else ((), (), ())
    counts = phrase_counts(phrase, vectors, partial(weights_at, kind, weights))
    return Postings.of_lists(chunks, counts, lengths)


def phrase_counts(
    phrase: QueryPhrase,
    vectors: Sequence[bytes],
    weights_at: Callable[[Places], Numbers],
) -> Numbers:
    """The sum of the weights of the places where a phrase begins, of each chunk.

    Args:
        phrase: Its terms.
        vectors: Of each chunk the tsvector, as the server sends it. All have all terms;
            of a prefix any terms, else no others.
        weights_at: The weights of positions.
    """
    import numpy as np

    if not vectors:
        return np.zeros(0)
    wanted = [term.encode("utf-8", "replace") for term in phrase.terms]
    if phrase.is_prefix:
        places = _places_in_any(vectors, wanted)
    else:
        of_terms = _places_in_same(vectors)
        places = [of_terms[term] for term in wanted]
    begun = places[0]
    for offset, each in enumerate(places[1:], 1):
        begun = np.intersect1d(begun, each - offset, assume_unique=True)
    weights = weights_at(begun & (_ROW - 1))
    sums = np.bincount(begun // _ROW, weights, len(vectors))
    return sums.astype(np.float64, copy=False)


def _places_in_same(vectors: Sequence[bytes]) -> dict[bytes, Places]:
    """The places of each term, in order, of tsvectors that all have the same terms."""
    import numpy as np

    data = np.frombuffer(b"".join(vectors), np.uint8).astype(np.int64)
    sizes = np.array([len(vector) for vector in vectors])
    rows = np.arange(len(vectors)) * _ROW
    at = np.cumsum(sizes) - sizes + 4
    found = {}
    for term in positions_of(vectors[0]):  # in the same order in each
        at += len(term) + 1
        numbers = data[at] << 8 | data[at + 1]
        at += 2
        # Those of a term are after each other, of two bytes each.
        before = np.arange(numbers.sum()) - np.repeat(
            np.cumsum(numbers) - numbers, numbers
        )
        where = np.repeat(at, numbers) + 2 * before
        held = (data[where] << 8 | data[where + 1]) & _POSITION
        found[term] = np.repeat(rows, numbers) + held
        at += 2 * numbers
    return found


def _places_in_any(vectors: Sequence[bytes], wanted: Sequence[bytes]) -> list[Places]:
    """The places of each of the terms, in order; the last one is a beginning."""
    import numpy as np

    found: list[set[int]] = [set() for _ in wanted]
    *_, start = wanted
    for row, vector in enumerate(vectors):
        held = positions_of(vector)
        ends = [at for term, at in held.items() if term.startswith(start)]
        whole = [[held.get(term, ())] for term in wanted[:-1]]
        for places, several in zip(found, [*whole, ends], strict=True):
            places.update(row * _ROW + at for each in several for at in each)
    return [np.array(sorted(places), np.int64) for places in found]


def positions_of(vector: bytes) -> Mapping[bytes, tuple[int, ...]]:
    """The positions of each term of a tsvector, as the server sends it.

    That is the number of terms (4 bytes, big-endian), then for each the text with a
    zero byte, the number of positions (2 bytes), and the positions (2 bytes each).
    """
    (count,) = unpack_from(">i", vector)
    found: dict[bytes, tuple[int, ...]] = {}
    at = 4
    for _ in range(count):
        end = vector.index(0, at)
        (number,) = unpack_from(">H", vector, end + 1)
        held = unpack_from(f">{number}H", vector, end + 3)
        found[vector[at:end]] = tuple(each & _POSITION for each in held)
        at = end + 3 + 2 * number
    return found
