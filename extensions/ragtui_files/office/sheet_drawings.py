"""What lies on a sheet of a workbook: its charts, text boxes, and comments on cells."""

import posixpath
from collections.abc import Callable, Iterator
from xml.etree import ElementTree as ET

from ragtui_core.documents import caption
from ragtui_files.office.drawings import (
    Block,
    drawn_blocks,
    shown_text,
)

Part = Callable[[str], bytes]
"""Gives a part of the archive by name; empty if there is none."""

_THREAD = "[Threaded comment]"
"""Begins what Excel writes above comments that can be answered, for older versions."""


def lying_blocks(sheet: str, part: Part) -> Iterator[Block]:
    """The blocks of charts and comments of the sheet with this name in the archive."""
    for kind, name in _related(sheet, part).values():
        if kind == "drawing":
            yield from _drawn(name, part)
        elif kind == "comments":
            yield from _comments(_root(part(name)))


def _drawn(name: str, part: Part) -> Iterator[Block]:
    related, root = _related(name, part), _root(part(name))
    yield from drawn_blocks(root, lambda key: part(related[key][1]))
    for shape in root.iterfind(".//{*}txBody"):
        yield shown_text(shape)
    for picture in root.iterfind(".//{*}nvPicPr/{*}cNvPr"):
        yield caption(picture.get("descr", ""))


def _related(name: str, part: Part) -> dict[str, tuple[str, str]]:
    """By the identifier of a relation: the last word of its type, and the part."""
    folder, _, base = name.rpartition("/")
    return {
        relation.get("Id", ""): (
            relation.get("Type", "").rpartition("/")[2],
            posixpath.normpath(
                posixpath.join("/", folder, relation.get("Target", ""))
            ).lstrip("/"),
        )
        for relation in _root(part(f"{folder}/_rels/{base}.rels"))
    }


def _comments(root: ET.Element) -> Iterator[str]:
    """`Comment by Ann Lee on B2: ask Bo`."""
    authors = [author.text or "" for author in root.iterfind("{*}authors/{*}author")]
    for comment in root.iterfind("{*}commentList/{*}comment"):
        text = "".join(run.text or "" for run in comment.iterfind(".//{*}t"))
        number = int(comment.get("authorId") or -1)
        author = authors[number] if 0 <= number < len(authors) else ""
        by = f" by {author}" if author and not author.startswith("tc=") else ""
        if text.startswith(_THREAD):
            text = text.rpartition("\n\n")[2].partition(":")[2]
        words = " ".join(text.removeprefix(f"{author}:").split())
        if words:
            yield f"Comment{by} on {comment.get('ref', '')}: {words}"


def _root(xml: bytes) -> ET.Element:
    return ET.fromstring(xml or b"<none/>")
