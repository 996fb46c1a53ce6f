"""Wrong command lines: one line that says what was probably meant, and exit code 2."""

import gc
import io
import re
import shlex
from pathlib import Path

import pytest

from ragtui_cli import exit_codes
from ragtui_cli.command_parser import command_names, described, parse
from ragtui_cli.main import main
from ragtui_core import Vault, open_vault, recent_vaults
from support.packages import forget_packages, install_package
from support.vaults import MakeVault

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def vault(make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch) -> Vault:
    """The current folder, not indexed."""
    made = make_vault({"pump.md": "# Pump\n\nA pump.\n"})
    monkeypatch.chdir(made.root)
    return made


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("serach x", "did you mean `ragtui search`?"),
        ("find x", "there is no command or folder 'find' (see"),
        ("search --moed keyword x", "did you mean `--mode`?"),
        ("ask --mode keyword x", "did you mean `--model`?"),
        ("search --mode keywrod x", "did you mean `keyword`?"),
        ("search -n abc x", "-n/--limit"),
        ("status " + 9_000 * "a", "unknown argument"),
        ("serve n=" + 9_000 * "a", "cannot read the folder"),
        ("status .", "did you mean `--vault .`?"),
        ("chats shwo", "did you mean `show`?"),
        ("index --wacth", "did you mean `--watch`?"),
        ("index --vault a b", "two vaults are named, 'a' and 'b'"),
    ],
)
def test_a_wrong_command_line_is_one_line(
    vault: Vault, capsys: Captured, line: str, words: str
) -> None:
    assert main(line.split()) == exit_codes.FAILED
    printed = capsys.readouterr()
    assert words in printed.err
    assert printed.err.count("\n") == 1
    assert printed.out == ""
    assert not vault.is_indexed()


def test_a_search_without_words_indexes_nothing(vault: Vault, capsys: Captured) -> None:
    assert main(["search"]) == exit_codes.FAILED
    assert "name words to look for" in capsys.readouterr().err
    assert not vault.is_indexed()
    assert main(["search", "kind:markdown"]) == exit_codes.FOUND


@pytest.mark.parametrize("command", command_names())
def test_every_help_has_examples_that_are_right(command: str, capsys: Captured) -> None:
    with pytest.raises(SystemExit):
        parse([command, "--help"])
    shown = capsys.readouterr().out
    for example in described(command).examples:
        assert f"  ragtui {example}\n" in shown
        arguments = shlex.split(re.split(r" [|>] ", example)[0])
        assert callable(parse(arguments).run)


def test_a_command_of_a_package_that_fails_spoils_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = {"ragtui.commands": {"weigh": "ragtui_acme"}}
    install_package(tmp_path, entry, "raise RuntimeError('no scale')")
    problem = "the command 'weigh' of ragtui-acme 1.0 cannot be loaded"
    assert main(["--help"]) == exit_codes.FOUND
    assert problem in " ".join(capsys.readouterr().out.split())
    assert main(["weigh", "x"]) == exit_codes.FAILED
    assert f"ragtui: {problem}: RuntimeError: no scale" in capsys.readouterr().err
    forget_packages()


@pytest.mark.parametrize("command", [["index"], ["search", "pump"], ["ask", "a pump"]])
@pytest.mark.parametrize("kind", ["home", "repository"])
def test_a_folder_that_is_no_vault_is_not_indexed_unasked(
    vault: Vault,
    capsys: Captured,
    monkeypatch: pytest.MonkeyPatch,
    command: list[str],
    kind: str,
) -> None:
    if kind == "home":
        monkeypatch.setenv("HOME", str(vault.root))
    else:
        (vault.root / ".git").mkdir()
    assert main(command) == exit_codes.FAILED
    assert f"is {'your home folder' if kind == 'home' else 'a repository'}" in (
        capsys.readouterr().err
    )
    assert not vault.is_indexed()
    assert main([*command, "--yes"]) == exit_codes.FOUND
    assert vault.is_indexed()
    is_listed = vault.root in recent_vaults(vault.data_directory)
    assert is_listed is (command == ["index"])


@pytest.mark.parametrize("command", [["serve", "--port", "0"], ["mcp"], ["telegram"]])
def test_a_server_indexes_no_repository_unasked(
    vault: Vault, capsys: Captured, command: list[str]
) -> None:
    (vault.root / ".git").mkdir()
    assert main(command) == exit_codes.FAILED
    shown = capsys.readouterr().err
    assert "is a repository, not a folder of notes" in shown
    assert "`--yes`" in shown
    assert not vault.is_indexed()


class Terminal(io.StringIO):
    """A terminal at which one types."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("typed", "opens"), [("n\n", False), ("y\n", True)])
def test_the_app_asks_before_it_indexes_a_repository(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, typed: str, opens: bool
) -> None:
    opened: list[object] = []
    (vault.root / ".git").mkdir()
    monkeypatch.setattr("ragtui_tui.app.RagtuiApp.run", lambda app: opened.append(app))
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    shown = Terminal()
    monkeypatch.setattr("sys.stderr", shown)
    main([])
    gc.enable()
    assert bool(opened) is opens
    assert f"{vault.root} is a repository. Index all of it?" in shown.getvalue()


@pytest.mark.parametrize("named", ["marker", "argument", "setting"])
def test_a_repository_that_is_named_as_a_vault_is_indexed(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    (vault.root / ".git").mkdir()
    more = ["--vault", str(vault.root)] if named == "argument" else []
    if named == "marker":
        (vault.root / ".ragtui.toml").touch()
    if named == "setting":
        monkeypatch.setenv("RAGTUI_VAULT", str(vault.root))
    assert main(["search", "pump", *more]) == exit_codes.FOUND


def test_a_vault_in_a_repository_is_indexed(tmp_path: Path, vault: Vault) -> None:
    (vault.root.parent / ".git").mkdir()
    assert main(["search", "pump"]) == exit_codes.FOUND
    assert open_vault(vault.root).is_indexed()


@pytest.mark.parametrize("command", ["", "index ", "mcp ", "telegram "])
@pytest.mark.parametrize("line", ["notes", "--vault notes", "--vault notes notes"])
def test_a_vault_can_be_named_in_both_ways(command: str, line: str) -> None:
    assert parse((command + line).split()).vault == "notes"
    assert parse(command.split()).vault is None
