"""The set-up of docs/editors.md, as a new user copies it."""

from pathlib import Path

import pytest

from support.neovim import PLAIN, Neovim
from support.programs import documented, server_in_clone


@pytest.fixture
def init(tmp_path: Path) -> Path:
    """An init file with what is to be copied first."""
    server_in_clone()
    file = tmp_path / "init.lua"
    file.write_text(documented("lua")[0])
    return file


def test_three_steps_lead_to_the_first_hover(init: Path) -> None:
    pytest.importorskip("pynvim")
    nvim = Neovim([*PLAIN, "-u", str(init)])
    try:
        nvim.edit(Path("~/src/ragtui/sample-vault/welcome.md"))
        nvim.until(lambda: indexed(nvim))
        nvim.keys("/lukasz-wierzba<CR>K")
        nvim.shows("people/lukasz-wierzba.md")
        assert nvim.messages().strip() == "", "nothing is to be told of a first start"
    finally:
        nvim.close()


def indexed(nvim: Neovim) -> bool:
    """Whether the server has built the missing index."""
    return bool(
        nvim.lua(
            "local client = vim.lsp.get_clients({ name = 'ragtui' })[1]"
            " local said = client:request_sync('ragtui/status', vim.empty_dict())"
            " local vault = said and said.result and said.result.vaults[1]"
            " return vault and vault.documents > 50"
        )
    )
