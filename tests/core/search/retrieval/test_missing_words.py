"""Words of a query that no passage has count by their own meaning."""

import pytest

from ragtui_core import SearchOptions, Vault
from ragtui_core.search.query.index_query import build_query
from ragtui_core.search.query.query_language import parse_line
from ragtui_core.search.retrieval.query_coverage import QueryCoverage
from ragtui_core.types import Mode
from support.vaults import MakeVault

NOTES: dict[str, str | bytes] = {
    "busy.md": "# Busy day\n\nA busy day with many visitors at the office.\n",
    "sunny.md": "# Sunny day\n\nA sunny day at the beach with the family.\n",
    "quiet.md": "# Quiet day\n\nA quiet day at work, the report was finished.\n",
    "market.md": "# Market day\n\nA market day in town, we bought cheese.\n",
    "sofa.md": "# Sunday\n\nDid next to nothing all day. Stayed on the sofa.\n",
    "window.md": "# Tuesday\n\nFelt unproductive, stared out of the window all day.\n",
}


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    made = make_vault(NOTES)
    made.index()
    return made


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("lazy day", "lazy"),
        ("a lazy day", "lazy"),
        ("busy day", ""),
        ("Kowalczyk day", ""),
        ("e306 day", ""),
    ],
)
def test_names_and_codes_have_no_meaning_of_their_own(
    vault: Vault, line: str, words: str
) -> None:
    with vault._store.reader() as reader:
        missing, ratio = QueryCoverage(reader, build_query(parse_line(line))).missing()
    assert missing == words
    assert (ratio > 0) == bool(words)


def test_a_word_that_no_passage_has_is_searched_by_its_meaning(vault: Vault) -> None:
    hits = vault.search("lazy day", SearchOptions(mode=Mode.HYBRID, min_score=0)).hits
    assert {hit.path for hit in hits[:3]} >= {"sofa.md", "window.md"}


def test_meaning_precedes_a_word_that_says_little(make_vault: MakeVault) -> None:
    moods = {
        "steady": "A steady day, nothing unusual.",
        "ordinary": "Ordinary day, a walk in the evening.",
        "lazy": "Felt unproductive and mostly stared out of the window.",
        "idle": "Did next to nothing; stayed on the sofa with a blanket.",
        "happy": "Laughed a lot at lunch; everything went well.",
        "busy": "Back to back calls from nine to six.",
        "ill": "A migraine from noon on, went to bed early.",
    }
    done = ("Bought quinces at the market", "Cooked lentil soup", "Lost at chess")
    names, number = dict[str, str](), 0
    for mood in moods:
        for act in done:
            for folder in ("log/day-", "log/day-", "notes/n"):
                number += 1
                names[f"{folder}{number}.md"] = f"{mood}: {moods[mood]} {act}.\n"
    texts = {name: text.partition(": ")[2] for name, text in names.items()}
    vault = make_vault(dict(texts))
    vault.index()
    hits = vault.search("lazy day", SearchOptions(fill=False, limit=60)).hits
    found = [
        f"{h.path.partition('/')[0]} {names[h.path].partition(':')[0]}" for h in hits
    ]
    assert found[:2] == ["log lazy"] * 2
