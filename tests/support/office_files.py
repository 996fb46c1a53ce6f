"""Small PDF, Word, PowerPoint and Excel files with known texts."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

_CONTAINER = "urn:oasis:names:tc:opendocument:xmlns:container"
_SHEET = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"


@dataclass(frozen=True)
class PdfPage:
    """The lines of a page, and the titles in the outline that lead to it.

    `drawn` is what follows in the page's language; the font is `/F`.
    """

    lines: Sequence[str]
    outline: Sequence[str] = field(default=())
    drawn: str = ""


def pdf(
    *pages: PdfPage,
    labels: str = "",
    cyclic: bool = False,
    created: str = "",
    annotations: Sequence[str] = (),
    characters: str = "",
) -> bytes:
    """A PDF file. `labels` is a number tree such as `0 << /S /r >> 2 << /S /D >>`.

    `annotations` are on every page; `characters` are what codes of the font mean, such
    as `<41> <06440627>`.
    """
    meaning = "/ToUnicode 6 0 R" if characters else ""
    font = f"<< /Type /Font /Subtype /Type1 /BaseFont /Times {meaning} >>"
    cmap = (
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap 1 "
        "begincodespacerange <00> <FF> endcodespacerange "
        f"{characters.count(chr(60)) // 2} beginbfchar {characters} endbfchar "
        "endcmap end end"
    )
    objects: dict[int, str] = {
        3: font,
        6: f"<< /Length {len(cmap)} >>\nstream\n{cmap}\nendstream",
        **{900 + at: f"<< {each} >>" for at, each in enumerate(annotations)},
    }
    marks = " ".join(f"{900 + at} 0 R" for at in range(len(annotations)))
    numbers = range(10, 10 + 2 * len(pages), 2)
    for number, page in zip(numbers, pages, strict=True):
        shown = " T* ".join(f"({line}) Tj" for line in page.lines)
        content = f"BT /F 12 Tf 14 TL 50 700 Td {shown} ET {page.drawn}"
        objects[number] = (
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] "
            f"/Annots [{marks}] /Contents {number + 1} 0 R "
            "/Resources << /Font << /F 3 0 R >> >> >>"
        )
        objects[number + 1] = (
            f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"
        )
    kids = " ".join(f"{number} 0 R" for number in numbers)
    objects[2] = f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>"
    titles = [
        (title, number)
        for number, page in zip(numbers, pages, strict=True)
        for title in page.outline
    ]
    first = 10 + 2 * len(pages)
    for offset, (title, target) in enumerate(titles):
        is_last = offset == len(titles) - 1
        after = first if is_last and cyclic else first + offset + 1
        following = "" if is_last and not cyclic else f"/Next {after} 0 R"
        objects[first + offset] = (
            f"<< /Title ({title}) /Parent 4 0 R {following} "
            f"/Dest [{target} 0 R /Fit] >>"
        )
    last = first + len(titles) - 1
    outline = "/Outlines 4 0 R" if titles else ""
    if titles:
        objects[4] = f"<< /Type /Outlines /First {first} 0 R /Last {last} 0 R >>"
    tree = f"/PageLabels << /Nums [{labels}] >>" if labels else ""
    objects[1] = f"<< /Type /Catalog /Pages 2 0 R {outline} {tree} "
    objects[1] += f"/AcroForm << /Fields [{marks}] >> >>"
    if not created:
        return _pdf_file(objects)
    objects[5] = f"<< /CreationDate ({created}) >>"
    return _pdf_file(objects).replace(b"trailer\n<< ", b"trailer\n<< /Info 5 0 R ")


def protected(data: bytes) -> bytes:
    """A PDF file that asks for a password."""
    key = "00" * 32
    words = f"/Encrypt << /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -1 >>"
    return data.replace(
        b"trailer\n<< ", f"trailer\n<< {words} /ID [<00> <00>] ".encode()
    )


def _pdf_file(objects: dict[int, str]) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    places = {}
    for number, text in sorted(objects.items()):
        places[number] = len(out)
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    start, size = len(out), max(objects) + 1
    rows = [
        f"{places.get(number, 0):010} {'00000 n' if number in places else '65535 f'} "
        for number in range(size)
    ]
    table = "\n".join([f"xref\n0 {size}", *rows])
    end = f"\ntrailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return bytes(out + (table + end).encode())


def docx(body: str) -> bytes:
    """A Word file with this body in WordprocessingML, prefix `w`."""
    return archive(
        {
            "[Content_Types].xml": f'<Types xmlns="{_TYPES}"><Default Extension="xml" '
            'ContentType="application/xml"/><Default Extension="rels" ContentType='
            '"application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Override PartName="/word/document.xml" ContentType="application/vnd.'
            'openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
            "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r1" '
            f'Type="{_OFFICE}/officeDocument" Target="word/document.xml"/>'
            "</Relationships>",
            "word/document.xml": f'<w:document xmlns:w="{_WORD}"><w:body>{body}'
            "</w:body></w:document>",
            "word/styles.xml": f'<w:styles xmlns:w="{_WORD}"><w:style w:type='
            '"paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style>'
            "</w:styles>",
            "word/_rels/document.xml.rels": f'<Relationships xmlns="{_RELATIONS}">'
            f'<Relationship Id="s1" Type="{_OFFICE}/styles" Target="styles.xml"/>'
            "</Relationships>",
        }
    )


def word_paragraph(text: str, style: str = "") -> str:
    """A paragraph of a Word file; style `Heading1` is a heading."""
    kind = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{kind}<w:r><w:t>{text}</w:t></w:r></w:p>"


def archive(parts: dict[str, str | bytes]) -> bytes:
    """A zip archive."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as written:
        for name, content in parts.items():
            written.writestr(name, content)
    return out.getvalue()


