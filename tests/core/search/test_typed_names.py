"""Notes whose name begins as the line that is being typed come first."""

import random
import string

import pytest

from ragtui_core import Vault
from ragtui_core.search.engine import UNFINISHED
from ragtui_core.search.options import SearchOptions, Sort
from ragtui_core.search_results import LOW_CONFIDENCE, Mode
from ragtui_core.store.names.title_names import SortedNames
from ragtui_core.types import DocumentId
from support.vaults import Files, MakeVault

TYPED = SearchOptions(mode=Mode.KEYWORD, as_you_type=True)
TALK = "Quarterly harbour dues, lighthouse lamps and dredging. " * 8


@pytest.fixture
def harbour(make_vault: MakeVault) -> Vault:
    files: Files = {
        f"talk/{at}.md": f"# Talk {at}\n\n{TALK}Harbour dues: harbour dues.\n"
        for at in range(9)
    }
    files |= {
        "Harbour dues.md": "# Fees of 2026\n\nNothing yet.\n",
        "b.md": "# Lighthouse keeper rota\n\nAnn, then Bo.\n",
        "c.md": "---\naliases: [Dredging plan, the mud book]\n---\n# Depths\n\nSoon.\n",
        "开发.md": "# 开发指南\n\n第一步。\n",
        "links.md": "# Lamps of the harbour\n\n- [[b]]\n- [[c]]\n- [[Harbour dues]]\n",
    }
    vault = make_vault(files)
    vault.index(embed=False)
    return vault


@pytest.mark.parametrize(
    ("line", "path"),
    [
        ("harbour d", "Harbour dues.md"),
        ("Lightho", "b.md"),
        ("lighthouse keeper ro", "b.md"),
        ("dredging pl", "c.md"),
        ("the mud", "c.md"),
        ("lihgthouse kee", "b.md"),
        ("dregding plan", "c.md"),
        ("harbuor du", "Harbour dues.md"),
        ("ligthouse", "b.md"),
        ("开发", "开发.md"),
        ("lamps of", "links.md"),
    ],
)
def test_the_beginning_of_a_name_finds_its_note_first(
    harbour: Vault, line: str, path: str
) -> None:
    hits = harbour.search(line, TYPED).hits
    assert hits[0].path == path
    assert not hits[0].is_weak


def test_only_while_typing_and_by_relevance(harbour: Vault) -> None:
    complete = SearchOptions(mode=Mode.KEYWORD)
    by_date = SearchOptions(mode=Mode.KEYWORD, as_you_type=True, sort=Sort.NEWEST)
    for options in (complete, by_date):
        assert harbour.search("lamps", options).hits[0].path != "links.md"
    assert harbour.search("lamps", TYPED).hits[0].path == "links.md"


def test_of_superseded_notes_the_newest_is_first(make_vault: MakeVault) -> None:
    notes = {
        f"allowance-{year}.md": f"---\nsuperseded_by: '[[allowance-{year + 1}]]'\n---\n"
        f"# Travel allowance {year}\n\nIt is {year} crowns.\n"
        for year in (2024, 2025)
    }
    newest = "# Travel allowance 2026\n\nIt is 2026 crowns.\n"
    vault = make_vault({**notes, "allowance-2026.md": newest})
    vault.index(embed=False)
    for line in ("travel allow", "travel allowance"):
        paths = [hit.path for hit in vault.search(line, TYPED).hits]
        assert paths == [f"allowance-{year}.md" for year in (2026, 2025, 2024)]


@pytest.mark.parametrize("line", ["helio", "helio b", "helio bud", "helio budg of"])
def test_words_keep_their_beginnings_while_the_next_is_typed(
    make_vault: MakeVault, line: str
) -> None:
    helio = "The budget of Heliotrope is 40,000.\n"
    others: Files = {f"{at}.md": f"# Log {at}\n\nNothing new.\n" for at in range(9)}
    vault = make_vault({"a.md": f"# Costs\n\n{helio}", **others})
    vault.index(embed=False)
    found = vault.search(line, TYPED)
    assert (found.hits[0].path, found.confidence) == ("a.md", "high")


@pytest.mark.parametrize("begun", ["folder:", "folder:ta", "-folder:ta", "after:to"])
def test_a_filter_counts_once_it_has_a_value(harbour: Vault, begun: str) -> None:
    whole = harbour.search("dredging", TYPED)
    found = harbour.search(f"dredging {begun}", TYPED)
    assert (found.hits, found.notes) == (whole.hits, whole.notes)
    alone = harbour.search(begun, TYPED)
    assert (alone.query, alone.hits, alone.notes) == (begun, (), (UNFINISHED,))


def test_filters_apply(harbour: Vault) -> None:
    hits = harbour.search("dredging pl folder:talk", TYPED).hits
    assert {hit.path.partition("/")[0] for hit in hits} == {"talk"}


def test_a_beginning_of_many_names_is_of_none(harbour: Vault) -> None:
    named = SortedNames((DocumentId(at), (f"Talk {at}", f"{at}")) for at in range(30))
    assert len(named.begun("talk")) == 30
    assert named.begun("talk 7") == [7]


def test_no_more_than_three_come_first(make_vault: MakeVault) -> None:
    files: Files = {f"{at}.md": f"# Pump house {at}\n\nEmpty.\n" for at in range(9)}
    vault = make_vault({**files, "z.md": f"# Log\n\n{'pump ' * 40}\n"})
    vault.index(embed=False)
    hits = vault.search("pump", TYPED).hits
    assert [hit.path for hit in hits].index("z.md") <= 3


def test_one_typo_in_a_name_leaves_it_first() -> None:
    chance = random.Random(20261127)
    words = ["".join(chance.choices(string.ascii_lowercase, k=7)) for _ in range(400)]
    names = [f"{one} {two}" for one, two in zip(words[::2], words[1::2], strict=True)]
    listed = SortedNames((DocumentId(at), (name,)) for at, name in enumerate(names))
    for number, name in enumerate(names):
        at = chance.randrange(12)
        half = name[:12]
        for line in (
            half[:at] + half[at + 1 :],
            f"{half[:at]}é{half[at:]}",
            half[:at] + half[at : at + 2][::-1] + half[at + 2 :],
        ):
            assert listed.begun(line)[:1] == [number]


def test_names_of_any_characters_are_kept_apart() -> None:
    names = ["", " \n ", "\u200b", "Two\nlines", "İstanbul", "_", "C++", "ﬁne", "\0"]
    listed = SortedNames((DocumentId(at), (name,)) for at, name in enumerate(names))
    assert listed.begun("two li") == [3]
    assert listed.begun("istan") == [4]
    assert listed.begun("fin") == [7]
    assert listed.begun("") == []


@pytest.mark.parametrize(
    ("line", "path"),
    [("the mud book", "c.md"), ("Dredging plan", "c.md"), ("LKR", "b.md")],
)
def test_a_line_that_is_an_alias_or_initials_is_a_good_hit(
    harbour: Vault, line: str, path: str
) -> None:
    (hit, *_) = harbour.search(
        line, SearchOptions(mode=Mode.KEYWORD, min_score=LOW_CONFIDENCE)
    ).hits
    assert hit.path == path
    assert not hit.is_weak
