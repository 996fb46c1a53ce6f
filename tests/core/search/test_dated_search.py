"""Searches of dated notes by times, order and senders."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from ragtui_core import (
    Citation,
    Confidence,
    Mode,
    SearchOptions,
    Sort,
    Vault,
    open_vault,
)
from ragtui_core.language.function_words import FUNCTION_WORDS
from ragtui_core.language.requests import take_order
from ragtui_core.language.tables import tables
from ragtui_core.search.options import ALL_LINES, LineRange
from ragtui_core.search_results import SearchedTime, TimeEffect
from support.answers import collected
from support.vaults import MakeVault

MAIL = """From: Tom <tom@example.org>
To: me@example.org
Date: Mon, 23 Nov 2026 10:00:00 +0000
Subject: Plan
Message-ID: <1@example.org>
Content-Type: multipart/mixed; boundary="cut"

--cut
Content-Type: text/plain

Send me the plan.
--cut
Content-Type: text/csv
Content-Disposition: attachment; filename="inventory.csv"

item,number
pump,3
--cut--
"""

FILES = {
    "journal/2026-11-26.md": "# Thursday\n\nTea with Anna. Bought quinces.\n",
    "journal/2026-11-18.md": "# Wednesday\n\nTea with Anna in the rain.\n",
    "diary/2025/07/04.md": "# Friday\n\nTea with Anna at the lake.\n",
    "meetings/roof.md": "---\ndate: 2026-11-17\nupdated: 2026-11-25\n---\n"
    "# Roof\n\nTom wants slate.\n",
    "goals.md": "# Goals of 16 November 2026\n\nFinish the grant report.\n",
    "tea.md": "# Tea\n\nTea wants water of 80 degrees. Anna knows.\n",
    "mail/1.eml": MAIL,
    "mail/2.eml": MAIL.replace("23 Nov", "02 Feb").replace("<1@", "<2@"),
}


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Vault]:
    root = tmp_path_factory.mktemp("dated")
    for path, text in FILES.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    db = tmp_path_factory.mktemp("index") / "index.db"
    opened = open_vault(
        root,
        db=db,
        flags={"answer.provider": "extractive"},
        today=lambda: date(2026, 11, 27),
    )
    opened.index()
    yield opened
    opened.close()


def found(vault: Vault, line: str, **options: object) -> list[str]:
    result = vault.search(line, SearchOptions(fill=False, **options))  # type: ignore[arg-type]
    return [hit.path for hit in result.hits]


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        ("what did I do yesterday?", ["journal/2026-11-26.md"]),
        ("was habe ich gestern gemacht", ["journal/2026-11-26.md"]),
        (
            "last week",
            ["journal/2026-11-18.md", "meetings/roof.md", "goals.md"],
        ),
        ("tea last week", ["journal/2026-11-18.md"]),
        ("tea in July 2025", ["diary/2025/07/04.md"]),
        ("mails from Tom", ["mail/1.eml", "mail/2.eml"]),
        ("how many mails are from Tom", ["mail/1.eml", "mail/2.eml"]),
        ("How many mails did Tom send me?", ["mail/1.eml", "mail/2.eml"]),
        ("wie viele Nachrichten sind von Tom?", ["mail/1.eml", "mail/2.eml"]),
        ("the first mail from Tom", ["mail/2.eml", "mail/1.eml"]),
        ("mails from Tom in February 2026", ["mail/2.eml"]),
        ("mails in February 2026", ["mail/2.eml"]),
        ("which mails did I get in February 2026?", ["mail/2.eml"]),
        ("welche Mails habe ich im Februar 2026 bekommen", ["mail/2.eml"]),
        ("how many e-mails did I get in February 2026", ["mail/2.eml"]),
        ("date:2026-11-17", ["meetings/roof.md"]),
        ("date:2025", ["diary/2025/07/04.md"]),
    ],
)
def test_exactly_these_notes_are_found(
    vault: Vault, line: str, paths: list[str]
) -> None:
    assert found(vault, line)[: len(paths)] == paths
    if line != "tea last week":
        assert len(found(vault, line)) == len(paths)


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("when did I last have tea with Anna?", "journal/2026-11-26.md"),
        ("latest tea with Anna", "journal/2026-11-26.md"),
        ("the first tea with Anna", "diary/2025/07/04.md"),
        ("what were my goals last week", "goals.md"),
    ],
)
def test_the_first_hit_is_of_the_asked_time(
    vault: Vault, line: str, first: str
) -> None:
    assert found(vault, line)[0] == first


def test_the_number_of_mails_from_somebody_is_told(vault: Vault) -> None:
    assert vault.search("how many mails are from Tom?").counted == "2 mails."


@pytest.mark.parametrize(
    "line", ["which remote policy is current?", "Which remote policy is valid now"]
)
def test_the_current_one_of_several_is_the_newest(
    make_vault: MakeVault, line: str
) -> None:
    policy = "---\ndate: {}\n---\n# Remote policy\n\n{} days from home, {}.\n"
    vault = make_vault(
        {
            "a.md": policy.format("2024-01-01", "Two", "by remote policy"),
            "b.md": policy.format("2026-01-01", "Three", "as agreed"),
            "c.md": policy.format("2025-01-01", "Two", "remote policy, remote policy"),
        }
    )
    vault.index(embed=False)
    assert found(vault, line, mode=Mode.KEYWORD) == ["b.md", "c.md", "a.md"]


OF_LAST_WEEK = {"journal/2026-11-18.md", "meetings/roof.md", "goals.md"}


@pytest.mark.parametrize(
    "line",
    [
        "what was agreed last week?",
        "Anything interesting last week?",
        "summarise last week",
        "what changed in the week of 18 November",
        "was wurde letzte Woche beschlossen?",
        "was war letzte Woche los?",
        "qu'est-ce qui a été décidé la semaine dernière ?",
        "¿qué se decidió la semana pasada?",
    ],
)
def test_a_line_with_nothing_but_a_time_and_vague_words_asks_for_all_of_that_time(
    vault: Vault, line: str
) -> None:
    result = vault.search(line, SearchOptions(fill=False))
    assert {hit.path for hit in result.hits} == OF_LAST_WEEK
    assert result.confidence is Confidence.HIGH
    assert result.total == len(OF_LAST_WEEK)


VAGUE = tables()["en"]["requests"]["vague"].split()


@settings(deadline=None, max_examples=40)
@given(st.lists(st.sampled_from(sorted({*FUNCTION_WORDS, *VAGUE})), max_size=6))
def test_vague_words_beside_a_time_hide_none_of_its_notes(
    vault: Vault, words: list[str]
) -> None:
    result = vault.search(f"{' '.join(words)} last week", SearchOptions(fill=False))
    if result.time and result.time.shown == "16–22 Nov 2026":
        assert result.confidence is Confidence.HIGH
        assert {hit.path for hit in result.hits} <= OF_LAST_WEEK


def test_vague_words_do_not_make_a_good_match_of_a_time_weak(vault: Vault) -> None:
    result = vault.search("what changed about the roof since 10 November")
    assert result.hits[0].path == "meetings/roof.md"
    assert result.confidence is Confidence.HIGH


@pytest.mark.parametrize(
    "line",
    [
        "what was the migraine count in 2026",
        "number of migraines in 2026",
        "migraine frequency in 2026",
        "Anzahl Migräne in 2026",
        "nombre de migraines en 2026",
    ],
)
def test_a_number_of_a_time_that_no_note_states_is_counted(
    make_vault: MakeVault, line: str
) -> None:
    day = "# Day\n\nA migraine (Migräne) from noon on, went to bed early.\n"
    days = [f"{year}-{month:02}-03" for year in (2025, 2026) for month in range(1, 11)]
    vault = make_vault({f"{name}.md": day for name in days})
    vault.index()
    assert vault.search(line).total == 10
    (vault.root / "2026-11-01.md").write_text(f"# Total\n\n{line}: 41.\n", "utf-8")
    vault.index()
    assert vault.search(line).hits[0].path == "2026-11-01.md"


def test_a_line_about_what_no_note_of_a_time_has_is_not_for_all_of_them(
    vault: Vault,
) -> None:
    result = vault.search("what was decided about the passport last week")
    assert result.total is None
    assert result.confidence is Confidence.LOW


def test_a_time_alone_that_no_note_has_is_searched_as_words(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({"week.md": "# Week\n\n## Friday\n\nWrite the report.\n"})
    vault.index(embed=False)
    assert [hit.path for hit in vault.search("Friday").hits] == ["week.md"]


def test_notes_of_any_time_are_searched_if_none_is_of_the_asked_one(
    vault: Vault,
) -> None:
    result = vault.search("tea in March 2024")
    assert result.hits
    assert any(
        note.startswith("No good match is dated Mar 2024") for note in result.notes
    )


@pytest.mark.parametrize(
    "line",
    [
        "how many people did I meet in October 2025",
        "what was I planting in October 2025",
        "what did the zeppelin do on board in October 2025",
    ],
)
def test_what_is_dated_as_asked_is_never_called_of_another_date(
    make_vault: MakeVault, line: str
) -> None:
    days = [date(2025, month, day) for month in (9, 10, 11) for day in (1, 12, 27)]
    vault = make_vault(
        {
            f"journal/{day}.md": f"# {day:%A, %-d %B %Y}\n\nA steady day at home.\n"
            for day in days
        }
    )
    vault.index()
    result = vault.search(line)
    assert result.hits[0].path.startswith("journal/2025-10-")
    assert not any(note.startswith("No match is dated") for note in result.notes)


def test_the_time_is_said(vault: Vault) -> None:
    result = vault.search("tea last week")
    assert result.time
    assert result.time.shown == "16–22 Nov 2026"
    assert any(result.time.shown in note for note in result.notes)


def test_a_time_with_an_open_end_is_said_in_plain_words(vault: Vault) -> None:
    notes = vault.search("tea since 17 November").notes
    assert any(
        n.startswith("Only documents dated since 17 Nov 2026 were") for n in notes
    )


def test_a_time_is_words_without_dates_and_within_quotation_marks(
    vault: Vault,
) -> None:
    everything = found(vault, "tea in July 2025", dates=False)
    assert "tea.md" in everything
    assert "tea.md" in found(vault, 'tea "July 2025"')


@pytest.mark.parametrize(
    "line",
    [
        "el acta del 17 de noviembre de 2026",
        "le compte rendu du 17 novembre 2026",
        "das Protokoll vom 17.11.2026",
        "minutes of 17 November",
    ],
)
def test_minutes_of_a_day_are_its_notes(vault: Vault, line: str) -> None:
    result = vault.search(line)
    assert [hit.path for hit in result.hits] == ["meetings/roof.md"]
    assert result.confidence is Confidence.HIGH


def test_an_unknown_sender_selects_nothing(vault: Vault) -> None:
    assert "journal/2026-11-26.md" in found(vault, "mails from quinces")


def test_hits_without_a_date_come_last_in_both_orders(vault: Vault) -> None:
    newest = found(vault, "tea Anna", sort=Sort.NEWEST)
    oldest = found(vault, "tea Anna", sort=Sort.OLDEST)
    assert newest[0] == "journal/2026-11-26.md"
    assert oldest[0] == "diary/2025/07/04.md"
    assert newest[-1] == oldest[-1] == "tea.md"


def test_copied_files_are_not_of_today(make_vault: MakeVault) -> None:
    vault = make_vault({"tea.md": "# Tea\n\nHot.\n"})
    vault.index()
    assert found(vault, "after:2000-01-01") == []
    assert found(vault, "changed:2000-01-01") == ["tea.md"]


@pytest.mark.parametrize(
    ("line", "order", "rest"),
    [
        ("the latest mail about tea", "newest", "the mail about tea"),
        ("when did I last meet Anna?", "newest", "when did I meet Anna?"),
        ("wann habe ich zuletzt gebadet", "newest", "wann habe ich gebadet"),
        ("der letzte Brief", "newest", "der Brief"),
        ("when was the last time I swam?", "newest", "when was the I swam?"),
        ("wann war ich das letzte Mal bei Tom", "newest", "wann war ich das bei Tom"),
        ("the first time derivative", "", "the first time derivative"),
        ("the first meeting of Basalt", "oldest", "the meeting of Basalt"),
        ("first aid kit", "", "first aid kit"),
        ("when was the First World War", "", "when was the First World War"),
        ("last name of the customer", "", "last name of the customer"),
        ("the first 10 lines", "", "the first 10 lines"),
        ("install the latest version", "", "install the latest version"),
        ("latest version of python", "", "latest version of python"),
        ("latest version of the travel policy", "newest", "of the travel policy"),
        ("die neueste Version unserer Liste", "newest", "die unserer Liste"),
    ],
)
def test_order_words_are_read_and_taken_out(line: str, order: str, rest: str) -> None:
    assert take_order(line) == (rest, order)


def test_answers_without_a_model_quote_notes_in_the_asked_order(vault: Vault) -> None:
    question = "when did I last have tea with Anna?"
    events = asyncio.run(collected(vault.ask(question)))
    paths = [event.path for event in events if isinstance(event, Citation)]
    assert paths[:3] == [
        "journal/2026-11-26.md",
        "journal/2026-11-18.md",
        "diary/2025/07/04.md",
    ]


def test_a_fact_of_a_month_is_found_in_a_note_of_another_date(
    make_vault: MakeVault,
) -> None:
    vault = make_vault(
        {
            "report.md": "---\ndate: 2026-03-05\n---\n# Profit\n\n"
            "The profit before tax in November 2025 was 81,000 crowns.\n",
            "diary.md": "---\ndate: 2025-11-08\n---\n# Saturday\n\nTea in bed.\n",
        }
    )
    vault.index()
    asked = "What was the profit before tax in November 2025?"
    assert found(vault, asked)[0] == "report.md"
    assert found(vault, "tea in November 2025")[0] == "diary.md"


def test_a_weak_match_of_the_month_is_before_a_good_one_if_it_has_some_of_the_words(
    make_vault: MakeVault,
) -> None:
    vault = make_vault(
        {
            "2026-10-05.md": "Lost games of draughts in the garden of Ann.\n",
            "2026-09-05.md": "Lost at draughts in the garden of Ann.\n",
            "2025-10-19.md": "# Chess games\n\nChess games, all day.\n",
        }
    )
    vault.index()
    assert found(vault, "chess games in October 2026")[0] == "2026-10-05.md"
    assert found(vault, "chess games in September 2026")[0] == "2025-10-19.md"
    assert found(vault, "chess games in October 2025")[0] == "2025-10-19.md"


def test_the_latest_is_by_the_date_of_notes_not_by_their_last_change(
    make_vault: MakeVault,
) -> None:
    front = "---\ndate: {}\nupdated: {}\n---\n# Board minutes\n\nMinutes {}.\n"
    vault = make_vault(
        {
            "a.md": front.format("2026-06-16", "2026-06-19", "of the board"),
            "b.md": front.format("2025-03-10", "2026-09-14", "of the board"),
        }
    )
    vault.index()
    assert found(vault, "the latest board minutes")[0] == "a.md"
    result = vault.search("the latest board minutes")
    assert "The newest first, as the query asks." in result.notes
    assert found(vault, "board minutes", sort=Sort.NEWEST)[0] == "b.md"


@pytest.mark.parametrize(
    ("line", "paths"),
    [
        ("tea on 4 November 2026", {"2026-W45.md", "2026-11.md", "2026-11-04.md"}),
        ("tea on 8 November 2026", {"2026-W45.md", "2026-11.md"}),
        ("tea on 9 November 2026", {"2026-11.md"}),
        ("tea in November 2026", {"2026-W45.md", "2026-11.md", "2026-11-04.md"}),
        ("tea before 2 November 2026", {"2026-11.md"}),
        ("tea since 9 November 2026", {"2026-11.md", "2026-12-04.md"}),
    ],
)
def test_notes_of_weeks_and_months_are_of_each_of_their_days(
    make_vault: MakeVault, line: str, paths: set[str]
) -> None:
    names = ("2026-W45", "2026-11", "2026-11-04", "2026-12-04")
    vault = make_vault({f"{name}.md": "# Tea\n\nTea.\n" for name in names})
    vault.index(embed=False)
    assert set(found(vault, line)) == paths


def test_the_last_note_is_found_with_another_form_of_its_verb(
    make_vault: MakeVault,
) -> None:
    files = {f"2026-0{n}-01.md": "Talked to Leila about boats.\n" for n in range(3, 9)}
    vault = make_vault(
        {
            **files,
            "2026-02-01.md": "Rain. Met Leila.\n",
            "2025-02-01.md": "Met Leila.\n",
        }
    )
    vault.index()
    asked = "when did I last meet Leila?"
    assert found(vault, asked, mode=Mode.KEYWORD)[0] == "2026-02-01.md"


def test_a_note_with_the_year_alone_does_not_name_a_month_of_it(
    make_vault: MakeVault,
) -> None:
    vault = make_vault(
        {
            "choice.md": "---\ndate: 2026-02-10\n---\n# Slate\n\nDecided by Tom.\n",
            "plan.md": "---\ndate: 2026-01-13\n---\n# Plan of 2026\n\n"
            "We decide in January, February and March, and decide again in 2026.\n",
        }
    )
    vault.index(embed=False)
    assert found(vault, "what did we decide in February 2026")[0] == "choice.md"


def test_a_filter_that_nothing_satisfies_leaves_the_time(vault: Vault) -> None:
    found = vault.search("kind:of tea last week")
    assert found.time
    assert found.time.effect == "restricted"
    assert "No document satisfies kind:of: searched as words." in found.notes
    assert found.hits[0].path == "journal/2026-11-18.md"


def test_a_day_to_come_is_found_in_a_note_of_the_same_month_last_year(
    tmp_path: Path,
) -> None:
    notes = {
        "policy.md": "# Policy of 17 November 2025\n\nNext review: 17 November 2026.\n",
        "other.md": "# Reviews of October 2026\n\nThe next review of November.\n",
    }
    for path, text in notes.items():
        (tmp_path / path).write_text(text, encoding="utf-8")
    vault = open_vault(tmp_path, today=lambda: date(2026, 11, 2))
    vault.index()
    assert found(vault, "next review 17 Nov 2026")[0] == "policy.md"
    vault.close()


ELSEWHERE = {
    "winch.md": "---\ndate: 2025-06-03\n---\nThe winch was greased, its cable cut.\n",
    "crane.md": "---\ndate: 2025-06-04\n---\nThe crane was greased; a cable, a cut.\n",
    "rain.md": "---\ndate: 2026-11-18\n---\nIt rained on the harbour.\n",
}


@pytest.fixture
def elsewhere(make_vault: MakeVault) -> Vault:
    """A vault whose notes of last week are about nothing that is asked."""
    root = make_vault(dict(ELSEWHERE)).root
    vault = open_vault(root, today=lambda: date(2026, 11, 27))
    vault.index(embed=False)
    return vault


def test_a_search_without_its_time_has_the_notes_on_the_line(elsewhere: Vault) -> None:
    note = "'soon' is not a date: after:soon is searched as words."
    result = elsewhere.search("after:soon greased winch last week")
    assert result.time
    assert result.time.effect is TimeEffect.DROPPED
    assert note in result.notes


def test_a_search_without_its_time_is_corrected_as_it_says(elsewhere: Vault) -> None:
    result = elsewhere.search("wimch last week", SearchOptions(mode=Mode.KEYWORD))
    assert result.corrected == "winch"
    assert [hit.path for hit in result.hits] == ["winch.md"]


def test_a_search_without_its_time_leaves_out_what_is_excluded(
    elsewhere: Vault,
) -> None:
    found = elsewhere.search("greased winch last week").hits
    assert found[0].path == "winch.md"
    beside = SearchOptions(exclude=LineRange("winch.md", ALL_LINES))
    hits = elsewhere.search("greased winch last week", beside).hits
    assert "winch.md" not in [hit.path for hit in hits]


def test_a_search_without_its_time_has_the_required_phrase(elsewhere: Vault) -> None:
    first, last = date(2026, 11, 16), date(2026, 11, 22)
    time = SearchedTime(first, last, "", "last week", TimeEffect.RESTRICTED)
    hits = elsewhere.search('greased crane +"cable cut"', SearchOptions(time=time)).hits
    assert [hit.path for hit in hits] == ["winch.md"]


def test_the_words_of_a_time_are_not_removed_within_others() -> None:
    time = SearchedTime(None, None, "in May", "May 2026", TimeEffect.RESTRICTED)
    text = time.without_words("the shop in Mayfair in May")
    assert text.split() == ["the", "shop", "in", "Mayfair"]
    assert replace(time, words="五月").without_words("五月shop开门") == " shop开门"
