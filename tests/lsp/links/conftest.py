"""What tests of links share: a note that links to two others, open in an editor."""

import pytest

from ragtui_core import Vault
from support.editor import Editor
from support.linked_notes import INDEX
from support.vaults import MakeVault


@pytest.fixture
def vault(make_vault: MakeVault, vault: Vault) -> Vault:
    """The two notes, and one that links to both."""
    make_vault({"notes/overview.md": INDEX, "notes/plan.pdf": b"%PDF-1.4"})
    vault.index(embed=False)
    return vault


@pytest.fixture
def overview(editor: Editor) -> Editor:
    editor.open("notes/overview.md")
    return editor
