# ruff: noqa: RUF001 - these marks are intended
"""What is verified is what is displayed: attacks, and true quotations in any markup."""

import pytest

from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.comparing.quotation_rule import compare
from ragtui_core.citations.shown.blocks import State
from ragtui_core.citations.shown.displayed_file import displayed
from ragtui_core.citations.shown.quotable_file import quotable
from ragtui_core.citations.shown.quotations_shown import shown_text
from support.extensions import needs_files
from support.notes import parse

NOTE = """---
title: The crane
---

# Crane

The operator must wear a helmet on the quay at all times.

The maximum pressure of the hydraulic circuit is 120 bar. The burst pressure is 260 bar.

See [[Pump|the pump sheet]] and call R&amp;D before you start the ==yellow== crane,
which needs H<sub>2</sub>O and [grease](oil.md).[^1]

## Allowed

- Greasing the bearings of the crane

## Forbidden

Never do the following:

- Lifting people with the hook
- Leaving the cabin under load

| Type | bar | rpm |
|---|---|---|
| **Valid** | | |
| Heron north | 5.5 | 900 |

The quay costs 12 500 crowns; its sign reads „Beware“ since 1990.

> [!warning]
> Stand clear of the rope.

It is ~~not~~ safe. <del>Never touch it.</del> %%Or never.%% <!-- nor ever -->

[^1]: Only the blue one.
"""


def verdict_on(answer: str, note: str = NOTE) -> Verdict:
    (quotation,) = shown_text(answer).quotations
    file = quotable(parse(note, "crane.md"))
    return compare(quotation.blocks, file, quotation.source).verdict


@pytest.mark.parametrize(
    "answer",
    [
        '"The operator must wear a helmet on the quay"',
        "“See the pump sheet and call R&D before you start the yellow crane”",
        '"See [[Pump|the pump sheet]] and call"',
        '"needs H₂O and grease."',
        '"needs H₂O and [grease](oil.md)."',
        "> Never do the following:\n>\n> - Lifting people with the hook",
        "> ## Forbidden\n>\n> Never do the following:\n>\n> - Leaving the cabin",
        "> - Lifting people with the hook\n> - Leaving the cabin under load",
        "> | Type | bar | rpm |\n> |---|---|---|\n> | Heron north | 5.5 | 900 |",
        '"Heron north | 5.5 | 900"',
        "> The operator must wear a helmet on the quay at all times.\n> — crane.md",
        "> [!quote] The crane\n> The operator must wear a helmet on the quay",
        '"It is safe."',
        '"Only the blue one."',
        '"... wear a helmet on the quay …"',
        '“its sign reads "Beware" since 1990.”',
        "> [!warning]\n> Stand clear of the rope.",
        "> [!quote]\n> The operator must wear a helmet on the quay at all times.",
    ],
)
def test_what_is_displayed_is_verified(answer: str) -> None:
    assert verdict_on(answer).verified


@pytest.mark.parametrize(
    "answer",
    [
        '"The operator must wear a helmet <when he likes it> on the quay"',
        '"The operator must wear a [helmet](<cap or nothing>) on the quay"',
        '"The operator must wear a [[cap or nothing|helmet]] on the quay"',
        '"The operator must wear a helmet <!-- cap --> on the quay"',
        '"needs H₂O and [grease](water.md)."',
        '"The maximum pressure of the hydraulic circuit is … 260 bar"',
        '"The operator must wear a … at all times"',
        "> The maximum pressure of the hydraulic circuit is\n>\n> 260 bar.",
        "> ## Allowed\n>\n> - Lifting people with the hook",
        "> Never do the following:\n>\n> - Greasing the bearings of the crane",
        "> | Type | rpm | bar |\n> |---|---|---|\n> | Heron north | 5.5 | 900 |",
        "> The operator must wear a helmet on the quay at all times.\n> — pump.md",
        '"The operator must ~~wear a helmet~~ on the quay"',
        '"It is not safe."',
        '"Never touch it."',
        '"Or never. nor ever"',
        '"burst pressure is 26"',
        '"he maximum pressure of the hydraulic"',
        '"pressure of the hydraulic circuit is 12"',
        '"Heron north | 5.5 | 9"',
        '"500 crowns; its sign reads"',
        '"The quay costs 12"',
        '“its sign reads "Beware" since 1991.”',
        "> [!tip]\n> Stand clear of the rope.",
    ],
)
def test_what_is_not_displayed_so_is_not_verified(answer: str) -> None:
    assert not verdict_on(answer).verified


def test_an_ellipsis_makes_parts() -> None:
    answer = '"The maximum pressure of the hydraulic … The burst pressure is 260 bar"'
    assert verdict_on(answer) is Verdict.PARTS


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


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ('He says "The pump is blue." So.', ["The pump is blue."]),
        ("“A b” „C d“ «E f» »G h« « I j »", ["A b", "C d", "E f", "G h", "I j"]),
        ("‘A b’ ‚C d‘ 'E f' ‹G h›", ["A b", "C d", "E f", "G h"]),
        ("''A b'' and \"\"C d\"\"", ["A b", "C d"]),
        ("> A b\n> c", ["A b\nc"]),
        ('> "A b c"', ["A b c"]),
        ('"He is 5" tall" x', ['He is 5" tall']),
        ("‘the operators’ helmets’ x", ["the operators’ helmets"]),
        ("it's l'eau, rock 'n' roll, the operators' manual, '90s and ’tis", []),
        ('5" by 6\', 3" x 4" and "never closed', []),
        ('`"a b"` and a > b', []),
    ],
)
def test_quotations_are_found(text: str, quoted: list[str]) -> None:
    assert [quotation.text for quotation in shown_text(text).quotations] == quoted


@pytest.mark.parametrize(
    ("answer", "is_so"),
    [
        ("> 3. the crane has wheels\n> 4. the winch holds five tonnes", True),
        ("> 14. the winch holds five tonnes", False),
        ("> 3. the crane has wheels\n> 14. the winch holds five tonnes", False),
        ('"14. the winch holds five tonnes"', False),
    ],
)
def test_numbers_of_items_are_those_displayed(answer: str, is_so: bool) -> None:
    note = "3. the crane has wheels\n3. the winch holds five tonnes\n"
    assert verdict_on(answer, note).verified is is_so


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ('He says "5 instead of 6" on a 19" rack.', ["5 instead of 6"]),
        ('"5 instead of 6", not "7"', ["5 instead of 6", "7"]),
        ('"the 19" rack is new", he says', ['the 19" rack is new']),
        ('a 19" rack with "words of 6" here', ["words of 6"]),
        ("'the crew's 6' plank'", ["the crew's 6' plank"]),
    ],
)
def test_a_mark_after_a_digit_closes_if_alone(text: str, quoted: list[str]) -> None:
    assert [quotation.text for quotation in shown_text(text).quotations] == quoted
