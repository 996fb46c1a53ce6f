"""New notes: their paths, front matter, titles, and the note of a day."""

from datetime import date
from pathlib import Path

import pytest

from ragtui_core.documents import links_of
from ragtui_core.errors import SettingsError
from ragtui_core.new_notes import (
    daily_note,
    free_path,
    linked_path,
    new_note,
    title_of,
)
from support.vaults import MakeVault

DAY = date(2026, 3, 7)


def test_a_new_note_has_its_title_as_heading(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# A\n"})
    note = new_note(vault, "b/Kick off.md", "Kick: off", body="One.\n")
    assert (note.text, note.exists) == ("# Kick: off\n\nOne.\n", False)
    assert new_note(vault, "a.md", "A").exists


@pytest.mark.parametrize(
    ("written", "path"),
    [
        ("[[New idea]]", "sub/New idea.md"),
        ("[[New idea#Part|label]]", "sub/New idea.md"),
        ("[[people/Ada]]", "people/Ada.md"),
        ("[[../people/Ada]]", "people/Ada.md"),
        ("[x](new%20idea.md)", "sub/new idea.md"),
        ("[x](../new.md)", "new.md"),
        ("[x](/top/new.md)", "top/new.md"),
        ("[x](ch03.html)", "sub/ch03.md"),
        ("[x](../../out.md)", None),
        ("[x](../away/x.md)", None),
        ("[[../../out]]", None),
        ("[x](../std/index.html)", None),
        ("[x](/std/enum.Option.html)", None),
        ("[x](plan.pdf)", None),
        ("[x](folder/)", None),
        ("[[.hidden]]", None),
        ("[[what?]]", None),
        ("[[there]]", None),
    ],
)
def test_where_the_note_of_a_link_goes(
    written: str, path: str | None, tmp_path: Path
) -> None:
    root = tmp_path / "vault"
    (root / "sub").mkdir(parents=True)
    (root / "sub" / "there.md").touch()
    (root / "away").symlink_to(tmp_path)
    (link,) = links_of(written)
    assert linked_path(link, "sub/note.md", root) == path


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("\n## The *pump*\n\nText.", "The pump"),
        ("- first: second/third", "first second third"),
        ("1. `code` #tag", "code tag"),
        ("See [[pump|the pump]] , and [hose](h.md).", "See the pump, and hose"),
        ("word " * 40, ("word " * 16).strip()),
        ("x" * 200, "x" * 80),
        ("***", ""),
        ("..", ""),
    ],
)
def test_titles_of_selected_texts(text: str, title: str) -> None:
    assert title_of(text) == title


def test_a_file_that_exists_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "A.md").touch()
    (tmp_path / "A 2.md").touch()
    assert free_path(tmp_path, "", "A") == "A 3.md"
    assert free_path(tmp_path, "sub", "A") == "sub/A.md"


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
