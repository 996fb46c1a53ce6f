"""Searches are logged if the user enables that, and never while typing."""

import json

from ragtui_core import Vault, open_vault
from ragtui_core.search.options import SearchOptions
from support.vaults import MakeVault


def lines(vault: Vault) -> list[dict[str, object]]:
    files = sorted(vault.audit_log.directory.glob("*.jsonl"))
    texts = (file.read_text(encoding="utf-8") for file in files)
    return [json.loads(line) for text in texts for line in text.splitlines()]


def test_searches_are_logged_only_if_asked_for(make_vault: MakeVault) -> None:
    vault = make_vault({"pump.md": "# Pump\n\nThe impeller is blue.\n"})
    vault.index(embed=False)
    vault.search("impeller")
    assert lines(vault) == []
    logging = open_vault(vault.root, flags={"log.searches": True})
    logging.search("impel", SearchOptions(as_you_type=True))
    logging.search("impeller", SearchOptions(front_end="app"))
    (line,) = lines(logging)
    assert (line["kind"], line["query"], line["hits"]) == ("search", "impeller", 1)
    assert line["front_end"] == "app"
