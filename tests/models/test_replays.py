"""However the network cuts a stream, the same comes of it."""

from collections.abc import Callable, Iterator

import pytest

from fakes.frames import COMMENT, PING, Body, delta, error_frame, frame, message, start
from fakes.streams import SHAPES, citation_of, cited, search_results
from ragtui_core import Notice, Text
from ragtui_core.answer.marks.markers import MarkerReader
from ragtui_core.answer.message_reader import MessageReader
from ragtui_core.answer.prompt_sanitizer import prompt_documents
from ragtui_core.answer_events import DocumentMark
from ragtui_core.citations.citation import Citation
from ragtui_core.citations.citer import Citer
from ragtui_core.errors import AnswerError
from ragtui_core.settings import AnswerSettings
from ragtui_models.claude import ClaudeReader, claude_request
from support.answer_requests import files_of, request_about
from support.answers import said
from support.replays import Broken, Recording, Replayed, Stalled, replayed, response

NOTES = {"a.md": "# A\n\nA pump is “blue”, 5 °C. Zwei.\n"}
REQUEST_ABOUT_NOTES = request_about(NOTES)
REQUEST = claude_request(REQUEST_ABOUT_NOTES, AnswerSettings())
RESULT = search_results(REQUEST.body)[0]
SENT = prompt_documents(REQUEST_ABOUT_NOTES.context.texts)

OPENING: Body = {"type": "text", "text": "", "citations": []}
BEGUN = (start("m"), frame("content_block_start", index=0, content_block=OPENING))

MakeReader = Callable[[], MessageReader]

EVERY = pytest.mark.sweep


def claude() -> ClaudeReader:
    return ClaudeReader(REQUEST.sent, Citer(files_of(NOTES)))


def markers() -> MarkerReader:
    return MarkerReader([item.text.source.path for item in SENT])


def recorded(events: Iterator[bytes]) -> Recording:
    return Recording(tuple(events))


def halfway(*more: bytes, ending: type[Exception] | None = None) -> Recording:
    """An answer as far as the text of a claim, which comes after its citation."""
    frames = (
        *BEGUN,
        delta(0, "citations_delta", citation=citation_of(RESULT, 0, 0, 1)),
        delta(0, "text_delta", text="It is 5 °C"),
        *more,
    )
    return Recording(frames, ending)


@pytest.fixture(
    params=[pytest.param(7, id="some"), pytest.param(1, id="all", marks=EVERY)]
)
def step(request: pytest.FixtureRequest) -> int:
    """Which places to split at: each of so many bytes, besides the special ones."""
    return int(request.param)


async def assert_always(
    expected: Replayed, make_reader: MakeReader, recording: Recording, step: int
) -> None:
    for pieces in recording.splits(step):
        found = await replayed(make_reader, response(pieces, recording.ending))
        assert found == expected, pieces


@pytest.mark.parametrize(
    ("shape", "text", "verdicts"),
    [
        ("cited", "Here is what your notes say: Claim one [1]. ", ["exact"]),
        ("text-first", "Here is what your notes say: Claim one [1]. ", ["exact"]),
        ("future", "Fine.", []),
        ("thinking", "Fine.", []),
        ("not-sent", "A claim [1]", ["not_sent"]),
    ],
)
async def test_every_shape_at_every_split(
    shape: str, text: str, verdicts: list[str], step: int
) -> None:
    recording = recorded(SHAPES[shape](REQUEST.body))
    whole = await replayed(claude, response([recording.data]))
    assert said(whole.events) == text
    found = [e.verdict.value for e in whole.events if isinstance(e, Citation)]
    assert found == verdicts
    assert (whole.error, whole.usage["output_tokens"]) == (None, 42)
    await assert_always(whole, claude, recording, step)


@pytest.mark.parametrize(
    ("recording", "kind"),
    [
        (halfway(error_frame()), "overloaded"),
        (halfway(), "stream_broken"),
        (halfway(ending=Broken), "stream_broken"),
        (halfway(PING, COMMENT, ending=Stalled), "timeout"),
        (halfway(b"event: content_block_delta\ndata: {\xff\n\n"), "stream_broken"),
    ],
    ids=["overloaded", "eof", "disconnect", "stall", "garbage"],
)
async def test_a_break_after_the_first_word_keeps_what_came_at_every_split(
    recording: Recording, kind: str, step: int
) -> None:
    whole = await replayed(claude, response([recording.data], recording.ending))
    assert said(whole.events) == "It is 5 °C"
    last = whole.events[-1]
    assert isinstance(last, Notice)
    assert last.retryable
    assert "was interrupted" in last.text
    assert whole.error == (kind, True)
    await assert_always(whole, claude, recording, step)


@pytest.mark.usefixtures("no_waiting")
async def test_an_attempt_without_a_word_leaves_nothing_behind(step: int) -> None:
    lost = citation_of(RESULT, 0, 0, 1)
    frames = (*BEGUN, delta(0, "citations_delta", citation=lost), error_frame())
    failed = Recording(frames)
    good = response([b"".join(cited(REQUEST.body))])
    expected = await replayed(claude, good)
    for pieces in failed.splits(step):
        assert await replayed(claude, response(pieces), good) == expected


