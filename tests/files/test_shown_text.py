"""What people see in a file is what is read of it, whatever the kind of the file."""

import io
from datetime import date, datetime, timedelta
from typing import Any, cast

import pytest

from ragtui_files.office.number_formats import shown_time
from ragtui_files.office.pptx import PptxExtractor
from ragtui_files.office.xlsx import XlsxExtractor
from support.library_internals import element_of
from support.pictures import drawn, saved as saved_picture

_PNG = saved_picture(drawn([], 9, 2), "PNG")


def saved(deck: Any) -> bytes:
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


def test_charts_and_odd_shapes_of_a_slide() -> None:
    from pptx import Presentation
    from pptx.chart.data import CategoryChartData
    from pptx.enum.chart import XL_CHART_TYPE
    from pptx.util import Inches

    deck: Any = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[5])
    slide.shapes.title.text = "Loads"
    chart: Any = cast("Any", CategoryChartData)(number_format="0%")
    chart.categories = ["Umea", "Oslo"]
    chart.add_series("2024", (0.25, 0.5))
    place = [Inches(2)] * 4
    slide.shapes.add_chart(XL_CHART_TYPE.COLUMN_CLUSTERED, *place, chart)
    odd = slide.shapes.add_textbox(*place)
    odd.text_frame.text = "without a place"
    element_of(odd).remove(element_of(odd).spPr)
    broken = slide.shapes.add_table(1, 1, *place)
    element_of(broken).graphic.graphicData.remove(
        element_of(broken).graphic.graphicData[0]
    )
    other = deck.slides.add_slide(deck.slide_layouts[5])
    other.shapes.title.text = "Next"
    found = PptxExtractor().extract(saved(deck))
    assert "|  | 2024 |\n| --- | --- |\n| Umea | 25% |\n| Oslo | 50% |\n" in found.text
    assert "without a place" in found.text
    assert "# Next" in found.text
    assert len(found.problems) == 1
    assert found.problems[0].startswith("a shape of slide 1 was left out")


@pytest.mark.parametrize(
    ("value", "code", "shown"),
    [
        (timedelta(hours=27, minutes=30), "[h]:mm", "27:30"),
        (timedelta(minutes=5, seconds=7), "[h]:mm:ss", "0:05:07"),
        (datetime(2026, 3, 2, 14, 30), "dd/mm/yyyy", "2026-03-02"),
        (datetime(2026, 3, 2, 14, 30), "dd/mm/yy hh:mm", "2026-03-02 14:30:00"),
        (date(2026, 3, 1), "mmm-yy", "Mar 2026"),
        (date(2026, 3, 1), "", "2026-03-01"),
    ],
)
def test_times_by_their_format(value: Any, code: str, shown: str) -> None:
    assert shown_time(value, code) == shown


def test_cells_of_a_workbook_as_they_are_shown() -> None:
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet()
    sheet.write_row(0, 0, ["part", "rate", "time"])
    sheet.write(1, 0, 742, book.add_format({"num_format": "00000"}))
    sheet.write(1, 1, 0.075, book.add_format({"num_format": 10}))
    sheet.write(1, 2, 27.5 / 24, book.add_format({"num_format": "[h]:mm"}))
    sheet.write_formula(2, 0, "=A2+1", None, "")
    book.close()
    found = XlsxExtractor().extract(out.getvalue())
    assert "| 00742 | 7.50% | 27:30 |" in found.text


def test_charts_and_comments_of_a_workbook() -> None:
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet, empty = book.add_worksheet("Loads"), book.add_worksheet("Empty")
    rows: list[list[Any]] = [["", "2024"], ["Umea", 7], ["Oslo", 12]]
    for number, row in enumerate(rows):
        sheet.write_row(number, 0, row)
    chart: Any = book.add_chart({"type": "column"})
    cells = {"categories": ["Umea", "Oslo"], "values": [7, 12]}
    ranges = {"categories": "=Loads!$A$2:$A$3", "values": "=Loads!$B$2:$B$3"}
    data = {f"{name}_data": values for name, values in cells.items()}
    chart.add_series({"name": "Last year", **ranges, **data})
    chart.set_title({"name": "Tons a day"})
    empty.insert_chart("A1", chart)
    sheet.write_comment("B2", "Ann Lee:\nask Bo", {"author": "Ann Lee"})
    book.close()
    found = XlsxExtractor().extract(out.getvalue())
    assert "| Oslo | 12 |\n\nComment by Ann Lee on B2: ask Bo\n\n" in found.text
    assert found.text.endswith(
        "# Empty\n\nTons a day\n\n|  | Last year |\n| --- | --- |\n"
        "| Umea | 7 |\n| Oslo | 12 |\n\n"
    )
    assert [str(anchor.location) for anchor in found.anchors] == [
        "sheet Loads",
        "sheet Empty",
    ]


def test_pictures_numbers_and_text_boxes_of_office_files() -> None:
    from pptx import Presentation
    from pptx.oxml.xmlchemy import OxmlElement
    from pptx.util import Inches

    deck: Any = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[1])
    frame = slide.placeholders[1].text_frame
    frame.text = "one\ntwo\nnote\nthree"
    for paragraph, form in zip(
        frame.paragraphs, ("arabicPeriod",) * 2 + ("", "alphaLcParenR"), strict=True
    ):
        if form:
            mark: Any = OxmlElement("a:buAutoNum")
            mark.set("type", form)
            element_of(paragraph).get_or_add_pPr().append(mark)
    picture = slide.shapes.add_picture(io.BytesIO(_PNG), *[Inches(1)] * 2)
    element_of(picture).nvPicPr.cNvPr.set("descr", "A map of Umea")
    shown = PptxExtractor().extract(saved(deck)).text
    assert "1\\. one\n2\\. two\nnote\na) three" in shown
    assert "(Picture: A map of Umea)" in shown

    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(out)
    sheet = book.add_worksheet("Stock")
    sheet.insert_textbox("B2", "Counted by Ann")
    options = {"image_data": io.BytesIO(_PNG), "description": "A map of Oslo"}
    sheet.insert_image("H2", "a.png", options)
    book.close()
    shown = XlsxExtractor().extract(out.getvalue()).text
    assert "Counted by Ann\n\n(Picture: A map of Oslo)" in shown
