"""Superseded notes rank below what replaces them, and are marked."""

from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ragtui_core import Vault, open_vault
from ragtui_core.search.options import Level, SearchOptions
from ragtui_core.types import Hit, Mode
from support.vaults import MakeVault, write_files

BY_OLD = {
    "status and link": ("status: superseded", "Replaced by [[{new}]]."),
    "superseded_by": ('superseded_by: "[[{new}]]"', ""),
    "replaced-by": ("replaced-by: {new}.md", ""),
    "status": ("status: Replaced by [x]({new}.md)", ""),
    "text": ("", "Valid until May. Superseded by [[{new}]]; keep it."),
    "quote": ("", "> **Deprecated:** see [it]({new}.md)"),
    "callout": ("", "> [!warning] Obsolete\n> Use [[{new}|that]] instead."),
    "name": ("", "Superseded by {new} from May on."),
    "German": ("", "Dieses Dokument wurde durch [[{new}]] ersetzt."),
    "French": ("", "Cette page est obsolète, voir [[{new}]]."),
    "Dutch": ("vervangen_door: {new}", ""),
}
BY_NEW = {
    "supersedes": ('supersedes: "[[{old}]]"', ""),
    "replaces": ("replaces: [{old}.md, other.md]", ""),
    "text": ("", "Supersedes [[{old}]]."),
}
STYLES = [*((name, "old") for name in BY_OLD), *((name, "new") for name in BY_NEW)]
TOPICS = ("tariff", "ferry", "impeller", "warranty", "mooring")
WORDS = st.sampled_from(["north", "south", "pump", "price", "euro", "winter", "crew"])
OPTIONS = (
    *(SearchOptions(mode=mode) for mode in Mode),
    SearchOptions(dedup=False),
    SearchOptions(diverse=True),
    SearchOptions(level=Level.DOCUMENT),
)


def note(title: str, style: tuple[str, str], names: dict[str, str], body: str) -> str:
    front, opening = (each.format(**names) for each in style)
    return f"---\ntitle: {title}\n{front}\n---\n# {title}\n\n{opening}\n\n{body}\n"


def pair(
    number: int, style: tuple[str, str], bodies: tuple[str, str]
) -> dict[str, str | bytes]:
    """A note and the one that replaces it, about one topic."""
    names = {"old": f"list-{number}-a", "new": f"list-{number}-b"}
    name, said_by = style
    of_old = BY_OLD[name] if said_by == "old" else ("", "")
    of_new = BY_NEW[name] if said_by == "new" else ("", "")
    topic = TOPICS[number]
    old = note(f"{topic} {topic}", of_old, names, f"The {topic} {bodies[0]}.")
    new = note(f"{topic} next", of_new, names, f"Of the {topic}: {bodies[1]}.")
    return {f"a/{names['old']}.md": old, f"b/{names['new']}.md": new}


BODIES = st.lists(WORDS, min_size=1, max_size=12).map(" ".join)


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(
        st.tuples(st.sampled_from(STYLES), st.tuples(BODIES, BODIES)),
        min_size=1,
        max_size=len(TOPICS),
    )
)
def test_what_replaces_a_note_comes_first(
    tmp_path_factory: pytest.TempPathFactory,
    pairs: list[tuple[tuple[str, str], tuple[str, str]]],
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
            "v1.md": "# Fees\n\nReplaced by [[v2]].\n\nFees fees fees fees.\n",
            "v2.md": "# Fees 2\n\nReplaced by [[v3]].\n\nFees fees.\n",
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
            "a.md": "# A\n\nReplaced by [[b]]. Fees.\n",
            "b.md": "# B\n\nReplaced by [[a]]. Fees.\n",
            "c.md": "# C\n\nReplaced by [[c]]. Fees.\n",
        }
    )
    vault.index(embed=False)
    found = dict(states(vault, "fees"))
    assert found["a.md"] == "superseded by b"
    assert found["b.md"] == "superseded by a"
    assert found["c.md"] == ""


