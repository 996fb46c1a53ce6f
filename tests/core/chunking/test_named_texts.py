"""What is a list of links, and what only contains links."""

from ragtui_core.chunking.named_texts import is_link_list


def test_a_long_line_takes_no_longer_than_it_is() -> None:
    # A pattern that backtracks would not end.
    assert not is_link_list("[" * 200_000)
    assert not is_link_list("[a](" * 50_000)
    assert not is_link_list("- [x] " * 50_000 + "{{" * 50_000)
