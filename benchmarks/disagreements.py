"""How often are files said to disagree? Each notice is printed, for people to judge.

python -m benchmarks.disagreements VAULT|COLLECTION... [--most 700] [--altered]

A vault is asked about the titles of its notes, a collection (a BEIR folder) by its test
queries, both by words alone. Notes that share a template are the hard case. `--altered`
counts instead how many sentences are reported that another file of a vault repeats
with one number changed.
"""

import argparse
import asyncio
import random
import re
from collections.abc import Iterable
from pathlib import Path

from benchmarks.measure import row, scratch
from ragtui_core import Notice, NoticeKind
from ragtui_core.answer.checks.contradictions import (
    QuotedClaim,
    claims_in,
    contradictions,
)
from ragtui_core.citations.passages import passages_of
from ragtui_core.documents.parser import parse_document
from ragtui_core.vault import Vault, open_vault
from ragtui_eval.beir import load_queries
from ragtui_eval.beir_corpus import materialise

NUMBER = re.compile(r"(?<![\w.,:-])\d{1,4}(?![\w.,:-]*\d)")

FLAGS = {
    "answer.provider": "extractive",
    "answer.save_chats": False,
    "log.answers": False,
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


def measure_altered(path: Path, most: int) -> None:
    """Change a number of each sentence that states an amount, and compare."""
    rng = random.Random(2)
    found = []
    with scratch() as folder:
        vault = open_vault(path, db=folder / "index.db")
        vault.index(embed=False)
        for name in vault.documents.paths():
            document = vault.documents.read(name)
            said = list(claims_in(document, passages_of(document)))
            stating = (each for each in said if each.claim.quantities)
            pairs = [(each, _altered(each, rng)) for each in stating]
            found += [bool(list(contradictions([a], b))) for a, b in pairs if b]
        vault.close()
    if len(found) > most:
        found = rng.sample(found, most)
    told = sum(found)
    row(path.name, 100 * told / len(found), "%", f"{told} of {len(found)}")


def _altered(said: QuotedClaim, rng: random.Random) -> list[QuotedClaim]:
    """The same in another file, with one of its numbers changed; empty without one."""
    numbers = list(NUMBER.finditer(said.quote))
    if not numbers:
        return []
    number = rng.choice(numbers)
    other = str(int(number[0]) + rng.randint(1, 9))
    quote = said.quote[: number.start()] + other + said.quote[number.end() :]
    heads = said.passage.column_heads
    table = f"{heads}\n{'|---' * (heads.count('|') - 1)}|\n" if heads else ""
    text = f"# Something else\n\n{table}{quote}\n"
    document = parse_document("other.md", text.encode())
    return list(claims_in(document, passages_of(document)))


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
    parser.add_argument("--altered", action="store_true")
    given = parser.parse_args()
    for path in given.places:
        (measure_altered if given.altered else measure)(path, given.most)


if __name__ == "__main__":
    main()
