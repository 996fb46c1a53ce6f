"""Damaged index files, and the results of reading them."""

import asyncio
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

from ragtui_core import Vault
from ragtui_core.errors import RagtuiError
from ragtui_core.search.options import SearchOptions

Damage = tuple[str, bytes]
"""What was done, and the whole file then."""

PAGE = 16_384

QUERIES = ("battery", '"second buoy"', "accumulator of electricity", "tag:marine", "")


def flipped_pages(whole: bytes, *, flips: int, seed: int = 0) -> Iterator[Damage]:
    """Each page with one bit flipped, `flips` times.

    The first one is near the page's header; the others are in bytes that are not zero,
    since zeros are mostly unused.
    """
    chance = random.Random(seed)
    for page in range(len(whole) // PAGE):
        start = page * PAGE
        used = [i for i in range(start, start + PAGE) if whole[i]] or [start]
        for turn in range(flips):
            at = start + chance.randrange(110) if turn == 0 else chance.choice(used)
            bit = chance.randrange(8)
            yield f"page {page}, byte {at - start}, bit {bit}", _flip(whole, at, bit)


def broken_pages(whole: bytes) -> Iterator[Damage]:
    """Each page filled with zeros, or with noise; the file cut off before and in it."""
    noise = random.Random(1).randbytes(PAGE)
    for page in range(len(whole) // PAGE):
        start, end = page * PAGE, (page + 1) * PAGE
        yield f"page {page} zeros", whole[:start] + bytes(PAGE) + whole[end:]
        yield f"page {page} noise", whole[:start] + noise + whole[end:]
        yield f"cut before page {page}", whole[:start]
        yield f"cut in page {page}", whole[: start + PAGE // 2]


def _flip(whole: bytes, at: int, bit: int) -> bytes:
    return whole[:at] + bytes([whole[at] ^ (1 << bit)]) + whole[at + 1 :]


def answers(vault: Vault) -> dict[str, Any]:
    """What the vault says to each question, or the RagtuiError that it raises.

    Any other error is the caller's to see.
    """
    return {name: _said(question, vault) for name, question in _QUESTIONS.items()}


def _said(question: Callable[[Vault], Any], vault: Vault) -> Any:
    try:
        return question(vault)
    except RagtuiError as error:
        return error


def _search(query: str) -> Callable[[Vault], Any]:
    def search(vault: Vault) -> Any:
        hits = vault.search(query, SearchOptions(limit=5)).hits
        return [
            (hit.path, hit.span, hit.lines, hit.heading_path, hit.excerpt, hit.fields)
            for hit in hits
        ]

    return search


def _ask(vault: Vault) -> Any:
    async def events() -> list[str]:
        # What differs each time: how long it took, and when.
        return [
            type(event).__name__ async for event in vault.ask("What drives the sensor?")
        ]

    return asyncio.run(events())


_QUESTIONS: dict[str, Callable[[Vault], Any]] = {
    "is_indexed": lambda vault: vault.is_indexed(),
    **{f"search {query}": _search(query) for query in QUERIES},
    "facets": lambda vault: vault.facets("buoy"),
    "complete": lambda vault: vault.complete("tag:ma", 6),
    "status": lambda vault: _counts(vault),
    "show": lambda vault: vault.documents.find("buoy").text,
    "recent": lambda vault: vault.documents.recent(10),
    "links": lambda vault: vault.links.backlinks("cable.md"),
    "ask": _ask,
}


def _counts(vault: Vault) -> Any:
    whole = vault.coverage.whole()
    return whole.documents, whole.chunks, whole.embedded, whole.skipped, whole.problems


ACTIONABLE = re.compile(r"ragtui index|--db|RAGTUI_DATA_DIR|update ragtui|try again")
"""What a message about an index must name at least one of: something to do."""
