"""Does a title typed as the query find its page?

    python -m benchmarks.titles VAULT [--folder content/en] [--mode keyword] [-n 150]
    python -m benchmarks.titles VAULT --typed half | typo | half-typo
    python -m benchmarks.titles --queries COLLECTION [-n 300]

Asked are the titles that one page of the vault has (ignoring case), of the pages in
FOLDER. The index is where `ragtui` keeps it; `--db FILE` names another. `--typed half`
asks for the first half of each title as it is typed, `typo` for the title with a wrong,
missing, added or swapped letter, `half-typo` for both. `--queries` measures what the
search for titles costs lines that are none: the queries of a collection, half typed,
with and without it.
"""

import argparse
import random
from collections import Counter
from pathlib import Path

from benchmarks.measure import row, scratch
from ragtui_core import Vault, open_vault
from ragtui_core.search import find
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_eval import materialise
from ragtui_eval.beir import load_collection
from ragtui_eval.measurement import NDCG, rank_values

SEED = 20261123
MAX_MISSED = 20
"""Number of the titles not found first that are printed."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def unique_titles(vault: Vault, folder: str) -> dict[str, str]:
    """The titles that one page has, by the paths in `folder`; "" is the vault."""
    paths = vault.documents.paths()
    titles = {path: vault.documents.read(path).fields.title.strip() for path in paths}
    counts = Counter(title.casefold() for title in titles.values())
    start = f"{folder.strip('/')}/" if folder.strip("/") else ""
    return {
        path: title
        for path, title in sorted(titles.items())
        if title and counts[title.casefold()] == 1 and path.startswith(start)
    }


def half(line: str) -> str:
    """The first half of a line, three characters or more."""
    return line[: max(3, (len(line) + 1) // 2)]


def with_typo(line: str, chance: random.Random) -> str:
    """A line with a letter missing, changed or added, or two of them swapped."""
    at, letter = chance.randrange(len(line)), chance.choice(LETTERS)
    before, own, after = line[:at], line[at], line[at + 1 :]
    changed = (after, letter + after, letter + own + after, after[:1] + own + after[1:])
    return before + chance.choice(changed)


def typed(title: str, how: str, chance: random.Random) -> str:
    """A title as it is typed."""
    line = half(title) if how.startswith("half") else title
    return with_typo(line, chance) if how.endswith("typo") else line


def measure(given: argparse.Namespace) -> None:
    """Print how often the page is first, and among the first five."""
    vault = open_vault(given.vault, db=given.db)
    mode = Mode(given.mode)
    vault.index(embed=mode is not Mode.KEYWORD)
    titles = list(unique_titles(vault, given.folder).items())
    if given.sample and given.sample < len(titles):
        titles = random.Random(SEED).sample(titles, given.sample)
    options = SearchOptions(mode=mode, limit=10, as_you_type=bool(given.typed))
    chance = random.Random(SEED)
    places: list[int | None] = []
    for path, title in titles:
        hits = vault.search(typed(title, given.typed, chance), options).hits
        found = list(dict.fromkeys(hit.path for hit in hits))
        places.append(found.index(path) + 1 if path in found else None)
    vault.close()
    count = max(1, len(titles))
    first = sum(place == 1 for place in places)
    five = sum(place is not None and place <= 5 for place in places)
    name = f"titles {given.typed}".strip()
    row(f"{name}, first (of {len(titles)})", first / count, "", "target .90")
    row(f"{name}, among five", five / count, "", "target .98")
    missed = [
        (pair, place) for pair, place in zip(titles, places, strict=True) if place != 1
    ]
    for (path, title), place in missed[:MAX_MISSED]:
        print(f"  {place or '-'}: {title} ({path})")


def measure_lines(given: argparse.Namespace) -> None:
    """Print what notes that come first by name cost half-typed queries."""
    queries = load_collection(given.queries, "test").queries[: given.sample or None]
    options = SearchOptions(mode=Mode(given.mode), limit=10, as_you_type=True)
    with scratch() as folder:
        materialise(given.queries, folder / "vault")
        vault = open_vault(folder / "vault", db=folder / "index.db")
        vault.index(embed=options.mode is not Mode.KEYWORD)
        for most in (0, find.MAX_BEGUN):
            find.MAX_BEGUN = most
            found = {}
            for query in queries:
                hits = vault.search(half(query.text), options).hits
                found[query.id] = list(dict.fromkeys(hit.path for hit in hits))
            values = rank_values(found, {query.id: query.relevant for query in queries})
            scores = [measured[NDCG] for measured in values.values()]
            name = f"queries half typed, {most} notes by name, nDCG@10"
            row(name, sum(scores) / len(scores), "", "not lower")
        vault.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("vault", metavar="VAULT", nargs="?")
    parser.add_argument("--folder", default="", help="folder whose titles are asked")
    parser.add_argument("--mode", default="keyword", choices=[m.value for m in Mode])
    parser.add_argument("--db", default=None, help="index file to use instead")
    parser.add_argument("-n", "--sample", type=int, default=0, help="number of lines")
    parser.add_argument("--typed", default="", choices=["half", "typo", "half-typo"])
    parser.add_argument("--queries", type=Path, help="a BEIR folder")
    arguments = parser.parse_args()
    (measure_lines if arguments.queries else measure)(arguments)
