"""Every value of a table stays under its own heads, whatever the kind of the file."""

import io
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st

from ragtui_core.documents.extraction.table_grid import Cell, table_rows
from ragtui_files.html.epub import EpubExtractor
from ragtui_files.html.html import HtmlExtractor
from ragtui_files.mail.extractor import MailExtractor
from ragtui_files.office.docx import DocxExtractor
from ragtui_files.office.pptx import PptxExtractor
from ragtui_files.office.xlsx import XlsxExtractor
from ragtui_files.pdf.pdf import PdfExtractor
from support.office_files import PdfPage, docx, epub, pdf

Cells = list[list[Cell]]

TABLE: Cells = [
    [Cell("Depot", rows=2), Cell("Cost", columns=2), Cell("Staff", rows=2)],
    [Cell("2023"), Cell("2024")],
    [Cell("Umea", rows=2), Cell("11"), Cell("12"), Cell("Ann Lee")],
    [Cell("21"), Cell("22"), Cell("Bo")],
    [Cell("Oslo"), Cell("31", columns=2), Cell("Cy")],
]
WRITTEN = """| Depot | Cost 2023 | Cost 2024 | Staff |
| --- | --- | --- | --- |
| Umea | 11 | 12 | Ann Lee |
| Umea | 21 | 22 | Bo |
| Oslo | 31 | 31 | Cy |
"""


def html(table: Cells) -> str:
    rows = (
        "".join(
            f"<td rowspan={cell.rows} colspan={cell.columns}>"
            f"<p>{'</p><p>'.join(cell.text.split())}</p></td>"
            for cell in row
        )
        for row in table
    )
    return f"<table><tr>{'<tr>'.join(rows)}</table>"


def page(table: Cells) -> str:
    return HtmlExtractor().extract(html(table).encode()).text


def book(table: Cells) -> str:
    return EpubExtractor().extract(epub({"a.xhtml": html(table)})).text


def mail(table: Cells) -> str:
    message = EmailMessage()
    message["Subject"] = "Costs"
    message.set_content(html(table), subtype="html")
    return MailExtractor().extract(message.as_bytes()).text


def placed(table: Cells) -> Iterator[tuple[int, int, Cell]]:
    taken = set[tuple[int, int]]()
    for row, cells in enumerate(table):
        column = 0
        for cell in cells:
            while (row, column) in taken:
                column += 1
            yield row, column, cell
            taken |= {
                (row + down, column + right)
                for down in range(cell.rows)
                for right in range(cell.columns)
            }


def word(table: Cells) -> str:
    cells = {(row, column): cell for row, column, cell in placed(table)}
    body, width = "", 1 + max(column for _, column in cells)
    for row in range(len(table)):
        body += "<w:tr>"
        column = 0
        while column < width:
            cell, merge = cells.get((row, column)), ""
            if cell is None:
                origin = max(at for at, other in cells if other == column and at < row)
                cell = Cell("", columns=cells[origin, column].columns)
                merge = "<w:vMerge/>"
            elif cell.rows > 1:
                merge = '<w:vMerge w:val="restart"/>'
            words = "".join(
                f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>" for text in cell.text.split()
            )
            body += (
                f'<w:tc><w:tcPr><w:gridSpan w:val="{cell.columns}"/>{merge}</w:tcPr>'
                f"{words or '<w:p/>'}</w:tc>"
            )
            column += cell.columns
        body += "</w:tr>"
    return DocxExtractor().extract(docx(f"<w:tbl>{body}</w:tbl>")).text


def slide(table: Cells) -> str:
    from pptx import Presentation
    from pptx.util import Inches

    deck: Any = Presentation()
    shapes = deck.slides.add_slide(deck.slide_layouts[6]).shapes
    made = shapes.add_table(len(table), 4, *[Inches(1)] * 4).table
    for row, column, cell in placed(table):
        made.cell(row, column).text = "\n".join(cell.text.split())
        if cell.rows * cell.columns > 1:
            last = made.cell(row + cell.rows - 1, column + cell.columns - 1)
            made.cell(row, column).merge(last)
    out = io.BytesIO()
    deck.save(out)
    return PptxExtractor().extract(out.getvalue()).text


