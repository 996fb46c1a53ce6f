"""What links say after a heading has another text, so that they lead where they led.

Of headings that are called alike, a link by text names the first one, and an anchor
any of them by a number. A renamed heading changes both, and the path of those below.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from ragtui_core.documents.markdown.headings import (
    anchor_of,
    anchors_of,
    heading_named,
    slug,
)
from ragtui_core.documents.markdown.link_types import Link, LinkKind
from ragtui_core.errors import RagtuiError
from ragtui_core.links.link_resolver import headings_in
from ragtui_core.links.link_results import BLOCK, PAGE
from ragtui_core.links.link_text import escaped_target, wiki_words
from ragtui_core.store.records import split_lines
from ragtui_core.types import Span

Paths = tuple[tuple[str, ...], ...]
"""The headings of a note in order, each with those above it, from outside in."""


@dataclass(frozen=True, slots=True)
class RenamedHeadings:
    """The headings of a note, before and after one of them is renamed."""

    before: Paths
    after: Paths

    @classmethod
    def of(cls, path: str, text: str, heading: Span, name: str) -> "RenamedHeadings":
        """The headings of the note `text` at `path`, whose `heading` becomes `name`.

        Raises:
            RagtuiError: The text cannot be that of a heading.
        """
        changed = text[: heading.start] + name + text[heading.end :]
        renamed = cls(_paths(path, text), _paths(path, changed))
        if len(renamed.before) != len(renamed.after):
            raise RagtuiError(f"{name!r} cannot be the text of a heading.")
        return renamed

    def written(self, link: Link, text: str) -> str | None:
        """What a link of `text` to this note must have after `#`; None if it stays.

        Raises:
            RagtuiError: A wiki link could not tell the heading from another one.
        """
        raw = link.target_span.of(text).partition("#")[2].strip()
        is_heading = raw and not link.heading.startswith((BLOCK, PAGE))
        if link.kind is LinkKind.REFERENCE or not is_heading:
            return None
        index = heading_named(self.before, link.heading)
        if index is None or heading_named(self.after, link.heading) == index:
            return None
        forms = [*self._forms(link, index)]
        right = (form for form in forms if heading_named(self.after, form) == index)
        form = next(right, forms[0])
        is_text = slug(link.heading) == slug(self.before[index][-1])
        if link.kind is LinkKind.WIKI and is_text and form == forms[-1] != forms[0]:
            raise RagtuiError(
                f"The note has another heading {forms[0]!r}: no wiki link could tell "
                "the two apart. Choose another name."
            )
        is_anchor = link.kind is LinkKind.MARKDOWN and "%" not in raw
        if is_anchor and form == anchor_of(form):
            return form
        parts = form.split("#")
        where = link.target_span
        return "#".join(escaped_target(part, link.kind, text, where) for part in parts)

    def _forms(self, link: Link, index: int) -> Iterator[str]:
        """What a link may say to name the heading, first in the form that it has."""
        is_whole = slug(link.heading) == slug(self.before[index][-1])
        above = 0 if is_whole else link.heading.count("#")
        names = [*_names(self.after, index, above)]
        if link.kind is LinkKind.MARKDOWN and link.heading == anchor_of(link.heading):
            yield anchors_of(above[-1] for above in self.after)[index]
            names = names[-1:]
        yield from names


def heading_name(paths: Paths, index: int) -> str:
    """What a wiki link has after `#` to lead to a heading of a note: as few as needed.

    It is the heading, with those above it if an earlier one is called alike, or the
    number that it has among those.
    """
    names = [*_names(paths, index)]
    right = (name for name in names if heading_named(paths, name) == index)
    return next(right, names[0])


def _names(paths: Paths, index: int, above: int = 0) -> Iterator[str]:
    """The names of a heading, first with `above` of the headings above it."""
    path = paths[index]
    parts = [wiki_words(part) for part in path]
    for count in range(above + 1, len(parts) + 1):
        yield "#".join(parts[-count:])
    alike = [slug(other[-1]) == slug(path[-1]) for other in paths[:index]]
    yield f"{slug(path[-1])}-{sum(alike)}"


def title_span(path: str, text: str, title: str) -> Span | None:
    """The first heading of a note, if it is the title that the note is called by."""
    for heading in headings_in(path, text):
        if heading.level == 1 and heading.heading_path == title:
            return Span(heading.span_start, heading.span_end)
    return None


def _paths(path: str, text: str) -> Paths:
    headings = headings_in(path, text)
    return tuple(split_lines(heading.heading_path) for heading in headings)
