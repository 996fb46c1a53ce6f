"""What does a model find that searches by itself, for questions of several searches?

python -m benchmarks.deep_questions [URL]

Twelve questions of the sample vault and eight of an invented person's, whose files
`../shared/data/persons/make.py` writes. Without a URL, a scripted server makes the
calls of `deep_questions.jsonl` and quotes the facts from what it was given; with one,
the model of that server does what it can. Each call, the tokens and how many of the
facts are in the answer are printed.
"""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterable
from contextlib import aclosing
from datetime import date
from functools import partial
from itertools import chain
from pathlib import Path

from benchmarks.measure import row, scratch
from ragtui_core import (
    AskOptions,
    Citation,
    Done,
    Notice,
    Step,
    Text,
    Vault,
    open_vault,
)

ROOT = Path(__file__).parents[1]
QUESTIONS = Path(__file__).with_suffix(".jsonl")
MAKE_PERSON = ROOT.parent / "shared" / "data" / "persons" / "make.py"
TODAY = {"sample": date(2026, 10, 10), "person": date(2026, 11, 29)}


async def _asked(vault: Vault, question: str, facts: Iterable[str]) -> tuple[int, int]:
    """The number of calls and of facts in the answer."""
    calls, text, cited = 0, "", 0
    asked = vault.ask(question, AskOptions(deep=True, keep=False))
    async with aclosing(asked) as events:
        async for event in events:
            match event:
                case Step():
                    calls += 1
                    print(f"   {event}")
                case Text():
                    text += event.text
                case Citation():
                    cited += event.verdict.verified
                case Notice():
                    print(f"   ({event.text})")
                case Done():
                    tokens = sum(event.usage.values())
    told = [fact for fact in facts if fact in text]
    print(f"   {tokens} tokens, {cited} verified citations: {text}", flush=True)
    return calls, len(told)


def main() -> None:
    """Ask each question, then print the figures."""
    sys.path.insert(0, str(ROOT / "tests"))
    from fakes.tool_caller import FakeToolCaller

    questions = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    answers = list[tuple[int, int]]()
    with scratch() as folder, FakeToolCaller() as server:
        subprocess.run([sys.executable, MAKE_PERSON, folder / "person"], check=True)
        vaults = {"sample": ROOT / "sample-vault", "person": folder / "person"}
        flags = {"answer.server.base_url": (sys.argv[1:] or [server.base_url])[0]}
        for name, root in vaults.items():
            today = partial(TODAY.__getitem__, name)
            db = folder / f"{name}.db"
            vault = open_vault(root, db=db, flags=flags, today=today)
            vault.index()
            for question in (q for q in questions if q["vault"] == name):
                facts, turns = question["facts"], chain(question["turns"], ["DONE"])
                server.turns, server.facts_told = turns, facts
                print(question["question"], flush=True)
                answers.append(asyncio.run(_asked(vault, question["question"], facts)))
    calls, told = map(sum, zip(*answers, strict=True))
    row("calls of a question, mean", calls / len(answers), "")
    row("facts in the answers", told, f"of {sum(len(q['facts']) for q in questions)}")


if __name__ == "__main__":
    main()
