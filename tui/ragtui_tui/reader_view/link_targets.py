"""Where a link in a note leads, as far as ragtui goes there."""

import posixpath
import re
from dataclasses import dataclass

from ragtui_core import IndexMissing, Vault
from ragtui_core.documents import decode_target, is_external
from ragtui_tui import formatting
from ragtui_tui.markdown_view.blocks import Link
from ragtui_tui.reader_view.navigation_history import HistoryEntry

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?=:)")
OPENED = frozenset({"http", "https", "mailto"})
"""Kinds of address that a browser may be asked to open; never `file` and the like."""


@dataclass(frozen=True, slots=True)
class ExternalAddress:
    """An address outside of the vault."""

    url: str


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """A link that leads nowhere."""

    reason: str
    """In words."""


def follow(
    vault: Vault, link: Link, source: str
) -> HistoryEntry | ExternalAddress | BrokenLink:
    """Where a link leads; asks the index, so it blocks.

    Args:
        vault: The vault.
        link: As written in the note.
        source: The path of the note.
    """
    if not link.is_wiki and is_external(link.href):
        return _elsewhere(link.href)
    note, _, heading = link.href.partition("#")
    if not link.is_wiki:
        note, heading = decode_target(note), decode_target(heading)
    note, heading = note.strip(), heading.strip()
    if not note:
        return HistoryEntry(source, heading=heading)
    path = _path(vault, note, source)
    if path:
        return HistoryEntry(path, heading=heading)
    return BrokenLink(_no_such_note(vault, note))


def _elsewhere(href: str) -> ExternalAddress | BrokenLink:
    scheme = _SCHEME.match(href)
    if scheme and scheme[0].lower() in OPENED:
        return ExternalAddress(href)
    return BrokenLink(f"Not opened: {href}. Only http, https and mailto links are.")


def _path(vault: Vault, note: str, source: str) -> str | None:
    """The path of a note, or of another file that the link names exactly."""
    try:
        if target := vault.links.resolve(note, source=source):
            return target.path
    except IndexMissing:
        pass
    here = posixpath.normpath(posixpath.join(posixpath.dirname(source), note))
    for path in (here, posixpath.normpath(note.lstrip("/"))):
        if not path.startswith("..") and (vault.root / path).is_file():
            return path
    return None


def _no_such_note(vault: Vault, note: str) -> str:
    try:
        near = vault.links.nearest_notes(note)
    except IndexMissing:
        near = []
    hint = f" Did you mean {', '.join(map(formatting.one_line, near))}?" if near else ""
    return f"There is no note {note!r} in this vault.{hint}"
