"""Templates: their folder, and what is filled in."""

import json
from datetime import date, datetime

import pytest

from ragtui_core.errors import DocumentNotFound, RagtuiError
from ragtui_core.new_notes import (
    daily_note,
    daily_note_beside,
    note_from_template,
    templates,
)
from support.vaults import MakeVault

NOW = datetime(2026, 3, 7, 9, 5)
MEETING = "# {{title}}\n\nOn {{date:dddd, D MMMM YYYY}} at {{time}} ({{ DATE }}).\n"
OBSIDIAN = {"folder": "Extra/Templates", "dateFormat": "DD.MM.YY"}


def test_obsidians_templates_are_filled(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            ".obsidian/templates.json": json.dumps(OBSIDIAN),
            "Extra/Templates/Meeting.md": MEETING,
            "Extra/Templates/people/Person.md": "{{title}}\n",
            "Extra/Templates/logo.png": b"PNG",
        }
    )
    assert [template.name for template in templates(vault)] == [
        "Meeting",
        "people/Person",
    ]
    note = note_from_template(vault, "Meeting", "Spring: plan", "notes", NOW)
    assert note.path == "notes/Spring plan.md"
    assert note.text == (
        "# Spring plan\n\nOn Saturday, 7 March 2026 at 09:05 (07.03.26).\n"
    )
    assert not (vault.root / "notes").exists()


@pytest.mark.parametrize("folder", ["Extra/Templates", "[t] *"])
def test_templates_are_no_notes(make_vault: MakeVault, folder: str) -> None:
    stated = json.dumps({"folder": folder})
    files: dict[str, str | bytes] = {
        ".obsidian/templates.json": stated,
        "a.md": "# Meeting of May\n",
    }
    vault = make_vault(files | {f"{folder}/Meeting.md": MEETING})
    assert vault.index(embed=False).documents == 1
    assert {hit.path for hit in vault.search("meeting").hits} == {"a.md"}
    assert [template.name for template in templates(vault)] == ["Meeting"]


@pytest.mark.parametrize(
    ("place", "filled"),
    [
        ("{{date:YYYY-MM-DD HH:mm}}", "2026-03-07 09:05"),
        ("{{date:Qo}}", "{{date:Qo}}"),
        ("{{other}}", "{{other}}"),
        ("{{title", "{{title"),
        ("{{date:}}", "{{date:}}"),
    ],
)
def test_places(make_vault: MakeVault, place: str, filled: str) -> None:
    files: dict[str, str | bytes] = {
        ".ragtui.toml": '[new_notes]\ntemplates = "t"\n',
        "t/One.md": place + "\n",
    }
    note = note_from_template(make_vault(files), "One", "Title", "", NOW)
    assert note.text == filled + "\n"


@pytest.mark.parametrize("folder", ["..", "/", "nowhere", "a.md"])
def test_a_folder_that_is_none_has_no_templates(
    make_vault: MakeVault, folder: str
) -> None:
    setting = f'[new_notes]\ntemplates = "{folder}"\n'
    vault = make_vault({".ragtui.toml": setting, "a.md": "# A\n"})
    assert templates(vault) == []
    with pytest.raises(RagtuiError, match="no template 'a'"):
        note_from_template(vault, "a", "Title", "", NOW)


def test_a_title_that_no_file_can_have_is_refused(make_vault: MakeVault) -> None:
    files: dict[str, str | bytes] = {
        ".ragtui.toml": '[new_notes]\ntemplates = "t"\n',
        "t/One.md": "1\n",
    }
    with pytest.raises(RagtuiError, match="cannot be the name"):
        note_from_template(make_vault(files), "One", "...", "", NOW)


@pytest.mark.parametrize("named", ["t/Day", "t/Day.md", "/t/Day"])
def test_a_daily_note_begins_with_obsidians_template(
    make_vault: MakeVault, named: str
) -> None:
    settings = {"folder": "log", "template": named}
    vault = make_vault(
        {
            ".obsidian/daily-notes.json": json.dumps(settings),
            "t/Day.md": "# {{title}} ({{date:ddd}})\n",
        }
    )
    note = daily_note(vault, NOW.date())
    assert (note.path, note.text) == ("log/2026-03-07.md", "# 2026-03-07 (Sat)\n")


def test_a_template_that_is_gone_is_passed_over(make_vault: MakeVault) -> None:
    settings = {"template": "../secret"}
    vault = make_vault({".obsidian/daily-notes.json": json.dumps(settings)})
    assert daily_note(vault, NOW.date()).text == "# 2026-03-07\n"


def test_the_daily_notes_beside_another(make_vault: MakeVault) -> None:
    days = [date(2026, 3, day) for day in (1, 4, 5, 9)]
    files: dict[str, str | bytes] = {f"log/{day}.md": "# Day\n" for day in days}
    vault = make_vault(files | {"a.md": "# A\n"})
    vault.index(embed=False)

    def beside(path: str, step: int) -> str:
        note = daily_note_beside(vault, path, step)
        assert note.exists
        return note.path

    assert beside("log/2026-03-04.md", -1) == "log/2026-03-01.md"
    assert beside("log/2026-03-05.md", 1) == "log/2026-03-09.md"
    assert beside("a.md", -1) == "log/2026-03-09.md"
    with pytest.raises(DocumentNotFound, match="no earlier note"):
        beside("log/2026-03-01.md", -1)
    for path in ("log/2026-03-09.md", "a.md"):
        with pytest.raises(DocumentNotFound, match="no later note"):
            beside(path, 1)
