"""Word files, turned into HTML by mammoth: headings, lists, tables, footnotes.

Texts that mammoth does not read are put where it does: equations, fields and text boxes
in their place; charts below their paragraph; headers, footers and comments once, at the
end; the numbers of lists and headings at their texts.
"""

import io
import zipfile
from collections.abc import Iterable, Mapping
from xml.etree import ElementTree as ET

from ragtui_core.documents import Cell, Extracted, OwnExtractor
from ragtui_files.html.html import extract_html
from ragtui_files.office.docx_numbers import Numbers, W, value_of
from ragtui_files.office.drawings import drawn_blocks
from ragtui_files.office.office_archive import (
    check_archive,
    readable_xml,
    relations,
    with_creation,
)

DOCUMENT = "word/document.xml"
_RELATIONS = "word/_rels/document.xml.rels"
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_CHOICES = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_TEXTBOX = "{urn:schemas-microsoft-com:vml}textbox"
_BOX = f".//{W}txbxContent"
_GROUP = f"{W}smartTag"
"""An element whose parts mammoth reads as if it were not there."""
_GROUPS = {f"{W}{name}" for name in ("fldSimple", "dir", "bdo", "ruby", "rubyBase")}
_CHOICES_OF_FORM = f"{W}fldChar/{W}ffData/{W}ddList"
_EQUATIONS = {f"{_MATH}oMath", f"{_MATH}oMathPara"}
_OFF = {"0", "false", "off"}


def add_texts(parts: dict[str, bytes]) -> list[str]:
    """Add the texts to the document among the XML parts of a Word file.

    Returns what was left out, in words.
    """
    if b"<!DOCTYPE" in parts[DOCUMENT]:  # no program writes one
        return ["texts beside the document's own were left out: it defines entities"]
    root = ET.fromstring(parts[DOCUMENT])
    body = root.find(f"{W}body")
    if body is None:
        return []
    related = relations(parts.get(_RELATIONS, b""), "word")
    elements = list(body.iter())
    problems = ["hidden text was left out"] if sum(map(_hide, elements)) else []
    for element in elements:
        _read_parts(element)
    Numbers(parts).add(body)
    blocks = list[ET.Element]()
    for element in body:
        blocks.append(element)
        try:
            drawn = drawn_blocks(element, lambda name: parts[related[name][1]])
            blocks += map(_block, drawn)
        except (LookupError, ET.ParseError):
            problems.append("a chart cannot be read and was left out")
    body[:] = [*blocks, *map(_paragraph, _beside(parts, related))]
    parts[DOCUMENT] = ET.tostring(root)
    return problems


def _hide(element: ET.Element) -> bool:
    """Remove the text of a run that is hidden; whether there was any."""
    mark = element.find(f"{W}rPr/{W}vanish")
    if element.tag != f"{W}r" or mark is None or value_of(mark, "val") in _OFF:
        return False
    texts = element.findall(f"{W}t")
    for text in texts:
        element.remove(text)
    return bool(texts)


def _read_parts(element: ET.Element) -> None:
    """Replace the parts of an element that mammoth ignores."""
    for number, part in enumerate(element):
        if part.tag in _GROUPS:
            part.tag = _GROUP
        elif part.tag == f"{W}dstrike":  # mammoth knows one line only
            part.tag = f"{W}strike"
        elif (choices := part.find(_CHOICES_OF_FORM)) is not None:
            ET.SubElement(part, f"{W}t").text = _chosen(choices)
        elif part.tag in _EQUATIONS:
            element[number] = _run("".join(part.itertext()), part.tail)
        elif boxes := _boxes(part):
            box = ET.Element(f"{W}pict")
            for content in boxes:
                ET.SubElement(box, _TEXTBOX).append(content)
            element[number] = box


