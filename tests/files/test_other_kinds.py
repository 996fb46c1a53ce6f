"""Kinds of files that people have besides notes and Office files."""

import pytest

from ragtui_core.documents.extraction.plain_text import TextExtractor
from ragtui_core.documents.loader import DEFAULT_LOADERS
from ragtui_files.canvas import CanvasExtractor
from ragtui_files.lists_of_values import ValuesExtractor
from ragtui_files.marked_text import MarkedTextExtractor
from ragtui_files.notebook import NotebookExtractor
from ragtui_files.office.open_document import OpenDocumentExtractor
from ragtui_files.subtitles import SubtitlesExtractor
from support.office_files import odf, odf_part
from support.vaults import IndexVault

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


def test_the_heads_of_a_table_below_other_lines() -> None:
    statement = b"Account;\nNo.;7\n\nday;payee;sum\n1;a;2\n3;b;4"
    text = ValuesExtractor().extract(statement).text
    assert text.startswith("Account\n\nNo. 7\n\n| day | payee | sum |\n| --- |")


@pytest.mark.parametrize(
    "chat",
    [
        "12/03/2026, 18:02 - Encrypted.\n12/03/2026, 18:05 - Jon: yes\nagain\n"
        "14/03/2026, 09:11 - Ann Lee: 8: 10\n",
        "\u200e[3/12/26, 6:02:11 PM] Encrypted.\n"
        "[3/12/26, 6:02:12 PM] Jon: yes\nagain\n"
        "[3/14/26, 9:00:05 AM] Ann Lee: \u200e8: 10\n",
        "12.03.26, 18:02 - Encrypted.\n12.03.26, 18:05 - Jon: yes\nagain\n"
        "14.03.26, 09:11 - Ann Lee: 8: 10\n",
    ],
)
def test_chats_are_messages_with_days_and_speakers(chat: str) -> None:
    found = TextExtractor().extract(chat.encode())
    assert found.text == (
        "## 12 Mar 2026\n\nEncrypted.\n\nJon: yes\nagain\n\n"
        "## 14 Mar 2026\n\nAnn Lee: 8: 10\n\n"
    )
    assert str(found.anchors[-1].location) == "Ann Lee, 14 Mar 2026"
    assert TextExtractor().extract(f"Chat\n{chat}".encode()).text.startswith("Chat")


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


def test_items_and_blocks_of_other_markup_are_no_headings() -> None:
    rst = MarkedTextExtractor().extract(b"Pumps\n=====\n\n* It hums.\n* It leaks.\n")
    assert rst.text == "# Pumps\n\n- It hums.\n\n- It leaks.\n\n"
    adoc = MarkedTextExtractor().extract(b"= Pumps\n\n* It hums.\n\n----\ncode\n----\n")
    assert adoc.text == "# Pumps\n\n- It hums.\n\ncode\n\n"


@pytest.mark.parametrize(
    "text",
    [
        "#+filetags: :boat:\n#+date: [2025-03-04 Tue]\n#+isbn: 7\n\n* A  :sea:\n\nx\n",
        ":PROPERTIES:\n:tags: boat sea\n:date: <2025-03-04>\n:isbn: 7\n:END:\n"
        "* A\n\nx\n",
        "A\n===\n\n:tags: boat, sea\n:date: 2025-03-04\n:isbn: 7\n\nx\n",
        "= A\n:toc:\n:tags: boat, sea\n:revdate: 2025-03-04\n:isbn: 7\n\nx\n",
    ],
)
def test_properties_of_other_markup(text: str) -> None:
    found = DEFAULT_LOADERS.load("a.org", text.encode())
    assert found.fields.tags == ("boat", "sea")
    assert found.fields.created == "2025-03-04"
    assert found.metadata["isbn"] == "7"
    assert found.text.partition("---\n\n")[2] == "# A\n\nx\n\n"


def test_properties_below_a_heading_of_org_are_lines() -> None:
    text = b"* A\n:PROPERTIES:\n:Effort: 0:30\n:END:\nx\n"
    found = MarkedTextExtractor().extract(text)
    assert found.text == "# A\n\nEffort: 0:30\nx\n\n"


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


