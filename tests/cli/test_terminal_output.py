"""What people see on a terminal: whole lines, few sources."""

import pytest

from ragtui_cli.commands.ask import MAX_SOURCES, _Printer
from ragtui_core import Notice, Sources, Text
from ragtui_core.answer_events import Sent, Source
from ragtui_core.types import Lines


def test_no_notice_is_printed_within_a_line_of_the_answer(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}", _Terminal(written))
    printer = _Printer(events_as_json=False)
    for event in (
        Notice("Before."),
        Text("Half a"),
        Notice("Within."),
        Text(" line.\n"),
        Notice("Between."),
        Text("The end."),
        Notice("After."),
    ):
        printer.show(event)
    printer.end_line()
    assert "".join(written).splitlines() == [
        "ragtui: Before.",
        "Half a line.",
        "ragtui: Within.",
        "ragtui: Between.",
        "The end.",
        "ragtui: After.",
    ]


class _Terminal:
    """One screen, to which both streams are written."""

    def __init__(self, written: list[str]) -> None:
        self._written = written

    def write(self, text: str) -> int:
        self._written.append(text)
        return len(text)

    def flush(self) -> None:
        return

    def isatty(self) -> bool:
        return False


def test_the_first_sources_are_listed_and_the_others_counted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sources = tuple(
        Source(number, f"n{number}.md", "Note", Lines(1, 2), (), 0.9, Sent.FULL)
        for number in range(1, 9)
    )
    _Printer(events_as_json=False).finish([Sources(sources, ("x",))])
    printed = capsys.readouterr().out.split("Sources\n")[1].splitlines()
    assert len(printed) == MAX_SOURCES + 1
    assert printed[0] == "0.90 n1.md:1-2 Note"
    assert printed[-1] == "and 3 more: --json lists all"


@pytest.mark.parametrize(
    ("scores", "printed"),
    [
        (
            (0.9, 0.6, 0.2),
            "\nSources\n0.90 n1.md:1-2 Note\n0.60 n2.md:1-2 Note\n"
            "and 1 weaker: --json lists all\n",
        ),
        ((0.3, 0.2), ""),
    ],
)
def test_weak_sources_are_only_counted(
    capsys: pytest.CaptureFixture[str], scores: tuple[float, ...], printed: str
) -> None:
    sources = tuple(
        Source(number, f"n{number}.md", "Note", Lines(1, 2), (), score, Sent.FULL)
        for number, score in enumerate(scores, 1)
    )
    _Printer(events_as_json=False).finish([Sources(sources, ("x",))])
    assert capsys.readouterr().out == printed
