"""What is shown of quotations that a model invents, and of true ones?

python -m benchmarks.presented_quotations [--count 1000]

A fake of a compatible server gives answers that present words as quoted, in all forms,
languages and positions of `support.presented_answers`.
"""

import argparse
import asyncio
import re
import sys
from collections.abc import Iterable
from pathlib import Path

from benchmarks.measure import row, scratch
from ragtui_core import AnswerEvent, AskOptions, Citation, Remark, Vault

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from fakes.compatible_server import FakeCompatible
from support.answers import collected
from support.presented_answers import PresentedAnswer, files, presented_answers
from support.vaults import open_with

QUESTION = "Note"
NOTE = re.compile(r'id=\\?"(\d+)\\?" path=\\?"(\w\w\.md)')


async def _answers(
    vault: Vault, server: FakeCompatible, asked: Iterable[PresentedAnswer]
) -> list[list[AnswerEvent]]:
    await collected(vault.ask(QUESTION, AskOptions(keep=False)))
    numbers = {path: n for n, path in NOTE.findall(str(server.calls[-1]["messages"]))}
    answers = []
    for answer in asked:
        server.says = _numbered(answer.text, numbers)
        answers.append(await collected(vault.ask(QUESTION, AskOptions(keep=False))))
    return answers


def _numbered(text: str, numbers: dict[str, str]) -> str:
    """The answer with the numbers of the notes in the request."""
    return re.sub(r"\{(\w\w\.md)\}", lambda path: numbers[path[1]], text)


def _verified(events: list[AnswerEvent]) -> bool:
    return any(isinstance(e, Citation) and e.is_verified_quotation for e in events)


def _remarked(events: list[AnswerEvent]) -> bool:
    return any(isinstance(e, Remark) for e in events)


def measure(count: int) -> None:
    """Ask, and print how many are verified, and how many have a remark."""
    with scratch() as folder, FakeCompatible() as server:
        notes = folder / "notes"
        notes.mkdir()
        for path, text in files().items():
            (notes / path).write_text(text, encoding="utf-8")
        flags = {
            "answer.server.base_url": server.base_url,
            "answer.full_documents": 100,
            "log.answers": False,
        }
        vault = open_with(notes, flags, db=folder / "index.db")
        vault.index(embed=False)
        for name, is_true in (("invented", False), ("true", True)):
            asked = list(presented_answers(count, is_true=is_true))
            events = asyncio.run(_answers(vault, server, asked))
            for answer, found in zip(asked, events, strict=True):
                if _verified(found) != is_true:
                    print(ascii(answer))
            row(f"{name}, verified", sum(map(_verified, events)), f"of {count}")
            row(f"{name}, with a remark", sum(map(_remarked, events)), f"of {count}")
        vault.close()


def main() -> None:
    """Measure what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000)
    measure(parser.parse_args().count)


if __name__ == "__main__":
    main()
