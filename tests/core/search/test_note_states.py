"""Superseded notes rank below what replaces them, and are marked."""

from contextlib import closing

import pytest
from hypothesis import given, settings, strategies as st

from ragtui_core import open_vault
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Hit, Mode
from support.vaults import IndexVault, write_files

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
    SearchOptions(fill=False),
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


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.sampled_from(sorted(STYLES)), st.tuples(BODIES, BODIES)),
        min_size=1,
        max_size=len(TOPICS),
    )
)
def test_what_replaces_a_note_comes_first(
    tmp_path_factory: pytest.TempPathFactory, pairs: list[tuple[str, tuple[str, str]]]
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


@pytest.mark.parametrize("line", ["what is the current in the coil", "current coil"])
def test_an_electric_current_is_no_order(index_vault: IndexVault, line: str) -> None:
    vault = index_vault({"coil.md": "The current in the coil is 2 A.\n"})
    assert not vault.search(line).by_date
