"""Superseded notes rank below what replaces them, and are marked."""

from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ragtui_core import Vault, open_vault
from ragtui_core.search.options import Level, SearchOptions
from ragtui_core.search_results import Hit, Mode
from support.vaults import MakeVault, write_files

STYLES = {
    "status": ("status: Superseded by [x]({new}.md)", ""),
    "superseded_by": ('superseded_by: "[[{new}]]"', ""),
    "text": ("", "> Superseded by [[{new}]]; keep it."),
}
TOPICS = ("tariff", "ferry", "impeller", "warranty", "mooring")
WORDS = st.sampled_from(["north", "south", "pump", "price", "euro", "winter", "crew"])
OPTIONS = (
    *(SearchOptions(mode=mode) for mode in Mode),
    SearchOptions(dedup=False),
    SearchOptions(diverse=True),
    SearchOptions(level=Level.DOCUMENT),
)


def note(title: str, style: tuple[str, str], new: str, body: str) -> str:
    front, opening = (each.format(new=new) for each in style)
    return f"---\ntitle: {title}\n{front}\n---\n# {title}\n\n{opening}\n\n{body}\n"


def pair(number: int, style: str, bodies: tuple[str, str]) -> dict[str, str | bytes]:
    """A note and the one that replaces it, about one topic."""
    old, new = f"list-{number}-a", f"list-{number}-b"
    topic = TOPICS[number]
    return {
        f"a/{old}.md": note(
            f"{topic} {topic}", STYLES[style], new, f"The {topic} {bodies[0]}."
        ),
        f"b/{new}.md": note(
            f"{topic} next", ("", ""), new, f"Of the {topic}: {bodies[1]}."
        ),
    }


BODIES = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(STYLES)), st.tuples(BODIES, BODIES)),
        min_size=1,
        max_size=len(TOPICS),
    )
)
def test_what_replaces_a_note_comes_first(
    tmp_path_factory: pytest.TempPathFactory,
    pairs: list[tuple[str, tuple[str, str]]],
) -> None:
    root = tmp_path_factory.mktemp("vault")
    for number, (style, bodies) in enumerate(pairs):
        write_files(root, pair(number, style, bodies))
    with closing(open_vault(root)) as vault:
        vault.index()
        for number in range(len(pairs)):
            for options in OPTIONS:
                check(vault.search(TOPICS[number], options).hits, number)


def check(hits: tuple[Hit, ...], number: int) -> None:
    old, new = f"a/list-{number}-a.md", f"b/list-{number}-b.md"
    order = [hit.path for hit in hits]
    assert {old, new} <= set(order)
    assert order.index(new) < order.index(old)
    for hit in hits:
        if hit.path == old:
            assert hit.state == f"superseded by list-{number}-b"
        elif hit.path == new:
            assert not hit.state
    assert [hit.fused for hit in hits if not hit.additional] == sorted(
        (hit.fused for hit in hits if not hit.additional), reverse=True
    )


def states(vault: Vault, query: str) -> list[tuple[str, str]]:
    options = SearchOptions(mode=Mode.KEYWORD)
    return [(hit.path, hit.state) for hit in vault.search(query, options).hits]


def test_a_chain_is_ranked_from_its_end(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "v1.md": "# Fees\n\nSuperseded by [[v2]].\n\nFees fees fees fees.\n",
            "v2.md": "# Fees 2\n\nSuperseded by [[v3]].\n\nFees fees.\n",
            "v3.md": "# Rates\n\nSome fees and other things that cost money.\n",
        }
    )
    vault.index(embed=False)
    assert states(vault, "fees") == [
        ("v3.md", ""),
        ("v2.md", "superseded by v3"),
        ("v1.md", "superseded by v3"),
    ]
    # What replaces it does not match: it is shown where it is, marked.
    (vault.root / "v3.md").write_text("# Rates\n\nMoney.\n")
    vault.index(embed=False)
    assert states(vault, "fees")[:2] == [
        ("v2.md", "superseded by v3"),
        ("v1.md", "superseded by v3"),
    ]


def test_a_circle_of_notes_ends(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "a.md": "# A\n\nSuperseded by [[b]]. Fees.\n",
            "b.md": "# B\n\nSuperseded by [[a]]. Fees.\n",
            "c.md": "# C\n\nSuperseded by [[c]]. Fees.\n",
        }
    )
    vault.index(embed=False)
    found = dict(states(vault, "fees"))
    assert found["a.md"] == "superseded by b"
    assert found["b.md"] == "superseded by a"
    assert found["c.md"] == "superseded"


