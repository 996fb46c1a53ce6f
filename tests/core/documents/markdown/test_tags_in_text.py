"""Tags in the text of a note are tags of the note: filter, counts and fields."""

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Vault
from ragtui_core.documents.markdown.tags import tags_of
from ragtui_core.documents.parser import parse_document
from ragtui_core.search.options import SearchOptions, field_filters
from ragtui_core.store.selection import FilterField
from support.extensions import needs_files
from support.vaults import IndexVault, shared_vault_fixture

NOTES: dict[str, str | bytes] = {
    "a.md": "---\ntags: [oxygen]\n---\n# A\n\nOf the pump. #Oxygen #work/roof\n",
    "b.md": "# B\n\n- [ ] call the roofer #work/roof #call\n\n`#code`, see #12 #fff\n",
    "c.md": "# C #heading\n\nhttps://a.org/#part of the pump\n",
    "d.html": "<h1>D</h1><p>Of a page. #call</p>",
    "e.txt": "#call is a comment of a script.\n",
}


tagged = shared_vault_fixture(NOTES, embed=False)


@pytest.mark.parametrize(
    ("tag", "paths"),
    [
        ("oxygen", ["a.md"]),
        ("work", ["a.md", "b.md"]),
        ("work/roof", ["a.md", "b.md"]),
        ("call", ["b.md"]),
        ("code", []),
        ("heading", []),
        ("12", []),
    ],
)
@needs_files
def test_a_filter_finds_these_tags(tagged: Vault, tag: str, paths: list[str]) -> None:
    filters = field_filters({"tag": (tag,)}, None)
    found = tagged.search("", SearchOptions(filters=filters)).hits
    assert sorted(hit.path for hit in found) == paths


def counts(vault: Vault) -> dict[str, int]:
    tags = {facet.field: facet.values for facet in vault.facets("")}[FilterField.TAG]
    return {value.value: value.count for value in tags}


@needs_files
def test_tags_are_counted_and_follow_changes(index_vault: IndexVault) -> None:
    vault = index_vault(NOTES)
    assert counts(vault) == {"oxygen": 1, "work/roof": 2, "call": 1}
    (vault.root / "b.md").write_text("# B\n\nDone. #done\n")
    vault.index(embed=False)
    assert counts(vault) == {"oxygen": 1, "work/roof": 1, "done": 1}


@given(st.text(alphabet="#ab/ -\n`<>![]()0é|*_\\", max_size=60))
def test_the_fields_have_the_tags_that_editors_show(text: str) -> None:
    note = f"---\ntags: [one]\n---\nA note.\n{text}\n"
    document = parse_document("a.md", note.encode())
    shown = {tag.name.casefold() for tag in tags_of(note)}
    assert {tag.casefold() for tag in document.fields.tags} == shown
    assert len(document.fields.tags) == len(shown)
