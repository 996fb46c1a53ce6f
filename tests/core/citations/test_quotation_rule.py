"""What is around a block of a file as it is displayed."""

import pytest

from ragtui_core.citations.shown.blocks import State
from ragtui_core.citations.shown.displayed_file import displayed
from support.extensions import needs_files
from support.notes import parse


@pytest.mark.parametrize(
    ("text", "name", "words", "state", "parents"),
    [
        ("int x; /*\nlaunch();\n*/\n", "a.c", "launch();", State.COMMENT, ()),
        ("allowed:\n  - smoking\n", "a.yaml", "- smoking", State.NONE, ("allowed:",)),
        ("[off]\nlogin = true\n", "a.toml", "login = true", State.NONE, ("[off]",)),
        ("> [!tip] T\n> So it is.\n", "a.md", "So it is.", State.NONE, ("tip: T",)),
        (
            '<div class="bad">\n\nSo it is.\n\n</div>\n',
            "a.md",
            "So it is.",
            State.NONE,
            ('div class="bad"',),
        ),
        ("::: wrong\nSo it is.\n:::\n", "a.md", "So it is.", State.NONE, ("wrong",)),
        ("{#\n\nSo it is.\n\n#}\n\nYes.\n", "a.md", "Yes.", State.NONE, ()),
    ],
)
@needs_files
def test_a_block_has_its_context(
    text: str, name: str, words: str, state: State, parents: tuple[str, ...]
) -> None:
    shown = [block for block in displayed(parse(text, name)) if block.text == words]
    assert [(block.state, block.parents) for block in shown] == [(state, parents)]
    assert "So it is." not in [b.text for b in displayed(parse(text, name))] or (
        words == "So it is."
    )
