"""Finds the links in the text of a note, saved or not; `tags` finds its tags.

Links are `[[note#heading|label]]`, `[label](note.md#heading)`, and references with
their definitions, including embeds (`![[note]]`). Excluded are links in code,
comments and front matter, URLs (`https:`, `mailto:`), and images. Links never
overlap: of nested links the inner one is used, as in CommonMark. Linear time.
"""

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.markdown.link_scanner import LinkScanner
from ragtui_core.documents.markdown.link_types import Link, LinkKind, Tag
from ragtui_core.documents.markdown.literals import without_literals
from ragtui_core.documents.markdown.tags import tags_of

__all__ = ["Link", "LinkKind", "Tag", "links_from", "links_of", "tags_of"]


def links_of(text: str, *, images: bool = False) -> list[Link]:
    """The links of a note, in order; `images` includes Markdown images."""
    if "[" not in text:
        return []
    front = read_front_matter(text)
    return links_from(text, front.span.end if front else 0, images=images)


def links_from(text: str, start: int, *, images: bool = False) -> list[Link]:
    """The links of a note whose front matter ends at character `start`."""
    if not any(text.find(mark, start) >= 0 for mark in ("](", "[[", "]:")):
        return []
    plain = without_literals(text, start)
    return list(LinkScanner(text, plain, images=images).links())
