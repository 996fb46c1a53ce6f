"""What Markdown takes literally: backslashes that escape."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core.documents import links_of, without_escapes
from ragtui_core.documents.extraction.canonical_writer import escape_line
from ragtui_core.documents.markdown.markup import markup_of

MARKUP = st.text(alphabet="#>-+*=_`~|:.)1[]()!<&;\\ \tab", max_size=60)


@given(MARKUP)
def test_what_is_escaped_is_shown_as_it_was(line: str) -> None:
    assert without_escapes(escape_line(line)) == " ".join(line.split())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "C:\\dir",
        "`\\[`",
        "```\na\\.b\n```\n",
        "\n\n    code\\*\n",
        "a\0\0b",
        "end\\",
    ],
)
def test_other_backslashes_are_shown(text: str) -> None:
    assert without_escapes(text) == text


@pytest.mark.parametrize(
    ("text", "links"),
    [
        ("a %%[[x]]%% [[y]]", ["y"]),
        ("%%\n\n[[x]]\n\n%%\n\n[[y]]", ["y"]),
        ("100%% [[x]]", ["x"]),
        ("5%% of it\n\n[[x]] and 7%%", ["x"]),
        ("`%%` [[x]] `%%`", ["x"]),
    ],
)
def test_comments_of_obsidian_have_no_links(text: str, links: list[str]) -> None:
    assert [link.target for link in links_of(text)] == links
    assert len(markup_of(text).plain) == len(text)
