"""The text of links: of new ones, and of those that change after a rename.

After a rename, a link keeps its form: by file name, path or title; with or without
extension.
"""

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import quote

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.front_matter.fields import read_fields
from ragtui_core.documents.front_matter.scalars import scalars_of
from ragtui_core.documents.markdown.headings import slug
from ragtui_core.documents.markdown.link_patterns import is_external, quoted
from ragtui_core.documents.markdown.link_types import Link, LinkKind
from ragtui_core.errors import RagtuiError
from ragtui_core.text.folding import folded, stem_of, without_extension
from ragtui_core.text.single_line import one_line
from ragtui_core.types import Span

_BRACKET = re.compile(r"([\[\]\\])")


def markdown_link(path: str, title: str) -> str:
    """`[title](path)`, with the path relative to the vault's root."""
    words = _BRACKET.sub(r"\\\1", " ".join(title.split()))
    return f"[{words}]({_percent_encoded(path)})"


_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|#^\[\]\x00-\x1f]+')
"""Characters that file systems or links do not allow in a file name."""

_IN_BRACKETS = str.maketrans({mark: quote(mark) for mark in "%#<>\\"})
"""Characters that a target in angle brackets has percent-encoded."""

_KEPT_IN_URLS = "/!$&'*+,;=:@~-._"
_PARENTHESES = re.compile(r"\([^()]*+\)")
"""A pair of parentheses with none in it, which does not end a target."""


@dataclass(frozen=True, slots=True)
class RenamedTarget:
    """A note's path and title; the title may be omitted if unchanged."""

    path: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Replacement:
    """A span of a text, and the text that replaces it."""

    span: Span
    text: str


def renamed(note: RenamedTarget, name: str) -> RenamedTarget:
    """The note with a new title; its file is renamed if its name is the title.

    A file name that is the title in lower case with hyphens keeps that form.
    """
    folder, file = posixpath.split(note.path)
    stem, ending = posixpath.splitext(file)
    if folded(stem) == folded(note.title):
        stem = file_stem(name) or stem
    elif stem == slug(note.title):
        stem = slug(name) or stem
    return RenamedTarget(posixpath.join(folder, stem + ending), name)


def names_file_alone(target: str, note: RenamedTarget) -> bool:
    """Whether a link's target is the name of a note's file, which is not its title."""
    stem = stem_of(note.path)
    is_title = folded(stem) == folded(note.title) or stem == slug(note.title)
    return folded(stem_of(target)) == folded(stem) and not is_title


def file_stem(name: str) -> str:
    """A title as the name of a note's file, without extension; "" if nothing is left.

    A name that begins with a full stop would hide the file.
    """
    return " ".join(_NOT_IN_NAMES.sub(" ", name).split()).lstrip(". ")


def link_replacement(
    link: Link, text: str, target: str | None, heading: str | None = None
) -> Replacement:
    """The replacement that points a link of `text` to `target`; None keeps the note.

    What it has after `#` stays, or becomes `heading`.
    """
    name, mark, old = link.target_span.of(text).partition("#")
    if target is not None:
        before = name[: len(name) - len(name.lstrip())]
        after = name[len(name.rstrip()) :]
        shown = escaped_target(target, link.kind, text, link.target_span)
        shown = quoted(shown, link.quotes)
        name = f"{before}{shown}{after}"
    shown = old if heading is None else quoted(heading, link.quotes)
    return Replacement(link.target_span, f"{name}{mark}{shown}")


_NOT_IN_WIKI_LINKS = re.compile(r"[\[\]|#^]+")


def is_wiki_name(name: str) -> bool:
    """Whether a wiki link with this target ends where it should, and is no address."""
    return not (_NOT_IN_WIKI_LINKS.search(name) or is_external(name))


def wiki_words(heading: str) -> str:
    """A heading as a wiki link names it: without what would end the name."""
    return " ".join(_NOT_IN_WIKI_LINKS.sub(" ", heading).split())


def new_target(
    link: Link, source: str, after: str, old: RenamedTarget, new: RenamedTarget
) -> str:
    """The new target of a link to a note, in the form of the present one.

    The link of the note `source`, which is at `after` after the move, leads to `old`,
    which becomes `new`.
    """
    target = link.target
    if folded(target) == folded(old.title) != folded(stem_of(old.path)):
        is_file = link.kind is LinkKind.WIKI and not is_wiki_name(new.title)
        return stem_of(new.path) if is_file else new.title
    if target.startswith("/"):
        return f"/{root_path(target, new.path)}"
    if link.kind is LinkKind.WIKI and "/" not in target:
        name = posixpath.basename(root_path(target, new.path))
        return (
            target if name == posixpath.basename(root_path(target, old.path)) else name
        )
    here = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
    is_relative = without_extension(here) == without_extension(old.path)
    if is_relative or target.startswith(("./", "../")):
        relative = relative_path(root_path(target, new.path), after)
        is_here = target.startswith("./") and not relative.startswith("../")
        return f"./{relative}" if is_here else relative
    return target if old == new else _shortened(target, old.path, new.path)


def root_path(target: str, path: str) -> str:
    """A note's path from the vault's root, with an extension if `target` has one."""
    return without_extension(path) if without_extension(target) == target else path


def named_path(target: str, source: str) -> str:
    """The path that a target of `source` names, from its folder or (`/`) the root."""
    folder = "" if target.startswith("/") else posixpath.dirname(source)
    return posixpath.normpath(posixpath.join(folder, target.lstrip("/")))


def relative_path(path: str, source: str) -> str:
    """A path relative to the folder of the note at `source`."""
    return posixpath.relpath(path, posixpath.dirname(source) or ".")


def _shortened(target: str, old: str, new: str) -> str:
    """The end of the new path, with as many parts as `target` has."""
    path = root_path(target, new)
    depth = target.count("/") + 1
    moved = posixpath.dirname(old) != posixpath.dirname(new)
    if moved or depth > old.count("/"):
        return path if "/" in target else posixpath.basename(path)
    return "/".join(path.split("/")[-depth:])


def title_field(text: str, title: str, name: str) -> Replacement | None:
    """The change of the title in front matter; None if that has another or none.

    Raises:
        RagtuiError: It has one in TOML or of several lines.
    """
    for scalar in scalars_of(text, {"title"}):
        if folded(one_line(scalar.value)) == folded(title):
            return Replacement(scalar.span, scalar.as_written(name))
    front = read_front_matter(text)
    named = read_fields(front.metadata, "").fields.title if front else ""
    if named and folded(named) == folded(title):
        raise RagtuiError(
            f"The title {title!r} is in front matter, as TOML or in several lines, "
            "which is not rewritten: change it there by hand."
        )
    return None


def escaped_target(target: str, kind: LinkKind, text: str, where: Span) -> str:
    """`target` escaped for a link of this kind at `where`."""
    if kind is LinkKind.WIKI:
        return target
    if text[where.start - 1 : where.start] == "<":
        return target.translate(_IN_BRACKETS)
    shown = _percent_encoded(target)
    if text[where.start - 1 : where.start] == "'":
        shown = shown.replace("'", "%27")  # the value of an attribute
    return shown.replace(":", "%3A") if is_external(shown) else shown


def _percent_encoded(target: str) -> str:
    """`target` as it is written without angle brackets."""
    is_paired = {"(", ")"}.isdisjoint(_PARENTHESES.sub("", target))
    return quote(target, safe=_KEPT_IN_URLS + "()" * is_paired)
