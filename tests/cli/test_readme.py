"""What the README shows, with the sample vault."""

import shutil
from pathlib import Path

import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
CURLEW = "products/twi-310-curlew.md"


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command prints on standard output, the verdicts of `verify` included."""
    main([*arguments])
    return capsys.readouterr().out


def test_its_questions_and_its_quotation_that_no_longer_holds(
    tmp_path: Path, sample_index: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    sample = shutil.copytree(ROOT / "sample-vault", tmp_path / "notes")
    index = str(shutil.copy(sample_index, tmp_path / "index.db"))  # has the vectors
    vault = ["--vault", str(sample), "--db", index]
    assert main(["index", str(sample), "--db", index]) == exit_codes.FOUND
    counted = shown(capsys, "ask", *vault, "how many incidents were there in 2026?")
    assert "3 notes dated 2026 contain “incidents” in any form" in counted
    assert "3 notes dated 2026 contain “incidents” in any form" in README
    unknown = shown(capsys, "ask", *vault, "What is the capital of Mongolia?")
    assert unknown.startswith("I don't have information about that.")

    question = "How often must the Curlew be recalibrated?"
    answer = tmp_path / "answer.md"
    answer.write_text(shown(capsys, "ask", *vault, "--markdown", question))
    note = sample / CURLEW
    note.write_text(note.read_text("utf-8").replace("every 6 months", "every 9 months"))
    rows = shown(capsys, "verify", *vault, str(answer)).splitlines()
    assert [row for row in rows if row not in README] == []
    assert len(rows) == 4
