"""Document links of a note that is edited: only what changed is written again."""

from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ragtui_lsp.features import document_links
from ragtui_lsp.features.document_links import Written, written_links
from ragtui_lsp.location_mapper import LocationMapper
from ragtui_lsp.position_codec import PositionedText
from ragtui_lsp.workspace_vaults import ServedVault
from support.served import served_vault
from support.vaults import MakeVault

NOTE = "links.md"

LINES = (
    "- [[a]] and [[b#One]], [[gone]]\n",
    "- [é😀](a.md) [[#Here]]\r\n",
    "\n",
    "# Here\n",
    "a [[b]]\r",
    "```\n",
)

EDITS = st.lists(
    st.tuples(
        st.integers(0, 300), st.integers(0, 40), st.sampled_from(("", "x", *LINES))
    ),
    min_size=1,
    max_size=4,
)
"""Each replaces some characters, from one on, by a text."""


@pytest.fixture
def served(make_vault: MakeVault) -> ServedVault:
    vault = make_vault({"a.md": "# A\n\nText.\n", "b.md": "# B\n\n## One\n\nText.\n"})
    vault.index(embed=False)
    return served_vault(vault)


def written(served: ServedVault, text: str, before: Written | None = None) -> Written:
    locations = LocationMapper(served, "utf-16", {NOTE: text}, NOTE)
    return written_links(PositionedText(text, "utf-16"), locations, before)


def test_links_after_edits_are_those_of_the_text(served: ServedVault) -> None:
    @settings(deadline=None, suppress_health_check=[*HealthCheck])
    @given(st.lists(st.sampled_from(LINES), max_size=12), EDITS)
    def check(lines: list[str], edits: Sequence[tuple[int, int, str]]) -> None:
        text = "".join(lines)
        last = written(served, text)
        for start, length, new in edits:
            text = text[:start] + new + text[start + length :]
            last = written(served, text, last)
            assert list(last.items) == list(written(served, text).items)

    check()


def test_links_elsewhere_are_not_written_again(
    served: ServedVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [f"- [[a|{n}]] and [[b#One]]\n" for n in range(400)]
    last = written(served, "".join(lines))
    lines[200] = f"x{lines[200]}"
    rows: list[int] = []

    def seen(line: int, *_: int) -> str:
        rows.append(line)
        return ""

    monkeypatch.setattr(document_links, "range_text", seen)
    written(served, "".join(lines), last)
    assert {200} <= set(rows) <= {199, 200, 201}


def test_a_link_whose_target_changed_is_written_again(served: ServedVault) -> None:
    text = "[[b#One]] [[b#Two]]\n"
    last = written(served, text)
    assert last.items[1] == ""
    (served.vault.root / "b.md").write_text(
        "# B\n\nText.\n\n## Two\n\nText.\n", "utf-8"
    )
    served.vault.index(embed=False)
    now = written(served, text, last)
    assert now.items[0] == ""
    assert "b.md#L5" in now.items[1]
