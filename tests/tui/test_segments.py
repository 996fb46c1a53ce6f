"""Where streamed Markdown is cut into parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from fakes.long_answer import markdown
from ragtui_tui.segments import LEAST, MOST, border

WORDS = "word " * (LEAST // 5) + "\n"


def parts(text: str) -> list[str]:
    found = []
    while cut := border(text):
        found.append(text[:cut])
        text = text[cut:]
    return [*found, text]


def blocks(text: str) -> list[tuple[str, str]]:
    """What a text renders to, without the lines where it stands."""
    return [(t.type, t.content) for t in MarkdownIt("gfm-like").parse(text)]


def test_a_long_answer_is_cut_and_renders_alike() -> None:
    text = markdown(4_000)
    cut = parts(text)
    assert "".join(cut) == text
    assert len(cut) > 8
    assert max(map(len, cut)) < 2 * LEAST
    assert [block for part in cut for block in blocks(part)] == blocks(text)


@given(st.lists(st.sampled_from(["a", "\n", "\n\n", "```\n", "- ", "  ", WORDS])))
def test_nothing_is_lost_wherever_it_is_cut(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert "".join(parts(text)) == text


@pytest.mark.parametrize(
    "rest",
    [
        "\n   goes on the item\n",
        "\n- another item\n",
        "goes on the paragraph\n",
        "\nshort",
    ],
)
def test_what_goes_on_is_not_cut(rest: str) -> None:
    assert border(f"- {WORDS}{rest}") == 0


def test_code_between_fences_stays_in_one_part() -> None:
    code = f"```sh\n{WORDS}\nmore\n~~~\n\nstill code\n"
    assert border(code) == 0
    assert border(f"{code}```\n\nAfter it.\n") == len(f"{code}```\n\n")


def test_a_very_long_list_is_cut_between_items() -> None:
    text = f"- {'x' * 90}\n" * (MOST // 45)
    cut = border(text)
    assert cut >= MOST
    assert text[cut:].startswith("- ")
