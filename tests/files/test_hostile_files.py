"""Files made to harm or mislead: each costs itself alone."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtui_core import Vault, open_vault
from ragtui_core.errors import UnreadableFile
from ragtui_core.files.kinds import OWN_ENDINGS
from ragtui_files.office.office_archive import SMALL_UNPACKED
from ragtui_files.pdf.pdf import MAX_PAGES
from support.office_files import (
    PdfPage,
    archive,
    docx,
    epub,
    pdf,
    pptx,
    protected,
    sheet_cell,
    sheet_rows,
    with_entities,
    with_part,
    word_paragraph,
    xlsx,
)

HUM = "It hums."
PDF = pdf(PdfPage([HUM]))
DOCX = docx(word_paragraph(HUM))
PPTX = pptx(("Pump", HUM, ""))
XLSX = xlsx({HUM: sheet_rows((HUM,))})
FAR = f'<row r="1048576">{sheet_cell("XFD1048576", "z")}</row>'
BOOK, CELLS = "xl/workbook.xml", "xl/worksheets/sheet1.xml"
WORD, SLIDE = "word/document.xml", "ppt/slides/slide1.xml"
LONG = pdf(*[PdfPage([f"Page {number} hums."]) for number in range(1, 10_001)])
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600

LAUGHS = '<!ENTITY a0 "ha ha ha ha">' + "".join(
    f'<!ENTITY {name} "{f"&a{number};" * 10}">'
    for number, name in enumerate([*(f"a{n}" for n in range(1, 9)), "z"])
)
ROOT_FILE = '<!ENTITY z SYSTEM "file:///etc/passwd">'
SECRET = "words of another file"


def entities(data: bytes, part: str, declared: str, words: str = HUM) -> bytes:
    return with_part(data, part, lambda xml: with_entities(xml, declared, words))


REFUSED: dict[str, tuple[bytes, str]] = {
    "protected.pdf": (protected(PDF), "protected by a password"),
    "protected.docx": (OLE, "protected by a password, or of a format before 2007"),
    "protected.pptx": (OLE, "protected by a password, or of a format before 2007"),
    "truncated.pdf": (PDF[:80], "not a PDF file, or a damaged one"),
    "truncated.docx": (DOCX[:300], "not a DOCX file, or a damaged one"),
    "broken.docx": (with_part(DOCX, WORD, lambda xml: xml[:-9]), "a damaged DOCX file"),
    "broken.pptx": (
        with_part(PPTX, SLIDE, lambda xml: xml[:-9]),
        "a damaged PPTX file",
    ),
    "word.pdf": (DOCX, "an office file by its content, not a PDF: rename it"),
    "page.docx": (PDF, "a PDF file by its content, not a DOCX file: rename it"),
    "slides.docx": (PPTX, "not a DOCX file: it has no word/document.xml"),
    "word.pptx": (DOCX, "not a PPTX file: it has no ppt/presentation.xml"),
    "laughs.docx": (entities(DOCX, WORD, LAUGHS), "its XML entities would expand"),
    "laughs.pptx": (entities(PPTX, SLIDE, LAUGHS), "its XML entities would expand"),
    "laughs.epub": (
        entities(epub({"a.xhtml": HUM}), "EPUB/package.opf", LAUGHS, "The pump"),
        "its XML entities would expand",
    ),
    "bomb.docx": (
        archive({WORD: "x", "word/big": b"\0" * (SMALL_UNPACKED + 1)}),
        "would unpack to 50 MB from 0.0 MB",
    ),
    "protected.xlsx": (OLE, "protected by a password, or of a format before 2007"),
    "truncated.xlsx": (XLSX[:300], "not a XLSX file, or a damaged one"),
    "laughs.xlsx": (entities(XLSX, BOOK, LAUGHS), "its XML entities would expand"),
    "bomb.xlsx": (
        archive({BOOK: "x", "xl/big": b"\0" * (SMALL_UNPACKED + 1)}),
        "would unpack to 50 MB from 0.0 MB",
    ),
    "external.xlsx": (entities(XLSX, CELLS, ROOT_FILE), "sheet 'It hums.' was left"),
    "word.rtf": (DOCX, "not an RTF file: it does not begin with {\\rtf"),
    "braces.rtf": (rb"{\rtf1" + b"{" * 200_000, "no text"),
    "deep.html": (b"<div>" * 200_000, "elements nested more than 5,000 deep"),
    "blank.pdf": (pdf(PdfPage([])), "no text on its page"),
    "picture.docx": (docx(""), "no text"),
} | {
    f"empty{endings[0]}": (b"", "empty file")
    for kind, endings in OWN_ENDINGS.items()
    if endings and kind != "image"
}

HIDDEN = """<p>Shown words.</p><p hidden>unseen</p><p style="display:none">unseen</p>
<template>unseen</template>
<script>unseen()</script><style>p::after {content: "unseen"}</style><!-- unseen -->
<iframe src="http://127.0.0.1:9/unseen"></iframe><img src="http://127.0.0.1:9/u.png">"""


def readable(folder: Path) -> dict[str, tuple[bytes, str]]:
    """Files with something to mislead in them, and the text that is read."""
    folder.joinpath("secret").write_text(SECRET)
    external = f'<!ENTITY z SYSTEM "{folder.joinpath("secret").as_uri()}">'
    cyclic = pdf(PdfPage([HUM], ["Pump", "Pump"]), cyclic=True)
    return {
        "far.xlsx": (xlsx({"Far": sheet_rows(("a",)) + FAR}), "# Far"),
        "external.docx": (entities(DOCX, WORD, external), HUM),
        "external.pptx": (entities(PPTX, SLIDE, external), "# Pump"),
        "long.pdf": (LONG, f"Page {MAX_PAGES} hums."),
        "hidden.html": (HIDDEN.encode(), "Shown words."),
        "cyclic.pdf": (cyclic, HUM),
        "a\u202efdp.txt": (b"Not reversed.", "Not reversed."),
    }


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    folder = tmp_path_factory.mktemp("hostile")
    root = folder / "vault"
    root.mkdir()
    for name, (content, _) in (REFUSED | readable(folder)).items():
        (root / name).write_bytes(content)
    vault = open_vault(root, flags={"data_dir": str(folder / "data")})
    vault.index(embed=False)
    yield vault
    vault.close()


def test_what_is_refused_has_one_sentence_in_status(hostile: Vault) -> None:
    skipped = {each.path: each.reason for each in hostile.coverage.whole().skipped}
    assert skipped.keys() == REFUSED.keys()
    for name, reason in skipped.items():
        assert reason.startswith(REFUSED[name][1]), name
        assert re.fullmatch(r"[^\n]{5,200}", reason), name


def test_everything_else_is_indexed_alone(hostile: Vault, tmp_path: Path) -> None:
    expected = readable(tmp_path)
    assert set(hostile.documents.paths()) == expected.keys()
    for name, (_, words) in expected.items():
        text = hostile.documents.text(name)
        assert words in text
        assert "unseen" not in text
        assert SECRET not in text


def test_a_pdf_of_ten_thousand_pages_is_read_in_part(hostile: Vault) -> None:
    document = hostile.documents.read("long.pdf")
    assert len(document.anchors) == MAX_PAGES
    assert f"Page {MAX_PAGES + 1} hums" not in document.text
    (problem,) = (
        each for each in hostile.coverage.whole().problems if each.path == "long.pdf"
    )
    assert problem.reason == "only the first 5,000 of 10,000 pages were read"


def test_reading_a_refused_file_gives_the_same_sentence(hostile: Vault) -> None:
    for name in ("laughs.docx", "truncated.pdf", "deep.html"):
        with pytest.raises(UnreadableFile) as caught:
            hostile.documents.read(name)
        assert str(caught.value).startswith(REFUSED[name][1])
