"""Resolves links against one state of the index and of the texts that are not saved."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

from ragtui_core.documents.markdown.headings import heading_named, headings_of
from ragtui_core.documents.markdown.link_extraction import Link, links_of
from ragtui_core.documents.parser import parse_document
from ragtui_core.errors import RagtuiError
from ragtui_core.links.attachments import Attachments
from ragtui_core.links.link_results import BLOCK, PAGE, Target
from ragtui_core.store.names.name_map import NameMap
from ragtui_core.store.records import HeadingRecord, LinkLocation, split_lines
from ragtui_core.types import Span

HeadingsOf = Callable[[str], Sequence[HeadingRecord]]
"""Returns the headings of the document at a path, in order."""


@lru_cache(maxsize=8)
def headings_in(path: str, text: str) -> Sequence[HeadingRecord]:
    """The headings of a text as the index would have them; cached."""
    try:
        document = parse_document(path, text.encode("utf-8", "replace"))
    except RagtuiError:
        return []  # It is empty.
    return [
        HeadingRecord(
            heading.span.start,
            heading.span.end,
            heading.lines.first,
            heading.lines.last,
            heading.level,
            "\n".join(heading.heading_path),
        )
        for heading in headings_of(document)
    ]


class LinkResolver:
    """Resolves many links, each target once; may be used from any thread.

    It answers for the revision of the index for which it was made.
    """

    def __init__(
        self,
        names: NameMap,
        headings_of_saved: HeadingsOf,
        unsaved: Mapping[str, str] | None = None,
        saved: "LinkResolver | None" = None,
        before: "LinkResolver | None" = None,
        files: Attachments | None = None,
    ) -> None:
        """Resolve by `names`; `unsaved` texts, by path, replace those of the index.

        `saved` is one for the same names and no unsaved texts, which keeps what it has
        looked up; `before` is one for earlier names, whose headings of notes that are
        the same are kept; `files` are what a link may lead to besides documents.
        """
        self.names = names
        self._headings_of_saved = headings_of_saved
        self._unsaved = unsaved or {}
        self._headings: dict[str, Sequence[HeadingRecord]] = {}
        self._known: dict[str, dict[str, Target | None]] = {}
        """By path and heading."""
        self._notes: dict[str, Target] = saved._notes if saved else {}
        """By path, without a heading."""
        self._saved = saved
        self._files = files
        if before:
            self._keep(before)

    def _keep(self, before: "LinkResolver") -> None:
        self._headings = before._headings.copy()
        self._known = before._known.copy()
        for note in before.names.without(self.names):
            self._headings.pop(note.path, None)
            self._known.pop(note.path, None)

    def with_unsaved(
        self, unsaved: Mapping[str, str], files: Attachments | None = None
    ) -> "LinkResolver":
        """One for texts that are not saved, which shares what is known of files."""
        return LinkResolver(
            self.names, self.headings_of, unsaved, saved=self, files=files
        )

    def resolve(
        self, target: str, heading: str = "", *, source: str = ""
    ) -> Target | None:
        """The target of a link; None if there is no such note or heading.

        Args:
            target: The note as written in the link, decoded: a path relative to the
                folder of `source`, one from the vault's root, the end of a path or a
                file's name without extension, a title, an alias. "" is `source` itself.
            heading: The heading as written; a block reference (`^id`) and a page
                (`page=3`) target the whole document.
            source: The path of the note with the link.
        """
        # A note may have thousands of links: a document is found by few calls.
        path = self.names.resolve(target, source) or self.path_of(target, source)
        if path is None and not target and source in self._unsaved:
            path = source
        if path is None:
            return None
        if heading:
            return self.target(path, heading)
        return self._notes.get(path) or self._whole(path)

    def _whole(self, path: str) -> Target:
        """The note at `path`, made once."""
        return self._notes.setdefault(path, Target(path))

    def path_of(self, target: str, source: str) -> str | None:
        """The path of the document, or attachment, that a target names, if any."""
        path = self.names.resolve(target, source)
        if path is None and self._files:
            path = self._files.resolve(target, source)
        return path

    def target(self, path: str, heading: str = "") -> Target | None:
        """The note at `path`, or a heading of it; None if it has no such heading.

        A heading of a saved file is looked up once until the file changes, also if it
        is missing.
        """
        if not heading or heading.startswith((BLOCK, PAGE)):
            return self._whole(path)
        if self._saved and path not in self._unsaved:
            return self._saved.target(path, heading)
        known = self._known.setdefault(path, {})
        if heading not in known:
            known[heading] = self._target(path, heading)
        return known[heading]

    def links_to(self, target: Target, block: str = "") -> Iterator[tuple[str, Link]]:
        """The links and pictures of unsaved texts that `is_to` keeps, with their paths.

        Those of the index are not among them.
        """
        for path, text in self._unsaved.items():
            for link in links_of(text, images=True):
                if self.is_to(target, block, link, path):
                    yield path, link

    def is_to(
        self, target: Target, block: str, link: Link | LinkLocation, source: str
    ) -> bool:
        """Whether a link of the note `source` leads to a note, or a part of it.

        The part is the heading of `target`, or a block (`^name`) unless that is "".
        Links within the note itself count only for a part.
        """
        if block:
            if link.heading != block:
                return False
        elif source == target.path and not target.heading_path:
            return False
        heading = link.heading if target.heading_path and not block else ""
        return self.resolve(link.target, heading, source=source) == target

    def headings_of(self, path: str) -> Sequence[HeadingRecord]:
        """The headings of a note, in order."""
        if path not in self._headings:
            text = self._unsaved.get(path)
            self._headings[path] = (
                self._headings_of_saved(path)
                if text is None
                else headings_in(path, text)
            )
        return self._headings[path]

    def _target(self, path: str, heading: str) -> Target | None:
        headings = self.headings_of(path)
        paths = [split_lines(item.heading_path) for item in headings]
        index = heading_named(paths, heading)
        return None if index is None else _heading(path, headings[index])

    def now(self, target: Target) -> Target | None:
        """A target where it is now; of headings that are called alike the nearest."""
        if not target.heading_path:
            return self._whole(target.path)
        alike = [
            heading
            for heading in self.headings_of(target.path)
            if split_lines(heading.heading_path) == target.heading_path
        ]
        at = target.span.start
        nearest = min(alike, key=lambda found: abs(found.span_start - at), default=None)
        return _heading(target.path, nearest) if nearest else None


def _heading(path: str, heading: HeadingRecord) -> Target:
    span = Span(heading.span_start, heading.span_end)
    return Target(path, split_lines(heading.heading_path), span, heading.first_line)
