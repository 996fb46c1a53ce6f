"""The headings of a document, and the section under a given heading."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile

from ragtui_core.errors import DocumentNotFound
from ragtui_core.text.line_index import LineIndex
from ragtui_core.types import HEADING_SEPARATOR, Document, Lines, Section, Span

_TEXT = re.compile(r"(?:\#{1,6}(?![^ \t\r\n]))?[ \t]*+(?P<text>[^\r\n]*+)")
_IDS = re.compile(
    r"(?:(?<!\s)\s*+\{(?:[^{}#]*+(?<=[{\s]))\#[^{}]*+\})?"
    r"(?:(?<!\s)\s++\^[\w-]++)?\Z"
)
"""What names a heading at its end and is not of its text: `{#id}`, ` ^block`."""
_NUMBERED = re.compile(r"(?P<base>.+)-(?P<number>\d{1,3})")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading with text. `lines` are those of its section."""

    heading_path: tuple[str, ...]
    level: int
    span: Span
    """The first line of its text, without markers, `{#id}` and ` ^block`."""
    lines: Lines


def headings_of(document: Document) -> list[Heading]:
    """The headings that open sections, in order, without those that have no text."""
    lines = LineIndex(document.text)
    return [
        Heading(
            section.heading_path,
            section.level,
            span,
            lines.lines(Span(span.start, section.blocks[-1].span.end)),
        )
        for section in document.sections
        if section.level and len(span := _text_span(document.text, section))
    ]


def _text_span(text: str, section: Section) -> Span:
    found = _TEXT.match(text, section.blocks[0].span.start)
    if not found:
        return Span(0, 0)
    start = found.start("text")
    title = found["text"].rstrip()
    bare = title.rstrip("#")
    if not bare or bare[-1] in " \t":
        title = bare.rstrip()
    title = _IDS.sub("", title) or title
    return Span(start, start + len(title))


def find_section(document: Document, heading: str) -> Span:
    """The section under a heading (`heading_named`), including its subsections.

    Raises:
        DocumentNotFound: No heading matches.
    """
    sections = document.sections
    index = heading_named([section.heading_path for section in sections], heading)
    if index is not None:
        return _with_subsections(sections[index:])
    known = ", ".join(s.heading_path[-1] for s in sections if s.heading_path)
    raise DocumentNotFound(
        f"{document.path} has no heading {heading!r}"
        + (f"; it has: {known}" if known else "; it has no headings")
    )


def heading_named(paths: Sequence[Sequence[str]], written: str) -> int | None:
    """The index of the first heading that is named, by the heading paths of a document.

    Args:
        paths: The texts of headings from outside in, of each heading in order.
        written: A heading's text, its anchor (`economic-evaluation`, and
            `economic-evaluation-1` for the second one), or, if none is written so, the
            text without punctuation; or headings from outside in, joined with `#` or
            ` > `. Case is ignored.
    """
    separated = (written.replace("#", HEADING_SEPARATOR), written)
    names = [
        [part for part in name.split(HEADING_SEPARATOR) if part.strip()]
        for name in dict.fromkeys(separated)
    ]
    tries: list[tuple[Callable[[str], str], list[str]]]
    tries = [(_text, name) for name in reversed(names)]
    tries += [(form, name) for form in (anchor_of, slug, _letters) for name in names]
    for form, name in tries:
        if name and (index := _named(paths, name, form)) is not None:
            return index
    return None


def _named(
    paths: Sequence[Sequence[str]], parts: list[str], form: Callable[[str], str]
) -> int | None:
    """The index of the heading whose path, each part in a form, ends with the parts."""
    wanted = [form(part) for part in parts]
    if first := _ending_with(paths, wanted, form):
        return first[0]
    numbered = _NUMBERED.fullmatch(slug(parts[-1]))
    if not numbered:
        return None
    wanted[-1] = form(numbered["base"])
    alike, number = _ending_with(paths, wanted, form), int(numbered["number"])
    return alike[number] if number < len(alike) else None


def _ending_with(
    paths: Sequence[Sequence[str]], wanted: list[str], form: Callable[[str], str]
) -> list[int]:
    """The indexes of the paths that end with the wanted parts."""
    return [
        index
        for index, path in enumerate(paths)
        if [form(part) for part in path[-len(wanted) :]] == wanted
    ]


def _with_subsections(sections: Sequence[Section]) -> Span:
    """The first section and those below it in the outline."""
    first, *others = sections
    subsections = takewhile(lambda other: other.level > first.level, others)
    return Span(
        first.span.start, max([first.span.end, *(s.span.end for s in subsections)])
    )


def _text(text: str) -> str:
    """A heading as it is written, in any case."""
    return " ".join(text.casefold().split())


@lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """A heading in the form used in links: lower-case words joined with hyphens."""
    return "-".join(re.findall(r"\w+", text.casefold()))


@lru_cache(maxsize=4096)
def _letters(text: str) -> str:
    """A heading without what separates its words: GitHub writes `What's` as `whats`."""
    return re.sub(r"\W+", "", text.casefold())


def anchors_of(names: Iterable[str]) -> list[str]:
    """What a link has after `#` to each heading of a note, as on GitHub and in VS Code.

    Args:
        names: The texts of all headings, in order.
    """
    counts: Counter[str] = Counter()
    anchors: list[str] = []
    for anchor in map(anchor_of, names):
        number = counts[anchor]
        counts[anchor] += 1
        anchors.append(f"{anchor}-{number}" if number else anchor)
    return anchors


@lru_cache(maxsize=4096)
def anchor_of(name: str) -> str:
    """The anchor of a heading, unless another one before it has the same."""
    return re.sub(r"[^\w\- ]", "", name.lower()).replace(" ", "-")
