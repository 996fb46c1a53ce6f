"""Kinds of files that people have besides notes and Office files."""

from ragtui_core import Lines, Selection
from ragtui_core.citations import write_citation
from ragtui_core.text import LineIndex, span_of_lines
from support.office_files import odf
from support.vaults import IndexVault

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


VALUES = """\
sep=;
Parts of 2026

part;note
pump;"said ""hums""
at night"

gasket;weighs 11 kilograms
valve;"
leaks"
"""


def test_lines_of_values_are_those_of_the_file(index_vault: IndexVault) -> None:
    vault = index_vault({"a.csv": VALUES.replace("\n", "\r\n"), "b.md": "Other."})
    document = vault.documents.read("a.csv")
    lines = VALUES.splitlines()
    for word in ("Parts", "part ", "pump", "gasket", "valve"):
        at = document.text.index(word)
        number = LineIndex(document.text, document.shifts).line(at)
        assert lines[number - 1].startswith(word.strip())
        line = span_of_lines(Lines(number, number), document.text, document.shifts)
        assert line.start <= at < line.end
    (hit,) = vault.search("gasket").hits
    assert hit.lines == Lines(2, 9)
    cited = vault.quotations.cite(Selection("gasket | weighs 11 kilograms", "a.csv"))
    assert cited.lines == Lines(8, 8)
    saved = write_citation(cited)
    assert "line 8" in saved
    (checked,) = vault.quotations.verify(saved)
    assert (checked.verdict.verified, checked.lines) == (True, Lines(8, 8))
    assert not checked.change


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
