"""Items that are too large for one block."""

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


PARAGRAPH, ITEM, CODE = BlockKind.PARAGRAPH, BlockKind.LIST_ITEM, BlockKind.CODE


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
