"""Names of files are found however their characters are composed."""

import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from ragtui_core.files.path_arguments import as_on_disk
from support.vaults import MakeVault

Form = Literal["NFC", "NFD"]
FORMS: list[Form] = ["NFC", "NFD"]
NAME = "Pläne/Übersicht Gärten.md"
TEXT = "# Beete\n\nDie Liste der Beete liegt im Büro.\n"


def form(kind: Form, text: str) -> str:
    return unicodedata.normalize(kind, text)


@pytest.mark.parametrize("typed", FORMS)
@pytest.mark.parametrize("written", FORMS)
def test_a_note_is_found_by_its_name(
    make_vault: MakeVault, written: Form, typed: Form
) -> None:
    path, name = form(written, NAME), form(typed, NAME)
    vault = make_vault({path: TEXT})
    vault.index(embed=False)
    found = [
        vault.documents.find(name).path,
        vault.documents.find(form(typed, "Übersicht Gärten")).path,
        vault.documents.find(str(vault.root / name)).path,
        vault.documents.read(name).path,
        vault.documents.indexed_path(name),
    ]
    assert found == [path] * len(found)
    assert vault.documents.text(name) == TEXT


@pytest.mark.parametrize("typed", FORMS)
@pytest.mark.parametrize("written", FORMS)
def test_filters_by_place_know_both_forms(
    make_vault: MakeVault, written: Form, typed: Form
) -> None:
    vault = make_vault({form(written, NAME): TEXT, "other.md": TEXT})
    vault.index(embed=False)
    for line in ('path:"Übersicht Gärten.md"', "folder:Pläne", "Beete folder:pläne"):
        hits = vault.search(form(typed, line)).hits
        assert [hit.path for hit in hits] == [form(written, NAME)], line


@pytest.mark.parametrize("typed", FORMS)
@pytest.mark.parametrize("written", FORMS)
def test_a_quotation_is_checked_at_its_source(
    make_vault: MakeVault, written: Form, typed: Form
) -> None:
    vault = make_vault({form(written, NAME): TEXT})
    vault.index(embed=False)
    source = form(typed, "Übersicht Gärten.md")
    text = f'"Die Liste der Beete liegt im Büro." ({source}:3)\n'
    (checked,) = vault.quotations.verify_all(text)
    assert checked.verdict.value == "exact"
    assert checked.path == form(written, NAME)


def test_an_exact_name_is_preferred(tmp_path: Path) -> None:
    for kind in FORMS:
        (tmp_path / form(kind, "ä.md")).write_text("a")
    for kind in FORMS:
        assert as_on_disk(tmp_path, form(kind, "ä.md")) == form(kind, "ä.md")
    assert as_on_disk(tmp_path, "ö/ä.md") == "ö/ä.md"
