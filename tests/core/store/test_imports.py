"""The store's modules do not import each other in circles."""

import subprocess
import sys
from pathlib import Path

import ragtui_core.store

FOLDER = Path(ragtui_core.store.__file__).parent
MODULES = [
    file
    for file in FOLDER.rglob("*.py")
    if file.parent.name not in ("postgres", "sqlite")
]

AT_ONCE = """
import importlib, sys, threading
import typing  # dataclasses would use it half imported by another thread (3.11)
names, problems = sys.argv[1:], []
barrier = threading.Barrier(len(names))
def load(name):
    barrier.wait()
    try:
        importlib.import_module(name)
    except Exception as error:
        problems.append(f"{name}: {error!r}")
threads = [threading.Thread(target=load, args=(name,)) for name in names]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
sys.exit("; ".join(problems) or 0)
"""


def test_threads_may_import_its_modules_at_once() -> None:
    names = [
        ".".join(("ragtui_core.store", *file.relative_to(FOLDER).with_suffix("").parts))
        for file in MODULES
        if file.name != "__init__.py"
    ]
    names += ["ragtui_core.search.query_language", "ragtui_core.vault.vault"]
    for order in (names, names[::-1]):
        done = subprocess.run(
            [sys.executable, "-c", AT_ONCE, *order],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
