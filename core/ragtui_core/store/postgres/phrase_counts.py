"""How often a phrase is in chunks, from the positions of its terms there."""

from collections.abc import Callable
from struct import unpack_from

from ragtui_core.store.postgres.term_conditions import QueryPhrase

_POSITION = (1 << 14) - 1
"""The bits of a position; those above are PostgreSQL's own weight."""

Positions = dict[bytes, tuple[int, ...]]
"""The positions of each term."""


def positions_of(vector: bytes) -> Positions:
    """The terms of a tsvector as the server sends it.

    That is their number (4 bytes, big-endian), then for each the text with a zero
    byte, the number of positions (2 bytes), and the positions (2 bytes each).
    """
    (count,) = unpack_from(">i", vector)
    found: Positions = {}
    at = 4
    for _ in range(count):
        end = vector.index(0, at)
        (number,) = unpack_from(">H", vector, end + 1)
        held = unpack_from(f">{number}H", vector, end + 3)
        found[vector[at:end]] = tuple(each & _POSITION for each in held)
        at = end + 3 + 2 * number
    return found


def weighted_count(
    phrase: QueryPhrase, positions: Positions, weight_at: Callable[[int], float]
) -> float:
    """The sum of the weights of the places where a phrase begins.

    Args:
        phrase: Its terms.
        positions: Of these terms at least, in one chunk.
        weight_at: The weight of a position.
    """
    begun: set[int] | None = None
    for offset, term in enumerate(phrase.terms):
        wanted = term.encode("utf-8", "replace")
        if phrase.is_prefix and offset == len(phrase.terms) - 1:
            own = {p for t, at in positions.items() if t.startswith(wanted) for p in at}
        else:
            own = set(positions.get(wanted, ()))
        places = {place - offset for place in own}
        begun = places if begun is None else begun & places
    return sum(map(weight_at, sorted(begun or ())))
