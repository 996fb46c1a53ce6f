"""What does a real model answer, with each shape of the prompt?

python -m benchmarks.real_model URL [--model NAME] [--answerable 40] [--others 10]
    [--minutes 20] [--seed 7]

Questions of the sample vault, all of them with the short prompt, then as many as fit
into some minutes with the full one; the server is any that `answer.server.base_url` can
name. Each answer is printed. It counts as right if it has the numbers of the words that
answer, or half of their other words where they have none: read the answers before
relying on that.
"""

import argparse
import asyncio
import re
import time
from contextlib import aclosing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from benchmarks.measure import row, scratch
from ragtui_core import (
    AskOptions,
    Citation,
    Done,
    Text,
    Vault,
    open_vault,
    says_no_answer,
)
from ragtui_core.errors import AnswerError
from ragtui_core.settings.schema import PromptShape
from ragtui_eval.query_set import EvaluationQuery
from ragtui_eval.set_loading import load_questions

ROOT = Path(__file__).parents[1]
QUESTIONS = ROOT / "tests" / "quality" / "questions" / "sample_vault.toml"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer: its text, tokens of the prompt, seconds, and whether it cites."""

    text: str
    tokens: int
    first: float
    seconds: float
    cites: bool

    def is_right(self, query: EvaluationQuery) -> bool:
        """Whether it has the facts of one of the passages that answer."""
        if query.unanswerable:
            return says_no_answer(self.text)
        asked, said = _words(query.text), _words(self.text)
        wanted = [_words(answer.quote) - asked for answer in query.answers]
        facts = [{w for w in words if w[0].isdigit()} or words for words in wanted]
        return any(len(words & said) * 2 >= len(words) > 0 for words in facts)


def _words(text: str) -> set[str]:
    return set(re.findall(r"\d+(?:[.,]\d+)*|[^\W\d]{3,}", text.casefold()))


async def _answered(vault: Vault, query: EvaluationQuery) -> Answered:
    started = time.perf_counter()
    first, text, tokens, cites = 0.0, "", 0, False
    async with aclosing(vault.ask(query.text, AskOptions(keep=False))) as events:
        async for event in events:
            match event:
                case Text():
                    first = first or time.perf_counter() - started
                    text += event.text
                case Citation():
                    document = vault.documents.read(event.path)
                    cites = cites or query.is_answered_at(event.span, document)
                case Done():
                    tokens = sum(
                        count for name, count in event.usage.items() if "input" in name
                    )
    return Answered(text.strip(), tokens, first, time.perf_counter() - started, cites)


def main() -> None:
    """Ask, print each answer, then the figures of each shape."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--model", default="")
    parser.add_argument("--answerable", type=int, default=40)
    parser.add_argument("--others", type=int, default=10)
    parser.add_argument("--minutes", type=float, default=20, help="for full prompts")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    queries = [*load_questions(QUESTIONS).queries]
    queries = Random(options.seed).sample(queries, len(queries))
    asked = [q for q in queries if not q.unanswerable][: options.answerable]
    asked += [q for q in queries if q.unanswerable][: options.others]
    shapes = (PromptShape.SHORT, PromptShape.FULL)
    results: dict[PromptShape, list[tuple[EvaluationQuery, Answered]]]
    results = {shape: [] for shape in shapes}
    with scratch() as folder:
        server = {"base_url": options.url, "model": options.model}
        flags = {f"answer.server.{key}": value for key, value in server.items()}
        vaults = {
            shape: open_vault(
                ROOT / "sample-vault",
                db=folder / "index.db",
                flags=flags | {"answer.server.prompt": shape},
            )
            for shape in shapes
        }
        vaults[PromptShape.SHORT].index()
        for shape, vault in vaults.items():
            until = time.monotonic() + 60 * options.minutes
            for query in asked:
                if shape is PromptShape.FULL and time.monotonic() > until:
                    break
                try:
                    answer = asyncio.run(_answered(vault, query))
                except AnswerError as error:
                    answer = Answered(str(error), 0, 0, 0, cites=False)
                results[shape].append((query, answer))
                print(
                    f"{query.text}\n  {shape}, {answer.tokens} tokens, "
                    f"{answer.seconds:.0f} s, right {answer.is_right(query)}, "
                    f"cites {answer.cites}: {answer.text}",
                    flush=True,
                )
    for shape, of_shape in results.items():
        known = [(q, a) for q, a in of_shape if not q.unanswerable]
        right = [a for q, a in known if a.is_right(q)]
        refused = [a.is_right(q) for q, a in of_shape if q.unanswerable]
        row(f"{shape}: right", len(right) / max(1, len(known)), "")
        doubted = sum(says_no_answer(a.text) for a in right)
        row(f"{shape}: right ones doubted", doubted, f"of {len(right)}")
        cite = sum(a.cites for a in right)
        row(f"{shape}: right ones cite", cite, f"of {len(right)}")
        row(f"{shape}: refused", sum(refused), f"of {len(refused)}")
        for name, seconds in (
            ("to the first word", [a.first for _, a in of_shape]),
            ("in all", [a.seconds for _, a in of_shape]),
        ):
            row(f"{shape}: median {name}", median(seconds or [0.0]), "s")
        tokens = [a.tokens for _, a in of_shape]
        row(f"{shape}: most tokens of a prompt", max(tokens, default=0), "")
    full = [a.first for _, a in results[PromptShape.FULL]]
    if full:
        short = [a.first for _, a in results[PromptShape.SHORT]][: len(full)]
        ratio = median(short) / median(full)
        row("short / full, median to the first word, the same questions", ratio, "")


if __name__ == "__main__":
    main()
