"""`ragtui search` with the options that change where it looks and in which order."""

import json
import sys

import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main
from ragtui_core import Vault
from support.vaults import IndexVault

Captured = pytest.CaptureFixture[str]

FILES: dict[str, str | bytes] = {
    "cells.md": "---\nupdated: 2025-01-01\ntags: [power]\n---\n# Cells\n\n"
    + "A battery lasts long. " * 60
    + "\n\n## More\n\nThe battery is cold.\n",
    "people/zoe.md": "---\nupdated: 2026-01-01\n---\n# Zoë\n\n"
    "She once held a battery.\n",
    "people/tom.md": "# Tom\n\nHe sails.\n",
}


@pytest.fixture
def vault(index_vault: IndexVault, monkeypatch: pytest.MonkeyPatch) -> Vault:
    made = index_vault(FILES)
    monkeypatch.chdir(made.root)
    return made


def paths(capsys: Captured, *arguments: str) -> list[str]:
    main(["search", "--json", *arguments])
    return [hit["path"] for hit in json.loads(capsys.readouterr().out)["hits"]]


@pytest.mark.parametrize("scope", [(), ("--scope", "file"), ("--scope", "folder")])
def test_a_location_outside_the_vault_is_an_error(
    vault: Vault, capsys: Captured, scope: tuple[str, ...]
) -> None:
    (vault.root.parent / "outside.md").touch()
    for place in ("nofile.md", "nofile.md:3", "../outside.md", "people"):
        code = main(["search", "--at", place, *scope, "battery"])
        out, reported = capsys.readouterr()
        assert (code, out) == (exit_codes.FAILED, "")
        assert f"--at {place}: there is no such file in the vault" in reported


FOUND: tuple[tuple[str, list[str]], ...] = (
    ("battery --scope file --at people/zoe.md", ["people/zoe.md"]),
    ("battery --scope folder --at people/zoe.md", ["people/zoe.md"]),
    ("battery --at people/zoe.md", ["people/zoe.md", "cells.md"]),
    ("battery --folder people", ["people/zoe.md"]),
    ("--folder people --weak", ["people/zoe.md", "people/tom.md"]),
    ("batery --mode keyword", ["cells.md", "people/zoe.md"]),
    ("batery --mode keyword --no-correct", []),
    ("battery --sort newest", ["people/zoe.md", "cells.md"]),
    ("battery", ["cells.md", "people/zoe.md"]),
    ("battery -n 1", ["cells.md"]),
)
"""What is typed, and the paths of the hits."""


def test_options_change_places_and_order(vault: Vault, capsys: Captured) -> None:
    found = {line: [*dict.fromkeys(paths(capsys, *line.split()))] for line, _ in FOUND}
    assert found == dict(FOUND)
    empty = main(["search", "--scope", "file", "--at", "people/tom.md", "battery"])
    assert empty == exit_codes.NOTHING
    assert "Nothing was found with file people/tom.md." in capsys.readouterr().out


def test_settings_without_effect_are_named(vault: Vault, capsys: Captured) -> None:
    (vault.root / ".ragtui.toml").write_text("search.lmit = 1\n")
    main(["search", "battery"])
    assert "did you mean `search.limit`?" in capsys.readouterr().err


def test_facets_are_counted(vault: Vault, capsys: Captured) -> None:
    main(["search", "battery", "--facets", "--json"])
    found = json.loads(capsys.readouterr().out)["facets"]
    assert found["folder"] == {"people": 1}
    assert found["year"] == {"2026": 1, "2025": 1}
    main(["search", "battery", "--facets"])
    assert "tag:      power 1\n" in capsys.readouterr().out


def test_the_exit_code_tells_scripts_that_nothing_relevant_was_found(
    vault: Vault, capsys: Captured
) -> None:
    vault.index()
    command = ["search", "zyzzyva quux", "--json"]
    assert main(command) == exit_codes.NOTHING
    nearest = json.loads(capsys.readouterr().out)
    assert all(hit["weak"] for hit in nearest["hits"])
    assert main([*command, "--min-score", "0.5"]) == exit_codes.NOTHING
    none = json.loads(capsys.readouterr().out)
    assert none["hits"] == []
    assert none["hidden"] == len(nearest["hits"]) > 0


@pytest.mark.parametrize("is_terminal", [True, False])
def test_a_list_ends_after_its_last_good_match(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, capsys: Captured, is_terminal: bool
) -> None:
    vault.index()
    monkeypatch.setattr(sys.stdout, "isatty", lambda: is_terminal)
    command = ["search", "tom sails"]
    main(command)
    good = capsys.readouterr().out
    assert "people/tom.md" in good
    assert "people/zoe.md" not in good
    assert "There are weaker results: --weak shows them." in good
    main([*command, "--weak"])
    every = capsys.readouterr().out
    assert "people/zoe.md" in every
    assert every.count("weak") >= 3
    main([*command, "--min-score", "0.5"])
    assert "weaker" not in capsys.readouterr().out
