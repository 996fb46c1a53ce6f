"""What people see in a file is what is read of it, whatever the kind of the file."""

import io
from datetime import date, datetime, timedelta
from typing import Any, cast

import pytest

from ragtui_files.office.docx import DocxExtractor
from ragtui_files.office.number_formats import shown_time
from ragtui_files.office.pptx import PptxExtractor
from ragtui_files.office.xlsx import XlsxExtractor
from ragtui_files.pdf.pdf import PdfExtractor
from support.library_internals import element_of
from support.office_files import PdfPage, docx, pdf, with_part, word_paragraph
from support.pictures import drawn, saved as saved_picture

_PLAIN = '<w:r><w:t xml:space="preserve"> so</w:t></w:r>'
_PNG = saved_picture(drawn([], 9, 2), "PNG")
_OFFICE = "http://schemas.openxmlformats.org"


def saved(deck: Any) -> bytes:
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


_NUMBERING = """<w:numbering xmlns:w="http://schemas.openxmlformats.org/\
wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="7">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>
<w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/>
<w:lvlText w:val="%1.%2"/></w:lvl>
<w:lvl w:ilvl="2"><w:numFmt w:val="lowerRoman"/><w:start w:val="1"/>
<w:lvlText w:val="(%3)"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="8"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/>
<w:lvlText w:val="o"/></w:lvl></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="8"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="7"/><w:lvlOverride w:ilvl="0">
<w:startOverride w:val="5"/></w:lvlOverride></w:num></w:numbering>"""


def numbered(text: str, level: int, number: int = 1, style: str = "") -> str:
    return (
        f'<w:p><w:pPr><w:pStyle w:val="{style}"/><w:numPr><w:ilvl w:val="{level}"/>'
        f'<w:numId w:val="{number}"/></w:numPr></w:pPr>'
        f"<w:r><w:t>{text}</w:t></w:r></w:p>"
    )


def word_file(body: str, parts: dict[str, tuple[str, str]]) -> bytes:
    """A Word file with further parts: the type of each relation, and the XML."""
    data = docx(body)
    relations = "".join(
        f'<Relationship Id="{kind}" Target="{name}" '
        f'Type="{_OFFICE}/officeDocument/2006/relationships/{kind}"/>'
        for name, (kind, _) in parts.items()
    )
    end = "</Relationships>"
    data = with_part(
        data,
        "word/_rels/document.xml.rels",
        lambda rels: rels.replace(end, relations + end),
    )
    for name, (_, xml) in parts.items():
        data = with_part(data, f"word/{name}", lambda _, xml=xml: xml)  # type: ignore[misc]
    return data


def test_numbers_of_a_word_file() -> None:
    body = (
        numbered("Scope", 0, style="Heading1")
        + numbered("Terms", 1, style="Heading1")
        + numbered("Rent", 1)
        + numbered("due", 2)
        + word_paragraph("Between.")
        + numbered("late", 2)
        + numbered("dot", 0, 2)
        + numbered("Arrears", 0)
        + numbered("Other", 0, 3)
    )
    data = word_file(body, {"numbering.xml": ("numbering", _NUMBERING)})
    assert DocxExtractor().extract(data).text == (
        "# 1. Scope\n\n# 1.1 Terms\n\n- 1.2 Rent\n\n- (i) due\n\nBetween.\n\n"
        "- (ii) late\n\n- dot\n\n2. Arrears\n\n5. Other\n\n"
    )


_NAMES = (
    f'xmlns:w="{_OFFICE}/wordprocessingml/2006/main" '
    f'xmlns:m="{_OFFICE}/officeDocument/2006/math" '
    f'xmlns:a="{_OFFICE}/drawingml/2006/main" '
    f'xmlns:c="{_OFFICE}/drawingml/2006/chart" '
    f'xmlns:r="{_OFFICE}/officeDocument/2006/relationships" '
    f'xmlns:mc="{_OFFICE}/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
)
_EQUATION = (
    "<m:oMath><m:r><m:t>v=</m:t></m:r><m:rad><m:deg/><m:e><m:r><m:t>2gh</m:t></m:r>"
    "</m:e></m:rad><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t>"
    "</m:r></m:sup></m:sSup></m:oMath>"
)
_CHART = (
    f"<c:chartSpace {_NAMES}><c:chart><c:title><a:p><a:r><a:t>Loads</a:t></a:r></a:p>"
    "</c:title><c:plotArea><c:barChart><c:ser><c:tx><c:v>2024</c:v></c:tx><c:cat>"
    "<c:strCache><c:ptCount/><c:pt idx='0'><c:v>Umea</c:v></c:pt></c:strCache></c:cat>"
    "<c:val><c:numCache><c:formatCode>0%</c:formatCode><c:ptCount/><c:pt idx='0'>"
    "<c:v>0.25</c:v></c:pt></c:numCache></c:val></c:ser></c:barChart></c:plotArea>"
    "</c:chart></c:chartSpace>"
)


