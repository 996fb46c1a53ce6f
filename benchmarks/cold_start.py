"""Latency of a new process: a search, and the app's first paint.

python -m benchmarks.cold_start VAULT

VAULT is indexed first, into a file of its own. The baseline of a search is
`python -c "import apsw, numpy"`, that of the app `python -c "import textual.app"`. The
app runs in a terminal of 80 by 24; its first paint is there once the bottom of the
first frame was written to that. Unix only.
"""

import os
import pty
import subprocess
import sys
import termios
import time
from pathlib import Path

from benchmarks.measure import cold, row, scratch
from ragtui_core import open_vault

RUNS = 7

BOTTOM = b"looking for changed files"
"""Words of the first frame's last lines."""


def first_paint(arguments: list[str], environment: dict[str, str]) -> float:
    """Seconds from the start of the command until its terminal has the first frame."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, 80))
    command = [sys.executable, "-m", "ragtui_cli.main", *arguments]
    started = time.perf_counter()
    with subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    ) as app:
        os.close(theirs)
        written = b""
        while BOTTOM not in written:
            written += os.read(ours, 65_536)
        taken = time.perf_counter() - started
        app.kill()
    os.close(ours)
    return taken


def measure(vault: Path) -> None:
    """Print the figures."""
    with scratch() as folder:
        db = str(folder / "index.db")
        open_vault(vault, db=db).index()
        base = cold(["-c", "import apsw, numpy"], RUNS)
        search = ["-m", "ragtui_cli.main", "search", "configuration of the service"]
        search += ["--vault", str(vault), "--db", db]
        keyword = cold([*search, "--mode", "keyword"], RUNS)
        hybrid = cold([*search, "--mode", "hybrid"], RUNS)
        textual = cold(["-c", "import textual.app"], RUNS)
        own = {"RAGTUI_DATA_DIR": str(folder), "TERM": "xterm-256color"}
        app = [str(vault), "--db", db]
        paint = min(first_paint(app, {**os.environ, **own}) for _ in range(RUNS))
    told = "x baseline"
    row("import apsw, numpy (baseline)", base, "s")
    row("ragtui search --mode keyword", keyword, "s", f"{keyword / base:.2f} {told}")
    row("ragtui search --mode hybrid", hybrid, "s", f"{hybrid / base:.2f} {told}")
    row("import textual.app (baseline of the app)", textual, "s")
    row("ragtui until its first frame", paint, "s", f"{paint / textual:.2f} {told}")


if __name__ == "__main__":
    measure(Path(sys.argv[1]).resolve())
