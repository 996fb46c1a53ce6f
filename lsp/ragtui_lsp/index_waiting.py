"""Waiting in a vault that is indexed for the first time, until it can be asked."""

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from lsprotocol import types

from ragtui_core import IndexMissing, RagtuiError
from ragtui_core.indexing import IndexStateName

if TYPE_CHECKING:
    from collections.abc import Callable

    from ragtui_core import Coverage
    from ragtui_lsp.location_mapper import LocationMapper
    from ragtui_lsp.server import RagtuiServer
    from ragtui_lsp.workspace_vaults import ServedVault

TIMEOUT = 20.0
"""Seconds that a request waits for the first index of a vault."""

SILENT_SECONDS = 0.5
"""Seconds after which a message says why there is no answer yet."""

_WITHOUT_WORDS = frozenset(
    {
        IndexStateName.NOT_INDEXED,
        IndexStateName.SCANNING,
        IndexStateName.READING_WORDS,
        IndexStateName.READING,
    }
)
"""States of a first index in which the words of some files are not known."""


async def searchable(ls: "RagtuiServer", uri: str | None) -> "LocationMapper":
    """The locations of a file's vault, or of the first, once all words are known.

    After `TIMEOUT` what is known is searched. A vault that gets no index is not waited
    for: what is asked of it says so.
    """
    served = await ls.serving(uri)
    if not served.is_searchable:
        with suppress(IndexMissing):
            served.is_searchable = await _until(ls, served, _has_words)
    return await ls.locations(uri)


async def until_links_are_known(ls: "RagtuiServer", served: "ServedVault") -> None:
    """Wait while a new vault is indexed: its links are read last.

    Raises:
        RagtuiError: It takes too long, or the vault has no index.
    """
    if not await _until(ls, served, has_links):
        raise RagtuiError(
            "The vault is still being indexed: its links are not known yet. Try "
            "again when it is done."
        )


async def _until(
    ls: "RagtuiServer",
    served: "ServedVault",
    is_ready: "Callable[[ServedVault], bool]",
) -> bool:
    """Wait; false after `TIMEOUT`. A message that it takes longer is shown once."""
    start, is_silent = time.monotonic(), True
    while not await ls.work(is_ready, served):
        waited = time.monotonic() - start
        if waited > TIMEOUT:
            return False
        if is_silent and waited > SILENT_SECONDS:
            is_silent = False
            words = f"{served.folder.name} is being indexed: the answer follows."
            ls.show_once(words, types.MessageType.Info)
        await asyncio.sleep(0.05)
    return True


def _has_words(served: "ServedVault") -> bool:
    coverage = _coverage(served)
    if coverage and not coverage.last_indexed:
        has_all = served.follower.state.name not in _WITHOUT_WORDS
        return has_all and coverage.documents > 0
    return coverage is not None


def has_links(served: "ServedVault") -> bool:
    """Whether all links of a vault are known; blocks.

    Raises:
        IndexMissing: It has no index, and gets none.
    """
    coverage = _coverage(served)
    return bool(coverage and coverage.has_links)


def _coverage(served: "ServedVault") -> "Coverage | None":
    """The coverage of the index; None if there will be one."""
    try:
        return served.vault.coverage.whole()
    except IndexMissing:
        if not served.follower.makes_index:
            raise
        return None