def _chosen(choices: ET.Element) -> str:
    """The entry that is chosen in a list of a form; by default the first."""
    entries = [entry.get(f"{W}val", "") for entry in choices.iter(f"{W}listEntry")]
    result = choices.find(f"{W}result")
    number = "0" if result is None else result.get(f"{W}val", "")
    return "".join(entries[int(number) :][:1]) if number.isdecimal() else ""


def _boxes(part: ET.Element) -> list[ET.Element]:
    """Text boxes in a drawing without an older form."""
    if part.tag == f"{W}drawing":
        return part.findall(_BOX)
    if part.tag != f"{_CHOICES}AlternateContent":
        return []
    choice, older = part.find(f"{_CHOICES}Choice"), part.find(f"{_CHOICES}Fallback")
    is_read = older is not None and older.find(_BOX) is not None
    return [] if choice is None or is_read else choice.findall(_BOX)


def _beside(
    parts: Mapping[str, bytes], related: Mapping[str, tuple[str, str]]
) -> Iterable[str]:
    """The lines of headers, footers and comments with a letter, each once."""
    lines: dict[str, None] = {}
    for kind, name in sorted(related.values()):
        if name not in parts or kind not in {"header", "footer", "comments"}:
            continue
        root = ET.fromstring(parts[name])
        if kind == "comments":
            lines |= dict.fromkeys(map(_comment, root))
        else:
            lines |= dict.fromkeys(map(_text, root.iter(f"{W}p")))
    return [line for line in lines if any(map(str.isalpha, line))]


def _comment(comment: ET.Element) -> str:
    author = comment.get(f"{W}author", "")
    text = " ".join(map(_text, comment.iter(f"{W}p")))
    return f"Comment by {author}: {text}" if author else f"Comment: {text}"


def _text(paragraph: ET.Element) -> str:
    texts = {f"{W}t": None, f"{W}tab": " ", f"{W}br": " "}
    pieces = (
        (texts[part.tag] or part.text or "")
        for part in paragraph.iter()
        if part.tag in texts
    )
    return " ".join("".join(pieces).split())


def _block(block: str | list[list[Cell]]) -> ET.Element:
    """A block of a drawing as one of Word."""
    if isinstance(block, str):
        return _paragraph(block)
    table = ET.Element(f"{W}tbl")
    for row in block:
        line = ET.SubElement(table, f"{W}tr")
        for cell in row:
            ET.SubElement(line, f"{W}tc").append(_paragraph(cell.text))
    return table


def _paragraph(text: str) -> ET.Element:
    paragraph = ET.Element(f"{W}p")
    paragraph.append(_run(text))
    return paragraph


def _run(text: str, tail: str | None = None) -> ET.Element:
    run = ET.Element(f"{W}r")
    run.tail = tail
    ET.SubElement(run, f"{W}t").text = text
    return run


_STRICT = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
"""The namespace of the strict form of the format."""


class DocxExtractor(OwnExtractor, kind="docx"):
    """Extracts Word files; see `Extractor`."""

    def extract(self, data: bytes) -> Extracted:
        """The text of a Word file, without images; nothing outside it is read."""
        check_archive(data, DOCUMENT, "DOCX")
        import mammoth

        with readable_xml("DOCX"):
            parts = _parts(data)
            problems = add_texts(parts)
            made = mammoth.convert_to_html(
                io.BytesIO(_archive(parts)),
                convert_image=mammoth.images.img_element(lambda image: {}),
                external_file_access=False,
                style_map="p[style-name='Title'] => h1:fresh\nu => strong",
            )
        page = f"<html><body>{made.value}</body></html>"
        found = extract_html(page, tuple(problems))
        return with_creation(found, data)


def _parts(data: bytes) -> dict[str, bytes]:
    """The XML of a Word file by name, in the usual form; media are left out."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {
            name: archive.read(name).replace(_STRICT, W[1:-1].encode())
            for name in archive.namelist()
            if name.endswith((".xml", ".rels", "/style-map"))
        }


def _archive(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return out.getvalue()
