"""ragtui and other tools on the questions that people ask of their own notes.

    python -m benchmarks.peers sample-vault sample-vault/golden.toml
    python -m benchmarks.peers VAULT QUESTIONS.jsonl

VAULT has Markdown notes. Questions are a golden file, of which those without filters
and with an answer are asked (grade 2 is right; the first word of an id is its kind),
or a line of JSON for each: `text`, `kind`, `today` (the day on which it is asked) and
`relevant` (paths). The tools are asked for ten notes, each in the way that suits it:

- ragtui as `ragtui ask` searches, by keyword alone and by default;
- ripgrep (`rg`) for each word of the question that is not a function word; the notes
  with the most of these words come first, then those with the most lines;
- SQLite's FTS5 for any of these words, by its BM25, the file name counting double;
- qmd (`npm install -g @tobilu/qmd`) by keyword, for all of these words, and if no note
  has them all, for the longest word. Its search by meaning downloads models.

Those that are not installed are left out. Printed are, by kind and over all, how often
the first note is right, and R-precision: where n notes are relevant, the ratio of the
first n (at most ten) that is. The milliseconds are the median of a question; of
ripgrep and qmd with the start of their processes.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from statistics import mean, median

import apsw

from benchmarks.measure import scratch, seconds
from ragtui_core import Mode, SearchOptions, Vault, open_vault
from ragtui_core.language.function_words import FUNCTION_WORDS
from ragtui_eval.set_loading import load_golden

LIMIT = 10
WORD = re.compile(r"\w+")

Ask = Callable[[str], list[str]]
"""The paths of at most `LIMIT` notes for a question, best first."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with the paths that answer it."""

    text: str
    kind: str
    relevant: frozenset[str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a tool answered one question."""

    kind: str
    first: bool
    r_precision: float
    milliseconds: float


def words_of(question: str) -> list[str]:
    """The words that a person would search for, each once."""
    words = dict.fromkeys(WORD.findall(question.lower()))
    return [word for word in words if word not in FUNCTION_WORDS] or list(words)


def with_ripgrep(root: Path) -> Ask:
    """By the number of words, then of lines with them."""

    def ask(question: str) -> list[str]:
        words, lines = Counter[str](), Counter[str]()
        for word in words_of(question):
            command = ["rg", "--ignore-case", "--count", "--glob=*.md", "--", word, "."]
            done = subprocess.run(command, cwd=root, capture_output=True, text=True)
            for row in done.stdout.splitlines():
                path, _, count = row.rpartition(":")
                words[path] += 1
                lines[path] += int(count)
        order = sorted(words, key=lambda path: (-words[path], -lines[path], path))
        return [path.removeprefix("./") for path in order[:LIMIT]]

    return ask


def with_fts5(root: Path) -> Ask:
    """By the BM25 of a table of names and texts."""
    connection = apsw.Connection(":memory:")
    connection.execute("CREATE VIRTUAL TABLE note USING fts5(path, name, text)")
    for file in sorted(root.rglob("*.md")):
        row = file.relative_to(root).as_posix(), file.stem, file.read_text("utf-8")
        connection.execute("INSERT INTO note VALUES (?, ?, ?)", row)

    def ask(question: str) -> list[str]:
        query = " OR ".join(f'"{word}"' for word in words_of(question))
        rows = connection.execute(
            "SELECT path FROM note WHERE note MATCH ? "
            "ORDER BY bm25(note, 0, 2, 1) LIMIT ?",
            (f"{{name text}} : ({query})", LIMIT),
        )
        return [path for (path,) in rows]

    return ask


def with_qmd(root: Path, home: Path) -> Ask:
    """By its search by keyword, in an empty home."""
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), str(home))

    def qmd(*arguments: str) -> str:
        command = ["qmd", *arguments]
        done = subprocess.run(
            command, capture_output=True, text=True, env=os.environ | places, check=True
        )
        return done.stdout

    qmd("collection", "add", str(root), "--name", "notes")

    def search(words: Iterable[str]) -> list[str]:
        found = qmd("search", " ".join(words), "-n", str(LIMIT), "--json")
        rows = json.loads(found) if found.startswith("[") else []
        return [row["file"].removeprefix("qmd://notes/") for row in rows]

    def ask(question: str) -> list[str]:
        words = words_of(question)
        return search(words) or search([max(words, key=len)])

    return ask


def with_ragtui(vault: Vault, mode: Mode) -> Ask:
    """As `ragtui ask` searches."""
    options = SearchOptions(limit=LIMIT, fill=False, question=True, mode=mode)
    return lambda question: [hit.path for hit in vault.search(question, options).hits]


def answered(ask: Ask, question: Question) -> Outcome:
    """The outcome of one question."""
    found: list[str] = []
    elapsed = seconds(lambda: found.extend(ask(question.text)))
    expected = min(len(question.relevant), LIMIT)
    right = [path in question.relevant for path in found]
    return Outcome(
        question.kind,
        first=any(right[:1]),
        r_precision=sum(right[:expected]) / expected,
        milliseconds=elapsed * 1000,
    )


def report(outcomes: Mapping[str, list[Outcome]]) -> None:
    """Print a table of first / R-precision, a row for each kind."""
    print("| questions |", " | ".join(outcomes), "|")
    print("|---" * (len(outcomes) + 1) + "|")
    (some, *_) = outcomes.values()
    kinds = Counter(outcome.kind for outcome in some)
    for kind, number in [*kinds.items(), ("all", len(some))]:
        cells = []
        for rows in outcomes.values():
            chosen = [row for row in rows if kind in (row.kind, "all")]
            first = mean(row.first for row in chosen)
            precision = mean(row.r_precision for row in chosen)
            cells.append(f"{first:.2f} / {precision:.2f}")
        print(f"| {kind} ({number}) |", " | ".join(cells), "|")
    times = [median(row.milliseconds for row in rows) for rows in outcomes.values()]
    print("| ms |", " | ".join(f"{time:.0f}" for time in times), "|")


def golden_questions(file: Path) -> tuple[date | None, list[Question]]:
    """The day and the questions of a golden file; see the module."""
    golden = load_golden(file)
    best = {
        (query.id, query.text): frozenset(
            path for path, grade in query.relevant.items() if grade > 1
        )
        for query in golden.queries
        if not query.filters and query.at is None
    }
    return golden.today, [
        Question(text, name.partition("-")[0], paths)
        for (name, text), paths in best.items()
        if paths
    ]


def dated_questions(file: Path) -> tuple[date | None, list[Question]]:
    """The day and the questions of a file of JSON lines; see the module."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return date.fromisoformat(rows[0]["today"]), [
        Question(row["text"], row["kind"], frozenset(row["relevant"])) for row in rows
    ]


def main() -> None:
    """Ask each tool each question, and print the table."""
    root, file = map(Path, sys.argv[1:])
    golden = file.suffix == ".toml"
    today, questions = (golden_questions if golden else dated_questions)(file)
    opened = open_vault(root, today=lambda: today or date.today())
    with scratch() as home, closing(opened) as vault:
        vault.index()
        tools: dict[str, Ask] = {
            "ragtui": with_ragtui(vault, Mode.HYBRID),
            "ragtui, keyword": with_ragtui(vault, Mode.KEYWORD),
            "FTS5": with_fts5(root),
        }
        if shutil.which("rg"):
            tools["ripgrep"] = with_ripgrep(root)
        if shutil.which("qmd"):
            tools["qmd, keyword"] = with_qmd(root, home)
        report(
            {
                name: [answered(ask, question) for question in questions]
                for name, ask in tools.items()
            }
        )


if __name__ == "__main__":
    main()
