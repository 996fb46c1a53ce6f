"""Any arguments end in a documented exit code, and send a terminal nothing harmful.

`RAGTUI_TEST_RUNS=5000 pytest tests/cli/test_arguments.py` runs more of them.
"""

import os
import random
import sys

import pytest

from ragtui_cli import exit_codes
from ragtui_cli.main import main
from ragtui_core import Vault
from support.terminals import HOSTILE, TerminalStub, controls_in
from support.vaults import IndexVault

RUNS = int(os.environ.get("RAGTUI_TEST_RUNS", "300"))

BLOCKS = 6
"""The runs in so many tests, to see which seed fails."""

DOCUMENTED = {exit_codes.FOUND, exit_codes.NOTHING, exit_codes.FAILED}

FILES: dict[str, str | bytes] = {
    "a.md": "---\ntitle: Pump\ntags: [a, b/c]\nstatus: active\n---\n# Pump\n\n"
    "The pump is calibrated each week.\n\n## Care \u202eevil\n\nWipe it.\n",
    "folder/b.md": "# \x1b]0;owned\x07Valve\n\nThe valve \x9b2J leaks. 日本語の文。\n",
    "folder/c\u202ed.md": "# Odd name\n\nA pump and a valve.\n",
    "bin.md": b"\x00\x01\x02\xff" * 500,
    "empty.md": "",
    "set.toml": "name = 'x'\n[[query]]\nid = '1'\ntext = 'pump'\n"
    "relevant = {'a.md' = 1}\n",
    "deep.toml": "x = " + "[" * 20_000,
    "damaged.toml": b"\xff\xfe name =",
    "beir/corpus.jsonl": '{"_id": "1", "title": 5}\n[[[',
    "beir/queries.jsonl": '{"_id": "1"}\n',
    "beir/qrels/test.tsv": "1\t1\t1\n",
}

NUMBERS = (
    "0", "1", "5", "-1", "99999999999", "9" * 5000, "nan", "inf", "-inf", "1e400",
    "0.5", "1.5", "-0.0", "٣", "", " 3", "0x10", "1_0",
)  # fmt: skip

QUERIES = (
    "pump", "tag:a", "tag:a " * 2000, " ".join(f"tag:t{n}" for n in range(3000)),
    " ".join(f"-word{'x' * n}" for n in range(3000)), "(" * 5000, '"' * 4001,
    '"a" ' * 3000, " ".join(f'"p{n}"' for n in range(3000)), "x" * 60_000,
    "path:" + "*a" * 30_000, "path:" + "[" * 900, "folder:" + "%" * 900,
    "after:9999999d", "after:9999y", "before:0000-00-00", "year:99999999999",
    "after:2026-99", "since:yesterday", "NEAR(a b, 5)", "a AND", "OR", "NOT x",
    "a*", "^a", "{a b}: c", "text:x", "a + b", "*", '"', "''", "\\", "-", "--",
    "- -", ":", "tag:", "-tag:a", 'tag:"', "type:note status:x company:y category:z",
    "\n\n", "日本語の", "😀 👩‍🚀", "e\u0301" * 500, "\u0300" * 3000,
)  # fmt: skip

PATHS = (
    "a.md", "a.md#Pump", "a.md#nope", "a.md#", "#", "", ".", "..", "nope.md", "/",
    "folder", "folder/b.md", "folder/c\u202ed.md", "bin.md", "empty.md", "set.toml",
    "deep.toml", "damaged.toml", "beir", "~", "~nosuchuser/x", "x" * 5000,
    "/".join(["d"] * 3000), "a.md:1", "a.md:99999999999999999999", "a.md:1-999",
    "a.md:2-1", "a.md:0", "a.md:1-2", "bad\udcffname.md", "a\0b", "../../x", "a\nb",
)  # fmt: skip

WORDS = (*HOSTILE, *(f"x{each}y" for each in HOSTILE), *PATHS, *QUERIES, *NUMBERS)

