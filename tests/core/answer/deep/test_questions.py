"""Questions about the sample vault that need more than one search."""

from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path
from shutil import copy

import pytest

from fakes.tool_caller import FakeToolCaller, Turn
from ragtui_core import AskOptions, Vault, open_vault
from ragtui_core.answer_events import Step
from support.answers import citations, collected, notices
from support.log import logged

SAMPLE = Path(__file__).parents[4] / "sample-vault"


def search(query: str) -> tuple[str, object]:
    return "search_files", {"query": query}


def opened(path: str) -> tuple[str, object]:
    return "get_file_content", {"path": path}


QUESTIONS: list[tuple[str, Sequence[Turn], Sequence[str]]] = [
    (
        "How did the price of a Heron change from 2025 to 2026?",
        [[search("price list 2025 Heron"), search("price list 2026 Heron")]],
        ["TWI-220 | Heron | 2,290", "TWI-220 | Heron | 2,480 | 2,330"],
    ),
    (
        "What did the leak at Hallermeer cost us, less what the supplier paid?",
        [
            [search("Hallermeer leak credit note")],
            [opened("inc-2026-03-flooded-housings.md")],
        ],
        [
            "Credit note CN-0092 over €7,600",
            "Pellmore paid for new rings and €4,100 towards the trips.",
        ],
    ),
    (
        "How many instruments are to be built in the first quarter of 2026?",
        [
            [search("build plan first quarter 2026")],
            [
                (
                    "sum_rows",
                    {"column": "total", "path": "2026-01-13-production-planning.md"},
                )
            ],
        ],
        ["TWI-405 | 10 | 15 | 15 | 40"],
    ),
    (
        "What links to the price list of 2025, and what replaced it?",
        [
            [("search_files", {"links": "price-list-2025"})],
            [opened("price-list-2026.md")],
        ],
        ["It replaces price-list-2025."],
    ),
]


@pytest.fixture
def asked(sample_index: Path, tmp_path: Path) -> Iterator[tuple[Vault, FakeToolCaller]]:
    """The sample vault, and the server that is asked about it."""
    index = copy(sample_index, tmp_path / "index.db")
    with FakeToolCaller() as server:
        flags = {
            "answer.server.base_url": server.base_url,
            "answer.server.model": "a-model",
        }
        vault = open_vault(
            SAMPLE, db=index, flags=flags, today=lambda: date(2026, 10, 10)
        )
        yield vault, server
        vault.close()


@pytest.mark.parametrize(("question", "turns", "facts"), QUESTIONS)
async def test_what_the_calls_found_is_what_the_answer_cites(
    asked: tuple[Vault, FakeToolCaller],
    question: str,
    turns: Sequence[Turn],
    facts: Sequence[str],
) -> None:
    vault, server = asked
    server.turns, server.facts_told = iter([*turns, "DONE"]), facts
    options = AskOptions(deep=True, keep=False)
    events = await collected(vault.ask(question, options))
    steps = [event for event in events if isinstance(event, Step)]
    assert len(steps) == sum(map(len, turns)) >= 2
    cited = citations(events)
    assert [c.verdict.verified for c in cited] == [True] * len(facts)
    assert notices(events) == []
    record = logged(vault)[-1]
    assert record["steps"] == [str(step) for step in steps]
