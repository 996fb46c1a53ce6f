"""What the documents say exists, and what exists is in the documents."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from ragtui_cli.command_parser import command_names, parser_of
from ragtui_core.files.kinds import OWN_KINDS
from ragtui_core.settings import SettingKey, known_keys
from ragtui_lsp.registration import COMMANDS as SERVER_COMMANDS

ROOT = Path(__file__).parents[2]
COMMANDS_PAGE = (ROOT / "docs" / "commands.md").read_text("utf-8")
CONFIGURATION_PAGE = (ROOT / "docs" / "configuration.md").read_text("utf-8")
VSCODE = ROOT / "editors" / "vscode"
CONTRIBUTED: dict[str, Any] = json.loads((VSCODE / "package.json").read_text())[
    "contributes"
]
OWN_OF_VSCODE = CONTRIBUTED["configuration"]["properties"]

ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
SOURCES = (
    ROOT,
    ROOT / "core",
    ROOT / "extensions",
    ROOT / "core" / "ragtui_core",
    ROOT / "lsp",
    ROOT / "tui",
)
PACKAGES = [
    init.parent
    for folder in ("core", "lsp", "tui")
    for init in sorted((ROOT / folder).rglob("__init__.py"))
]


@pytest.mark.parametrize("command", command_names())
def test_every_command_and_option_is_documented(command: str) -> None:
    section = COMMANDS_PAGE.partition(f"## `ragtui {command}")[2].partition("\n## ")[0]
    listed = re.findall(r"(?<![\w-])--[a-z][a-z-]*", parser_of(command).format_help())
    options = set(listed) - {"--help"}
    assert section, f"docs/commands.md lacks a section on {command}"
    assert {o for o in options if f"`{o}" not in section} == set()


def test_no_documented_command_is_missing() -> None:
    documented = re.findall(r"^## `ragtui (\w+)", COMMANDS_PAGE, re.MULTILINE)
    assert sorted(documented) == sorted(command_names())


@pytest.mark.parametrize(("key", "setting"), known_keys().items())
def test_every_setting_is_documented(key: str, setting: SettingKey) -> None:
    rows = [line for line in CONFIGURATION_PAGE.splitlines() if f"| `{key}` |" in line]
    assert len(rows) == 1
    assert setting.description in rows[0]


@pytest.mark.parametrize(
    "page", sorted(ROOT.glob("*.md")) + sorted(ROOT.glob("docs/**/*.md"))
)
def test_links_between_documents_lead_somewhere(page: Path) -> None:
    # Examples are in angle brackets (docs/citations.md).
    links = re.findall(r"\]\(([^)#:<]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_a_workspace_of_vs_code_chooses_no_program_and_no_setting() -> None:
    scopes = {key: each["scope"] for key, each in OWN_OF_VSCODE.items()}
    assert scopes.pop("ragtui.trace.server") == "window"
    assert set(scopes.values()) == {"machine"}


def test_everything_of_the_vs_code_client_is_documented() -> None:
    page = (VSCODE / "README.md").read_text("utf-8")
    for key, declared in OWN_OF_VSCODE.items():
        (row,) = [line for line in page.splitlines() if f"| `{key}` |" in line]
        described = declared.get("markdownDescription") or declared.get("description")
        assert described in row
    for command in CONTRIBUTED["commands"]:
        assert f"| ragtui: {command['title']} |" in page


def test_no_command_of_vs_code_has_the_name_of_one_of_the_server() -> None:
    """The client registers both, and would not start."""
    named = {command["command"] for command in CONTRIBUTED["commands"]}
    assert named & set(SERVER_COMMANDS) == set()


def test_the_modules_that_the_architecture_names_exist() -> None:
    named = re.findall(r"`([\w./]+\.py)`", ARCHITECTURE)
    missing = [
        path for path in named if not any((at / path).is_file() for at in SOURCES)
    ]
    assert len(named) > 50
    assert missing == []
    assert len(ARCHITECTURE.splitlines()) <= 250


@pytest.mark.parametrize("page", ["search.md", "glossary.md"])
def test_every_kind_of_file_is_listed(page: str) -> None:
    kinds = ", ".join(("markdown", *OWN_KINDS))
    assert kinds in (ROOT / "docs" / page).read_text("utf-8")


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_the_layout_lists_every_package(package: Path) -> None:
    layout = ARCHITECTURE.partition("```\n")[2].partition("```")[0]
    assert re.search(rf"(^|[\s/]){package.name}/", layout, re.MULTILINE)
