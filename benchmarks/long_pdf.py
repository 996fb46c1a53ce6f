"""A saved quotation of a PDF of 500 pages: how long does verifying it take?

    PYTHONPATH=tests python -m benchmarks.long_pdf

Once it is indexed, nothing is extracted again, neither here nor in a new process: an
extraction would end the benchmark with an error.
"""

import subprocess
import sys
import time
from pathlib import Path

from benchmarks.measure import row, scratch, seconds
from ragtui_core import Selection, Vault, open_vault
from ragtui_core.citations import write_citation
from ragtui_core.documents.extraction.process import ExtractionProcess
from support.office_files import PdfPage, pdf

PAGES, LINES, WORDS = 500, 40, 12
QUOTED = 250
RUNS = 20

CHILD = """
import sys
from pathlib import Path
from benchmarks.long_pdf import first_check
first_check(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def page(number: int) -> PdfPage:
    """A page of words that differ from those of the others."""
    lines = [
        " ".join(f"word{number}x{line}x{each}" for each in range(WORDS))
        for line in range(LINES)
    ]
    return PdfPage([*lines, f"The seal of pump {number} is made of cork."])


def opened(folder: Path) -> Vault:
    """The vault of one file."""
    return open_vault(folder / "vault", flags={"data_dir": str(folder / "data")})


def refuse(*_: object) -> None:
    """Replaces an extraction, which must not happen."""
    raise AssertionError("the file was extracted again")


def check(vault: Vault, saved: str) -> None:
    """Verify the quotation."""
    (checked,) = vault.quotations.verify(saved)
    assert checked.verdict.verified, checked
    assert checked.location, checked
    assert checked.location.number == QUOTED + 1, checked


def first_check(folder: Path, note: Path) -> None:
    """The first one in this process."""
    ExtractionProcess.extract = refuse  # type: ignore[assignment,method-assign]
    vault, saved = opened(folder), note.read_text()
    started = time.perf_counter()
    check(vault, saved)
    row("the first in a new process", (time.perf_counter() - started) * 1e3, "ms")
    row("warm", seconds(lambda: check(vault, saved), RUNS) * 1e3, "ms")
    vault.close()


def main() -> None:
    """Make the file, index it, and verify a quotation in another process."""
    with scratch() as folder:
        (folder / "vault").mkdir()
        file = folder / "vault" / "long.pdf"
        file.write_bytes(pdf(*map(page, range(PAGES))))
        vault = opened(folder)
        row("indexing", seconds(lambda: vault.index(embed=False)), "s")
        row("characters", len(vault.documents.text("long.pdf")), "")
        words = f"The seal of pump {QUOTED} is made of cork."
        note = folder / "note.md"
        cited = vault.quotations.quote(Selection(words, "long.pdf"))
        note.write_text(write_citation(cited))
        vault.close()
        command = [sys.executable, "-c", CHILD, str(folder), str(note)]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
