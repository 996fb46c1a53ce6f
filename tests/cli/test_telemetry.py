"""The telemetry of dependencies is off before any of them can look whether it is."""

import subprocess
import sys

import pytest

from ragtui_core.telemetry import SWITCHES, switch_off
from support.commands import environment

AT_IMPORT = """
import os, sys, {module}
from ragtui_core.telemetry import SWITCHES
assert all(os.environ[name] == off for name, off in SWITCHES.items())
assert not {{"onnxruntime", "huggingface_hub", "anthropic"}} & set(sys.modules)
"""


@pytest.mark.parametrize(
    "module",
    ["ragtui_core.errors", "ragtui_cli.main", "ragtui_tui.app", "ragtui_lsp.server"],
)
def test_the_switches_are_set_by_the_first_import(module: str) -> None:
    opposite = dict.fromkeys(SWITCHES, "0") | {"ANTHROPIC_OPEN_TELEMETRY": "true"}
    code = AT_IMPORT.format(module=module)
    subprocess.run(
        [sys.executable, "-c", code], env=environment() | opposite, check=True
    )


def test_other_variables_stay() -> None:
    environ = {"PATH": "/bin", "OTEL_SERVICE_NAME": "theirs"}
    switch_off(environ)
    assert environ == {"PATH": "/bin", "OTEL_SERVICE_NAME": "theirs", **SWITCHES}
