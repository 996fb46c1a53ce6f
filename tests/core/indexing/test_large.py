"""Whole vaults and difficult files through the whole index."""

import hashlib
import json
import os
import re
import subprocess
import sys
from itertools import chain
from pathlib import Path

import pytest

from ragtui_core import open_vault
from ragtui_core.documents.extraction.process import EXTRACTION
from ragtui_core.files.kinds import OWN_ENDINGS
from support.vaults import wrong_spans

SENTENCE = re.compile(r"(?!Traceback)[^\n]{5,300}")
"""A reason why a file was skipped."""

MAX_MEMORY_IN_ALL = 1_000_000_000
"""Bytes that indexing takes at its peak, in all processes."""

INDEX = """
import json, pathlib, re, resource, sys
from ragtui_core import open_vault
from ragtui_core.documents import loader
vault = open_vault(sys.argv[1])
chunks = vault.index(embed=False).chunks
vault.close()
loader._extraction_process().close()
status = pathlib.Path("/proc/self/status").read_text()
own = int(re.search(r"VmHWM:\\s*(\\d+) kB", status)[1])
child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(json.dumps([chunks, own * 1024, child * 1024]))
"""
"""A process of its own. Its ru_maxrss would be at least its parent's size when it
started, hence the peak of its own address space."""

DATA = os.environ.get("RAGTUI_TEST_DATA")

pytestmark = [
    pytest.mark.large,
    pytest.mark.skipif(not DATA, reason="RAGTUI_TEST_DATA names no data"),
]


def sums(root: Path) -> dict[str, str]:
    files = sorted(p for p in root.rglob("*") if p.is_file())
    return {str(p): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def indexed(root: Path) -> tuple[int, int, int]:
    """The number of chunks; the peaks of the process and of its child, in bytes."""
    command = [sys.executable, "-c", INDEX, str(root)]
    done = subprocess.run(command, capture_output=True, check=True)
    chunks, own, child = json.loads(done.stdout)
    return chunks, own, child


@pytest.mark.parametrize("folder", ["vaults", "messy", "sources"])
def test_everything_is_indexed_or_reported_and_every_span_is_right(folder: str) -> None:
    assert DATA
    root = Path(DATA, folder)
    before = sums(root)
    chunks, own_peak, extraction_peak = indexed(root)
    vault = open_vault(root)
    coverage = vault.coverage.whole()
    endings = (*vault.settings.index.extensions, *chain(*OWN_ENDINGS.values()))
    files = [
        path
        for ending in endings
        for path in root.rglob(f"*{ending}")
        if path.is_file() and not path.is_symlink()
    ]
    assert coverage.documents + len(coverage.skipped) >= len(files) * 0.99
    assert chunks >= coverage.documents
    assert wrong_spans(vault) == []
    assert [
        each for each in coverage.skipped if not SENTENCE.fullmatch(each.reason)
    ] == []
    assert sums(root) == before
    vault.close()
    assert extraction_peak < EXTRACTION.memory
    assert own_peak + extraction_peak < MAX_MEMORY_IN_ALL
