"""A file's path and bytes -> a Document."""

from pathlib import PurePosixPath

from ragtui_core.model import Document, Section
from ragtui_core.sources.decoding import BYTE_ORDER_MARK, decode
from ragtui_core.sources.fields import read_fields
from ragtui_core.sources.front_matter import read_front_matter
from ragtui_core.sources.sections import parse_sections
from ragtui_core.sources.titles import clip, one_line


def parse_document(path: str, data: bytes) -> Document:
    """Read a text file as Markdown with optional YAML front matter.

    A byte order mark that decoding leaves in the text is in no section.

    Args:
        path: The file's path within the vault; its name is the title of last resort.
        data: The file's content.

    Raises:
        UnreadableFile: The content is empty or not text.
    """
    decoded = decode(data)
    text = decoded.text
    front = read_front_matter(text)
    start = front.span.end if front else int(text.startswith(BYTE_ORDER_MARK))
    sections, faults = parse_sections(text, start)
    metadata = front.metadata if front else {}
    reading = read_fields(metadata, _default_title(path, sections))
    return Document(
        path=path,
        text=text,
        encoding=decoded.encoding,
        fields=reading.fields,
        sections=sections,
        front_matter=front.span if front else None,
        metadata=metadata,
        problems=(
            *decoded.problems,
            *(front.problems if front else ()),
            *reading.problems,
            *faults,
        ),
    )


def _default_title(path: str, sections: tuple[Section, ...]) -> str:
    """The first level-1 heading with a text, else the file's name."""
    for section in sections:
        if section.level == 1 and section.heading_path:
            return section.heading_path[-1]
    return clip(one_line(PurePosixPath(path).stem)) or path
