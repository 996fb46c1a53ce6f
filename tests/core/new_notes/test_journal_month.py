"""The calendar of the journal: which notes a day of a month has."""

from datetime import date

from hypothesis import given, strategies as st

from ragtui_core.new_notes import month_beside, month_of_journal
from support.vaults import Files, MakeVault

FILES: Files = {
    "journal/2026-11-03.md": "# Tuesday\n\nTea.\n",
    "journal/2026-11-04.md": "# Wednesday\n\nTea.\n",
    "journal/2026-12-01.md": "# Tuesday\n\nTea.\n",
    "a-roof.md": "---\ndate: 2026-11-03T10:00\n---\n# Roof\n\nSlate.\n",
    "b-plan.md": "---\ndate: 2026-11\n---\n# Plan\n\nOf the month.\n",
    "c-late.md": "---\nupdated: 2026-11-05\n---\n# Late\n\nNot dated.\n",
    "d-end.md": "---\ndate: 2026-11-30\n---\n# End\n\nOf the month.\n",
}


def test_days_have_their_notes_those_of_the_journal_first(
    make_vault: MakeVault,
) -> None:
    vault = make_vault(FILES)
    vault.index(embed=False)
    month = month_of_journal(vault, date(2026, 11, 20))
    found = {
        day.day: [card.path for card in cards] for day, cards in month.notes.items()
    }
    assert found == {
        3: ["journal/2026-11-03.md", "a-roof.md"],
        4: ["journal/2026-11-04.md"],
        30: ["d-end.md"],
    }
    assert month.title == "November 2026"
    assert month.weeks[0][-1] == date(2026, 11, 1)
    assert month.weeks[-1] == [date(2026, 11, 30), *[None] * 6]


@given(st.dates())
def test_months_follow_each_other(day: date) -> None:
    later = month_beside(day, 1)
    assert later.day == 1
    if (day.year, day.month) < (9998, 12):
        assert month_beside(later, -1) == day.replace(day=1)
        assert 28 <= (later - day.replace(day=1)).days <= 31