@pytest.mark.parametrize(
    ("failed", "kind"),
    [
        (Recording((start("m"), error_frame())), "overloaded"),
        (Recording((start("m"),)), "stream_broken"),
        (Recording((start("m"),), Broken), "stream_broken"),
        (Recording((b"event: message_start\ndata: {oops\n\n",)), "stream_broken"),
        (Recording((b"<html>Welcome to the hotel</html>",)), "stream_broken"),
        (Recording(()), "stream_broken"),
    ],
    ids=["overloaded", "eof", "disconnect", "no-json", "page", "empty"],
)
@pytest.mark.usefixtures("no_waiting")
async def test_three_failures_before_the_first_word_are_an_error(
    failed: Recording, kind: str
) -> None:
    answer = response([failed.data], failed.ending)
    with pytest.raises(AnswerError) as caught:
        await replayed(claude, answer, answer, answer)
    assert (caught.value.kind, caught.value.retryable) == (kind, True)


async def test_an_error_that_stays_is_not_tried_again() -> None:
    failed = response([start("m"), error_frame("authentication_error")])
    with pytest.raises(AnswerError) as caught:
        await replayed(claude, failed)
    assert (caught.value.kind, caught.value.retryable) == ("auth", False)


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        ("refusal-midway", "declined to continue"),
        ("max-tokens", "length limit"),
        ("wordless", "returned no text"),
    ],
)
async def test_how_an_answer_ended_is_shown(shape: str, told: str) -> None:
    recording = recorded(SHAPES[shape](REQUEST.body))
    last = (await replayed(claude, response([recording.data]))).events[-1]
    assert isinstance(last, Notice)
    assert told in last.text


MARKED = 'Cold: "pump is \u201cblue\u201d, 5 °C." [1] It is `x[1]` [1, 9].'


async def test_marks_at_every_split(step: int) -> None:
    recording = recorded(message(MARKED))
    whole = await replayed(markers, response([recording.data]))
    assert said(whole.events) == MARKED
    found = [e.paths for e in whole.events if isinstance(e, DocumentMark)]
    assert found == [("a.md",), ("a.md",), ("a.md", "[9]")]
    await assert_always(whole, markers, recording, step)


@pytest.mark.parametrize("ending", [None, Broken, Stalled])
async def test_marks_that_break_off_at_every_split(
    ending: type[Exception] | None, step: int
) -> None:
    frames = (start("m"), delta(0, "text_delta", text="It is blue [1"))
    recording = Recording(frames, ending)
    whole = await replayed(markers, response([recording.data], ending))
    assert said(whole.events) == "It is blue [1"
    assert whole.error
    await assert_always(whole, markers, recording, step)


@pytest.mark.parametrize(
    "data",
    [
        b"42",
        b"[]",
        b'"text"',
        b"null",
        b"{}",
        b'{"type": "message_start"}',
        b'{"type": "message_start", "message": {"model": 5, "usage": {"x": []}}}',
        b'{"type": "content_block_delta", "index": 0}',
        b'{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta"}}',
        b'{"type": "content_block_delta", "delta": {"type": "text_delta", "text": 5}}',
        b'{"type": "content_block_delta", "delta": {"type": "citations_delta"}}',
        b'{"type": "content_block_stop"}',
        b'{"type": "message_delta", "delta": null, "usage": null}',
    ],
)
@pytest.mark.parametrize("make_reader", [claude, markers])
async def test_invalid_events_are_skipped(data: bytes, make_reader: MakeReader) -> None:
    events = list(message("Fine."))
    nonsense = b"event: content_block_delta\ndata: " + data + b"\n\n"
    found = await replayed(
        make_reader, response([*events[:-3], nonsense, *events[-3:]])
    )
    assert (found.events, found.error) == ([Text("Fine.")], None)


@pytest.mark.parametrize(
    "missing", ["cited_text", "source", "search_result_index", "start_block_index"]
)
async def test_a_citation_with_holes_is_never_verified(missing: str) -> None:
    citation = citation_of(RESULT, 0, 0, 1)
    del citation[missing]
    frames = [
        start("m"),
        delta(0, "text_delta", text="A claim"),
        delta(0, "citations_delta", citation=citation),
        frame("content_block_stop", index=0),
        frame("message_stop"),
    ]
    found = await replayed(claude, response(frames))
    verdicts = [e.verdict for e in found.events if isinstance(e, Citation)]
    assert not any(verdict.verified for verdict in verdicts) or missing == "source"


async def test_text_that_a_block_begins_with_is_not_lost() -> None:
    opening = {"type": "text", "text": "Fine"}
    frames = [
        start("m"),
        frame("content_block_start", index=0, content_block=opening),
        delta(0, "text_delta", text="."),
        frame("content_block_stop", index=0),
        frame("message_stop"),
    ]
    found = await replayed(markers, response(frames))
    assert said(found.events) == "Fine."
