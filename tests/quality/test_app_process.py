"""The app that tests start in a process of its own needs no package for tests."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).parents[1]
WITHOUT_PYTEST = "import sys; sys.modules['pytest'] = None; import support.app_process"


def test_the_app_process_starts_without_pytest() -> None:
    paths = [str(TESTS), *sys.path]
    subprocess.run(
        [sys.executable, "-c", WITHOUT_PYTEST],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(paths)},
        check=True,
    )