def test_values_of_a_form_of_word() -> None:
    begin = "<w:r><w:fldChar w:fldCharType='begin'><w:ffData>{}</w:ffData></w:fldChar>"
    chosen = (
        "<w:ddList><w:result w:val='1'/><w:listEntry w:val='Oslo'/>"
        "<w:listEntry w:val='Umea'/></w:ddList>"
    )
    ticked = "<w:checkBox><w:checked/></w:checkBox>"
    body = "".join(
        f"<w:p><w:r><w:t>{label}: </w:t></w:r>{begin.format(data)}</w:r><w:r>"
        f"<w:instrText> {code} </w:instrText></w:r><w:r><w:fldChar "
        "w:fldCharType='end'/></w:r></w:p>"
        for label, data, code in (
            ("Depot", chosen, "FORMDROPDOWN"),
            ("Insured", ticked, "FORMCHECKBOX"),
            ("Empty", chosen.replace("'1'", "'7'"), "FORMDROPDOWN"),
        )
    )
    found = DocxExtractor().extract(docx(body))
    assert found.text == "Depot: Umea\n\nInsured: ☒\n\nEmpty:\n\n"


def text_box(text: str) -> str:
    return (
        "<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx>"
        f"<w:txbxContent>{word_paragraph(text)}</w:txbxContent></wps:txbx></w:drawing>"
        "</mc:Choice><mc:Fallback/></mc:AlternateContent></w:r></w:p>"
    )


def test_texts_that_stand_apart_in_a_word_file() -> None:
    body = (
        f"<w:p><w:r><w:t>Here </w:t></w:r>{_EQUATION}<w:fldSimple w:instr='X'><w:r>"
        "<w:t> holds</w:t></w:r></w:fldSimple></w:p>"
        f"{text_box('boxed words')}<w:p><w:r><w:drawing><a:graphicData>"
        "<c:chart r:id='chart'/></a:graphicData></w:drawing></w:r></w:p>"
        f"{word_paragraph('Last.')}"
    )
    head = f"<w:hdr {_NAMES}>{word_paragraph('File HH-7')}{word_paragraph('Page 3')}"
    note = (
        '<w:comment w:id="0" w:author="Ann Lee">'
        + word_paragraph("ask Bo")
        + "</w:comment>"
    )
    data = word_file(
        body,
        {
            "header1.xml": ("header", f"{head}</w:hdr>"),
            "header2.xml": ("footer", f"{head.replace('hdr', 'ftr')}</w:ftr>"),
            "comments.xml": ("comments", f"<w:comments {_NAMES}>{note}</w:comments>"),
            "charts/chart1.xml": ("chart", _CHART),
        },
    )
    data = with_part(
        data,
        "word/document.xml",
        lambda xml: f"<w:document {_NAMES}>{xml[xml.index('<w:body>') :]}",
    )
    found = DocxExtractor().extract(data)
    assert found.text == (
        "Here v=2ghx2 holds\n\nboxed words\n\nLoads\n\n|  | 2024 |\n| --- | --- |\n"
        "| Umea | 25% |\n\nLast.\n\nComment by Ann Lee: ask Bo\n\nFile HH-7\n\n"
    )
    lost = DocxExtractor().extract(
        with_part(data, "word/charts/chart1.xml", lambda xml: xml[:-9])
    )
    assert "Last." in lost.text
    assert lost.problems == ("a chart cannot be read and was left out",)


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


def test_words_at_the_ends_of_lines_of_a_pdf() -> None:
    lines = ["A well-", "known engineer of com-", "pressors in 1987-", "88 at Nord-"]
    lines += [
        "See; a tide-table, a tide-",
        "table and a",
        "steamboat, a steam-",
        "boat.",
    ]
    assert PdfExtractor().extract(pdf(PdfPage(lines))).text == (
        "A well-known engineer of compressors in 1987-88 at Nord-See; a tide-table, "
        "a tide-table and a\nsteamboat, a steamboat.\n\n"
    )


def test_glyphs_of_several_letters_in_a_pdf() -> None:
    meaning = "<41> <06440627> <42> <0633> <43> <0645> <44> <FB01>"
    found = PdfExtractor().extract(
        pdf(PdfPage(["CAB"]), PdfPage(["D"]), characters=meaning)
    )
    assert "سلام" in found.text
    assert "fi" in found.text


def test_fields_and_comments_of_a_pdf() -> None:
    field = "/Type /Annot /Subtype /Widget /Rect [0 0 9 9]"
    found = PdfExtractor().extract(
        pdf(
            PdfPage(["Order"]),
            annotations=[
                f"{field} /FT /Tx /T (n1) /TU (Name) /V (Ann Lee)",
                f"{field} /FT /Tx /T (pass) /V (secret) /Ff 8192",
                f"{field} /FT /Tx /T (empty)",
                f"{field} /FT /Btn /T (Insured) /V /On /AS /On",
                "/Type /Annot /Subtype /Text /Rect [0 0 9 9] /Contents (Ask Bo)",
            ],
        )
    )
    assert found.text == ("Order\n\nName: Ann Lee\n\n☒ Insured\n\nComment: Ask Bo\n\n")


@pytest.mark.parametrize("style", ["<w:b/>", '<w:u w:val="single"/>'])
def test_a_paragraph_in_bold_or_underlined_is_a_label(style: str) -> None:
    run = f"<w:r><w:rPr>{style}</w:rPr><w:t>Forbidden (all)</w:t></w:r>"
    body = f"<w:p>{run}</w:p>{word_paragraph('Opening it.')}<w:p>{run}{_PLAIN}</w:p>"
    text = DocxExtractor().extract(docx(body)).text
    assert text.split("\n\n")[:3] == [
        "**Forbidden (all)**",
        "Opening it.",
        "Forbidden (all) so",
    ]
