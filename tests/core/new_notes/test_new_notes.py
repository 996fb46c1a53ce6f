"""New notes: their paths, and the note of a day, with Obsidian's template."""

import json
from datetime import date

import pytest

from ragtui_core.errors import SettingsError
from ragtui_core.new_notes import daily_note, new_note
from support.vaults import MakeVault

DAY = date(2026, 3, 7)


def test_a_new_note_has_its_title_as_heading(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# A\n"})
    note = new_note(vault, "b/Kick off.md", "Kick: off")
    assert (note.text, note.exists) == ("# Kick: off\n", False)
    assert new_note(vault, "a.md", "A").exists


def test_the_note_of_a_day(make_vault: MakeVault) -> None:
    plain = make_vault({"a.md": "# A\n", "2026-03-07.md": "# 2026-03-07\n"})
    assert daily_note(plain, DAY).path == "2026-03-07.md"
    assert daily_note(plain, DAY).exists
    settings = '[daily]\nfolder = "journal"\npattern = "%Y/%m/Day %d"\n'
    (plain.root / ".ragtui.toml").write_text(settings)
    vault = make_vault({".ragtui.toml": settings})
    note = daily_note(vault, DAY)
    assert note.path == "journal/2026/03/Day 07.md"
    assert note.text == "# Day 07\n"
    assert not note.exists


@pytest.mark.parametrize(
    ("folder", "pattern"),
    [("..", "%Y"), ("/tmp", "%Y"), ("", ""), ("", "%Y/"), ("", "../%Y"), ("", "\0")],
)
def test_a_daily_note_outside_the_vault_is_refused(
    folder: str, pattern: str, make_vault: MakeVault
) -> None:
    from dataclasses import replace

    from ragtui_core.settings import DailySettings

    vault = make_vault({"a.md": "# A\n"})
    daily = DailySettings(folder=folder, pattern=pattern)
    wrong = vault.under(replace(vault.settings, daily=daily))
    with pytest.raises(SettingsError, match=r"daily\.folder"):
        daily_note(wrong, DAY)


@pytest.mark.parametrize("named", ["t/Day", "t/Day.md", "/t/Day", "../secret"])
@pytest.mark.parametrize(
    ("place", "filled"),
    [
        ("{{title}} ({{date:ddd}})", "2026-03-07 (Sat)"),
        ("{{ DATE }} {{date:D MMMM YYYY}}", "07.03.26 7 March 2026"),
        ("{{date:Qo}} {{other}} {{date:}}", "{{date:Qo}} {{other}} {{date:}}"),
        ("{{title", "{{title"),
    ],
)
def test_a_daily_note_begins_with_obsidians_template(
    make_vault: MakeVault, named: str, place: str, filled: str
) -> None:
    daily = {"folder": "log", "template": named}
    files: dict[str, str | bytes] = {
        ".obsidian/daily-notes.json": json.dumps(daily),
        ".obsidian/templates.json": '{"dateFormat": "DD.MM.YY"}',
        "t/Day.md": f"{place}\n",
    }
    note = daily_note(make_vault(files), DAY)
    text = "# 2026-03-07" if named == "../secret" else filled
    assert (note.path, note.text) == ("log/2026-03-07.md", f"{text}\n")


@pytest.mark.parametrize(
    ("folder", "indexed"),
    [("Extra/Templates", 1), ("[t] *", 1), ("..", 2), ("/", 2), ("no", 2)],
)
def test_templates_are_no_notes(
    make_vault: MakeVault, folder: str, indexed: int
) -> None:
    held = "Extra" if indexed == 2 else folder
    files: dict[str, str | bytes] = {
        ".obsidian/templates.json": json.dumps({"folder": folder}),
        "a.md": "# Meeting of May\n",
        f"{held}/Meeting.md": "# {{title}}\n",
    }
    assert make_vault(files).index(embed=False).documents == indexed
