"""What is read of files: sections of `texts/*.txt`, each a fact, a source and a text.

A source is the file, the body of a Word file, or the parts of one of LibreOffice. Below
`=>` is its text: `⟨cell 1⟩` where a location begins, `«` and `»` around what a mail
quotes, then the title, the day and the attachments that it has, and its problems.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from ragtui_core.documents.extraction.extracted import Extracted
from ragtui_core.documents.kind_loaders import loader_of
from ragtui_core.files.kinds import OWN_ENDINGS
from ragtui_files.mail.conversation import ConversationExtractor
from support.office_files import PdfPage, docx, odf, odf_part, pdf, with_part, xlsx

SECTIONS = re.compile(r"^%% ([^\n]+), (\S+)\n(.*?)^=>\n(.*?)(?=^%% |\Z)", re.M | re.S)
CASES = [
    (kind.stem, *section)
    for kind in sorted(Path(__file__).with_name("texts").glob("*.txt"))
    for section in SECTIONS.findall(kind.read_text("utf-8"))
]


def libre_office(source: str) -> bytes:
    """A body, and after lines such as `@styles.xml` its styles and other parts."""
    body, *parts = re.split(r"^@(.+)\n", source, flags=re.M)
    named = dict(zip(parts[::2], parts[1::2], strict=True))
    styles = named.pop("styles", "")
    made = {
        name: xml if xml.startswith("<x:math") else odf_part(xml)
        for name, xml in named.items()
    }
    return odf(body, styles, made)


OFFICE = "http://schemas.openxmlformats.org"
WORD = (
    f'xmlns:w="{OFFICE}/wordprocessingml/2006/main" '
    f'xmlns:m="{OFFICE}/officeDocument/2006/math" '
    f'xmlns:a="{OFFICE}/drawingml/2006/main" '
    f'xmlns:c="{OFFICE}/drawingml/2006/chart" '
    f'xmlns:r="{OFFICE}/officeDocument/2006/relationships" '
    f'xmlns:mc="{OFFICE}/markup-compatibility/2006" '
    'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
)


def word(source: str) -> bytes:
    """A body, and parts after lines such as `@header1.xml`, each named by its kind."""
    body, *parts = re.split(r"^@(\S+)\n", source, flags=re.M)
    data = docx(body)
    named = dict(zip(parts[::2], parts[1::2], strict=True))
    relations = "".join(
        f'<Relationship Id="{kind}" Target="{name}" '
        f'Type="{OFFICE}/officeDocument/2006/relationships/{kind}"/>'
        for name in named
        for kind in re.findall(r"([a-z]+)\d*\.xml", name)
    )
    changes: dict[str, Callable[[str], str]] = {
        "_rels/document.xml.rels": lambda xml: re.sub("(?=</R)", relations, xml),
        "document.xml": lambda xml: (
            f"<w:document {WORD}>{xml[xml.index('<w:body>') :]}"
        ),
    }
    for name, xml in named.items():
        declared = re.sub(r"^<([\w:]+)", rf"<\1 {WORD}", xml)
        changes[name] = lambda _, xml=declared: xml  # type: ignore[misc]
    for name, change in changes.items():
        data = with_part(data, f"word/{name}", change)
    return data


def pages(source: str) -> bytes:
    """Pages after `---`, with titles of the outline after `# `, and given options."""
    given = dict(re.findall(r"^@(labels|characters) (.+)\n", source, re.M))
    marks = re.findall(r"^@annotation (.+)\n", source, re.M)
    made = [
        PdfPage(
            re.findall(r"^(?!# ).+", page, re.M), re.findall(r"^# (.+)", page, re.M)
        )
        for page in re.sub(r"^@.+\n", "", source, flags=re.M).split("---\n")
    ]
    return pdf(*made, annotations=marks, **given)


def workbook(source: str) -> bytes:
    """Rows after lines such as `@Prices` or `@Secret hidden`."""
    _, *parts = re.split(r"^@(\w+) ?(\w*)\n", source, flags=re.M)
    states = zip(parts[::3], parts[1::3], strict=True)
    return xlsx(
        dict(zip(parts[::3], parts[2::3], strict=True)),
        {name: state for name, state in states if state},
    )


MADE: dict[str, Callable[[str], bytes]] = {
    ".docx": word,
    ".pdf": pages,
    ".xlsx": workbook,
    ".odt": libre_office,
    ".ods": libre_office,
    ".odp": libre_office,
    ".rtf": lambda source: source.encode("cp1252"),
}


def shown(found: Extracted) -> str:
    signs = [(anchor.start, f"⟨{anchor.location}⟩") for anchor in found.anchors]
    for start, end in found.details.get("quoted", ()):
        signs += [(start, "«"), (end, "»")]
    text = found.text
    for at, sign in sorted(signs, reverse=True):
        text = f"{text[:at]}{sign}{text[at:]}"
    about = {
        "title": found.title,
        "created": found.details.get("created"),
        "date": found.details.get("date"),
        "attached": ", ".join(each[0] for each in found.details.get("attachments", ())),
        "problems": "; ".join(each.partition(" (")[0] for each in found.problems),
    }
    told = [f"{name}: {value}" for name, value in about.items() if value]
    return text.rstrip("\n") + "\n\n" + "\n".join(told)


@pytest.mark.parametrize(("kind", "fact", "name", "source", "text"), CASES)
def test_a_file_is_read_as_its_section_says(
    kind: str, fact: str, name: str, source: str, text: str
) -> None:
    ending = Path(name).suffix
    if OWN_ENDINGS.get(kind):
        assert ending in OWN_ENDINGS[kind], fact
    is_export = kind == "conversations"
    extractor = ConversationExtractor() if is_export else loader_of(kind)
    data = MADE.get(ending, str.encode)(source.rstrip("\n") + "\n")
    found = extractor.extract(data)
    assert shown(found).rstrip() == text.rstrip()
    assert extractor.extract(data) == found
    assert Extracted.from_json(found.to_json()).text == found.text
