"""What is a list of links, and what only contains links."""

import pytest

from ragtui_core.chunking.named_texts import is_link_list


@pytest.mark.parametrize(
    "text",
    [
        "# Summary\n\n- [Flow](flow.md)\n  - [Flow valves](<flow valves.md>)\n",
        "1. [One](one.md)\n2. [Two](two.md),\n* [[Three]]\n",
        "[Title](title.md)\n\n---\n[a](a.md)\n[b](b.md)\n[c](c.md)\n",
        "{{#include ../listings/flow.rs}}\n{{#rustdoc_include a.rs:here}}\n",
        "[flow]: https://example.org/flow\n[valve]: valve.md 'The valve'\n",
        "- https://example.org\n- <https://example.org/b>\n",
        "- [x] [Flow](flow.md)\n- [ ] [Valve](valve.md)\n",
    ],
)
def test_lines_that_name_other_files_are_a_list_of_links(text: str) -> None:
    assert is_link_list(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# Only a heading",
        "The [flow](flow.md) passes two valves.",
        "- [Flow](flow.md): how it passes\n- [Valve](valve.md): how it closes\n",
        "- Flow\n- Valve\n",
        "The valve closes.\n\nIt hums.\n\n- [Flow](flow.md)\n",
        "[flow]: it passes two valves\n",
        "| [a](a.md) | open |\n|---|---|\n| [b](b.md) | shut |\n",
    ],
)
def test_sentences_with_links_are_no_list_of_links(text: str) -> None:
    assert not is_link_list(text)


def test_a_long_line_takes_no_longer_than_it_is() -> None:
    # A pattern that backtracks would not end.
    assert not is_link_list("[" * 200_000)
    assert not is_link_list("[a](" * 50_000)
    assert not is_link_list("- [x] " * 50_000 + "{{" * 50_000)
