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


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (f"![a boiler](data:image/png;base64,{BASE64})", "![a boiler]"),
        (f'<img src="data:image/jpeg;base64,{BASE64}">', '<img src=" ">'),
        (f"url('data:image/svg+xml;utf8,{'%3Cpath/%3E' * 9}')", "url(' ')"),
        (f"[logo]: data:font/woff2;base64,{BASE64}", "[logo]:"),
        (BASE64, ""),
        (base64.b64decode(BASE64).hex(), ""),
        (lines(BASE64, 76), ""),
        (f"> {lines(BASE64, 64)}".replace("\n", "\n> "), ">"),
        (
            f"-----BEGIN X-----\n{lines(BASE64, 64)}\n-----END X-----",
            "-----BEGIN X----- -----END X-----",
        ),
        (f"```compressed-json\n{lines(BASE64, 256)}\n```", "``` ```"),
        ('```json\n{"type":"excalidraw","elements":[{"x":1}]}\n```', "``` ```"),
        (f"ssh-rsa {BASE64[:400]} me@host", "ssh-rsa me@host"),
        (f'<path d="M10 20{" L1.5,2.3" * 40}"/>', '<path d=" "/>'),
    ],
)
def test_data_is_blank_in_its_place(data: str, words: str) -> None:
    blank = without_encoded(f"Before it\n\n{data}\n\nafter it")
    assert len(blank) == len(f"Before it\n\n{data}\n\nafter it")
    assert blank.count("\n") == data.count("\n") + 4
    assert " ".join(blank.split()) == " ".join(f"Before it {words} after it".split())


@pytest.mark.parametrize(
    "text",
    [
        "data:text/plain;base64,SGVsbG8= is Hello",
        f"sha512 {'ab12' * 32}",
        f"https://example.com/{'some-folder-name_with-words/' * 12}end",
        f"https://example.com/a/{'0f3a' * 80}",
        "_".join(["a_long_name_of_a_function"] * 20),
        "x" * 500,
        "1" * 500,
        "-" * 500,
        '```json\n{"type": "page", "words": "kept"}\n```',
        "漢字" * 500,
    ],
)
def test_words_names_and_addresses_are_no_data(text: str) -> None:
    assert without_encoded(text) is text


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
