"""`ragtui ask` about hostile notes prints no control sequences."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.streams import SHAPES, plain
from ragtui_cli.main import main
from ragtui_core.answer.checks.notices import UNCITED
from support.injections import (
    KINDS,
    TOPIC,
    as_answer,
    as_files,
    assert_harmless,
    injections,
)
from support.openings import recorded_openings
from support.samples import sampled
from support.vaults import MakeVault

QUESTION = f"The inspection of {TOPIC}: no cracks?"
HIDDEN = "\x9b31m \u202e \U000e0041 \ud83d \x1b]52;c;aGk=\x07"


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeAnthropic]:
    with FakeAnthropic("repeat") as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.base_url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
        server = f'[answer.server]\nbase_url = "{service.base_url}"\n'
        (tmp_path / "config.toml").write_text(server)
        yield service


@pytest.mark.parametrize("provider", ["claude", "compatible", "extractive"])
@pytest.mark.parametrize("kind", sampled(KINDS, 4))
def test_what_is_printed_is_harmless(
    make_vault: MakeVault,
    fake: FakeAnthropic,
    kind: str,
    provider: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setitem(SHAPES, "repeat", plain("end_turn", as_answer(kind) + HIDDEN))
    opened = recorded_openings(monkeypatch, fake.base_url)
    vault = make_vault(as_files(kind))
    vault.index(embed=False)
    command = ["ask", "--vault", str(vault.root), "--provider", provider, QUESTION]
    for more in ([], ["--json"], ["--json-events"]):
        main([*command, *more])
        printed = capfd.readouterr()
        # Selectors and joiners of one piece of a stream may follow those of another.
        assert_harmless(printed.out.replace("\u200b", "").replace("\u200c", ""))
        assert_harmless(printed.err)
        assert any(i.path in printed.out for i in injections(kind))
        if more:
            assert printed.out.isascii()
            assert [json.loads(line) for line in _values(printed.out, more[0])]
        elif provider == "claude":
            is_cited = re.search(r"^\[1\] ", printed.out, re.MULTILINE) is not None
            assert is_cited is not (UNCITED in printed.err)
    assert opened == []


def _values(printed: str, option: str) -> list[str]:
    return printed.splitlines() if option == "--json-events" else [printed]