def workbook(table: Cells) -> str:
    import xlsxwriter

    out = io.BytesIO()
    made = xlsxwriter.Workbook(out)
    sheet = made.add_worksheet()
    for row, column, cell in placed(table):
        value: Any = int(cell.text) if cell.text.isdigit() else cell.text
        if cell.rows * cell.columns > 1:
            end = row + cell.rows - 1, column + cell.columns - 1
            sheet.merge_range(row, column, *end, value)
        else:
            sheet.write(row, column, value)
    made.close()
    return XlsxExtractor().extract(out.getvalue()).text


def drawn(table: Cells) -> str:
    """A table with a box around each cell, in a PDF."""
    parts = []
    for row, column, cell in placed(table):
        left, top = 60 + 100 * column, 600 - 30 * row
        parts.append(f"{left} {top} {100 * cell.columns} {-30 * cell.rows} re S")
        for at, line in enumerate(cell.text.split()):
            parts.append(
                f"BT /F 9 Tf {left + 4} {top - 10 - 10 * at} Td ({line}) Tj ET"
            )
    return "\n".join(parts)


def ruled(table: Cells) -> str:
    return PdfExtractor().extract(pdf(PdfPage(["Above."], drawn=drawn(table)))).text


@pytest.mark.parametrize("text_of", [page, book, mail, word, slide, workbook, ruled])
def test_values_are_under_their_heads(text_of: Callable[[Cells], str]) -> None:
    assert WRITTEN in text_of(TABLE)


@given(st.data())
def test_cells_without_spans_keep_their_column(data: st.DataObject) -> None:
    width, height = data.draw(st.integers(2, 5)), data.draw(st.integers(2, 6))
    places = {(row, column) for row in range(1, height) for column in range(width)}
    table: Cells = [[Cell(f"head {column}", 1, 1, True) for column in range(width)]]
    for row in range(1, height):
        table.append([])
        for column in range(width):
            if (row, column) not in places:
                continue
            rows = data.draw(st.integers(1, height - row))
            columns = data.draw(st.integers(1, width - column))
            spanned = {
                (row + down, column + right)
                for down in range(rows)
                for right in range(columns)
            }
            if not spanned <= places:
                rows, columns, spanned = 1, 1, {(row, column)}
            places -= spanned
            table[-1].append(Cell(f"{row}.{column}", rows, columns))
    assume(all(table))
    written = table_rows(table)
    for row, column, cell in placed(table):
        assert written[row][column] == cell.text


@pytest.mark.parametrize(
    "rows",
    [
        "<tr>" + "<td rowspan=65534 colspan=1000>x" * 1_000,
        "<tr><td rowspan=0 colspan=0>" + "x" * 100_000,
        "<tr><td rowspan=-1 colspan=99999999999999>x",
    ],
)
def test_hostile_spans_are_limited(rows: str) -> None:
    data = f"<table>{rows}{'<tr><td>y' * 2_000}</table>".encode()
    assert len(HtmlExtractor().extract(data).text) < 4_000_000


def test_empty_rows_of_a_sheet_do_not_separate_rows_from_their_heads() -> None:
    import xlsxwriter

    out = io.BytesIO()
    made = xlsxwriter.Workbook(out)
    sheet = made.add_worksheet()
    lines: list[list[Any]] = [
        *(["Sales"], ["zone", 2023, 2024], [], ["Zone NA"], ["sum", 5, 6], []),
        *(["last", 7, 8], [], ["depot", "town"], ["Umea", "north"]),
    ]
    for row, line in enumerate(lines):
        sheet.write_row(row, 0, line)
    made.close()
    assert XlsxExtractor().extract(out.getvalue()).text == (
        "# Sheet1\n\nSales\n\n| zone | 2023 | 2024 |\n| --- | --- | --- |\n"
        "| Zone NA |  |  |\n| sum | 5 | 6 |\n| last | 7 | 8 |\n\n"
        "| depot | town |\n| --- | --- |\n| Umea | north |\n\n"
    )
