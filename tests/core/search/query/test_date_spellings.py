"""A day that notes mention is found by any spelling of it."""

from datetime import date

import pytest

from ragtui_core import Mode, Relaxation, SearchOptions, Vault, open_vault
from support.vaults import MakeVault

SPELLED = [
    "5 May 2026",
    "May 5, 2026",
    "May 5th",
    "5th of May",
    "05 May",
    "2026-05-05",
    "20260505",
    "5.5.2026",
    "5.5.",
    "05/05/2026",
    "5. Mai",
    "le 5 mai",
    "5 de mayo",
]
ASKED = ["5 May", "May 5th", "5.5.2026", "2026-05-05", "5 mai", "5th of May 2026"]


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    files = {f"{n}.md": f"Invoice due {text}.\n" for n, text in enumerate(SPELLED)}
    files["other.md"] = "Invoice due 6 May 2026 or 2026-06-05, not later.\n"
    for n in range(80):
        files[f"filler/{n}.md"] = f"Rain on the {n} hills of 2026, and {n} boats.\n"
    files["journal/2026-05-05.md"] = "# Tuesday\n\nSwam. Rain in the evening.\n"
    files["journal/2026-05-06.md"] = "# Wednesday\n\nRain.\n"
    vault = open_vault(make_vault(dict(files)).root, today=lambda: date(2026, 11, 27))
    vault.index(embed=False)
    return vault


@pytest.mark.parametrize("day", ASKED)
def test_a_day_is_found_by_any_spelling(vault: Vault, day: str) -> None:
    options = SearchOptions(limit=30, mode=Mode.KEYWORD)
    found = [hit.path for hit in vault.search(f"invoice due {day}", options).hits]
    assert set(found) >= {f"{number}.md" for number in range(len(SPELLED))}
    with_year = [n for n, text in enumerate(SPELLED) if "2026" in text]
    before = found[: found.index("other.md")] if "other.md" in found else found
    assert {f"{number}.md" for number in with_year} <= set(before)


@pytest.mark.parametrize("day", ["5 May 2026", "2026-05-05"])
def test_notes_of_the_day_are_found_alone_if_no_other_note_mentions_it(
    vault: Vault, day: str
) -> None:
    hits = vault.search(f"rain on {day}").hits
    assert [hit.path for hit in hits] == ["journal/2026-05-05.md"]
    hits = vault.search(day).hits
    assert [hit.path for hit in hits] == ["journal/2026-05-05.md"]


def test_a_day_beside_a_typing_error_is_found_by_any_spelling(vault: Vault) -> None:
    options = SearchOptions(mode=Mode.KEYWORD)
    result = vault.search("invoize due 5 June 2026", options)
    assert result.corrected == "invoice due 5 June 2026"
    assert result.relaxed is Relaxation.CORRECTED
    assert result.hits[0].path == "other.md"


@pytest.mark.parametrize(("order", "path"), [("mdy", "american.md"), ("dmy", "")])
def test_the_day_of_a_text_is_after_its_month_if_the_setting_says_so(
    make_vault: MakeVault, order: str, path: str
) -> None:
    files: dict[str, str | bytes] = {"american.md": "Invoice due 05/06/2026.\n"}
    files |= {f"{n}.md": f"Rain on the {n} hills, {n} boats.\n" for n in range(20)}
    root = make_vault(files).root
    vault = open_vault(root, flags={"search.date_order": order})
    vault.index(embed=False)
    hits = vault.search("6 May 2026", SearchOptions(mode=Mode.KEYWORD)).hits
    assert [hit.path for hit in hits] == [path] * bool(path)
