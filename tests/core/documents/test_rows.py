"""What is read of notes: the rows of `rows.txt`."""

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from ragtui_core.chunking import chunk_document
from ragtui_core.documents import document_part, named_locations, without_escapes
from ragtui_core.documents.dating import creation_day, document_date
from ragtui_core.documents.front_matter.fields import read_fields
from ragtui_core.documents.loader import DEFAULT_LOADERS
from ragtui_core.documents.markdown.block_events import TextLeaf, block_events
from ragtui_core.documents.markdown.headings import headings_of
from ragtui_core.documents.markdown.link_extraction import blocks_of, links_of
from ragtui_core.documents.markdown.tags import tags_of
from ragtui_core.documents.parser import parse_document
from ragtui_core.documents.succession import succession_of
from ragtui_core.errors import DocumentNotFound
from ragtui_core.language.times.dates import iso_date
from ragtui_core.settings.schema import ChunkingSettings
from ragtui_core.types import Anchor, Document, Entry, Location, LocationKind
from support.extensions import needs_files
from support.notes import count_words, parse
from support.rows import Reader, rows_test


def joined(parts: Iterable[str]) -> str:
    return " ¦ ".join(parts)


# --- front matter ---


def front_matter(text: str) -> str:
    """The block with which a note begins."""
    document = parse(text)
    if document.front_matter:
        assert document.sections[0].span.start == document.front_matter.end
        assert not document.problems
        return document.front_matter.of(text)
    assert document.metadata == {}
    assert document.sections[0].span.start == 0
    return "none"


def metadata(block: str) -> str:
    found = parse(f"---\n{block}\n---\n# Body\n\ntext\n").metadata
    return json.dumps(found, ensure_ascii=False)


def title(value: str) -> str:
    """The title by a value of front matter, as JSON has it."""
    given = {"title": json.loads(value, strict=False)}
    return read_fields(given, "default").fields.title


def tags(value: str) -> str:
    """The tags by a value of front matter, as JSON has it."""
    return joined(read_fields({"tags": json.loads(value)}, "default").fields.tags)


# --- Markdown ---


def links(text: str) -> str:
    """The targets and labels of links, and how targets are written if otherwise."""

    def link_parts() -> Iterable[str]:
        for link in links_of(text):
            target = link.target + (f"#{link.heading}" if link.heading else "")
            written = link.target_span.of(text)
            yield f"{target} “{link.label}”" + (
                "" if written == target else f" as {written}"
            )

    return joined(link_parts())


def links_anywhere(text: str) -> str:
    """The same in a sentence, a heading and an item, each with its whole span."""
    (link,) = links_of(text)
    assert link.span.of(text) == text
    found = links(text)
    for before, after in (("word ", ".\n"), ("# ", "\r\nx"), ("- ", "")):
        assert links(before + text + after) == found
    return found


def links_of_field(field: str) -> str:
    """Those of a line of front matter; between thematic breaks it has others."""
    text = f"---\n{field}\n---\n\n"
    assert all(link.span.of(text).startswith("[[") for link in links_of(text))
    assert links(f"{field}\n---\n") == links(field)
    found, body = links(text), links("[[last]]")
    assert links(f"{text}[[last]]") == joined(filter(None, (found, body)))
    return found


def tag_names(text: str) -> str:
    tags = tags_of(text)
    assert all(tag.span.of(text).lstrip("#") == tag.name for tag in tags)
    return joined(tag.name for tag in tags)


def block_named_x(text: str) -> str:
    span = dict(blocks_of(text)).get("x")
    return span.of(text) if span else "none"


def locations(text: str) -> str:
    return joined(
        f"{name}: {at.of(text)}" for name, at in named_locations(text).items()
    )


def sections(text: str) -> str:
    return joined("/".join(each.heading_path) for each in parse(text).sections)


def blocks(text: str) -> str:
    document = parse(text)
    return joined(
        f"{block.kind.value}: {block.span.of(document.text)}"
        for section in document.sections
        for block in section.blocks
    )


