"""A turn comes back from JSON as it was, and from an older or newer ragtui's."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Sent, Source
from ragtui_core.citations.citation import Citation, Verdict
from ragtui_core.history.conversation import SentText, Turn, utc_now
from ragtui_core.history.json_records import as_json, from_json
from ragtui_core.types import Lines, Span
from support.answers import CITATION
from support.chats import TURN

WHOLE = st.integers(0, 10**9)
TEXTS = st.text(st.characters(), max_size=20)
"""Of any characters, half surrogate pairs among them."""
PATHS_OF_HEADINGS = st.lists(TEXTS, max_size=3).map(tuple)
SPANS = st.builds(Span, WHOLE, WHOLE)
LINES = st.builds(Lines, WHOLE, WHOLE)
SOURCES = st.builds(
    Source,
    WHOLE,
    TEXTS,
    TEXTS,
    LINES,
    PATHS_OF_HEADINGS,
    st.floats(0, 1),
    st.sampled_from(Sent),
)
CITATIONS = st.builds(
    Citation,
    WHOLE,
    TEXTS,
    SPANS,
    LINES,
    PATHS_OF_HEADINGS,
    TEXTS,
    st.sampled_from(Verdict),
)
SENT_TEXTS = st.builds(SentText, TEXTS, st.lists(SPANS, max_size=3).map(tuple))
TURNS = st.builds(
    Turn,
    time=st.datetimes().map(lambda moment: f"{moment.isoformat()}+00:00"),
    question=TEXTS,
    query=TEXTS,
    answer=TEXTS,
    sources=st.lists(SOURCES, max_size=2).map(tuple),
    citations=st.lists(CITATIONS, max_size=2).map(tuple),
    remarks=st.lists(SPANS, max_size=2).map(tuple),
    notices=PATHS_OF_HEADINGS,
    disagreements=PATHS_OF_HEADINGS,
    provider=TEXTS,
    model=TEXTS,
    usage=st.dictionaries(TEXTS, WHOLE, max_size=2),
    error=TEXTS,
    sent=st.lists(SENT_TEXTS, max_size=2).map(tuple),
)


@given(TURNS)
def test_a_turn_survives_json(turn: Turn) -> None:
    assert from_json(Turn, json.loads(json.dumps(as_json(turn)))) == turn


def test_the_json_is_the_documented_one() -> None:
    kept = as_json(TURN)
    assert kept["citations"] == [
        {
            "number": 1,
            "path": "products/pump.md",
            "span": [20, 66],
            "lines": [3, 3],
            "heading_path": ["Pump", "Service"],
            "quote": CITATION.quote,
            "verdict": "exact",
            "quoted": True,
        }
    ]
    assert "quoted" not in as_json(replace(CITATION, quoted=False))
    assert kept["sent"] == [{"path": "products/pump.md", "spans": [[0, 19], [20, 66]]}]


def test_what_an_older_ragtui_did_not_write_has_a_default() -> None:
    time = utc_now()
    assert from_json(Turn, {"time": time, "question": "Why?"}) == Turn(time, "Why?")


def test_fields_of_a_newer_ragtui_are_ignored() -> None:
    kept = as_json(TURN) | {"mood": ["good"]}
    kept["citations"][0]["colour"] = 3
    assert from_json(Turn, kept) == TURN


@pytest.mark.parametrize(
    "change",
    [
        {"time": None},
        {"question": 3},
        {"answer": ["x"]},
        {"notices": "a sentence"},
        {"sources": {"number": 1}},
        {"citations": ["[1]"]},
        {"citations": [{"number": 1}]},
        {"citations": [as_json(TURN)["citations"][0] | {"verdict": "perhaps"}]},
        {"citations": [as_json(TURN)["citations"][0] | {"span": [1]}]},
        {"usage": [1]},
        {"usage": {"input": "many"}},
        {"sent": [{"path": "a.md", "spans": [1, 2]}]},
    ],
)
def test_what_is_no_turn_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the message is for no one
        from_json(Turn, as_json(TURN) | change)
