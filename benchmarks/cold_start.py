"""What a person waits for a new process: a search, and the app's first paint.

python -m benchmarks.cold_start VAULT

VAULT is indexed first, into a file of its own. The baseline is
`python -c "import apsw, numpy"`.
"""

import sys
from pathlib import Path

from benchmarks.measure import cold, row, scratch
from ragtui_core.vault import open_vault

FIRST_PAINT = """
import asyncio, sys
from ragtui_core.vault import open_vault
from ragtui_tui.app import RagtuiApp

async def paint():
    app = RagtuiApp(open_vault(sys.argv[1], db=sys.argv[2]))
    async with app.run_test(size=(80, 24)):
        pass

asyncio.run(paint())
"""


def measure(vault: Path) -> None:
    """Print the figures."""
    with scratch() as folder:
        db = str(folder / "index.db")
        open_vault(vault, db=db).index()
        base = cold(["-c", "import apsw, numpy"])
        search = ["-m", "ragtui_cli.main", "search", "configuration of the service"]
        search += ["--vault", str(vault), "--db", db]
        keyword = cold([*search, "--mode", "keyword"])
        hybrid = cold([*search, "--mode", "hybrid"])
        textual = cold(["-c", "import textual.app"])
        paint = cold(["-c", FIRST_PAINT, str(vault), db])
    row("import apsw, numpy (baseline)", base, "s")
    row(
        "ragtui search --mode keyword", keyword, "s", f"{keyword / base:.2f} x baseline"
    )
    row("ragtui search --mode hybrid", hybrid, "s", f"{hybrid / base:.2f} x baseline")
    row("import textual.app (baseline of the app)", textual, "s")
    row(
        "app opened, painted and closed",
        paint,
        "s",
        f"{paint / textual:.2f} x its baseline",
    )


if __name__ == "__main__":
    measure(Path(sys.argv[1]).resolve())
