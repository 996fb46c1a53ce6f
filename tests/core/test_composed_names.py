"""Names of files are found however their characters are composed."""

import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from ragtui_core.files.path_arguments import as_on_disk
from support.vaults import IndexVault

Form = Literal["NFC", "NFD"]
FORMS: list[Form] = ["NFC", "NFD"]
NAME = "Pläne/Übersicht Gärten.md"
TEXT = "# Beete\n\nDie Liste der Beete liegt im Büro.\n"


def form(kind: Form, text: str) -> str:
    return unicodedata.normalize(kind, text)


@pytest.mark.parametrize("typed", FORMS)
@pytest.mark.parametrize("written", FORMS)
def test_a_note_is_found_filtered_and_quoted_by_its_name(
    index_vault: IndexVault, written: Form, typed: Form
) -> None:
    path, name = form(written, NAME), form(typed, NAME)
    title = form(typed, "Übersicht Gärten")
    vault = index_vault({path: TEXT, "other.md": TEXT})
    found = [
        vault.documents.find(name).path,
        vault.documents.find(title).path,
        vault.documents.find(str(vault.root / name)).path,
        vault.documents.read(name).path,
        vault.documents.indexed_path(name),
    ]
    assert found == [path] * len(found)
    for line in (f'path:"{title}.md"', "folder:Pläne", "Beete folder:pläne"):
        hits = vault.search(form(typed, line)).hits
        assert [hit.path for hit in hits] == [path], line
    text = f'"Die Liste der Beete liegt im Büro." ({title}.md:3)\n'
    (checked,) = vault.quotations.verify_all(text)
    assert (checked.verdict.value, checked.path) == ("exact", path)


def test_an_exact_name_is_preferred(tmp_path: Path) -> None:
    for kind in FORMS:
        (tmp_path / form(kind, "ä.md")).write_text("a")
    for kind in FORMS:
        assert as_on_disk(tmp_path, form(kind, "ä.md")) == form(kind, "ä.md")
    assert as_on_disk(tmp_path, "ö/ä.md") == "ö/ä.md"
