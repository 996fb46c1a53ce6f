"""Any text becomes markup that Telegram accepts, in messages that are short enough."""

import pytest
from hypothesis import given, strategies as st

from fakes.telegram_api import MAX_UNITS as TELEGRAMS_LIMIT, Entities
from ragtui_core.text import sanitize
from ragtui_telegram.answer_markup import answer_parts
from ragtui_telegram.markup import (
    MAX_UNITS,
    escaped,
    messages_of,
    parts_of,
    plain_text,
    units,
)

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


@pytest.mark.parametrize(
    ("text", "markup"),
    [
        ("**A** and `b<c`", "<b>A</b> and <code>b&lt;c</code>"),
        ("## Title\ntext", "<b>Title</b>\n\ntext"),
        ("```py\na < b\n```\nafter", "<pre>a &lt; b</pre>\n\nafter"),
        ("```\nno end <b>", "<pre>no end &lt;b&gt;</pre>"),
        ("2 ** 3 ** 4", "2 ** 3 ** 4"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
        ("]]> & &amp;", "]]&gt; &amp; &amp;"),
        ("- a\n- *b*\n  1. c", "• a\n• <i>b</i>\n   1. c"),
        ("> a\n> - b", "<blockquote>a\n• b</blockquote>"),
        ("| a | b |\n|--|--|\n| ~~c~~ | d |", "<b>a | b</b>\n<s>c</s> | d"),
        ("| a | b | c |\n|--|--|--|\n| d | | e |", "<b>a | b | c</b>\nd |  | e"),
        (
            "| Product | Price | Delivery | |\n|--|--|--|--|\n"
            "| Curlew | 1,290 | within **two** weeks | new |\n| | 890 | | |",
            "<b>Curlew</b>\n   Price: 1,290\n   Delivery: within <b>two</b> weeks\n"
            "   new\n<b>–</b>\n   Price: 890",
        ),
        ("- [ ] a\n- [x] *b*\n\n[x] c", "• ☐ a\n• ☑ <i>b</i>\n\n[x] c"),
        ("a\n\n---\n\nb", "a\n\n———\n\nb"),
        ("[x](http://a.b)", "x (http://a.b)"),
        ("[x](javascript:alert(1))", "x"),
    ],
)
def test_markdown_of_an_answer(text: str, markup: str) -> None:
    assert messages_of(answer_parts(text)) == [markup]
    assert escaped("a\u202eb") == "ab"
