"""Vaults made for one test."""

from collections.abc import Callable

from ragtui_core.vault import Vault

MakeVault = Callable[[dict[str, str | bytes]], Vault]
"""Makes a folder with these files (path to content) and opens it."""