def inline(text: str) -> str:
    """The displayed text of a block, and its marks with their targets."""
    [leaf] = [event for event in block_events(text) if isinstance(event, TextLeaf)]
    [shown] = leaf.texts
    marks = (
        f"{mark.kind.value} {shown.text[mark.start : mark.end]}"
        + (f" to {mark.target}" if mark.target else "")
        for mark in shown.marks
    )
    return joined([shown.text, *marks])


# --- dates, states, parts ---


def created(text: str) -> str:
    return parse_document("2026-11-03.md", text.encode()).fields.created


def shown_entry(entry: Entry) -> str:
    until = "" if entry.until == entry.day else entry.until
    due = entry.due and f"due {entry.due}"
    return joined(filter(None, (entry.day, until, entry.state, due, *entry.speakers)))


def passages(row: str) -> str:
    """The last line of each passage of a file, and in brackets what is beside it."""
    document = DEFAULT_LOADERS.load(*file_of(row))
    chunks = chunk_document(document, ChunkingSettings(), count_words)
    return joined(
        f"{chunk.text.splitlines()[-1].strip()} "
        f"({shown_entry(chunk.entry).replace(' ¦ ', ' ')})"
        for chunk in chunks
    )


def file_of(row: str) -> tuple[str, bytes]:
    """A file by its name and text."""
    name, text = row.split(" ¦ ")
    return name, text.encode()


def entry(text: str) -> str:
    """What is beside the last passage of a note."""
    chunks = chunk_document(parse(text, "a.md"), ChunkingSettings(), count_words)
    return shown_entry(chunks[-1].entry)


def item(text: str) -> str:
    """What is beside an item before another one."""
    first, *_ = chunk_document(
        parse(f"{text}\n- and more\n", "todo.md"), ChunkingSettings(), count_words
    )
    return shown_entry(first.entry)


def succession(text: str) -> str:
    found = succession_of(parse_document("a.md", text.encode()))
    return joined([found.validity or "none", *found.replaced_by])


def paged() -> Document:
    pages = [("i", 0), ("ii", 5), ("1", 10), ("2", 15)]
    anchors = tuple(
        Anchor(start, Location(LocationKind.PAGE, label, number))
        for number, (label, start) in enumerate(pages, 1)
    )
    document = parse("aaaa\nbbbb\ncccc\ndddd\n")
    return replace(document, anchors=anchors, encoding="pdf/1")


def pages(named: str) -> str:
    """The text of some pages of four, which are i, ii, 1 and 2."""
    try:
        return document_part(paged(), pages=named).text
    except DocumentNotFound as error:
        return str(error).partition("; ")[2] or str(error)


READERS: dict[str, Reader] = {
    "front matter is a mapping in the first lines": front_matter,
    "values of front matter stay as written": metadata,
    "titles of any kind": title,
    "tags of any kind": tags,
    "dates in many spellings": iso_date,
    "a title is front matter, heading or file name": lambda text: (
        parse(text, "some/folder/2024 plan.v2.md").fields.title
    ),
    "a link has a target and a label": links_anywhere,
    "what is a link, and what only resembles one": links,
    "values of front matter have links": links_of_field,
    "tags, and what only resembles them": tag_names,
    "blocks have names": block_named_x,
    "elements and headings have names": locations,
    "the text of a heading is without its ids": lambda text: joined(
        heading.span.of(text) for heading in headings_of(parse(text))
    ),
    "backslashes that escape are not shown": without_escapes,
    "sections have the headings above them": sections,
    "what kinds of blocks there are": blocks,
    "texts are displayed with marks": inline,
    "names and folders tell dates": document_date,
    "metadata tell a day unless a clock was not set": creation_day,
    "front matter is before the name": created,
    "a name without a date leaves it to the title": lambda text: (
        parse(text).fields.created
    ),
    "an item has a state": item,
    "a property in a text has a day or a state": entry,
    "what a note says of its validity": succession,
    "a passage has its days, its state and its speakers": passages,
    "so have passages of other kinds of files": passages,
    "pages by label or number": pages,
}

test_rows = rows_test(
    Path(__file__).with_name("rows.txt"),
    READERS,
    {"so have passages of other kinds of files": needs_files},
)
