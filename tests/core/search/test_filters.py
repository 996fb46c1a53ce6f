"""Filters in the query and as options: what they keep, and what is said."""

from datetime import date

import pytest
from hypothesis import given, strategies as st

from ragtui_core import Sort, Vault
from ragtui_core.documents.mail_categories import MailCategory
from ragtui_core.files.kinds import OWN_KINDS
from ragtui_core.search.asked import with_time
from ragtui_core.search.filters import Filters, describe_filters
from ragtui_core.search.options import CurrentLocation, Scope, SearchOptions
from ragtui_core.search.query_language import FIELDS
from ragtui_core.search_results import Mode, SearchedTime, SearchResult, TimeEffect
from ragtui_core.store.selection import FilterField
from ragtui_core.text.folding import folded
from support.vaults import IndexVault


def found(vault: Vault, query: str, **options: object) -> set[str]:
    result = vault.search(query, SearchOptions(**options))  # type: ignore[arg-type]
    return {hit.path for hit in result.hits}


def said(result: SearchResult) -> str:
    return " ".join(result.notes)


HERON = "products/heron.md"
ZOE, TOM = "people/zoe.md", "people/old/tom.md"


@pytest.mark.parametrize(
    ("option", "note"),
    [
        ("status:404", "No document satisfies status:404."),
        ("kind:pdfs", "No document satisfies kind:pdfs; there are markdown"),
        ("kind:product", "kind:product (did you mean category:product?)"),
    ],
)
def test_an_option_is_a_filter_in_any_case(
    field_vault: Vault, option: str, note: str
) -> None:
    result = field_vault.search("probe", SearchOptions(filters=(option,)))
    assert not result.hits
    assert note in said(result)


def test_options_are_filters_beside_those_of_the_line(field_vault: Vault) -> None:
    assert found(field_vault, "probe", filters=("tag:probe",)) == {HERON}
    option = SearchOptions(filters=("after:soonish",))
    assert "after:soonish was ignored" in said(field_vault.search("wiper", option))


@pytest.mark.parametrize("line", ["tag:todo", "links:pump", "links:Pump.md"])
def test_the_passage_that_names_what_is_filtered_by_is_shown(
    index_vault: IndexVault, line: str
) -> None:
    text = "A long paragraph of words. " * 99
    named = f"## Named\n\nBuy seals, #todo/now, for the [[pump]]. {text}"
    long = f"---\ntags: [todo]\n---\n# Plan\n\n{text}\n\n{named}\n\n## Pump\n\n{text}"
    vault = index_vault({"plan.md": f"{long}\n\n- [ ] a\n", "pump.md": "# Pump\n"})
    (hit,) = vault.search(line).hits
    assert "Buy seals" in hit.excerpt


@pytest.mark.parametrize(
    ("sort", "days", "counted"),
    [
        (Sort.NEWEST, ["28", "27"], "3 notes; 2 are listed."),
        (Sort.OLDEST, ["26", "27"], "3 notes; 2 are listed."),
        (Sort.RELEVANCE, ["28", "28"], "3 notes; 1 is listed."),
    ],
)
def test_a_list_by_date_of_filters_alone_has_a_document_once(
    index_vault: IndexVault, sort: Sort, days: list[str], counted: str
) -> None:
    text = "# Day\n\nWords.\n\n- [x] rest ✅ 2026-11-{}\n"
    vault = index_vault({f"d/2026-11-{n}.md": text.format(n) for n in (26, 27, 28)})
    result = vault.search("folder:d", SearchOptions(limit=2, sort=sort))
    assert [hit.path[-5:-3] for hit in result.hits] == days
    assert result.counted == counted


KNOWN = {"markdown", *OWN_KINDS, *MailCategory, "archived", "attachment"}
"""Values that filters have in any vault: hypothesis also tries words of our code."""

FILTER_LIKE = st.tuples(
    st.sampled_from([*FIELDS]),
    st.text(st.characters(categories=["L"]), min_size=1, max_size=8),
).filter(lambda pair: pair[0] != FilterField.YEAR and folded(pair[1]) not in KNOWN)


@given(st.lists(FILTER_LIKE, min_size=1, max_size=3))
def test_joined_words_never_hide_everything(
    field_vault: Vault, pairs: list[tuple[FilterField, str]]
) -> None:
    typed = [f"{field}:{value}" for field, value in pairs]
    line, options = " ".join(["probe", *typed]), SearchOptions(mode=Mode.KEYWORD)
    result = field_vault.search(line, options)
    reasons = ("did you mean", "together", "are archived")
    assert result.hits or any(reason in said(result) for reason in reasons)


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


def test_a_missing_path_matches_no_other_files(field_vault: Vault) -> None:
    at = CurrentLocation("people/unknown.md")
    result = field_vault.search("probe", SearchOptions(at=at, scope=Scope.FILE))
    assert not result.hits
    assert "The index does not contain file people/unknown.md" in said(result)


def test_a_time_is_described_once() -> None:
    days = date(2026, 11, 1), date(2026, 11, 30)
    time = SearchedTime(*days, "in November", "Nov 2026", TimeEffect.RESTRICTED)
    filters = with_time(Filters((), hides_archived=False, hides_bulk=False), time)
    assert describe_filters(filters) == "a date of Nov 2026"


def test_a_note_explains_why_nothing_was_found(index_vault: IndexVault) -> None:
    vault = index_vault({"a.md": "# A\n\nOnly ferries.\n", "b.md": "# B\n\nA probe.\n"})
    options = SearchOptions(at=CurrentLocation("a.md"), scope=Scope.FILE)
    assert "Nothing was found with file a.md." in said(vault.search("probe", options))
    assert "Nothing was found with tag:x" not in said(vault.search("probe tag:x"))
    assert "No document satisfies tag:x" in said(vault.search("probe tag:x"))


def test_only_named_documents_count(field_vault: Vault) -> None:
    assert found(field_vault, "probe", within=(HERON,)) == {HERON}
    both = found(field_vault, "category:person", within=(ZOE, HERON))
    assert both == {ZOE}
    many = (ZOE, *(f"no/{number}.md" for number in range(2_000)))
    assert found(field_vault, "probe", within=many) <= {ZOE}
    options = SearchOptions(within=("no.md", "none.md"))
    assert "2 chosen files" in said(field_vault.search("probe", options))
