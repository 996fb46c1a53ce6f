"""The Neovim client's first hover, as docs/editors.md sets it up: Neovim and the server
that it starts, which indexes the notes first."""

from pathlib import Path

import pytest

from support import neovim
from support.neovim import PLAIN, Neovim
from support.network_gate import Gate
from support.programs import documented, server_in_clone
from support.quiet_home import QuietHome


@pytest.fixture
def first_start(
    gate: Gate, home: QuietHome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """The watched command line of a Neovim that was just set up."""
    missing = neovim.missing()
    if missing:
        pytest.fail(missing)
    monkeypatch.setenv("HOME", str(home.home))
    server_in_clone()
    init = tmp_path / "init.lua"
    init.write_text(documented("lua")[0])
    return gate.around(home.around([*PLAIN, "-u", str(init)]))


def test_the_first_hover(first_start: list[str], gate: Gate, home: QuietHome) -> None:
    nvim = Neovim(first_start)
    try:
        nvim.edit(home.home / "src" / "ragtui" / "sample-vault" / "welcome.md")
        nvim.keys("/lukasz-wierzba<CR>")
        nvim.until(lambda: hovers(nvim))
    finally:
        nvim.close()
    attempts = gate.attempts()
    assert not attempts, "\n".join(attempts)
    assert home.open_to_others() == []
    assert not (home.home / ".cache" / "Microsoft").exists()
    assert "index.db" in home.written()


def hovers(nvim: Neovim) -> bool:
    """Whether the note behind the link is shown; it is, once it is indexed."""
    nvim.keys("K")
    return "people/lukasz-wierzba.md" in nvim.screen()
