"""What tests of answers share: a vault."""

from support.answers import NOTES
from support.vaults import vault_fixture

vault = vault_fixture(NOTES)