def test_numbers_notes_and_objects_of_libre_office() -> None:
    lists = (
        "<text:list-style style:name='L'><text:list-level-style-number text:level='1' "
        "style:num-format='1' style:num-suffix='.'/><text:list-level-style-number "
        "text:level='2' style:num-format='a' style:num-suffix=')'/></text:list-style>"
        "<text:outline-style><text:outline-level-style text:level='1' "
        "style:num-format='1'/><text:outline-level-style text:level='2' "
        "style:num-format='1' text:display-levels='2'/></text:outline-style>"
    )
    item = "<text:list-item><text:p>{}</text:p>{}</text:list-item>"
    inner = f"<text:list>{item.format('inner', '')}</text:list>"
    body = (
        "<text:h text:outline-level='1'>Law</text:h><text:h text:outline-level='2'>Due"
        f"</text:h><text:list text:style-name='L'>{item.format('one', inner)}"
        f"{item.format('two', '')}</text:list><text:p>So<text:note><text:note-citation>"
        "1</text:note-citation><text:note-body><text:p>See.</text:p></text:note-body>"
        "</text:note> <draw:frame><draw:object xlink:href='./Object 1'/></draw:frame>"
        "<office:annotation><text:p>ask Bo</text:p></office:annotation></text:p>"
        "<text:list text:style-name='L' text:continue-numbering='true'>"
        f"{item.format('three', '')}</text:list><text:p><draw:frame><draw:object "
        "xlink:href='./Object 2'/><svg:desc>A map</svg:desc></draw:frame></text:p>"
    )
    chart = (
        "<office:body><chart:chart><chart:title><text:p>Loads</text:p></chart:title><table:table>"
        "<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell>"
        "<table:table-cell><text:p>7</text:p></table:table-cell></table:table-row>"
        "</table:table></chart:chart></office:body>"
    )
    parts = {
        "Object 1/content.xml": "<x:math xmlns:x='m'><x:mi>h</x:mi></x:math>",
        "Object 2/content.xml": odf_part(chart),
        "styles.xml": odf_part(
            "<style:master-page><style:header><text:p>File 7</text:p></style:header>"
            "<style:header-left><text:p>File 7</text:p></style:header-left>"
            "</style:master-page>"
        ),
    }
    data = odf(f"<office:text>{body}</office:text>", lists, parts)
    assert OpenDocumentExtractor().extract(data).text == (
        "# 1 Law\n\n## 1.1 Due\n\n1. one\n\n- a) inner\n\n2. two\n\n"
        "So \\[1\\] h\n\n\\[1\\] See.\n\nComment: ask Bo\n\n3. three\n\n"
        "(Picture: A map)\n\nLoads\n\n| a | 7 |\n| --- | --- |\n\nFile 7\n\n"
    )


def test_odd_objects_and_styles_of_libre_office_cost_themselves() -> None:
    ring = "<draw:object xlink:href='./Object 1'/>" * 2
    again = odf_part(f"<office:body><text:p>Chart{ring}</text:p></office:body>")
    files = {
        "Object 1/content.xml": again,
        "Object 2/content.xml": "<office",
        "styles.xml": "<office",
    }
    level = "<text:list-level-style-number text:level='x' style:num-format='1'/>"
    data = odf(
        f"<office:text><text:p>It hums.{ring}<draw:object xlink:href='./Object 2'/>"
        "</text:p></office:text>",
        f"<text:list-style style:name='L'>{level}</text:list-style>",
        files,
    )
    found = OpenDocumentExtractor().extract(data)
    assert found.text == "It hums.\n\nChart\n\n"
    assert [problem.split()[0] for problem in found.problems] == [
        "styles.xml",
        "Object",
    ]


def test_odd_parts_of_canvases_and_notebooks_cost_themselves() -> None:
    board = b'{"nodes": [5, null, {"type": "text", "text": "It hums."}], "edges": [1]}'
    assert CanvasExtractor().extract(board).text == "It hums.\n\n"
    cells = b'{"cells": [7, {"cell_type": "x"}, {"source": ["It hums."]}]}'
    assert "It hums." in NotebookExtractor().extract(cells).text
    named = b"sep=|\na,b|c\n1|2\n"
    assert ValuesExtractor().extract(named).text.startswith("| a,b | c |\n")


def test_quotations_of_other_kinds_are_verified(index_vault: IndexVault) -> None:
    quote = "The gasket weighs 11 kilograms."
    files: dict[str, str | bytes] = {
        "a.odt": odf(f"<office:text><text:p>{quote}</text:p></office:text>"),
        **{f"a.{kind}": text.replace("It hums.", quote) for kind, text in MARKED},
        "a.csv": f"part,note\npump,{quote}\n",
        "a.srt": VTT.replace("Late.", quote).replace("WEBVTT", ""),
    }
    vault = index_vault(files)
    quotes = "\n\n".join(f'"{quote}" ({name})' for name in files)
    checked = vault.quotations.verify_all(quotes)
    assert [found.verdict.verified for found in checked] == [True] * len(files)


def test_displayed_markup_is_compared_as_written(index_vault: IndexVault) -> None:
    text = "Title\n=====\n\nDo not run the large pump *twice*.\n"
    vault = index_vault({"a.rst": text})
    said = "Do not run the large pump *twice*."
    verdicts = [
        each.verdict.verified
        for quote in (f'"{said}"', f"> {said}", f'"{said.replace("not ", "")}"')
        for each in vault.quotations.verify_all(quote)
    ]
    assert verdicts == [True, True, False]


COMMENTED = [
    "= Pumps\n\nSeen.\n\n////\nHidden.\n////\n\n// hidden\nMore.\n",
    "* Pumps\n\nSeen.\n\n# hidden\n#+begin_comment\nHidden.\n#+end_comment\n\nMore.\n",
    "Pumps\n=====\n\nSeen.\n\n.. hidden\n  hidden\n\n  hidden\n\nMore.\n\n"
    "..\n  hidden\n",
]


@pytest.mark.parametrize("text", COMMENTED)
def test_comments_are_not_read(text: str) -> None:
    found = MarkedTextExtractor().extract(text.encode())
    assert found.text.split() == ["#", "Pumps", "Seen.", "More."]


def test_directives_and_targets_are_no_comments() -> None:
    text = "Pumps\n=====\n\n.. note:: It hums.\n\n.. _pump: a.html\n"
    found = MarkedTextExtractor().extract(text.encode())
    assert "note:: It hums." in found.text
