"""The real program in a real terminal, as small as 60 by 20, resized while it works."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fakes.anthropic_service import FakeAnthropic
from fakes.streams import SHAPES, plain
from support import commands
from support.tmux import Tmux, needs_tmux, tmux

pytestmark = needs_tmux

LINE_EDITOR = """\
#!/bin/sh
echo "An editor of ${2##*/}: type a line."
read -r line
echo "$line" >> "$2"
"""
"""Reads a line from the terminal, and adds it to the file that it is started with."""

TALE = "".join(f"Sentence {n} of a long tale about pumps.\n\n" for n in range(1, 121))


@pytest.fixture
def fake() -> Iterator[FakeAnthropic]:
    with FakeAnthropic("tale") as service:
        yield service


@pytest.fixture
def terminal(
    tmp_path: Path, environment: dict[str, str], fake: FakeAnthropic
) -> Iterator[Tmux]:
    service = {"ANTHROPIC_BASE_URL": fake.base_url, "ANTHROPIC_API_KEY": "test-key"}
    with tmux(tmp_path, environment | service) as window:
        yield window


def start(terminal: Tmux, sample: Path, width: int, height: int) -> None:
    terminal.start([*commands.command(), str(sample)], width, height)
    terminal.until("Search your notes")


def fits(text: str, width: int, height: int) -> bool:
    lines = text.rstrip("\n").split("\n")
    return len(lines) <= height and all(len(line) <= width for line in lines)


@pytest.mark.parametrize(("width", "height"), [(60, 20), (80, 24), (160, 48)])
def test_search_read_and_leave(
    terminal: Tmux, sample: Path, width: int, height: int
) -> None:
    start(terminal, sample, width, height)
    terminal.until("up to date")
    terminal.type("curlew recalibrated")
    text = terminal.until("Curlew", gone="Recently changed")
    assert fits(text, width, height)
    terminal.press("Enter")
    terminal.until(".md:")
    terminal.press("Escape")
    terminal.until("curlew recalibrated")
    terminal.press("C-q")
    text = terminal.until("ended with 0")
    assert "Search your notes" not in text, "the terminal is restored"
    assert "-echo " not in text


def test_an_editor_has_the_terminal_until_it_ends(
    sample: Path, tmp_path: Path, environment: dict[str, str]
) -> None:
    script = tmp_path / "editor"
    script.write_text(LINE_EDITOR)
    script.chmod(0o755)
    with tmux(tmp_path, environment | {"EDITOR": str(script)}) as terminal:
        start(terminal, sample, 100, 30)
        terminal.until("up to date")
        terminal.type("curlew recalibrated")
        terminal.until("Curlew", gone="Recently changed")
        terminal.press("Enter")
        terminal.until("e Edit")
        for line in ("Quokkas bought a pump.", "Quokkas sold a pump."):
            terminal.press("e")
            name = terminal.until("type a line").split(" of ")[1].split(":")[0]
            terminal.type(line)
            terminal.press("Enter")
            terminal.until("e Edit")
            assert next(sample.rglob(name)).read_text().endswith(f"{line}\n")
        terminal.press("Escape")
        terminal.until("curlew recalibrated")
        terminal.press("C-u")
        terminal.type("quokkas sold")
        terminal.until("Quokkas", gone="Curlew calibrated")
        terminal.press("C-q")
        terminal.until("ended with 0")


def test_a_resize_while_an_answer_streams(
    terminal: Tmux, sample: Path, fake: FakeAnthropic, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHAPES, "tale", plain("end_turn", TALE))
    fake.pace = 0.02
    start(terminal, sample, 80, 24)
    terminal.until("up to date")
    terminal.press("F4")
    terminal.type("What about the pumps?")
    terminal.press("Enter")
    terminal.until("Sentence")
    for width, height in ((60, 20), (132, 40), (80, 24)):
        terminal.resize(width, height)
        assert fits(terminal.until("Chat", "Stop"), width, height)
    terminal.until("Sentence 120 of a long tale")
    terminal.press("C-q")
    terminal.until("ended with 0")
