"""A command imports its own module alone, so that its start waits for no other."""

import subprocess
import sys

import pytest

from support.commands import environment
from support.vaults import MakeVault

LOADED = """
import sys
from ragtui_cli.main import main
main(sys.argv[1:])
print(*sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["search", "--mode", "keyword", "oxygen"], {"search", "vault_arguments"}),
        (["index", "--no-embed"], {"index", "vault_arguments"}),
        (["status"], {"status", "vault_arguments"}),
        (["--help"], set()),
        (["--version"], {"start_app", "vault_arguments"}),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_imports_no_other_command(
    make_vault: MakeVault, arguments: list[str], expected: set[str]
) -> None:
    vault = make_vault({"pump.md": "# Pump\n\nOxygen."})
    vault.index(embed=False)
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments],
        env=environment() | {"RAGTUI_VAULT": str(vault.root)},
        capture_output=True,
        text=True,
        check=True,
    )
    modules = done.stderr.splitlines()[-1].split()
    assert {
        name.rpartition(".")[2]
        for name in modules
        if name.startswith("ragtui_cli.commands.")
    } == expected
    later = {"ragtui_core.answer", "ragtui_core.history", "rich", "asyncio"}
    of_models = {"numpy", "onnxruntime", "tokenizers"}
    assert not (later | of_models) & set(modules)
    # An index in a file needs nothing of one on a server.
    on_server = {"psycopg", "psycopg_pool", "ragtui_postgres"}
    assert not on_server & set(modules)
