"""What tests of answers share: a vault."""

import pytest

from ragtui_core import Vault
from support.answers import NOTES
from support.vaults import MakeVault


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    """Two notes that contain "pump", indexed for words."""
    made = make_vault(NOTES)
    made.index(embed=False)
    return made
