"""ragtui, ripgrep and qmd on tasks that people have with their own notes.

    python -m benchmarks.task_peers

Makes a folder of notes and gives each tool the task as one who knows it would: ragtui
in plain words where they suffice, ripgrep by a pattern and a choice of files, the
latest name first, qmd (`npm install -g @tobilu/qmd`) by keyword. Prints the place of
the right note among the first five or, of several right notes, how many are among as
many results; `–` if none is. A tool that is not installed is left out.
"""

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import closing
from datetime import date
from pathlib import Path

from benchmarks.measure import scratch
from ragtui_core import SearchOptions, open_vault

TODAY = date(2026, 11, 27)
LIMIT = 5

NOTES = {
    "journal/2026-11-09.md": "Main goals: paint the fence. Swam ten lengths with Anna.",
    "journal/2026-11-16.md": "Main goals: finish the grant report and call the roofer.",
    "journal/2026-11-17.md": "Busy day: three meetings. Met Anna about the roof.",
    "journal/2026-11-18.md": "Told Tom I would send him the drawings by Friday.",
    "journal/2026-11-19.md": "Tom came by for tea. A sunny day.",
    "journal/2026-11-20.md": "Went swimming before work, then a quiet day there.",
    "journal/2026-11-21.md": "Did next to nothing. Stayed on the sofa all afternoon.",
    "journal/2026-11-23.md": "Main goals: book the ferry, sort the photos.",
    "journal/2026-11-24.md": "Swimming again, twenty lengths. Anna's letter arrived.",
    "journal/2026-11-26.md": "Fixed the heating valve; it leaks no more.",
    "policy/travel-policy-v2.md": "# Travel policy\n\nTrains are second class.",
    "policy/travel-policy-v3.md": "# Travel policy\n\nFirst class beyond five hours.",
    "policy/travel-policy-v4.md": "# Travel policy\n\nSecond class again; no flights.",
    "work/2026-01-12 Heliotrope.md": "# Heliotrope\n\nThe budget is 40,000.",
    "work/2026-04-02 Heliotrope.md": "# Heliotrope\n\nThe deadline moves to May.",
    "work/2026-06-20 Heliotrope.md": "# Heliotrope\n\nMira takes over from Jonas.",
    "work/orders.md": "# Orders\n\nCTS-4471 is late, CTS-9020 came. In all 2,350,000.",
    "work/pump-12.md": "---\ntags: [marine]\n---\n\n# Pump 12\n\nThe bearing runs hot.",
    "work/rounds.md": "# Rounds\n\nFirst [[pump-12]], then the boiler.",
    "home/Oma.md": "# Telefonat mit Oma\n\nSie war beim Arzt, es geht ihr besser.",
    "home/Kuchen.md": "# Apfelkuchen\n\nÄpfel schälen, Teig kneten, 50 Minuten backen.",
    "home/Vertrag.md": "# Unterlagen\n\nDie Haftpflichtversicherung zahlt das Dach.",
    "home/flight.md": "# Flight\n\nIt leaves for Umeå at 7:40.",
    "home/garden.md": "# Garden\n\nShall we cut the grass and prune the hedge?",
}

LATE = "home/new.md", "# Wine\n\nThe Riesling is in the cellar."
"""A note that is written when all indexes are made."""

_LAST_WEEK = ("-g=*2026-11-1[6-9]*", "-g=*2026-11-2[0-2]*")
_HELIOTROPE = ("work/2026-04-02 Heliotrope.md", "work/2026-06-20 Heliotrope.md")
_SWIMMING = ("2026-11-09", "2026-11-20", "2026-11-24")

