"""Any text becomes markup that Telegram accepts, in messages that are short enough."""

from pathlib import Path

from hypothesis import given, strategies as st

from fakes.telegram_api import MAX_UNITS as TELEGRAMS_LIMIT, Entities
from ragtui_core.text import sanitize
from ragtui_telegram.answer_markup import answer_parts
from ragtui_telegram.markup import (
    MAX_UNITS,
    messages_of,
    parts_of,
    plain_text,
    units,
)
from support.rows import rows_test

TEXTS = st.text(
    alphabet=st.sampled_from([*"a *`#~|<>&;\n/.\"'[]()", "😀", "\u202e", "\x1b", "漢"]),
    max_size=300,
)


@given(TEXTS)
def test_any_answer_is_accepted(text: str) -> None:
    for message in messages_of(answer_parts(text)):
        assert Entities(message).text == plain_text(message)
        assert "\u202e" not in message
        assert "\x1b" not in message


@given(TEXTS, st.integers(1, 80))
def test_no_message_is_too_long_and_nothing_is_lost(text: str, times: int) -> None:
    parts = [*parts_of(text * times)]
    assert all(units(part) <= MAX_UNITS < TELEGRAMS_LIMIT for part in parts)
    assert plain_text("".join(parts)) == sanitize(text * times) or "\x1b" in text


def test_one_enormous_line_is_divided() -> None:
    parts = [*parts_of("&" * 20_000)]
    assert "".join(map(plain_text, parts)) == "&" * 20_000
    assert len(messages_of(parts)) == len(parts)


def test_a_message_ends_between_blocks() -> None:
    paragraphs = [f"{n}{' word' * 150}" for n in range(20)]
    messages = messages_of(answer_parts("\n\n".join(paragraphs)))
    assert len(messages) == 4
    for message in messages:
        assert set(message.split("\n\n")) <= set(paragraphs)


def message(text: str) -> str:
    (only,) = messages_of(answer_parts(text))
    return only


test_rows = rows_test(
    Path(__file__).with_name("rows.txt"), {"an answer in Telegram's markup": message}
)
