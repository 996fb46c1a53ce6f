"""Emacs with eglot, set up as docs/editors.md says: another client than ours."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from ragtui_core.citations.saving.saved_citations import write_citation
from support.answers import CITATION
from support.commands import environment
from support.programs import documented, editor_on_path, server_in_clone
from support.vaults import IndexVault
from support.waiting import TIMEOUT

CLIENT = Path(__file__).with_name("client.el")
NAMES = re.findall(r"^\(ert-deftest (\S+)", CLIENT.read_text("utf-8"), re.MULTILINE)

FILES: dict[str, str | bytes] = {
    ".ragtui.toml": "",
    "pump.md": "# Pump 🚰\n\nIts *impeller* is changed every second winter.\n",
    "hose.md": "---\nsummary: The hose between pump and tank.\n---\nOf rubber.\n",
    "plan.md": "# Plan\n\nNaïve 漢字 🚰 [[hose]].\n",
    "broken.md": "# Broken\n\n🚰 [[nowhere at all]]\n",
    "review.md": write_citation(replace(CITATION, heading_path=("Pump 🚰",))).replace(
        "products/", ""
    ),
}

pytestmark = pytest.mark.emacs


def missing() -> str:
    """Why the tests cannot run here; empty if they can."""
    if shutil.which("emacs") is None:
        return "emacs is not on the PATH"
    needed = "(progn (package-initialize) (require 'eglot) (require 'markdown-mode))"
    command = ["emacs", "--batch", "--eval", "(require 'package)", "--eval", needed]
    done = subprocess.run(command, capture_output=True, check=False)
    return "" if done.returncode == 0 else "Emacs lacks eglot or markdown-mode"


MISSING = missing()


@pytest.fixture
def init(tmp_path: Path) -> Path:
    """The lines of docs/editors.md, and the server where they look for it."""
    (lines,) = documented("elisp")
    file = tmp_path / "init.el"
    file.write_text(lines)
    server_in_clone()
    return file


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
@pytest.mark.parametrize("name", NAMES)
def test_eglot(name: str, index_vault: IndexVault, init: Path) -> None:
    vault = index_vault(FILES)
    programs = init.parent / "bin"
    editor_on_path(programs, "emacs")
    done = subprocess.run(
        [
            "emacs",
            "--batch",
            "-l",
            str(CLIENT),
            "--eval",
            f"(ert-run-tests-batch-and-exit '{name})",
        ],
        env=environment()
        | {
            "PATH": str(programs),
            "EGLOT_TEST_INIT": str(init),
            "EGLOT_TEST_VAULT": str(vault.root),
        },
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Ran 1 tests, 1 results as expected" in done.stdout + done.stderr