def test_several_notes_replace_one(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "a.md": "---\nsuperseded_by: [b, c, nowhere, .]\n---\n# A\n\nFees.\n",
            "b.md": "---\nsuperseded_by: d\n---\n# B\n\nFees.\n",
            "c.md": "# C\n\nFees.\n",
            "d.md": "# D\n\nFees.\n",
        }
    )
    vault.index(embed=False)
    assert dict(states(vault, "fees")) == {
        "a.md": "superseded by d and c",
        "b.md": "superseded by d",
        "c.md": "",
        "d.md": "",
    }


def test_a_draft_is_below_a_note_with_the_same_words(make_vault: MakeVault) -> None:
    text = "# Fees\n\nThe fees of the harbour.\n"
    vault = make_vault(
        {
            "a.md": f"---\nstatus: Draft\n---\n{text}",
            "b.md": text,
        }
    )
    vault.index(embed=False)
    found = states(vault, "fees harbour")
    assert found.index(("b.md", "")) < found.index(("a.md", "draft"))
    assert states(vault, "status:draft fees") == [("a.md", "draft")]


def test_keys_of_ours_in_front_matter_do_no_harm(make_vault: MakeVault) -> None:
    vault = make_vault(
        {"a.md": '---\n"ragtui:succession": 7\n---\n# A\n\nFees.\n', "b.md": "Fees."}
    )
    vault.index(embed=False)
    assert {state for _, state in states(vault, "fees")} == {""}


VERSIONS = {
    "travel-policy-v2.md": "# Travel policy v2\n\nHotels up to 120 euros.\n",
    "travel-policy-v10.md": "# Travel policy v10\n\nHotels up to 170 euros.\n",
    "travel-policy-v3.md": "# Travel policy v3\n\nHotels up to 150 euros.\n",
    "2026-03-01 Prices.md": "# Prices\n\nFitters travel by the travel policy.\n",
    "2026-02-01 Minutes.md": "# Minutes\n\nThe policy of travel was on the agenda.\n",
}


@pytest.mark.parametrize(
    "line",
    [
        "latest travel policy",
        "the latest version of the travel policy",
        "what is the current travel policy?",
        "which travel policy is current?",
        "was ist die aktuelle travel policy",
    ],
)
def test_versions_of_a_note_come_first_the_latest_before_the_others(
    make_vault: MakeVault, line: str
) -> None:
    vault = make_vault(dict(VERSIONS))
    vault.index(embed=False)
    paths = [hit.path for hit in vault.search(line).hits]
    wanted = {f"travel-policy-v{number}.md" for number in (10, 3, 2)}
    assert set(paths[: len(wanted)]) == wanted
    assert len(paths) == len(VERSIONS)


def test_of_versions_without_numbers_the_one_that_replaces_others_is_first(
    make_vault: MakeVault,
) -> None:
    old = "---\ncreated: 2026-04-01\nsuperseded_by: travel-policy\n---\n"
    vault = make_vault(
        {
            "old travel policy.md": f"{old}# Travel policy, old\n\nTrains only.\n",
            "travel-policy.md": "# Travel policy\n\nTrains and ferries.\n",
            "2026-05-01.md": "Read the travel policy.\n",
        }
    )
    vault.index(embed=False)
    paths = [hit.path for hit in vault.search("latest travel policy").hits]
    assert paths == ["travel-policy.md", "old travel policy.md", "2026-05-01.md"]


def test_a_question_for_a_day_is_about_any_note(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "2026-01-03 Piano plan.md": "# Piano plan\n\nPlay the piano daily.\n",
            "2026-01-02 Piano shop.md": "# Piano shop\n\nA piano is costly.\n",
            "2026-05-01.md": "Played the piano.\n",
        }
    )
    vault.index(embed=False)
    assert vault.search("when was the last piano").hits[0].path == "2026-05-01.md"


@pytest.mark.parametrize("line", ["what is the current in the coil", "current coil"])
def test_an_electric_current_is_no_order(make_vault: MakeVault, line: str) -> None:
    vault = make_vault({"coil.md": "The current in the coil is 2 A.\n"})
    vault.index(embed=False)
    assert not vault.search(line).by_date
