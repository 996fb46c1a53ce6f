"""Fixes the permissions of ragtui's directories, which earlier versions left open.

A directory that belongs to the user keeps its permissions; what ragtui wrote into it
does not.
"""

import os
from functools import cache
from pathlib import Path

from ragtui_core.files.private_files import (
    is_private,
    make_private,
    make_tree_private,
)
from ragtui_core.settings.loading import ENV_CONFIG, config_path
from ragtui_core.store.index_location import data_directory

COLLECTIONS = "evaluation"
"""Public collections as notes, in thousands of files."""

OWN_NAMES = frozenset(
    {
        COLLECTIONS,
        "crashes",
        "evaluations.jsonl",
        "log",
        "recent-vaults.json",
        "vaults",
    }
)
"""The names of all that ragtui writes into the data directory."""


@cache
def make_own_directories_private(data_dir: Path) -> None:
    """Fix the data directory and the user's settings; once per process.

    A data directory named by a setting is itself changed only if it contains nothing
    but files of ragtui.
    """
    make_private(config_path())
    if ENV_CONFIG not in os.environ:
        make_tree_private(config_path().parent)
    names = _names(data_dir)
    if data_dir == data_directory("") or names <= OWN_NAMES:
        make_private(data_dir)
    for name in names & OWN_NAMES:
        path = data_dir / name
        # Collections are fixed once, while others can access their directory.
        if not path.is_symlink() and not (name == COLLECTIONS and is_private(path)):
            make_tree_private(path)


def _names(directory: Path) -> set[str]:
    try:
        return {entry.name for entry in directory.iterdir()}
    except OSError:
        return set()
