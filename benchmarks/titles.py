"""Does a title typed as the query find its page?

    python -m benchmarks.titles VAULT [--folder content/en] [--mode keyword] [-n 150]

Asked are the titles that one page of the vault has (ignoring case), of the pages in
FOLDER. The index is where `ragtui` keeps it; `--db FILE` names another.
"""

import argparse
import random
from collections import Counter

from benchmarks.measure import row
from ragtui_core.search.options import SearchOptions
from ragtui_core.types import Mode
from ragtui_core.vault import Vault, open_vault

SEED = 20261123
MAX_MISSED = 20
"""Number of the titles not found first that are printed."""


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


def measure(given: argparse.Namespace) -> None:
    """Print how often the page is first, and among the first five."""
    vault = open_vault(given.vault, db=given.db)
    mode = Mode(given.mode)
    vault.index(embed=mode is not Mode.KEYWORD)
    titles = list(unique_titles(vault, given.folder).items())
    if given.sample and given.sample < len(titles):
        titles = random.Random(SEED).sample(titles, given.sample)
    places: list[int | None] = []
    for path, title in titles:
        hits = vault.search(title, SearchOptions(mode=mode, limit=10)).hits
        found = list(dict.fromkeys(hit.path for hit in hits))
        places.append(found.index(path) + 1 if path in found else None)
    vault.close()
    count = max(1, len(titles))
    first = sum(place == 1 for place in places)
    five = sum(place is not None and place <= 5 for place in places)
    row(f"titles, first (of {len(titles)})", first / count, "", "target .90")
    row("titles, among five", five / count, "", "target .98")
    missed = [
        (pair, place) for pair, place in zip(titles, places, strict=True) if place != 1
    ]
    for (path, title), place in missed[:MAX_MISSED]:
        print(f"  {place or '-'}: {title} ({path})")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("vault", metavar="VAULT")
    parser.add_argument("--folder", default="", help="folder whose titles are asked")
    parser.add_argument("--mode", default="keyword", choices=[m.value for m in Mode])
    parser.add_argument("--db", default=None, help="index file to use instead")
    parser.add_argument("-n", "--sample", type=int, default=0, help="number of titles")
    measure(parser.parse_args())
