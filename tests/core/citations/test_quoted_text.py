"""Quotations of a text that ragtui did not write are found, and get a verdict."""

import pytest

from ragtui_core import Vault
from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.quoting.quoted_text import quotes_of
from ragtui_core.citations.saving.saved_citations import write_citation
from ragtui_core.citations.selected_text import Selection
from ragtui_core.types import Lines
from support.vaults import vault_fixture

FILES: dict[str, str | bytes] = {
    "pumps/curlew.md": (
        "# Curlew\n\nThe Curlew is recalibrated every **ninety** days.\n"
    ),
    "pumps/teal.md": "# Teal\n\nThe Teal runs for four years without service.\n",
    "old/Grey Teal.md": "# Old\n\nA grey probe is loud at night.\n",
    ".secret.md": "# Secret\n\nThe password of the pump is swordfish.\n",
}


vault = vault_fixture(FILES)


TEAL = "old/Grey Teal.md"
CURLEW, FILE = "recalibrated every ninety days", "pumps/curlew.md"
FORTY = '"the Curlew is recalibrated every forty days"'
NOWHERE = '"nothing of the kind is written anywhere"'
SECRET = '"The password of the pump is swordfish."'
PASSWD = '"root:x:0:0:root:/root:/bin/bash"'


@pytest.mark.parametrize(
    ("text", "verdict", "path"),
    [
        (f'It is "{CURLEW}".', "normalised", FILE),
        (f"It is \u201c{CURLEW}\u201d (pumps/curlew.md:3).", "normalised", FILE),
        (f"Es ist \u201e{CURLEW}\u201c (curlew).", "normalised", FILE),
        (f"\u00ab{CURLEW}\u00bb, [x](<pumps/curlew.md#curlew>)", "normalised", FILE),
        (f"> The Curlew is {CURLEW}.\n\nFrom curlew.md", "normalised", FILE),
        ('It "is recalibrated every **ninety** days." (curlew.md)', "normalised", FILE),
        (f"> The Curlew is {CURLEW}.\n> — curlew.md", "normalised", FILE),
        ("> A grey probe is loud at night.\n\nSee Grey Teal.md", "exact", TEAL),
        (f'"{CURLEW}" (pumps/teal.md:3)', "elsewhere", FILE),
        (f'"{CURLEW}" (gone.md)', "elsewhere", FILE),
        (f"{FORTY} (curlew.md)", "altered", FILE),
        (FORTY, "altered", FILE),
        (f"{NOWHERE} (curlew.md)", "missing", FILE),
        (NOWHERE, "missing", ""),
        (f"{NOWHERE} (gone.md)", "file_missing", "gone.md"),
        ('"days" (curlew.md)', "too_short", FILE),
        (f"{SECRET} (.secret.md)", "file_missing", ".secret.md"),
        (f"{PASSWD} (../../../etc/passwd)", "missing", ""),
        (f"{PASSWD} (/etc/hosts.allow)", "file_missing", "/etc/hosts.allow"),
    ],
)
def test_each_quotation_gets_a_verdict(
    vault: Vault, text: str, verdict: str, path: str
) -> None:
    (checked,) = vault.quotations.verify_all(text)
    assert (checked.verdict, checked.path) == (verdict, path)
    found = Verdict(verdict).verified or verdict == "elsewhere"
    assert (checked.lines is not None) == found
    if checked.lines:
        assert checked.lines.first == 3


def test_saved_citations_are_checked_once_and_in_order(vault: Vault) -> None:
    passage = Selection("", "pumps/teal.md", Lines(3, 3))
    saved = write_citation(vault.quotations.quote(passage))
    text = f'"{CURLEW}"\n\n{saved}\n\n> {CURLEW}\n'
    checked = vault.quotations.verify_all(text)
    assert [each.path for each in checked] == [
        "pumps/curlew.md",
        "pumps/teal.md",
        "pumps/curlew.md",
    ]
    assert all(each.verdict.verified for each in checked)
    assert [each.saved.intact for each in checked] == [True] * 3


@pytest.mark.parametrize(
    "piece", ['"', "> ", "a.md ", '"a ', "\u201c", "\u201ea\u201c", "<a", "a" * 99]
)
def test_a_text_of_one_thing_only_is_read_in_linear_time(piece: str) -> None:
    """A quadratic pattern would take minutes."""
    assert [q for q in quotes_of(piece * 20_000) if q.source] == []
