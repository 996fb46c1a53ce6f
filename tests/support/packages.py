"""Packages that extend ragtui, installed into a folder as pip does."""

import sys
from collections.abc import Mapping
from pathlib import Path

from ragtui_core import plugins
from ragtui_core.documents import file_readers, kind_loaders, loader

MODULE = "ragtui_acme"
"""The module of the package `ragtui-acme` 1.0."""


def install_package(
    site: Path, points: Mapping[str, Mapping[str, str]], code: str
) -> None:
    """Install a package with entry points by group and one module into `site`."""
    info = site / f"{MODULE}-1.0.dist-info"
    info.mkdir(parents=True)
    metadata = "Metadata-Version: 2.1\nName: ragtui-acme\nVersion: 1.0\n"
    (info / "METADATA").write_text(metadata)
    lines = [
        line
        for group, names in points.items()
        for line in (f"[{group}]", *(f"{name} = {at}" for name, at in names.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    (site / f"{MODULE}.py").write_text(code)
    forget_packages()


def forget_packages() -> None:
    """Let the next use look for installed packages again."""
    if loader._extraction_process.cache_info().currsize:
        loader._extraction_process().close()
    for cached in (
        plugins._declared,
        file_readers._found,
        kind_loaders.endings_of,
        kind_loaders.loader_of,
        loader._extraction_process,
    ):
        cached.cache_clear()
    sys.modules.pop(MODULE, None)
