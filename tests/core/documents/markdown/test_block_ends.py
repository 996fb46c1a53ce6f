"""Texts that are inserted into notes: every block stays what it was."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.documents.markdown.block_ends import block_end
from ragtui_core.documents.markdown.block_events import TextLeaf, block_events
from ragtui_core.types import BlockKind

NOTE = """\
---
title: Hoses
---
# Hoses

A hose of rubber
brings water.

| hose | price |
| ---- | ----- |
| long | 3     |
| wide | 4     |

- one
  - nested

    and more
- two

```text
code

more code
```

> quoted
> twice
End.
"""

ENDS = {
    "title": "---\n# Hoses",
    "# Ho": "# Hoses",
    "rubber": "brings water.",
    "water": "brings water.",
    "hose | price": "| wide | 4     |",
    "long": "| wide | 4     |",
    "wide": "| wide | 4     |",
    "one": "and more",
    "nested": "and more",
    "two": "- two",
    "code\n\nmore": "more code\n```",
    "quoted": "End.",
}
"""What is below: the words at the cursor, and the end of their block."""


@pytest.mark.parametrize("words", ENDS)
def test_a_text_goes_below_the_whole_block(words: str) -> None:
    assert NOTE[: block_end(NOTE, NOTE.index(words))].endswith(ENDS[words])


def test_between_blocks_it_stays_where_it_is() -> None:
    gap = NOTE.index("\n\n| hose") + 1
    assert block_end(NOTE, gap) == gap
    assert block_end("", 0) == 0


BLOCKS = st.sampled_from(
    ["# Head", "one\ntwo", "| a | b |\n|---|---|\n| 1 | 2 |", "```\nx\n\ny\n```", "> q"]
)


@given(st.lists(BLOCKS, min_size=1, max_size=6), st.data())
def test_insertion_leaves_every_block_as_it_was(
    blocks: list[str], data: st.DataObject
) -> None:
    text = "\n\n".join(blocks) + "\n"
    at = block_end(text, data.draw(st.integers(0, len(text) - 1)))
    after = f"{text[:at]}\n\nINSERTED\n{text[at:]}"
    kept = [leaf for leaf in _leaves(after) if leaf[1] != "INSERTED"]
    assert kept == _leaves(text)
    assert (BlockKind.PARAGRAPH, "INSERTED") in _leaves(after)


def _leaves(text: str) -> list[tuple[BlockKind, str]]:
    return [
        (event.kind, event.span.of(text).strip())
        for event in block_events(text)
        if isinstance(event, TextLeaf)
    ]
