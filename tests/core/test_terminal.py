"""Nothing that is printed can control a terminal, whichever way it is printed."""

import argparse
import io
import logging
import sys

import pytest
from hypothesis import given, strategies as st

from ragtui_core.errors import StorageError
from ragtui_core.terminal.standard_streams import (
    StandardStream,
    for_terminal,
    guarded_output,
    sgr,
)
from support.terminals import HOSTILE, SGR, TerminalStub, controls_in

ANY_TEXT = st.text(st.characters(exclude_categories=[])) | st.lists(
    st.sampled_from(HOSTILE) | st.text(max_size=3)
).map("".join)
"""Surrogates, controls and all; often with control sequences."""


@given(st.lists(ANY_TEXT))
def test_any_writes_are_harmless_together(pieces: list[str]) -> None:
    sent = TerminalStub()
    stream = StandardStream(sent, is_narration=False)
    for piece in pieces:
        assert stream.write(piece) == len(piece)
    assert not SGR.search(sent.getvalue())
    assert not controls_in(sent.getvalue())


@given(ANY_TEXT, ANY_TEXT)
def test_only_our_own_styles_pass(before: str, inside: str) -> None:
    shown = for_terminal(f"{before}{sgr('1;33')}{inside}{sgr('0')}")
    assert SGR.findall(shown) == ["\x1b[1;33m", "\x1b[0m"]
    assert not controls_in(shown)


def test_a_style_that_is_written_by_others_is_none() -> None:
    made = sgr("1")
    forged = made.replace(made[2:18], "0" * 16)
    assert for_terminal(f"\x1b[1ma{forged}b") == "ab"


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_what_goes_to_a_program_is_left_as_it_is(text: str) -> None:
    sent = io.StringIO(newline="")
    StandardStream(sent, is_narration=False).write(text)
    assert sent.getvalue() == text


@pytest.mark.parametrize("text", HOSTILE)
def test_everything_that_prints_is_covered(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    output, errors = TerminalStub(), TerminalStub()
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setattr(sys, "stderr", errors)
    with guarded_output():
        print(text, text, sep=text, end=text)
        print(text, file=sys.stderr)
        sys.stdout.writelines([text, text])
        logging.StreamHandler(sys.stderr).handle(
            logging.LogRecord(text, logging.ERROR, text, 1, text, (), None)
        )
        with pytest.raises(SystemExit):
            argparse.ArgumentParser(prog=text).parse_args([text])
        error = RuntimeError(text)
        sys.excepthook(RuntimeError, error, None)
    assert (sys.stdout, sys.stderr) == (output, errors)
    assert "RuntimeError" in errors.getvalue()
    assert not controls_in(output.getvalue() + errors.getvalue())


class FullStream(io.StringIO):
    """A full disk."""

    def write(self, text: str, /) -> int:
        raise OSError(28, "No space left on device")


def test_output_that_is_lost_is_an_error_and_narration_is_none() -> None:
    with pytest.raises(StorageError, match="No space left on device"):
        print("data", file=StandardStream(FullStream(), is_narration=False))
    print("told", file=StandardStream(FullStream(), is_narration=True))


def test_a_stream_is_closed_with_the_one_below_it() -> None:
    """Python flushes what is not closed when it is freed: from 3.13 on, an error."""
    below = io.StringIO()
    stream = StandardStream(below, is_narration=False)
    assert not stream.closed
    below.close()
    assert stream.closed
    stream.close()


def test_a_process_may_have_no_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    with guarded_output():
        print("lost")
        print("lost", file=sys.stderr)
        assert not sys.stdin.isatty()
        assert not sys.stdout.isatty()