OPTIONS: dict[str, dict[str, tuple[str, ...] | None]] = {
    "search": {
        "--limit": NUMBERS, "--mode": ("keyword", "hybrid", "semantic", "\x1b[2J"),
        "--fusion": ("score", "rrf", ""), "--sort": ("relevance", "newest", "x"),
        "--also": QUERIES, "--min-score": NUMBERS, "--no-dates": None, "--at": PATHS,
        "--scope": ("file", "folder", "vault"), "--weak": None,
        "--explain": None, "--json": None, "--facets": None,
    },
    "ask": {
        "--provider": ("extractive", "auto", "x"), "--model": WORDS,
        "--selection": PATHS, "--continue": None, "--chat": WORDS, "--save": None,
        "--no-dates": None, "--at": PATHS, "--scope": ("file", "folder"),
        "--json": None, "--json-events": None, "--markdown": None,
    },
    "verify": {"--json": None},
    "show": {},
    "status": {"--json": None},
    "model": {"--url": WORDS, "--json": None},
    "stats": {"--days": NUMBERS, "--all": None, "--json": None},
    "chats": {"--json": None},
    "chats show": {"--json": None},
    "chats rename": {},
    "chats delete": {},
    "chats export": {"--output": PATHS},
    "eval": {
        "--split": ("test", "..", "\x1b[2J"), "--sample": NUMBERS,
        "--mode": ("keyword", "x"), "--history": None, "--no-record": None,
        "--json": None,
    },
    "tune": {"--folds": NUMBERS, "--sample": NUMBERS, "--split": ("x", "\x1b[2J")},
    "index": {"--no-embed": None, "--json": None, "--strategy": ("whole", "x")},
    "nonsense": {"--\x1b]0;owned\x07": None, "--version": None, "--help": None},
}  # fmt: skip

FREE: dict[str, tuple[str, ...]] = {
    "search": WORDS, "ask": WORDS, "verify": PATHS, "show": (*PATHS, *WORDS),
    "eval": PATHS, "tune": PATHS[:5], "nonsense": WORDS, "index": PATHS[:8],
}  # fmt: skip


@pytest.fixture
def vault(index_vault: IndexVault, monkeypatch: pytest.MonkeyPatch) -> Vault:
    made = index_vault(FILES)
    monkeypatch.chdir(made.root)
    return made


def arguments(draw: random.Random) -> list[str]:
    """A command line: a command, some of its options, and free words."""
    command = draw.choice([*OPTIONS])
    argv = command.split()
    for option in draw.sample([*OPTIONS[command]], k=min(2, len(OPTIONS[command]))):
        values = OPTIONS[command][option]
        argv += [option] if values is None else [f"{option}={draw.choice(values)}"]
    free = FREE.get(command, WORDS)
    words = [draw.choice(free) for _ in range(draw.randint(0, 2))]
    if command in {"eval", "tune"} and "--mode=keyword" not in argv:
        words = [word for word in words if word not in {"set.toml", "."}]  # takes long
    return [*argv, *(["--", *words] if draw.random() < 0.5 else words)]


@pytest.mark.parametrize("seed", range(BLOCKS))
def test_arguments(vault: Vault, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(RUNS // BLOCKS):
        argv = arguments(draw)
        output, errors = TerminalStub(), TerminalStub()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", output)
            patch.setattr(sys, "stderr", _NoBar(errors))
            code = main(argv)
        shown = [word[:80] for word in argv]
        assert code in DOCUMENTED, shown
        assert not controls_in(output.getvalue() + errors.getvalue()), shown
        assert "Traceback" not in errors.getvalue(), shown
        if code == exit_codes.FAILED:
            assert errors.getvalue().strip(), shown


class _NoBar(TerminalStub):
    """No terminal to draw a bar on, which would use control sequences."""

    def __init__(self, kept: TerminalStub) -> None:
        super().__init__()
        self._kept = kept

    def isatty(self) -> bool:
        return False

    def write(self, text: str) -> int:
        return self._kept.write(text)


def test_values_out_of_range_are_reported_with_the_range(
    vault: Vault, capsys: pytest.CaptureFixture[str]
) -> None:
    for option, command in (
        ("--limit", "search x"), ("--min-score", "search x"),
        ("--days", "stats"),
        ("--sample", "eval"), ("--folds", "tune x"), ("--sample", "tune x"),
    ):  # fmt: skip
        for value in ("99999999999", "-1", "nan", "inf", "9" * 5000, "", "x"):
            code = main([*command.split(), f"{option}={value}"])
            reported = capsys.readouterr().err
            assert code == exit_codes.FAILED
            assert f"{option}: " in reported
            assert " number from " in reported
            assert len(reported) < 3000
