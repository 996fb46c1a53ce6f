"""Each command once, and each way of searching and answering without a key."""

from collections.abc import Callable
from pathlib import Path

QUESTION = "How often must the Curlew be recalibrated?"

Print = Callable[..., str]
"""Runs `ragtui` with arguments, and gives what it printed."""


def run_every_command(ragtui: Print, notes: Path) -> None:
    """Run them on `notes`, a copy of the sample vault with an index."""
    here = ["--vault", str(notes)]
    for mode in ("hybrid", "keyword", "semantic"):
        assert "Curlew" in ragtui("search", QUESTION, "--mode", mode, *here)
    answer = ragtui("ask", QUESTION, "--markdown", "--save", *here)
    (notes / "answer.md").write_text(answer)
    assert "exact" in ragtui("verify", notes / "answer.md", *here).lower()
    ragtui("ask", "And the Heron?", "--continue", "--json", *here)
    assert "Curlew" in ragtui("chats", *here)
    ragtui("show", "welcome.md", *here)
    ragtui("eval", notes / "golden.toml", *here)
    ragtui("eval", "--history", notes / "golden.toml", *here)
    ragtui("stats", *here)
    ragtui("status", *here)
