"""What links are to say once a note or a heading is called otherwise.

A link keeps its form: by file name, by path, by title; with or without an ending.
"""

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import quote

from ragtui_core.model import Span
from ragtui_core.sources.headings import slug
from ragtui_core.sources.link import Link, LinkKind
from ragtui_core.store.names import folded, without_ending

_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|#^\[\]\x00-\x1f]+')
"""What no system, or no link, allows in a file's name."""

KEPT_IN_URLS = "/()!$&'*+,;=:@~-._"


@dataclass(frozen=True, slots=True)
class Named:
    """A note's path and title."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class Replacement:
    """Characters of a text, and what is to stand in their place."""

    span: Span
    text: str


def renamed(note: Named, name: str) -> Named:
    """The note under another title; its file is renamed if it is called by its title.

    A file that is called by its title in small letters with hyphens goes on so.
    """
    folder, file = posixpath.split(note.path)
    stem, ending = posixpath.splitext(file)
    if folded(stem) == folded(note.title):
        stem = _NOT_IN_NAMES.sub(" ", name).strip() or stem
    elif stem == slug(note.title):
        stem = slug(name) or stem
    return Named(posixpath.join(folder, stem + ending), name)


def note_replacement(
    link: Link, text: str, source: str, old: Named, new: Named
) -> Replacement | None:
    """How a link to a note is to be changed; None if it may stay.

    Args:
        link: A link that leads to the note `old`.
        text: Of the note with the link.
        source: The path of that note.
        old: The note as it is called now.
        new: The note as it will be called.
    """
    if not link.target or link.kind is LinkKind.REFERENCE:
        return None
    target = _target(link.target, source, old, new)
    if target == link.target:
        return None
    written = link.target_span.of(text)
    name, mark, heading = written.partition("#")
    kept = name[: len(name) - len(name.lstrip())], name[len(name.rstrip()) :]
    escaped = escaped_target(target, link.kind, text, link.target_span)
    return Replacement(link.target_span, f"{kept[0]}{escaped}{kept[1]}{mark}{heading}")


def heading_replacement(link: Link, text: str, heading: str) -> Replacement | None:
    """How a link to a heading is to be changed once it reads `heading`."""
    written = link.target_span.of(text)
    if link.kind is LinkKind.REFERENCE or "#" not in written:
        return None
    before, _, last = written.rpartition("#")
    # Markdown's links name headings the way they are written in addresses.
    as_slug = link.kind is LinkKind.MARKDOWN and last == slug(last)
    shown = slug(heading)
    if not as_slug:
        shown = escaped_target(heading, link.kind, text, link.target_span)
    return Replacement(link.target_span, f"{before}#{shown}")


def _target(target: str, source: str, old: Named, new: Named) -> str:
    """The new target in the form of the one that is there."""
    if folded(target) == folded(old.title) != folded(_stem(old.path)):
        return new.title
    bare = without_ending(target) == target
    path = without_ending(new.path) if bare else new.path
    folder = posixpath.dirname(source)
    here = posixpath.normpath(posixpath.join(folder, target))
    if target.startswith("/"):
        return f"/{path}"
    if without_ending(here) == without_ending(old.path):
        relative = posixpath.relpath(path, folder or ".")
        return f"./{relative}" if target.startswith("./") else relative
    depth = target.count("/") + 1
    if depth > old.path.count("/") or posixpath.dirname(old.path) != (
        posixpath.dirname(new.path)
    ):
        return path if "/" in target else posixpath.basename(path)
    return "/".join(path.split("/")[-depth:])


def _stem(path: str) -> str:
    return without_ending(posixpath.basename(path))


def escaped_target(target: str, kind: LinkKind, text: str, where: Span) -> str:
    """`target` as it may stand at `where` in a link of this kind."""
    if kind is LinkKind.WIKI or text[where.start - 1 : where.start] == "<":
        return target
    return quote(target, safe=KEPT_IN_URLS)
