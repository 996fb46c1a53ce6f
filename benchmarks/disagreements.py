"""How often are files said to disagree? Each notice is printed, for people to judge.

python -m benchmarks.disagreements VAULT|COLLECTION... [--most 700]

A vault is asked about the titles of its notes, a collection (a BEIR folder) by its test
queries, both by words alone. Notes that share a template are the hard case.
"""

import argparse
import asyncio
import random
from collections.abc import Iterable
from pathlib import Path

from benchmarks.measure import row, scratch
from ragtui_core.answer import Notice, NoticeKind
from ragtui_core.evaluation.beir import load_queries
from ragtui_core.evaluation.beir_corpus import materialise
from ragtui_core.vault import Vault, open_vault

FLAGS = {
    "answer.provider": "extractive",
    "answer.keep_chats": False,
    "log.exchanges": False,
}


def measure(path: Path, most: int) -> None:
    """Ask, and print the notices and their share."""
    with scratch() as folder:
        is_collection = (path / "corpus.jsonl").is_file()
        if is_collection:
            materialise(path, folder / "notes")
        root = folder / "notes" if is_collection else path
        vault = open_vault(root, db=folder / "index.db", flags=FLAGS)
        vault.index(embed=False)
        asked = _queries(path) if is_collection else _titles(vault)
        if len(asked) > most:
            asked = random.Random(4).sample(asked, most)
        told = sum(map(bool, asyncio.run(_told(vault, asked))))
        vault.close()
    row(path.name, 100 * told / len(asked), "%", f"{told} of {len(asked)}")


def _queries(collection: Path) -> list[str]:
    return [query.text for query in load_queries(collection, "test").queries]


def _titles(vault: Vault) -> list[str]:
    read = vault.documents.read
    titles = (read(path).fields.title for path in vault.documents.paths())
    return [f"What is {title}?" for title in dict.fromkeys(titles)]


async def _told(vault: Vault, questions: Iterable[str]) -> list[list[str]]:
    """The notices on each answer."""
    found = []
    for question in questions:
        events = [event async for event in vault.ask(question)]
        notices = [event for event in events if isinstance(event, Notice)]
        texts = [n.text for n in notices if n.kind is NoticeKind.DISAGREEMENT]
        if texts:
            print(question, *texts, sep="\n    ", flush=True)
        found.append(texts)
    return found


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=700, help="questions a place")
    given = parser.parse_args()
    for path in given.places:
        measure(path, given.most)


if __name__ == "__main__":
    main()
