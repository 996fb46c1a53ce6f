"""PDF files, read by pypdfium2: text by page, the outline as headings, page labels."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ragtui_core import Location, LocationKind, UnreadableFile
from ragtui_core.documents import (
    CREATED,
    MAX_PROBLEMS,
    CanonicalWriter,
    Cell,
    Extracted,
    OwnExtractor,
    creation_day,
)
from ragtui_files.pdf.pdf_annotations import annotation_lines
from ragtui_files.pdf.pdf_words import (
    PLACEHOLDER,
    PageText,
    TableBudget,
    goes_on,
    known_words,
    page_text,
    with_whole_words,
    without_running_lines,
)
from ragtui_files.pictures.recognition import (
    MAX_SIDE,
    Picture,
    ScannedPage,
    scanned_details,
)

if TYPE_CHECKING:
    from ragtui_files.pdf.pdf_tables import PageTable

MAX_PAGES = 5_000
MAX_OUTLINE = 5_000
"""Entries of an outline, which may be cyclic."""
MAX_DEPTH = 6
SCALE = 200 / 72
"""Pixels a point when a page is drawn: 200 an inch, as most scanners make."""

_Table = list[list[Cell]]

Entry = tuple[int, str]
"""Level, from 1 on, and title of an entry of the outline."""


class PdfExtractor(OwnExtractor, kind="pdf"):
    """Extracts PDF files; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The text of each page."""
        with _opened(data) as document:
            return _extracted(document)

    def picture(self, data: bytes, number: int) -> Picture:
        """The page `number`, from 1, drawn; its size is in points.

        Raises:
            UnreadableFile: It cannot be drawn.
        """
        from pypdfium2 import PdfiumError

        with _opened(data) as document:
            try:
                page = document[number - 1]
                size = page.get_size()
                longest = max(*size, 1.0)
                drawn = page.render(scale=min(SCALE, MAX_SIDE / longest))
                return Picture(drawn.to_pil().convert("RGB"), size)
            except (PdfiumError, IndexError) as error:
                raise UnreadableFile(f"the page cannot be drawn: {error}") from error


@contextmanager
def _opened(data: bytes) -> Iterator[Any]:
    """A PDF file, open.

    Raises:
        UnreadableFile: It is damaged, protected or another kind of file.
    """
    if data.startswith(b"PK\x03\x04"):
        raise UnreadableFile("an office file by its content, not a PDF: rename it")
    import pypdfium2

    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise UnreadableFile("protected by a password") from error
        raise UnreadableFile(f"not a PDF file, or a damaged one: {error}") from error
    try:
        yield document
    finally:
        document.close()


def _extracted(document: Any) -> Extracted:
    outline = _outline(document)
    writer = CanonicalWriter()
    count = len(document)
    document.init_forms()
    budget = TableBudget()
    pages = [_page(document, index, budget) for index in range(min(count, MAX_PAGES))]
    _name_columns(page.content for page in pages if page)
    known = known_words(page.content.text for page in pages if page)
    unread, empty, scanned = 0, 0, list[ScannedPage]()
    texts, running = without_running_lines(
        [with_whole_words(page.content.text, known) if page else "" for page in pages]
    )
    above = ""
    for index, (page, text) in enumerate(zip(pages, texts, strict=True)):
        if goes_on(above, text):
            writer.go_on()
        above = "" if page is None or page.notes else text
        label = document.get_page_label(index) or str(index + 1)
        writer.anchor(LocationKind.PAGE, label, index + 1)
        tables = iter(_whole_tables(page, known) if page else ())
        _write_page(writer, text, tables, outline.get(index, []))
        writer.paragraph("\n\n".join(page.notes if page else ()))
        unread += page is None
        empty += page is not None and not (text.strip() or page.notes)
        if page is not None and page.is_picture and not text.strip():
            location = Location(LocationKind.SCAN, label, index + 1)
            scanned.append((writer.position, location))
    for line in running:  # a heading, since it answers nothing
        writer.heading(6, line)
    if unread + empty == min(count, MAX_PAGES) and not scanned:
        where = f"{count} pages" if count > 1 else "its page"
        raise UnreadableFile(f"no text on {where}")
    metadata = document.get_metadata_dict()
    title = str(metadata.get("Title", ""))
    problems = [
        f"{unread} of {count} pages cannot be read" if unread else "",
        f"only the first {MAX_PAGES:,} of {count:,} pages were read"
        if count > MAX_PAGES
        else "",
        "in a file of this size, tables of the first pages alone are read as tables"
        if budget.left <= 0
        else "",
        *_attached(document),
    ]
    found = writer.extracted(title, [problem for problem in problems if problem])
    created = creation_day(str(metadata.get("CreationDate", "")))
    return replace(found, details={CREATED: created} | scanned_details(scanned))


def _attached(document: Any) -> Iterator[str]:
    """Names the files in a PDF, which are not read."""
    for number in range(min(document.count_attachments(), MAX_PROBLEMS)):
        name = document.get_attachment(number).get_name()
        yield f"the attached file {name!r:.80} is not read"


class _Page(NamedTuple):
    """The text of a page as pdfium gives it, and its annotations."""

    content: PageText
    notes: tuple[str, ...]
    is_picture: bool
    """Whether something else than text is drawn on it."""


def _page(document: Any, index: int, budget: TableBudget) -> _Page | None:
    """The content of a page; None if it cannot be read."""
    from pypdfium2 import PdfiumError, raw

    try:
        page = document[index]
        notes = tuple(annotation_lines(page, document.formenv))
        is_picture = raw.FPDFPage_CountObjects(page) > 0
        found = _Page(page_text(page, budget), notes, is_picture)
        page.close()
    except PdfiumError:
        return None
    return found


def _outline(document: Any) -> dict[int, list[Entry]]:
    """The entries of the outline by page index, in order."""
    found: dict[int, list[Entry]] = {}
    for count, item in enumerate(document.get_toc(max_depth=MAX_DEPTH)):
        if count >= MAX_OUTLINE:
            break
        target = item.get_dest()
        index = target.get_index() if target else None
        title = item.get_title()
        if index is not None and title.strip():
            found.setdefault(index, []).append((item.level + 1, title))
    return found


def _name_columns(pages: Iterable[PageText]) -> None:
    """Repeat the column heads of each table that continues from the previous page."""
    above: PageTable | None = None
    for page in pages:
        if above and page.first and page.first.goes_on(above):
            page.first.rows.insert(0, above.head())
        above = page.last


def _whole_tables(page: _Page, known: frozenset[str]) -> Iterator[_Table]:
    """The tables of a page, with the parts of each broken word joined."""
    for table in page.content.tables:
        yield [
            [replace(cell, text=with_whole_words(cell.text, known)) for cell in row]
            for row in table.rows
        ]


def _write_page(
    writer: CanonicalWriter, text: str, tables: Iterator[_Table], entries: list[Entry]
) -> None:
    """Write a page: a line that is the title of an entry becomes a heading.

    Entries without such a line come before the next one that has one; if none has,
    after the last one, or at the beginning of the page.
    """
    lines = text.split("\n")
    start, done = 0, 0
    for line, number in _locations(lines, entries):
        _write_lines(writer, lines[start:line], tables)
        for level, title in entries[done : number + 1]:
            writer.heading(level, title)
        start, done = line + 1, number + 1
    for level, title in entries[done:]:
        writer.heading(level, title)
    _write_lines(writer, lines[start:], tables)


def _write_lines(
    writer: CanonicalWriter, lines: list[str], tables: Iterator[_Table]
) -> None:
    """Write lines, and the tables in their locations."""
    first, *others = "\n".join(lines).split(PLACEHOLDER)
    writer.paragraph(first)
    for text in others:
        writer.grid(next(tables, []))
        writer.paragraph(text)


def _locations(lines: list[str], entries: list[Entry]) -> Iterator[tuple[int, int]]:
    """The lines that are titles of entries, in order: line index, entry index.

    Letters and digits are compared: spaces and punctuation of titles differ.
    """
    squeezed = [_word_characters(line) for line in lines]
    start = 0
    for number, (_, title) in enumerate(entries):
        words = _word_characters(title)
        for line in range(start, len(lines)):
            if words and squeezed[line] == words:
                yield line, number
                start = line + 1
                break


def _word_characters(text: str) -> str:
    return "".join(re.findall(r"\w", text.lower()))
