"""Answers to questions for a list or a count: all notes, and their number."""

import json
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest

from fakes.anthropic_service import FakeAnthropic
from ragtui_core import Citation, Sources, Vault, open_vault
from support.answers import collected, said

QUESTION = "How often did I meet Anna?"
NUMBER = 45
DAYS = [date(2026, 1, 1) + timedelta(days=3 * number) for number in range(NUMBER)]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for day in DAYS:
        text = f"# {day:%A}\n\nRain.\n\nMet Anna at the quay.\n"
        (tmp_path / f"{day}.md").write_text(text, encoding="utf-8")
    (tmp_path / "people.md").write_text("# People\n\nAnna is a sailor.\n", "utf-8")
    return tmp_path


def opened(root: Path, **flags: object) -> Iterator[Vault]:
    named = {f"answer.{name}": value for name, value in flags.items()}
    vault = open_vault(root, flags=named, today=lambda: date(2026, 6, 1))
    vault.index(embed=False)
    yield vault
    vault.close()


@pytest.fixture
def vault(root: Path) -> Iterator[Vault]:
    yield from opened(root, provider="extractive")


async def test_extracts_say_the_number_quote_the_newest_and_name_the_others(
    vault: Vault,
) -> None:
    events = await collected(vault.ask(QUESTION))
    text = said(events)
    assert f"{NUMBER} notes contain “meet”, “Anna” in any form." in text
    cited = [event for event in events if isinstance(event, Citation)]
    assert [c.path for c in cited] == [f"{day}.md" for day in DAYS[::-1][:20]]
    assert {citation.quote for citation in cited} == {"Met Anna at the quay."}
    assert all(citation.verdict.verified for citation in cited)
    assert all(f"{day}.md" in text for day in DAYS)
    assert "people.md" not in text


async def test_claude_is_given_all_notes_and_their_number(
    root: Path, fake: FakeAnthropic
) -> None:
    for vault in opened(root, provider="claude"):
        sources, *_ = await collected(vault.ask(QUESTION))
        assert isinstance(sources, Sources)
        assert [s.path for s in sources.sources] == [f"{d}.md" for d in DAYS[::-1]]
    sent = json.dumps(fake.calls[-1], ensure_ascii=False)
    assert f"{NUMBER} notes contain “meet”, “Anna” in any form." in sent
    assert all(f"{day}.md" in sent for day in DAYS)
