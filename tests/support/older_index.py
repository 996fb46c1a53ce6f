"""Index files that older versions of ragtui wrote, of a vault of five notes.

Those of `tests/data/indexes` have the schemas 3, of 0.1.0, whose pages have no
checksums, and 18, between 0.1.0 and 0.2.0.
"""

import lzma
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from ragtui_core.store.sqlite import page_checksums
from support.commands import DATA

FOLDER = DATA / "indexes"

PLAIN_VFS = "unix"
"""The platform's file system layer, which knows nothing of checksums."""


@contextmanager
def plain_pages() -> Iterator[None]:
    """A block in which connections are opened as without SQLite's cksumvfs."""
    page_checksums.register()
    before = apsw.vfs_names()[0]
    apsw.set_default_vfs(PLAIN_VFS)
    try:
        yield
    finally:
        apsw.set_default_vfs(before)


NOTES: dict[str, str | bytes] = {
    "buoy.md": "---\ntags: [marine]\n---\n# Buoy\n\nA second buoy drifts. [[cable]]\n",
    "cable.md": "# Cable\n\n## Splice\n\nA cable splice takes an hour.\n",
    "power/cells.md": "# Cells\n\nA lithium battery drives the sensor.\n",
    "power/漢字.md": "# 電力\n\n電池は浮標を動かす。parseConfigFile reads it.\n",
    "old.md": "# Old\n\nThis one will be deleted.\n",
}
"""Each is one passage, with a vector."""


def unpack(version: int, place: Path) -> None:
    """Write the index of a schema to `place`."""
    packed = (FOLDER / f"{version}.db.xz").read_bytes()
    place.write_bytes(lzma.decompress(packed))
