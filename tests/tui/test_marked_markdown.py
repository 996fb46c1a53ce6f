"""Rendered Markdown: the passage is marked, and any Markdown can be shown."""

from hypothesis import HealthCheck, given, settings
from textual.app import App, ComposeResult

from ragtui_core.model import Lines
from ragtui_core.sources import parse_document
from ragtui_tui.passage import Page, Passage, preview, whole
from ragtui_tui.widgets.marked_markdown import (
    AROUND_CLASS,
    PASSAGE_CLASS,
    MarkedMarkdown,
)
from support.notes import NOTE_TEXTS

TEXT = """\
---
title: T
---

# T

First words.

- one
- two

| a | b |
|---|---|
| 1 | 2 |
| 3 | 4 |

```
code
```

> quoted
"""


class Shown(App[None]):
    def compose(self) -> ComposeResult:
        yield MarkedMarkdown()


def page(text: str, first: int, last: int, *words: str) -> Page:
    document = parse_document("t.md", text.encode())
    return whole(document, Passage(Lines(first, last), frozenset(words)))


async def marked(page: Page) -> tuple[list[str], list[str]]:
    """Names of the outer blocks, and texts of the inner parts, that are marked."""
    app = Shown()
    async with app.run_test():
        markdown = app.query_one(MarkedMarkdown)
        await markdown.update(page.text)
        markdown.mark(page)
        around = [type(w).__name__ for w in markdown.query(f".{AROUND_CLASS}")]
        inside = [str(w.render()) for w in markdown.query(f".{PASSAGE_CLASS}")]
        return around, inside


async def test_whole_blocks_and_parts_of_blocks() -> None:
    assert await marked(page(TEXT, 7, 7)) == (["MarkdownParagraph"], [])
    assert await marked(page(TEXT, 10, 10)) == (["MarkdownBulletList"], ["two"])
    around, inside = await marked(page(TEXT, 15, 15))
    assert (around, inside) == (["MarkdownTable"], ["3", "4"])
    assert await marked(page(TEXT, 12, 15)) == (["MarkdownTable"], [])
    assert await marked(page(TEXT, 17, 21)) == (
        ["PlainFence", "MarkdownBlockQuote"],
        [],
    )


async def test_the_block_with_most_words_is_the_target() -> None:
    app = Shown()
    async with app.run_test():
        markdown = app.query_one(MarkedMarkdown)
        shown = page(TEXT, 5, 15, "two", "4")
        await markdown.update(shown.text)
        target = markdown.mark(shown)
        assert target is not None
        assert str(target.render()) == "two"


async def test_a_passage_beyond_the_end_marks_nothing() -> None:
    assert await marked(page(TEXT, 90, 95)) == ([], [])


def test_a_preview_starts_at_the_heading_above_the_passage() -> None:
    text = "---\ntitle: T\n---\nIntro\r\n\r\n# A\r\n\r\na\r\n\r\n## B\r\n\r\nb\r\n"
    document = parse_document("t.md", text.encode())
    shown = preview(document, Passage(Lines(12, 12)))
    assert shown.text.startswith("## B\n\nb")
    assert shown.first == 10
    assert preview(document, None).first == 4
    assert preview(document, Passage(Lines(4, 4))).text.startswith("Intro")
    assert preview(document, Passage(Lines(99, 99))).text.startswith("## B")


@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=NOTE_TEXTS)
async def test_any_markdown_can_be_shown(text: str) -> None:
    if not text.strip("\ufeff \t\r\n\0"):
        return
    shown = page(text + "\nword", 1, 99, "word")
    app = Shown()
    async with app.run_test():
        markdown = app.query_one(MarkedMarkdown)
        await markdown.update(shown.text)
        markdown.hide_title(shown.fields.title)
        markdown.mark(shown)
