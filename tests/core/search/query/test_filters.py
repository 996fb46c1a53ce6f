"""Filters in the query and as options: what they keep, and what is said."""

import pytest
from hypothesis import given, settings, strategies as st

from ragtui_core import Vault
from ragtui_core.documents.kinds import OWN_KINDS
from ragtui_core.documents.mail.categories import MailCategory
from ragtui_core.search.options import CurrentLocation, Scope, SearchOptions
from ragtui_core.search.query_language import FIELDS
from ragtui_core.search_results import Mode, SearchResult
from ragtui_core.store.selection import FilterField
from ragtui_core.text.folding import folded
from support.vaults import MakeVault


def found(vault: Vault, query: str, **options: object) -> set[str]:
    result = vault.search(query, SearchOptions(**options))  # type: ignore[arg-type]
    return {hit.path for hit in result.hits}


def said(result: SearchResult) -> str:
    return " ".join(result.notes)


HERON, DIPPER = "products/heron.md", "products/dipper.md"
ZOE, TOM = "people/zoe.md", "people/old/tom.md"


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ("tag:probe", {HERON}),
        ("tag:#PROBE", {HERON}),
        ("tag:project", {HERON}),
        ("tag:probe tag:staff", set()),
        ("company:kestrel", {HERON}),
        ('company:"fjordlax nord"', {ZOE}),
        ("category:person", {ZOE, TOM}),
        ("category:person category:product", {ZOE, TOM, HERON}),
        ("-category:person tag:probe", {HERON}),
        ("type:datasheet", {HERON}),
        ("status:archived", {DIPPER}),
        ("folder:people", {ZOE, TOM}),
        ("folder:old", {TOM}),
        ("path:people/*.md", {ZOE, TOM}),
        ("path:zoe", {ZOE}),
        ("after:2026-03-25", {HERON}),
        ("after:7d", {HERON}),
        ("after:2026-03-01 before:2026-03-25", {ZOE}),
        ("before:2020", {TOM}),
    ],
)
def test_a_filter_keeps_all_that_it_should_and_nothing_else(
    field_vault: Vault, filters: str, expected: set[str], mode: Mode
) -> None:
    # "probe" is not in every note: semantic search depends on filters alone.
    assert found(field_vault, filters) == expected
    with_word = found(field_vault, f"probe {filters}", mode=mode)
    assert with_word <= expected
    if mode is not Mode.KEYWORD:
        assert with_word == expected
    as_options = found(field_vault, "probe", mode=mode, filters=tuple(filters.split()))
    if '"' not in filters:
        assert as_options == with_word


def test_filters_alone_list_the_newest_first(field_vault: Vault) -> None:
    hits = field_vault.search("category:person category:product").hits
    assert [hit.path for hit in hits] == [HERON, ZOE, TOM]
    assert {hit.score for hit in hits} == {1.0}


def test_archived_documents_wait_until_they_are_asked_for(field_vault: Vault) -> None:
    result = field_vault.search("level probe", SearchOptions(mode=Mode.KEYWORD))
    assert DIPPER not in {hit.path for hit in result.hits}
    assert "add status:archived" in said(result)
    assert DIPPER in found(field_vault, "level probe", archived=True)
    assert found(field_vault, "level probe status:archived") == {DIPPER}
    assert "add status:archived" not in said(field_vault.search("wiper blade"))


def test_words_can_be_left_out(field_vault: Vault) -> None:
    assert HERON in found(field_vault, "probe")
    # The whole document goes, not only the passage that contains the word.
    assert HERON not in found(field_vault, "probe -scratch")
    assert ZOE not in found(field_vault, 'probe -"every probe"')


def test_an_exact_phrase_must_occur(field_vault: Vault) -> None:
    assert found(field_vault, '"wiper blade every winter"') == {HERON}
    result = field_vault.search('"blade wiper"', SearchOptions(mode=Mode.KEYWORD))
    assert result.relaxed == "phrase"
    assert 'No passage contains the phrase "blade wiper"' in said(result)
    assert result.hits[0].path == HERON


def test_an_impossible_filter_is_named(field_vault: Vault) -> None:
    result = field_vault.search("probe tag:prob")
    assert not result.hits
    assert "No document satisfies tag:prob (did you mean probe?)" in said(result)
    options = SearchOptions(filters=("kind:pdfs",))
    kinds = said(field_vault.search("probe", options))
    assert "No document satisfies kind:pdfs; there are markdown" in kinds
    both = said(field_vault.search("probe tag:staff folder:products"))
    assert "No document satisfies tag:staff and folder:products together" in both
    assert "archived" in said(field_vault.search("before:2022 tag:probe"))


def test_a_malformed_date_is_named_and_ignored(field_vault: Vault) -> None:
    result = field_vault.search("wiper after:2026-13-45")
    assert "after:2026-13-45 was ignored" in said(result)
    assert result.hits[0].path == HERON
    option = SearchOptions(filters=("after:soonish",))
    assert "after:soonish was ignored" in said(field_vault.search("wiper", option))


def test_what_is_no_date_is_searched_as_words(field_vault: Vault) -> None:
    result = field_vault.search("wiper after:all")
    assert "'all' is not a date: after:all is searched as words." in said(result)
    assert result.hits[0].path == HERON


