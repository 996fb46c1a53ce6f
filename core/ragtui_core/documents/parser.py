"""A file's path and bytes -> a Document."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import PurePosixPath

from ragtui_core.documents.dating import document_date
from ragtui_core.documents.decoding import BYTE_ORDER_MARK, decode
from ragtui_core.documents.front_matter.block import (
    leading_properties,
    read_front_matter,
    unclosed,
)
from ragtui_core.documents.front_matter.fields import read_fields
from ragtui_core.documents.markdown.sections import (
    HEADING_ID,
    Problems,
    Sections,
    parse_sections,
)
from ragtui_core.documents.markdown.tags import all_tags, tags_of_body
from ragtui_core.errors import UnreadableFile
from ragtui_core.text.folding import NOTE_EXTENSIONS
from ragtui_core.text.single_line import clip, one_line
from ragtui_core.types import Document, Section, Span

MAX_LINES = 2_000_000
"""Lines of a file; `index.max_file_mb` bounds its size."""

_TITLE = re.compile(r"\s*#[ \t]+([^\r\n]+)")


class MarkdownLoader:
    """Reads Markdown and other text files; see `Loader`."""

    endings = NOTE_EXTENSIONS

    def load(self, path: str, data: bytes) -> Document:
        """A text file as Markdown; see `parse_document`."""
        return parse_document(path, data)


def parse_document(path: str, data: bytes) -> Document:
    """Read a text file as Markdown with optional YAML front matter.

    A byte order mark that decoding leaves in the text is part of no section.

    Args:
        path: The file's path within the vault; its name is the default title.
        data: The file's content.

    Raises:
        UnreadableFile: The content is empty, not text, or has too many lines.
    """
    decoded = decode(data)
    return _parsed(path, decoded.text, decoded.encoding, decoded.problems)


def unparsed_document(path: str, data: bytes) -> Document:
    """Read a text file as `parse_document` does, without the Markdown parser.

    Text and fields are the same. One section without blocks has the whole body; its
    title is a heading of level 1 with which the body begins.

    Args:
        path: The file's path within the vault; its name is the default title.
        data: The file's content.

    Raises:
        The same as `parse_document`.
    """
    decoded = decode(data)
    text, encoding = decoded.text, decoded.encoding
    return _parsed(path, text, encoding, decoded.problems, _one_section)


def _one_section(text: str, start: int) -> tuple[Sections, Problems]:
    found = _TITLE.match(text, start)
    title = HEADING_ID.sub("", one_line(found[1].rstrip("# \t"))) if found else ""
    path = (clip(title),) if title else ()
    return (Section(path, len(path), Span(start, len(text)), ()),), ()


def markdown_document(path: str, text: str, *, may_be_empty: bool = False) -> Document:
    """A document of Markdown text that a loader has made from a file's content.

    `encoding` of the document is empty: its text is not a decoded file.

    Args:
        path: The file's path within the vault; its name is the default title.
        text: Markdown with optional YAML front matter.
        may_be_empty: Whether a text without words is a document, too.

    Raises:
        UnreadableFile: The text is empty, or has too many lines.
    """
    if not text.strip() and not may_be_empty:
        raise UnreadableFile("no text")
    return _parsed(path, text, "", ())


def _parsed(
    path: str,
    text: str,
    encoding: str,
    problems: Problems,
    find_sections: Callable[[str, int], tuple[Sections, Problems]] = parse_sections,
) -> Document:
    _refuse_too_many_lines(text)
    front = read_front_matter(text)
    start = front.span.end if front else int(text.startswith(BYTE_ORDER_MARK))
    sections, section_problems = find_sections(text, start)
    metadata = front.metadata if front else leading_properties(text)
    reading = read_fields(metadata, _default_title(path, sections))
    fields = reading.fields
    if not fields.created:
        created = document_date(path, fields.title, _first_heading(sections))
        fields = replace(fields, created=created)
    if path.lower().endswith(NOTE_EXTENSIONS) and (found := tags_of_body(text, start)):
        fields = replace(fields, tags=all_tags(fields.tags, found))
    return Document(
        path=path,
        text=text,
        encoding=encoding,
        fields=fields,
        sections=sections,
        front_matter=front.span if front else None,
        metadata=metadata,
        problems=(
            *problems,
            *(front.problems if front else unclosed(text)),
            *reading.problems,
            *section_problems,
        ),
    )


def _refuse_too_many_lines(text: str) -> None:
    """Limit the lines, and so memory: each takes some 200 bytes, however short.

    Raises:
        UnreadableFile: There are more than `MAX_LINES` lines.
    """
    if len(text) <= MAX_LINES:
        return
    lines = text.count("\n") + text.count("\r")
    if lines - text.count("\r\n") > MAX_LINES:
        raise UnreadableFile(
            f"more than {MAX_LINES:,} lines: split it into several files"
        )


def _first_heading(sections: Sections) -> str:
    headings = (section.heading_path for section in sections)
    return next((path[-1] for path in headings if path), "")


def _default_title(path: str, sections: Sections) -> str:
    """The first level-1 heading with text, else the file's name."""
    for section in sections:
        if section.level == 1 and section.heading_path:
            return section.heading_path[-1]
    return name_of_file(path)


def name_of_file(path: str) -> str:
    """The name of a file as a title, without its ending."""
    # Logseq writes the slash of a page's name so.
    return clip(one_line(PurePosixPath(path).stem.replace("___", "/"))) or path
