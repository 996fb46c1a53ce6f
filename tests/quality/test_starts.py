"""What a program imports before it is of use: a start waits for nothing else."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ragtui_core.telemetry import SWITCHES, switch_off
from support.commands import environment
from support.office_files import PdfPage, pdf
from support.vaults import IndexVault, MakeVault

MODELS = {"onnxruntime", "tokenizers", "numpy", "anthropic", "huggingface_hub"}
SERVER = {"psycopg", "psycopg_pool", "ragtui_postgres", "duckdb"}


def loaded(code: str, *arguments: str | Path, given: str = "", **env: str) -> set[str]:
    """The modules that a program has when it has come to the end of `code`."""
    done = subprocess.run(
        [sys.executable, "-c", f"import sys\n{code}\nreport()", *map(str, arguments)],
        env=environment() | env,
        input=given,
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stderr.splitlines()[-1].split())


REPORT = "def report():\n    print(*sys.modules, file=sys.stderr, flush=True)\n"

LIBRARIES = {"apsw", "platformdirs", "rich", "textual", "typing_extensions"}
"""All that the first paint of the app takes of others; each one more is waited for."""

LATER = (
    *("ragtui_core.answer", "ragtui_core.chunking", "ragtui_core.links"),
    *("ragtui_core.search.engine", "ragtui_core.documents.extraction"),
    *("ragtui_core.documents.parser", "ragtui_tui.chat_view", "ragtui_tui.dialogs"),
    *("ragtui_tui.crash_report", "ragtui_tui.key_commands", "ragtui_tui.markdown_view"),
    *("ragtui_tui.reader_view", "ragtui_tui.vault_view", "textual.widgets._data_table"),
    *("textual.widgets._markdown", "textual.widgets._tabbed_content"),
    "textual.widgets._text_area",
)
"""Prefixes of modules that the first screen does not need; Textual's public names load
these private modules."""

APP = """
before, painted = set(sys.modules), []
from ragtui_core import open_vault
from ragtui_tui.app import RagtuiApp
from ragtui_tui.main_screen import MainScreen

def note(screen):
    painted.extend(sys.modules.keys() - before)
    assert "your&#160;notes" in screen.app.export_screenshot()
    screen.app.exit()

MainScreen._begin = note
RagtuiApp(open_vault(sys.argv[1])).run(headless=True)

def report():
    print(*painted, file=sys.stderr)
"""


def test_the_first_paint_waits_for_nothing_else(index_vault: IndexVault) -> None:
    vault = index_vault({"pump.md": "# Pump\n"})
    modules = loaded(APP, vault.root)
    assert "ragtui_tui.search_view.search_pane" in modules
    packages = {name.partition(".")[0] for name in modules}
    others = packages - sys.stdlib_module_names - {"ragtui_core", "ragtui_tui"}
    assert others == LIBRARIES
    assert [name for name in modules if name.startswith(LATER)] == []


GREETING = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
        "processId": None,
        "rootUri": None,
    },
}

LANGUAGE_SERVER = """
import json
from ragtui_lsp.main import new_server

class Out:
    greeted = False
    def write(self, data):
        Out.greeted = b"capabilities" in data
    def close(self):
        pass

server = new_server()
server.protocol.set_writer(Out(), include_headers=False)
server.protocol.handle_message(server.protocol.structure_message(json.load(sys.stdin)))
assert Out.greeted
"""

MCP = """
from ragtui_serve.served_vault import ServedVault
from ragtui_cli.main import main

greeted = []
ServedVault.start = lambda _: greeted.extend(sys.modules)
main(["mcp", sys.argv[1]])

def report():
    print(*greeted, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        pytest.param(
            LANGUAGE_SERVER,
            {"pyromark", "apsw", "rapidfuzz", "watchfiles", "textual", "yaml"}
            | {"sqlite_vec", "ragtui_core.vault.vault"},
            id="lsp",
        ),
        pytest.param(MCP, {"textual"}, id="mcp"),
    ],
)
def test_nothing_heavy_is_loaded_before_a_client_is_greeted(
    make_vault: MakeVault, code: str, heavy: set[str]
) -> None:
    root = make_vault({"pump.md": "# Pump\n"}).root
    modules = loaded(REPORT + code, root, given=json.dumps(GREETING) + "\n")
    assert not (heavy | MODELS | {"duckdb"}) & modules


COMMAND = "from ragtui_cli.main import main\nmain(sys.argv[1:])\n"

COMMANDS = {
    "search --mode keyword oxygen": {"search", "vault_arguments"},
    "index --no-embed": {"index", "vault_arguments"},
    "status": {"status", "vault_arguments"},
    "--help": set[str](),
    "--version": {"start_app", "vault_arguments"},
}
"""Command lines, and the modules of commands that they need."""


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_imports_no_other_command_and_no_extractor(
    index_vault: IndexVault, line: str
) -> None:
    report = pdf(PdfPage(["Oxygen."]))
    vault = index_vault({"pump.md": "# Pump\n\nOxygen.", "report.pdf": report})
    modules = loaded(REPORT + COMMAND, *line.split(), RAGTUI_VAULT=str(vault.root))
    folder = "ragtui_cli.commands."
    own = {name.rpartition(".")[2] for name in modules if name.startswith(folder)}
    assert own == COMMANDS[line]
    later = {"ragtui_core.answer", "ragtui_core.history", "rich", "asyncio"}
    extractors = {"pypdfium2", "pptx", "mammoth", "selectolax"}
    assert not (later | extractors | MODELS | SERVER) & modules
    assert not line.startswith("search") or "importlib.metadata" not in modules


SWITCHED = """
import os
from ragtui_core.telemetry import SWITCHES
assert all(os.environ[name] == off for name, off in SWITCHES.items())
"""


@pytest.mark.parametrize(
    "module",
    ["ragtui_core.errors", "ragtui_cli.main", "ragtui_tui.app", "ragtui_lsp.server"],
)
def test_telemetry_is_off_before_a_dependency_can_look(module: str) -> None:
    opposite = dict.fromkeys(SWITCHES, "0") | {"ANTHROPIC_OPEN_TELEMETRY": "true"}
    code = f"{REPORT}import {module}\n{SWITCHED}"
    assert not {"onnxruntime", "huggingface_hub", "anthropic"} & loaded(
        code, **opposite
    )


def test_other_variables_stay() -> None:
    environ = {"PATH": "/bin", "OTEL_SERVICE_NAME": "theirs"}
    switch_off(environ)
    assert environ == {"PATH": "/bin", "OTEL_SERVICE_NAME": "theirs", **SWITCHES}