@pytest.mark.parametrize(
    "typed", ["status:404", "kind:of", "to:do", "has:anyone", "tag:latest", "type:int"]
)
@pytest.mark.parametrize("line", ["probe {}", "{} probe", "probe category:product {}"])
def test_an_unlikely_filter_is_searched_as_words(
    field_vault: Vault, line: str, typed: str
) -> None:
    result = field_vault.search(line.format(typed), SearchOptions(mode=Mode.KEYWORD))
    assert HERON in {hit.path for hit in result.hits}
    assert f"No document satisfies {typed}: searched as words." in said(result)
    if "category:" in line:
        assert {hit.path for hit in result.hits} == {HERON}
    counted = {facet.field: facet for facet in field_vault.facets(line.format(typed))}
    assert counted


def test_the_field_that_has_the_value_is_named(field_vault: Vault) -> None:
    as_words = said(field_vault.search("type:product"))
    assert (
        "type:product (did you mean category:product?): searched as words" in as_words
    )
    option = SearchOptions(filters=("kind:product",))
    assert "kind:product (did you mean category:product?)" in said(
        field_vault.search("wiper", option)
    )


@pytest.mark.parametrize(
    "typed",
    ["kind:pdf", "status:archive", "category:junk", "has:attachment", "year:2020",
     "path:*.pdf", "folder:a/b", "from:x@example.org", "after:2030-01-01", "tag:prob"],
)  # fmt: skip
def test_a_likely_filter_remains_one(field_vault: Vault, typed: str) -> None:
    result = field_vault.search(f"wiper {typed}")
    assert not result.hits
    assert "searched as words" not in said(result)


def test_an_option_is_a_filter_in_any_case(field_vault: Vault) -> None:
    result = field_vault.search("probe", SearchOptions(filters=("status:404",)))
    assert not result.hits
    assert "No document satisfies status:404." in said(result)


KNOWN = {"markdown", *OWN_KINDS, *MailCategory, "archived", "attachment"}
"""Values that filters have in any vault: hypothesis also tries words of our code."""

FILTER_LIKE = st.tuples(
    st.sampled_from([*FIELDS]),
    st.text(st.characters(categories=["L"]), min_size=1, max_size=8),
).filter(lambda pair: pair[0] != FilterField.YEAR and folded(pair[1]) not in KNOWN)


def test_joined_words_never_hide_everything(field_vault: Vault) -> None:
    options = SearchOptions(mode=Mode.KEYWORD)

    @settings(max_examples=150, deadline=None)
    @given(st.lists(FILTER_LIKE, min_size=1, max_size=3))
    def check(pairs: list[tuple[FilterField, str]]) -> None:
        typed = [f"{field}:{value}" for field, value in pairs]
        result = field_vault.search(" ".join(["probe", *typed]), options)
        reasons = ("did you mean", "together", "are archived")
        assert result.hits or any(reason in said(result) for reason in reasons)

    check()


def test_scopes_are_strict(field_vault: Vault) -> None:
    at = CurrentLocation("people/zoe.md")
    assert found(field_vault, "probe", at=at, scope=Scope.FILE) == {ZOE}
    assert found(field_vault, "probe", at=at, scope=Scope.FOLDER) == {ZOE, TOM}
    assert HERON in found(field_vault, "probe", at=at, scope=Scope.VAULT)
    assert "was ignored" in said(
        field_vault.search("probe", SearchOptions(scope=Scope.FILE))
    )


def test_where_one_is_counts(field_vault: Vault) -> None:
    def fused(at: CurrentLocation | None) -> dict[str, float]:
        options = SearchOptions(mode=Mode.KEYWORD, at=at)
        hits = field_vault.search("probe", options).hits
        return {hit.path: hit.fused for hit in hits}

    before, after = fused(None), fused(CurrentLocation("people/zoe.md"))
    assert after[ZOE] > before[ZOE]
    assert next(iter(after)) == ZOE


def test_a_missing_path_matches_no_other_files(
    field_vault: Vault,
) -> None:
    at = CurrentLocation("people/unknown.md")
    result = field_vault.search("probe", SearchOptions(at=at, scope=Scope.FILE))
    assert not result.hits
    assert "The index does not contain file people/unknown.md" in said(result)


def test_a_note_explains_why_nothing_was_found(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# A\n\nOnly ferries.\n", "b.md": "# B\n\nA probe.\n"})
    vault.index(embed=False)
    options = SearchOptions(at=CurrentLocation("a.md"), scope=Scope.FILE)
    assert "Nothing was found with file a.md." in said(vault.search("probe", options))
    assert "Nothing was found with tag:x" not in said(vault.search("probe tag:x"))
    assert "No document satisfies tag:x" in said(vault.search("probe tag:x"))


def test_years_are_alternatives(field_vault: Vault) -> None:
    assert found(field_vault, "year:2019") == {TOM}
    assert found(field_vault, "year:2019 year:2026") == {TOM, HERON, ZOE}
    assert found(field_vault, "category:person -year:2019") == {ZOE}
    result = field_vault.search("probe year:2020")
    assert "No document satisfies year:2020" in said(result)


def test_only_named_documents_count(field_vault: Vault) -> None:
    assert found(field_vault, "probe", within=(HERON,)) == {HERON}
    both = found(field_vault, "category:person", within=(ZOE, HERON))
    assert both == {ZOE}
    many = (ZOE, *(f"no/{number}.md" for number in range(2_000)))
    assert found(field_vault, "probe", within=many) <= {ZOE}
    options = SearchOptions(within=("no.md", "none.md"))
    assert "2 chosen files" in said(field_vault.search("probe", options))
