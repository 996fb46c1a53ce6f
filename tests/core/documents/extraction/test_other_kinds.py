"""Kinds of files that people have besides notes and Office files."""

import pytest

from ragtui_core.documents.extraction.lists_of_values import ValuesExtractor
from ragtui_core.documents.extraction.marked_text import MarkedTextExtractor
from ragtui_core.documents.extraction.open_document import OpenDocumentExtractor
from ragtui_core.documents.extraction.subtitles import SubtitlesExtractor
from support.office_files import archive
from support.vaults import MakeVault

_ODF = "urn:oasis:names:tc:opendocument:xmlns"


def odf(body: str) -> bytes:
    names = " ".join(
        f'xmlns:{name}="{_ODF}:{name}:1.0"'
        for name in ("office", "text", "table", "draw", "style")
    )
    styles = (
        "<office:automatic-styles><style:style style:name='S'><style:text-properties "
        "style:text-line-through-style='solid'/></style:style><style:style "
        "style:name='H'><style:text-properties text:display='none'/></style:style>"
        "</office:automatic-styles>"
    )
    content = f"<office:document-content {names}>{styles}<office:body>{body}"
    return archive(
        {"content.xml": f"{content}</office:body></office:document-content>"}
    )


CSV = b'part;price\r\n"seal; ring";3,50\r\npump;"7\r\n8"\r\n'
VTT = """WEBVTT

1
00:00:01.000 --> 00:00:03.000
<v Ann Lee>The pump <b>hums</b> &amp; leaks.

00:00:03.500 --> 00:00:04.000
<v Ann Lee>At night.

00:00:05.000 --> 00:00:07.000
<v Bo>Since May?

01:01:05,000 --> 01:01:07,000
Late.
"""
ORG = "#+TITLE: Pumps\n* North\nIt hums.\n** Seals\n- one\n"
RST = "Pumps\n=====\n\nIt hums.\n\nSeals\n-----\n\nOne.\n"
ADOC = "= Pumps\n\nIt hums.\n\n== Seals\n\nOne.\n"
MARKED = (("org", ORG), ("rst", RST), ("adoc", ADOC))
ODT = odf(
    "<office:text><text:h text:outline-level='2'>Pumps</text:h><text:p>It costs "
    "<text:span text:style-name='S'>4</text:span> 3<text:s text:c='2'/>euros."
    "<text:span text:style-name='H'>unseen</text:span></text:p><text:list>"
    "<text:list-item><text:p>one</text:p></text:list-item></text:list>"
    "<table:table><table:table-row><table:table-cell table:number-rows-spanned='2'>"
    "<text:p>Umea</text:p></table:table-cell><table:table-cell><text:p>1</text:p>"
    "</table:table-cell></table:table-row><table:table-row>"
    "<table:covered-table-cell/><table:table-cell><text:p>2</text:p>"
    "</table:table-cell></table:table-row></table:table></office:text>"
)
ODS = odf(
    "<office:spreadsheet><table:table table:name='Prices'><table:table-row>"
    "<table:table-cell><text:p>part</text:p></table:table-cell><table:table-cell>"
    "<text:p>7.5%</text:p></table:table-cell><table:table-cell "
    "table:number-columns-repeated='16000'/></table:table-row><table:table-row "
    "table:number-rows-repeated='1048000'><table:table-cell/></table:table-row>"
    "</table:table></office:spreadsheet>"
)
ODP = odf(
    "<office:presentation><draw:page><draw:frame><draw:text-box><text:p>It hums."
    "</text:p></draw:text-box></draw:frame></draw:page></office:presentation>"
)


def test_tables_of_values() -> None:
    assert ValuesExtractor().extract(CSV).text == (
        "| part | price |\n| --- | --- |\n| seal; ring | 3,50 |\n| pump | 7 8 |\n\n"
    )
    assert "| a | b |" in ValuesExtractor().extract(b"a\tb\n1\t2\n").text


def test_transcripts_with_times_and_speakers() -> None:
    found = SubtitlesExtractor().extract(VTT.encode())
    assert found.text == (
        "## 0:01\n\nAnn Lee: The pump hums & leaks. At night.\n\nBo: Since May?\n\n"
        "## 1:01:05\n\nLate.\n\n"
    )
    assert [(str(a.location), found.text[a.start :][:6]) for a in found.anchors] == [
        ("0:01, Ann Lee", "## 0:0"),
        ("0:05, Bo", "Bo: Si"),
        ("1:01:05", "## 1:0"),
    ]
    zoom = VTT.replace("<v Bo>", "Bo Lee-Fox: ")
    assert "Bo Lee-Fox: Since May?" in SubtitlesExtractor().extract(zoom.encode()).text


@pytest.mark.parametrize("text", [ORG, RST, ADOC])
def test_headings_of_other_markup(text: str) -> None:
    found = MarkedTextExtractor().extract(text.encode()).text
    assert "It hums.\n\n" in found
    assert "## Seals\n\n" in found


def test_documents_sheets_and_slides_of_libre_office() -> None:
    found = OpenDocumentExtractor().extract(ODT)
    assert found.text == (
        "## Pumps\n\nIt costs ~~4~~ 3 euros.\n\n- one\n\n"
        "| Umea | 1 |\n| --- | --- |\n| Umea | 2 |\n\n"
    )
    assert found.problems == ("hidden text was left out",)
    sheet = OpenDocumentExtractor().extract(ODS)
    assert sheet.text == "# Prices\n\n| part | 7.5% |\n| --- | --- |\n\n"
    assert str(sheet.anchors[0].location) == "sheet Prices"
    slide = OpenDocumentExtractor().extract(ODP)
    assert slide.text == "# Slide 1\n\nIt hums.\n\n"
    assert str(slide.anchors[0].location) == "slide 1"


def test_quotations_of_other_kinds_are_verified(make_vault: MakeVault) -> None:
    quote = "The gasket weighs 11 kilograms."
    files: dict[str, str | bytes] = {
        "a.odt": odf(f"<office:text><text:p>{quote}</text:p></office:text>"),
        **{f"a.{kind}": text.replace("It hums.", quote) for kind, text in MARKED},
        "a.csv": f"part,note\npump,{quote}\n",
        "a.srt": VTT.replace("Late.", quote).replace("WEBVTT", ""),
    }
    vault = make_vault(files)
    vault.index(embed=False)
    quotes = "\n\n".join(f'"{quote}" ({name})' for name in files)
    checked = vault.quotations.verify_all(quotes)
    assert [found.verdict.verified for found in checked] == [True] * len(files)