def with_part(data: bytes, name: str, change: Callable[[str], str]) -> bytes:
    """An archive with one part, a text, changed; or added, from an empty one."""
    with zipfile.ZipFile(io.BytesIO(data)) as read:
        parts = {each: read.read(each) for each in read.namelist()}
    return archive({**parts, name: change(parts.get(name, b"").decode())})


def with_entities(xml: str, entities: str, words: str) -> str:
    """XML that declares `entities`, and has the last of them, `z`, before `words`."""
    head, found, rest = xml.rpartition("?>")
    doctype = f"<!DOCTYPE any [{entities}]>"
    return f"{head}{found}{doctype}{rest.replace(words, f'&z;{words}')}"


def odf_part(inside: str) -> str:
    """The XML of a part of a file of LibreOffice."""
    spaces = ("office", "text", "table", "draw", "style", "svg", "xlink", "chart")
    names = " ".join(f'xmlns:{name}="urn:{name}"' for name in spaces)
    return f"<office:document {names}>{inside}</office:document>"


def odf(body: str, styles: str = "", parts: Mapping[str, str] | None = None) -> bytes:
    """A file of LibreOffice; the styles `S` and `H` strike text through and hide it."""
    styles += (
        "<style:style style:name='S'><style:text-properties "
        "style:text-line-through-style='solid'/></style:style><style:style "
        "style:name='H'><style:text-properties text:display='none'/></style:style>"
    )
    content = (
        f"<office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body>{body}</office:body>"
    )
    return archive({"content.xml": odf_part(content), **(parts or {})})


def pptx(*slides: tuple[str, str, str]) -> bytes:
    """A presentation: title, body and notes of each slide."""
    from pptx import Presentation

    deck = Presentation()
    for title, body, notes in slides:
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = title
        slide.placeholders[1].text = body
        if notes:
            slide.notes_slide.notes_text_frame.text = notes
    out = io.BytesIO()
    deck.save(out)
    return out.getvalue()


def epub(pages: dict[str, str]) -> bytes:
    """A book called The pump: the HTML of its pages by name, in reading order."""
    items = "".join(
        f'<item id="p{n}" href="{quote(name)}" media-type="application/xhtml+xml"/>'
        for n, name in enumerate(pages)
    )
    spine = "".join(f'<itemref idref="p{n}"/>' for n in range(len(pages)))
    return archive(
        {
            "mimetype": "application/epub+zip",
            "META-INF/container.xml": f'<container xmlns="{_CONTAINER}"><rootfiles>'
            '<rootfile full-path="EPUB/package.opf"/></rootfiles></container>',
            "EPUB/package.opf": '<package xmlns="http://www.idpf.org/2007/opf">'
            '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
            f"<dc:title>The pump</dc:title></metadata><manifest>{items}</manifest>"
            f"<spine>{spine}</spine></package>",
            **{
                f"EPUB/{name}": f"<html><body>{page}</body></html>"
                for name, page in pages.items()
            },
        }
    )


def notebook(*cells: tuple[str, str], output: str = "") -> bytes:
    """A notebook: kind and source of each cell; the last one printed `output`."""
    written: list[dict[str, object]] = [
        {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}
        for kind, source in cells
    ]
    if output:
        written[-1]["outputs"] = [{"output_type": "stream", "text": [output]}]
    return json.dumps({"cells": written, "nbformat": 4}).encode()


def xlsx(sheets: dict[str, str], states: dict[str, str] | None = None) -> bytes:
    """A workbook: the XML of each sheet's rows by its name; `states` may hide some."""
    numbered = list(enumerate(sheets, 1))
    listed = "".join(
        f'<sheet name="{name}" sheetId="{number}" r:id="r{number}" '
        f'state="{(states or {}).get(name, "visible")}"/>'
        for number, name in numbered
    )
    relations = "".join(
        f'<Relationship Id="r{number}" Type="{_OFFICE}/worksheet" '
        f'Target="worksheets/sheet{number}.xml"/>'
        for number, _ in numbered
    )
    parts = {
        f"xl/worksheets/sheet{number}.xml": f'<worksheet xmlns="{_SHEET}"><sheetData>'
        f"{sheets[name]}</sheetData></worksheet>"
        for number, name in numbered
    }
    return archive(
        {
            "_rels/.rels": f'<Relationships xmlns="{_RELATIONS}"><Relationship Id="r1" '
            f'Type="{_OFFICE}/officeDocument" Target="xl/workbook.xml"/>'
            "</Relationships>",
            "xl/workbook.xml": f'<workbook xmlns="{_SHEET}" xmlns:r="{_OFFICE}">'
            f"<sheets>{listed}</sheets></workbook>",
            "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_RELATIONS}">'
            f'{relations}<Relationship Id="s" Type="{_OFFICE}/styles" '
            'Target="styles.xml"/></Relationships>',
            # Format 1 is that of a date.
            "xl/styles.xml": f'<styleSheet xmlns="{_SHEET}"><cellXfs><xf numFmtId="0"/>'
            '<xf numFmtId="14"/></cellXfs></styleSheet>',
            **parts,
        }
    )


def sheet_rows(*rows: Sequence[str | float | None]) -> str:
    """Rows of a sheet, from the first; None is an empty cell."""
    return "".join(
        f'<row r="{number}">'
        + "".join(
            sheet_cell(f"{chr(65 + column)}{number}", value)
            for column, value in enumerate(row)
            if value is not None
        )
        + "</row>"
        for number, row in enumerate(rows, 1)
    )


def sheet_cell(place: str, value: str | float) -> str:
    """A cell such as `B2`."""
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{value}</t></is></c>'
    return f'<c r="{place}"><v>{value}</v></c>'