@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(
    st.lists(
        st.lists(st.integers(0, 5), max_size=2, unique=True), min_size=2, max_size=6
    )
)
def test_any_graph_of_notes_names_its_ends(
    tmp_path_factory: pytest.TempPathFactory, graph: list[list[int]]
) -> None:
    replaced_by = {
        number: [other for other in others if other < len(graph) and other != number]
        for number, others in enumerate(graph)
    }
    root = tmp_path_factory.mktemp("vault")
    for number, others in replaced_by.items():
        names = ", ".join(f"'[[n{other}]]'" for other in others)
        front = f"superseded_by: [{names}]" if others else "id: 1"
        text = f"---\n{front}\n---\n# Fees\n\nFees of {number}.\n"
        write_files(root, {f"n{number}.md": text})
    with closing(open_vault(root)) as vault:
        vault.index(embed=False)
        found = dict(states(vault, "fees"))
    for number, others in replaced_by.items():
        reached = set(others)
        for _ in graph:
            reached |= {end for node in reached for end in replaced_by[node]}
        words = found[f"n{number}.md"]
        assert bool(words) is bool(others)
        named = {int(name[1:]) for name in words.split() if name[1:].isdigit()}
        ends = {node for node in reached if not replaced_by[node]}
        assert named == set(others) or (named == ends and number not in reached)


def test_a_person_or_no_note_replaces_the_thing_that_a_note_describes(
    make_vault: MakeVault,
) -> None:
    vault = make_vault(
        {
            "a.md": "# Treasurer\n\nReplaced by [[Tom]] in May. Fees.\n",
            "b.md": "# Pump\n\nReplaced by [[Nowhere]]. Fees.\n",
            "c.md": "# List\n\nSuperseded by [[Tom]]. Fees.\n",
            "d.md": "# List\n\nReplaced by [[c]]. Fees.\n",
            "people/tom.md": "# Tom\n\nFees.\n",
        }
    )
    vault.index(embed=False)
    assert dict(states(vault, "fees")) == {
        "a.md": "",
        "b.md": "",
        "c.md": "superseded by tom",
        "d.md": "superseded by tom",
        "people/tom.md": "",
    }


def test_a_draft_is_below_a_note_with_the_same_words(make_vault: MakeVault) -> None:
    text = "# Fees\n\nThe fees of the harbour.\n"
    vault = make_vault(
        {
            "a.md": f"---\nstatus: Draft\nsupersedes: '[[c]]'\n---\n{text}",
            "b.md": text,
            "c.md": "# Old fees\n\nThe fees of the harbour are as last year.\n",
        }
    )
    vault.index(embed=False)
    found = states(vault, "fees harbour")
    assert found.index(("b.md", "")) < found.index(("a.md", "draft"))
    # A draft is not in force: it replaces nothing.
    assert ("c.md", "") in found
    assert states(vault, "status:draft fees") == [("a.md", "draft")]


def test_an_old_note_is_found_by_its_name(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "price-list-2025.md": "# Price list 2025\n\nSuperseded by "
            "[[price-list-2026]].\n\nPump 12.\n",
            "price-list-2026.md": "# Price list 2026\n\nPump 13.\n",
        }
    )
    vault.index(embed=False)
    marked = "superseded by price-list-2026"
    assert states(vault, "price list 2025")[0] == ("price-list-2025.md", marked)
    assert states(vault, "price list")[0] == ("price-list-2026.md", "")
    # Without the note that replaces it, its name is not known.
    (vault.root / "price-list-2026.md").unlink()
    vault.index(embed=False)
    assert states(vault, "pump") == [("price-list-2025.md", "superseded")]


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
    wanted = [f"travel-policy-v{number}.md" for number in (10, 3, 2)]
    assert paths[: len(wanted)] == wanted
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
