"""Worksheets of Excel files: the values that formulas last had, as their formats show.

Nothing is computed, no macro runs, and no link to another file is followed. Hidden
sheets are left out, and named.
"""

import io
import zipfile
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from xml.etree import ElementTree as ET

from ragtui_core import LocationKind, UnreadableFile
from ragtui_core.documents import (
    CanonicalWriter,
    Cell,
    Extracted,
    OwnExtractor,
    caption,
)
from ragtui_files.office.drawings import (
    Block,
    drawn_blocks,
    shown_text,
)
from ragtui_files.office.office_archive import (
    check_archive,
    readable_xml,
    relations,
    with_creation,
)
from ragtui_files.office.workbook import (
    WORKBOOK,
    Area,
    Row,
    Sheet,
    Workbook,
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
    folder, _, base = name.rpartition("/")
    return relations(part(f"{folder}/_rels/{base}.rels"), folder)


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


MAX_CELLS = 750_000
"""Cells of a file with values: 100,000 are read in a second."""

_MAX_MERGED = 10_000
"""Cells that are merged into one; what spans more is read as its first cell."""

_Block = list[Row]


class XlsxExtractor(OwnExtractor, kind="xlsx"):
    """Extracts workbooks; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The visible sheets with values: each one's tables, cells as shown."""
        check_archive(data, WORKBOOK, "XLSX")
        with readable_xml("XLSX"), zipfile.ZipFile(io.BytesIO(data)) as archive:
            return with_creation(_extracted(Workbook(archive)), data)


def _extracted(workbook: Workbook) -> Extracted:
    writer, left = CanonicalWriter(), MAX_CELLS
    for number, sheet in enumerate(workbook.sheets, 1):
        if not sheet.is_visible:
            writer.add_problems([f"hidden sheet {sheet.name!r} was left out"])
            continue
        before = writer.position
        with writer.part(f"sheet {sheet.name!r}"):
            left -= _write_sheet(writer, workbook, number, left)
        with writer.part(f"a chart or a comment of sheet {sheet.name!r}"):
            for block in lying_blocks(sheet.part, workbook.part):
                if writer.position == before:
                    _begin(writer, sheet, number)
                if isinstance(block, str):
                    writer.paragraph(block)
                else:
                    writer.grid(block)
    found = writer.extracted()
    if not found.anchors:
        problems = "; ".join(found.problems)
        raise UnreadableFile(problems or "no visible sheets with values")
    return found


def _write_sheet(
    writer: CanonicalWriter, workbook: Workbook, number: int, left: int
) -> int:
    """Write a sheet if it has values; how many of the cells that are `left` it has."""
    sheet = workbook.sheets[number - 1]
    cells = workbook.cells(sheet, left)
    if not cells.is_whole:
        last = cells.rows[-1].number if cells.rows else 0
        what = f"only the rows to {last} of sheet {sheet.name!r} were read"
        writer.add_problems([f"{what}: of a file, {MAX_CELLS:,} cells are"])
    if cells.uncomputed:
        what = f"{cells.uncomputed} formulas of {sheet.name!r}"
        writer.add_problems([f"{what} were never computed"])
    if cells.rows:
        _begin(writer, sheet, number)
    merged = _Merged(cells.merged)
    for block in _blocks(cells.rows):
        _write_block(writer, block, merged)
    return cells.count


def _begin(writer: CanonicalWriter, sheet: Sheet, number: int) -> None:
    writer.anchor(LocationKind.SHEET, sheet.name, number)
    writer.heading(1, sheet.name)


class _Merged:
    """The merged cells of a sheet."""

    def __init__(self, areas: Iterable[Area]) -> None:
        self._first = dict[tuple[int, int], Area]()
        self._covered = set[tuple[int, int]]()
        for area in areas:
            if area.rows * area.columns > _MAX_MERGED or len(self._covered) > MAX_CELLS:
                continue
            self._first[area.row, area.column] = area
            self._covered.update(
                (area.row + down, area.column + right)
                for down in range(area.rows)
                for right in range(area.columns)
                if down or right
            )

    def cells(self, row: Row, columns: Sequence[int]) -> list[Cell]:
        """The cells of a row in these columns, without those within merged ones."""
        if not self._first:
            return [Cell(row.texts.get(column, "")) for column in columns]
        return [
            self._cell(row, column, columns)
            for column in columns
            if (row.number, column) not in self._covered
        ]

    def _cell(self, row: Row, column: int, columns: Sequence[int]) -> Cell:
        text = row.texts.get(column, "")
        area = self._first.get((row.number, column))
        if area is None:
            return Cell(text)
        end = bisect_left(columns, column + area.columns)
        return Cell(text, area.rows, end - bisect_left(columns, column))


def _blocks(rows: Iterable[Row]) -> Iterator[_Block]:
    """The rows between empty ones.

    Rows without heads of their own belong to those above, whatever is between.
    """
    done: _Block = []
    for block in _parts(rows):
        if done and not _continues(block, done):
            yield done
            done = []
        done += block
    if done:
        yield done


def _parts(rows: Iterable[Row]) -> Iterator[_Block]:
    block: _Block = []
    for row in rows:
        if block and row.number > block[-1].number + 1:
            yield block
            block = []
        block.append(row)
    if block:
        yield block


def _continues(block: _Block, above: _Block) -> bool:
    """Whether the first row with several values has a number, and columns as above."""
    first = next((row.texts for row in block if len(row.texts) > 1), {})
    columns = {column for row in above for column in row.texts}
    return (
        len(columns) > 1
        and any(map(_is_number, first.values()))
        and all(columns.issuperset(row.texts) for row in block)
    )


def _is_number(text: str) -> bool:
    """Whether a value is a number or an amount, and not a year, which may be a head."""
    plain = text.lstrip("-+($€£¥ .")
    return plain[:1].isdecimal() and not (len(plain) == 4 and plain.isdecimal())


def _write_block(writer: CanonicalWriter, block: _Block, merged: _Merged) -> None:
    """Write a table, or words without columns."""
    columns = sorted({column for row in block for column in row.texts})
    if len(columns) == 1:
        writer.paragraph(
            "\n".join(text for row in block for text in row.texts.values())
        )
        return
    writer.grid(_spread(row, columns) or merged.cells(row, columns) for row in block)


def _spread(row: Row, columns: Sequence[int]) -> list[Cell]:
    """A row whose only value is the first, such as a title, spans its columns."""
    if list(row.texts) == [columns[0]]:
        return [Cell(row.texts[columns[0]], 1, len(columns))]
    return []
