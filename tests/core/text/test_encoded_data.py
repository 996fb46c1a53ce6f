"""Encoded data within texts: what it is, and what only looks like it."""

import base64
import random
import textwrap
import time
from itertools import pairwise

import pytest
from hypothesis import given, strategies as st

from ragtui_core.text.encoded_data import encoded_spans, without_encoded

BASE64 = base64.b64encode(random.Random(20261127).randbytes(3_000)).decode()


def lines(data: str, width: int) -> str:
    return "\n".join(textwrap.wrap(data, width))


def test_a_word_below_data_is_kept() -> None:
    text = f"{lines(BASE64[:760], 76)}\nDocumentation\n"
    assert without_encoded(text).split() == ["Documentation"]


PIECES = [
    BASE64[:300],
    "word ",
    "\n",
    "```",
    "compressed-json",
    "data:image/a,",
    "A" * 70,
]


@given(
    st.lists(st.sampled_from([*PIECES, " ", "![x](", ")", "=", "\r\n"])).map("".join)
)
def test_only_spans_of_data_change(text: str) -> None:
    blank = without_encoded(text)
    spans = encoded_spans(text)
    assert len(blank) == len(text)
    assert all(one.end <= two.start for one, two in pairwise(spans))
    inside = {at for span in spans for at in range(span.start, span.end)}
    assert all(at in inside or blank[at] == char for at, char in enumerate(text))


@pytest.mark.parametrize(
    "piece", ["~~~a\n", "```compressed-json\n", "A" * 59 + "/", "![x](data:image/"]
)
def test_hostile_texts_are_fast(piece: str) -> None:
    text = piece * (1_000_000 // len(piece))
    began = time.process_time()
    without_encoded(text)
    assert time.process_time() - began < 5
