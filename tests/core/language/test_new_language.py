"""Another language is one file: a table, found by its name."""

import shutil
import subprocess
import sys
from pathlib import Path

from ragtui_core.language import tables

CZECH = """
[times]
days = ['předevčírem', 'včera', 'dnes', 'zítra', 'pozítří']
steps = ['', 'minulý minulém minulého', 'tento tomto', 'příští příštím', '']
months = ['ledna', 'února', 'března', 'dubna', 'května', 'června', 'července', 'srpna']
numbers = ['jeden', 'dva dvěma']
at = 'v ve'
ago_before = 'před'

[times.units]
week = 'týden týdnu týdny'

[requests]
how_often = 'jak_často'
newest = 'naposledy'
"""

LINES = {
    "co bylo včera": "26 Nov 2026",
    "v minulém týdnu": "16–22 Nov 2026",
    "před dvěma týdny": "9–15 Nov 2026",
    "schůzka 3. března 2026": "3 Mar 2026",
}


def test_a_table_is_all_that_a_language_needs(tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    shutil.copytree(Path(tables.__file__).parent / "tables", folder)
    with (folder / "cs.toml").open("a", encoding="utf-8") as file:
        file.write(CZECH)
    code = (
        "from datetime import date; from pathlib import Path; "
        "from ragtui_core.language import tables; "
        f"tables._FOLDER = Path({str(folder)!r}); "
        "from ragtui_core.language.times.reading import read_time; "
        "from ragtui_core.language.requests import take_listing, take_order; "
        f"print([str(d) for line in {list(LINES)!r} "
        "for d in read_time(line, date(2026, 11, 27)).days], "
        "take_listing('jak často plavu'), take_order('kdy naposledy pršelo'))"
    )
    run = subprocess.run(
        [sys.executable, "-X", "utf8", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
    )
    assert run.stdout.startswith(str(list(LINES.values())))
    assert "('plavu', <Listing.DATED: 'dated'>) ('kdy pršelo', 'newest')" in run.stdout
