"""Kinds of files that people have besides notes and Office files."""

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