TASKS: tuple[tuple[str, str, tuple[str, ...], str, tuple[str, ...]], ...] = (
    (
        "goals of last week",
        "what were my main goals last week?",
        ("goals", *_LAST_WEEK),
        "main goals",
        ("journal/2026-11-16.md",),
    ),
    (
        "yesterday's note",
        "yesterday's note",
        ("--files", "-g=*2026-11-26*"),
        "2026-11-26",
        ("journal/2026-11-26.md",),
    ),
    (
        "how often I swam: all days",
        "how many times did I go swimming?",
        ("swim|swam",),
        "swimming",
        tuple(f"journal/{day}.md" for day in _SWIMMING),
    ),
    (
        "last meeting with Anna",
        "when did I last meet Anna?",
        ("met anna",),
        "met Anna",
        ("journal/2026-11-17.md",),
    ),
    (
        "a promise to Tom",
        "what did I promise to Tom?",
        (r"\btom\b",),
        "Tom",
        ("journal/2026-11-18.md",),
    ),
    (
        "latest version of a policy",
        "latest version of the travel policy",
        ("--files", "-g=*travel-policy*"),
        "travel policy",
        ("policy/travel-policy-v4.md",),
    ),
    (
        "changes since March: both",
        "what changed about Heliotrope since March?",
        ("heliotrope",),
        "Heliotrope",
        _HELIOTROPE,
    ),
    (
        "a day by its meaning",
        "lazy day",
        ("lazy",),
        "lazy day",
        ("journal/2026-11-21.md",),
    ),
    (
        "other words for it",
        "mowing the lawn",
        ("mow|lawn",),
        "mowing lawn",
        ("home/garden.md",),
    ),
    (
        "a German note, in English",
        "phone call with grandmother",
        ("grandmother",),
        "grandmother",
        ("home/Oma.md",),
    ),
    (
        "a German recipe, in English",
        "apple pie recipe",
        ("apple",),
        "apple pie",
        ("home/Kuchen.md",),
    ),
    (
        "a part of a compound",
        "Versicherung",
        ("versicherung",),
        "Versicherung",
        ("home/Vertrag.md",),
    ),
    (
        "a letter without its mark",
        "flight to Umea",
        ("umea",),
        "Umea",
        ("home/flight.md",),
    ),
    (
        "a typing error",
        "heliotorpe budget",
        ("heliotorpe",),
        "heliotorpe",
        ("work/2026-01-12 Heliotrope.md",),
    ),
    ("an exact code", "CTS-4471", ("CTS-4471",), "CTS-4471", ("work/orders.md",)),
    ("a pattern of codes", "CTS-44", (r"CTS-44\d\d",), "CTS-44", ("work/orders.md",)),
    ("a number, ungrouped", "2350000", ("2350000",), "2350000", ("work/orders.md",)),
    ("a tag", "tag:marine", ("tags:.*marine",), "marine", ("work/pump-12.md",)),
    (
        "what links to a note",
        "rounds pump-12",
        (r"\[\[pump-12",),
        "pump-12",
        ("work/rounds.md",),
    ),
    ("saved this moment", "Riesling", ("riesling",), "Riesling", ("home/new.md",)),
)
"""What is looked for; what ragtui, ripgrep and qmd are given; the right notes."""


def with_ripgrep(root: Path, arguments: tuple[str, ...]) -> list[str]:
    """The files that ripgrep lists, those with the latest names first."""
    listing = [] if "--files" in arguments else ["--files-with-matches", "-i"]
    command = ["rg", *listing, "--sortr=path", *arguments, "."]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True)
    return [path.removeprefix("./") for path in done.stdout.splitlines()]


def with_qmd(root: Path, home: Path) -> Callable[[str], list[str]]:
    """A search by keyword in a collection of `root`; all else is in `home`."""
    places = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), str(home))

    def qmd(*arguments: str) -> str:
        command, environment = ["qmd", *arguments], os.environ | places
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True
        )
        return done.stdout

    qmd("collection", "add", str(root), "--name", "notes")

    def search(words: str) -> list[str]:
        found = qmd("search", words, "-n", str(LIMIT), "--json")
        rows = json.loads(found) if found.startswith("[") else []
        return [row["file"].removeprefix("qmd://notes/") for row in rows]

    return search


def cell(paths: list[str], right: tuple[str, ...]) -> str:
    """The place of the right note, or how many of several are found; see the module."""
    # qmd writes names in its own way: `work/2026-04-02-heliotrope.md`.
    listed = [path.lower().replace(" ", "-") for path in paths[:LIMIT]]
    wanted = [path.lower().replace(" ", "-") for path in right]
    if len(wanted) > 1:
        found = sum(path in wanted for path in listed[: len(wanted)])
        return f"{found} of {len(wanted)}" if found else "–"
    return str(listed.index(wanted[0]) + 1) if wanted[0] in listed else "–"


def main() -> None:
    """Print the table."""
    with scratch() as folder:
        root = folder / "notes"
        for path, text in NOTES.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(f"{text}\n", "utf-8")
        opened = open_vault(root, db=folder / "index.db", today=lambda: TODAY)
        with closing(opened) as vault:
            vault.index()
            options = SearchOptions(limit=LIMIT)
            asked: dict[str, Callable[[str, tuple[str, ...], str], list[str]]] = {
                "ragtui": lambda line, *_: [
                    hit.path for hit in vault.search(line, options).hits
                ]
            }
            if shutil.which("rg"):
                asked["ripgrep"] = lambda _, pattern, __: with_ripgrep(root, pattern)
            if shutil.which("qmd"):
                search = with_qmd(root, folder)
                asked["qmd, keyword"] = lambda *given: search(given[2])
            (root / LATE[0]).write_text(LATE[1], "utf-8")
            print("| looked for |", " | ".join(asked), "|")
            print("|---" * (len(asked) + 1) + "|")
            for what, line, pattern, words, right in TASKS:
                found = (ask(line, pattern, words) for ask in asked.values())
                cells = (cell(paths, right) for paths in found)
                print(f"| {what} |", " | ".join(cells), "|")


if __name__ == "__main__":
    main()
