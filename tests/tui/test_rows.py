"""Short texts of the screen, and commands of other programs: the rows of `rows.txt`."""

import re
import shlex
from pathlib import Path

from rich.segment import Segment
from textual.color import Color

from ragtui_core.types import Span
from ragtui_tui import formatting
from ragtui_tui.markdown_view.layout import Layout
from ragtui_tui.markdown_view.rendered_document import rendered
from ragtui_tui.other_programs import editor_command, opening_command
from ragtui_tui.screen_filters import AsciiFilter
from support.rows import Reader, rows_test


def shown(row: str) -> str:
    """Markdown on a screen of some cells, its rows as lines."""
    width, _, text = row.partition(" ¦ ")
    document = rendered(text.split("\n"), 1)
    layout = Layout(document, int(width), int(width))
    rows = (row for at in range(len(document.blocks)) for row in layout.rows(at))
    return "\n".join(row.content.plain.rstrip() for row in rows)


def in_ascii(text: str) -> str:
    (segment,) = AsciiFilter().apply([Segment(text)], Color(0, 0, 0))
    return segment.text


def excerpt(row: str) -> str:
    """An excerpt, in which matches are between `«` and `»`, as it is shown."""
    text, matches = "", list[Span]()
    for number, part in enumerate(re.split("[«»]", row)):
        if number % 2:
            matches.append(Span(len(text), len(text + part)))
        text += part
    parts = formatting.excerpt_parts(text, matches)
    return "".join(f"«{part}»" if is_match else part for part, is_match in parts)


def editor(setting: str) -> str:
    command = editor_command(shlex.split(setting), Path("/v/a b.md"), 7)
    return " ¦ ".join(command)


def opened(row: str) -> str:
    """The command for a file of a page, by platform and the desktop's viewer."""
    platform, page, viewer = row.split(" ¦ ")
    return " ".join(
        opening_command(Path("/v/a.pdf"), int(page), platform, lambda _: viewer)
    )


NOW = 1_000 * 86_400.0

READERS: dict[str, Reader] = {
    "Markdown as rows": shown,
    "an excerpt reads like text": formatting.without_markup,
    "signs around a match are left out": excerpt,
    "ASCII alone": in_ascii,
    "an editor is run at a line": editor,
    "a file is opened at its page": opened,
    "seconds ago": lambda row: formatting.age(NOW - float(row), NOW),
    "seconds as a duration": lambda row: formatting.duration(float(row)),
}

test_rows = rows_test(Path(__file__).with_name("rows.txt"), READERS)
