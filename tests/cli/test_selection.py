"""`ask --selection`: the lines of a file, as editors number them."""

import pytest

from ragtui_cli.commands.ask import selection_of
from ragtui_core import RagtuiError
from support.vaults import IndexVault


def test_a_form_feed_does_not_end_a_line(index_vault: IndexVault) -> None:
    vault = index_vault({"a.md": "one\x0cstill one\u2028and so on\r\ntwo\rthree\n"})
    assert selection_of("a.md:2", vault).text == "two\r"
    assert selection_of("a.md:2-3", vault).text == "two\rthree\n"
    with pytest.raises(RagtuiError, match="has lines 1 to 3"):
        selection_of("a.md:4", vault)
