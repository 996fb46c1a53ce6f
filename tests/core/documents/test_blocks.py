"""Blocks: what kinds there are, and where each starts and ends."""

import pytest

from ragtui_core.types import BlockKind
from support.notes import parse


def blocks(text: str) -> list[tuple[BlockKind, str]]:
    document = parse(text)
    return [
        (block.kind, block.span.of(document.text))
        for section in document.sections
        for block in section.blocks
    ]


HEADING, PARAGRAPH, ITEM, ROW, CODE, HTML = BlockKind


def test_each_kind() -> None:
    text = (
        "# H #\n\npara\nof two lines\n\n- one\n- two\n  - nested\n\n1) first\n\n"
        "| a | b |\n|---|:-:|\n| 1 | 2 |\n| 3 |\n\n```py\n# x\n```\n\n"
        "    indented\n\n<div>\nx\n</div>\n\n<!-- note -->\n"
    )
    assert blocks(text) == [
        (HEADING, "# H #"),
        (PARAGRAPH, "para\nof two lines"),
        (ITEM, "- one"),
        (ITEM, "- two\n  - nested"),
        (ITEM, "1) first"),
        (ROW, "| a | b |\n|---|:-:|"),
        (ROW, "| 1 | 2 |"),
        (ROW, "| 3 |"),
        (CODE, "```py\n# x\n```"),
        (CODE, "indented"),
        (HTML, "<div>\nx\n</div>"),
        (HTML, "<!-- note -->"),
    ]


LONG = "word " * 300


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("A\nB\n---\ntext", [(HEADING, "A\nB\n---"), (PARAGRAPH, "text")]),
        ("```\na\n\n# b\n", [(CODE, "```\na\n\n# b")]),
        ("|a|\n|-|", [(ROW, "|a|\n|-|")]),
        (
            "> one\n> more\n>\n> two\n\n> - item\n> ```\n> code\n> ```\n> # head\n",
            [
                (PARAGRAPH, "> one\n> more\n>"),
                (PARAGRAPH, "> two"),
                (ITEM, "> - item"),
                (CODE, "> ```\n> code\n> ```"),
                (PARAGRAPH, "> # head"),
            ],
        ),
        # What the parser makes no block of are paragraphs.
        (
            "a\n\n---\n\n[r]: http://x\n[s]: /y\n\n[^1]: note\n\n# H\n>\n",
            [
                (PARAGRAPH, "a"),
                (PARAGRAPH, "---"),
                (PARAGRAPH, "[r]: http://x\n[s]: /y"),
                (PARAGRAPH, "[^1]: note"),
                (HEADING, "# H"),
                (PARAGRAPH, ">"),
            ],
        ),
    ],
)
def test_where_blocks_begin_and_end(
    text: str, found: list[tuple[BlockKind, str]]
) -> None:
    assert blocks(text) == found


@pytest.mark.parametrize("word", ["word", "wörd", "漢字漢"])
def test_a_huge_item_gives_its_parts(word: str) -> None:
    long = f"{word} " * 300
    text = f"- {long}\n\n  second\n\n  - inner\n\n  ```\n  code\n  ```\n- next\n"
    assert blocks(text) == [
        (PARAGRAPH, f"- {long}".strip()),
        (PARAGRAPH, "second"),
        (ITEM, "- inner"),
        (CODE, "```\n  code\n  ```"),
        (ITEM, "- next"),
    ]


def test_an_item_with_a_fence_of_some_size_gives_its_parts() -> None:
    code = "```\n" + "  x = 1\n" * 60 + "  ```"
    assert [kind for kind, _ in blocks(f"- do this:\n  {code}\n- next")] == [
        PARAGRAPH,
        CODE,
        ITEM,
    ]
