"""What every store must do, tried through the protocols alone."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from ragtui_core.errors import IndexBusy, IndexMissing
from ragtui_core.search.facets import FIELDS
from ragtui_core.settings.schema import FieldWeights
from ragtui_core.store.matching import AllOf, AnyOf, Matching, Phrase, Prefix, TermKind
from ragtui_core.store.meta_keys import WORDS_FIRST
from ragtui_core.store.protocols import Store
from ragtui_core.store.reading.reader import Reader
from ragtui_core.store.records import WORDS_ONLY, IndexChange
from ragtui_core.store.selection import Filter, FilterField
from ragtui_core.store.tables.filters import nearest_value
from ragtui_core.store.tables.value_counts import value_counts_among
from ragtui_core.store.writing.writer import Writer
from ragtui_core.text.folding import name_key
from ragtui_core.text.stemming import stemmed, tokens
from ragtui_core.types import ChunkId, Skipped
from support.stores import records_of

NOTES = {
    "pumps/night.md": "---\ntags: [marine]\ntype: note\n---\n# Night\n\n"
    "The pump hums at night. See [[valve]].\n",
    "pumps/valve.md": "---\ntags: [marine, metal]\n---\n# Valve\n\n"
    "A night valve of readConfigFile hums quietly at the pump.\n",
    "harbour.md": "# Harbour\n\nQuiet water. 泵在夜里响。\n",
    "log/2026.md": "# Log\n\nThe pump pump pump failed, and the valve hums.\n",
}


@pytest.fixture
def filled(store: Store, tmp_path: Path) -> Store:
    with store.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", NOTES)))
    return store


def paths(reader: Reader, chunks: Iterable[ChunkId]) -> set[str]:
    return {it.path for it in reader.candidate_info(chunks).values()}


def matching_paths(
    reader: Reader, matching: Matching, kind: TermKind = TermKind.WORD
) -> set[str]:
    return paths(reader, dict(reader.keywords.match(matching, 100, kind=kind)))


def embed(writer: Writer, model: str = "model", size: int = 8) -> None:
    """A unit vector for each chunk, always the same one."""
    writer.vectors.use_model(model, size)
    vectors = []
    for chunk in writer.vectors.pending(model):
        drawn = np.random.default_rng(chunk).normal(size=size).astype(np.float32)
        vectors.append((chunk, drawn / np.linalg.norm(drawn)))
    writer.vectors.add(model, vectors)
    writer.vectors.finish(model)


def test_a_store_without_an_index_says_so(store: Store) -> None:
    assert not store.exists()
    with pytest.raises(IndexMissing), store.reader():
        pass


def test_documents_whose_words_alone_are_indexed_are_counted_until_they_are_read(
    store: Store, tmp_path: Path
) -> None:
    read = records_of(tmp_path / "vault", NOTES)
    words = [replace(record, hash=WORDS_ONLY) for record in read]
    with store.writer() as writer:
        writer.set_meta(WORDS_FIRST, "1")
        writer.apply(IndexChange(records=words))
        for done in range(len(NOTES) + 1):
            writer.apply(IndexChange(records=read[:done]))
            with store.reader() as reader:
                assert reader.words_only() == len(NOTES) - done
                assert matching_paths(reader, Phrase("night")) == {
                    "pumps/night.md",
                    "pumps/valve.md",
                }
                assert reader.counts().documents == len(NOTES)


def test_a_document_is_there_until_removed(filled: Store, tmp_path: Path) -> None:
    def found(word: str) -> set[str]:
        with filled.reader() as reader:
            return matching_paths(reader, Phrase(word))

    with filled.reader() as reader:
        before = reader.revision()
        assert reader.documents.paths() == sorted(NOTES)
        assert reader.counts().documents == len(NOTES)
    assert found("pumps") == {"pumps/night.md", "pumps/valve.md", "log/2026.md"}
    with filled.writer() as writer:
        again = records_of(tmp_path / "vault", {"pumps/night.md": "# Night\n\nGulls."})
        writer.apply(IndexChange(records=again, removed=["log/2026.md"]))
    assert found("pumps") == {"pumps/valve.md"}
    assert found("gulls") == {"pumps/night.md"}
    with filled.reader() as reader:
        assert reader.revision() > before
        assert len(reader.documents.paths()) == len(NOTES) - 1
        assert reader.chunks_of("log/2026.md") == []


def test_a_moved_document_keeps_its_vectors(filled: Store, tmp_path: Path) -> None:
    with filled.writer() as writer:
        embed(writer)
        moved = records_of(tmp_path / "vault", {"new/harbour.md": NOTES["harbour.md"]})
        origin = {"new/harbour.md": "harbour.md"}
        writer.apply(IndexChange(records=moved, moved_from=origin))
    with filled.reader() as reader:
        documents, chunks, embedded = reader.counts()
        assert (documents, embedded) == (len(NOTES), chunks)
        assert "new/harbour.md" in reader.documents.paths()
        assert "harbour.md" not in reader.documents.paths()


def test_changed_places_keep_their_vectors(filled: Store, tmp_path: Path) -> None:
    one, other = sorted(NOTES)[:2]
    with filled.writer() as writer:
        embed(writer)
        notes = {one: NOTES[other], other: NOTES[one]}
        swapped = records_of(tmp_path / "vault", notes)
        origins = {one: other, other: one}
        writer.apply(IndexChange(records=swapped, moved_from=origins))
    with filled.reader() as reader:
        documents, chunks, embedded = reader.counts()
        assert (documents, embedded) == (len(NOTES), chunks)
        assert reader.documents.paths() == sorted(NOTES)


WORDS = ("pump", "night", "valve", "hums", "quiet", "water", "failed", "absent")
CONDITIONS = st.recursive(
    st.one_of(
        st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(
            lambda words: Phrase(" ".join(words))
        ),
        st.sampled_from(["pu", "va", "qui", "zz"]).map(Prefix),
    ),
    lambda parts: st.lists(parts, min_size=1, max_size=3).flatmap(
        lambda some: st.sampled_from([AllOf(tuple(some)), AnyOf(tuple(some))])
    ),
    max_leaves=5,
)


def is_true(matching: Matching, terms: list[str]) -> bool:
    """Whether a condition is true of a text with these terms, in order."""
    match matching:
        case Phrase(text):
            wanted = [term for _, _, term in tokens(text)]
            starts = range(len(terms) - len(wanted) + 1)
            return any(terms[at : at + len(wanted)] == wanted for at in starts)
        case Prefix(text):
            return any(term.startswith(text) for term in terms)
        case AllOf(parts):
            return all(is_true(part, terms) for part in parts)
        case AnyOf(parts):
            return any(is_true(part, terms) for part in parts)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(matching=CONDITIONS)
def test_a_condition_matches_what_it_says(filled: Store, matching: Matching) -> None:
    with filled.reader() as reader:
        expected = set()
        for path in reader.documents.paths():
            for chunk in reader.chunks(reader.chunks_of(path)).values():
                texts = (chunk.text, chunk.fields.title, *chunk.fields.tags)
                terms = [[term for _, _, term in tokens(text)] for text in texts]
                # A phrase is within one field, other conditions across fields.
                if _is_true_of_fields(matching, terms):
                    expected.add(path)
        scores = dict(reader.keywords.match(matching, 100))
        located = reader.candidate_info(scores).values()
        assert {location.path for location in located} == expected
        documents = reader.keywords.documents_matching(matching)
        assert set(documents) == {location.document for location in located}
        among = reader.only([*scores][:2])
        both, none = reader.keywords.chunks_with([matching, Phrase("absent")])
        assert set(both) == scores.keys()
        assert not none
        (some,) = reader.keywords.chunks_with([matching], within=among, limit=1)
        assert some == sorted([*scores][:2])[-1:]
        assert reader.keywords.chunks_with([matching], limit=0) == [[]]


def _is_true_of_fields(matching: Matching, fields: list[list[str]]) -> bool:
    match matching:
        case AllOf(parts):
            return all(_is_true_of_fields(part, fields) for part in parts)
        case AnyOf(parts):
            return any(_is_true_of_fields(part, fields) for part in parts)
        case _:
            return any(is_true(matching, terms) for terms in fields)


def test_aliases_find_their_note_as_it_is(filled: Store, tmp_path: Path) -> None:
    aliases = "---\naliases: [The Thumper, 響く泵]\n---\n"
    text = NOTES["harbour.md"]

    def found(word: str, kind: TermKind = TermKind.WORD) -> set[str]:
        with filled.reader() as reader:
            return matching_paths(reader, Phrase(word), kind)

    assert not found("thumper")
    for note, paths_with in ((aliases + text, {"harbour.md"}), (text, set[str]())):
        with filled.writer() as writer:
            again = records_of(tmp_path / "vault", {"harbour.md": note})
            writer.apply(IndexChange(records=again))
        assert found("thumpers") == paths_with
        assert found("響く", TermKind.GRAM) == paths_with


@pytest.mark.parametrize(
    ("matching", "kind", "expected"),
    [
        (Phrase("config"), TermKind.PART, {"pumps/valve.md"}),
        (Phrase("config"), TermKind.WORD, set()),
        (AnyOf((Phrase("夜里"), Phrase("zz"))), TermKind.GRAM, {"harbour.md"}),
        (Prefix("泵"), TermKind.GRAM, {"harbour.md"}),
        (Phrase('hums "quietly"'), TermKind.WORD, {"pumps/valve.md"}),
        (Phrase("pump AND (valve"), TermKind.WORD, set()),
        (Phrase("..."), TermKind.WORD, set()),
    ],
)
def test_a_text_is_split_as_its_kind_is(
    filled: Store, matching: Matching, kind: TermKind, expected: set[str]
) -> None:
    with filled.reader() as reader:
        assert matching_paths(reader, matching, kind) == expected
        documents = reader.keywords.documents_matching(matching, kind)
        assert len(documents) == len(expected)


def test_a_name_of_many_documents_is_of_none(store: Store, tmp_path: Path) -> None:
    notes = {f"n{n}.md": "# Manual of pumps\n\ntext\n" for n in range(60)}
    with store.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", notes)))
    with store.reader() as reader:
        assert reader.titles.named(["manual", "pumps"]) == []


def test_scores_are_positive_best_first_and_by_rarity(filled: Store) -> None:
    with filled.reader() as reader:
        either = AnyOf((Phrase("failed"), Phrase("hums")))
        scores = reader.keywords.match(either, 100)
        assert [score for _, score in scores] == sorted(dict(scores).values())[::-1]
        assert all(score > 0 for _, score in scores)
        assert paths(reader, [scores[0][0]]) == {"log/2026.md"}  # has the rare word
        counts = reader.keywords.document_frequencies(["pump", "fail", "absent"])
        assert counts == {"pump": 3, "fail": 1, "absent": 0}


def test_occurrences_are_weighted_by_their_fields(filled: Store) -> None:
    weights = FieldWeights(title=2.5, heading=1.5, body=1.0)
    with filled.reader() as reader:
        chunks = reader.chunks_of("pumps/valve.md") + reader.chunks_of("log/2026.md")
        terms = ["fail", "pump", "absent", "log"]
        rows = reader.keywords.occurrences(terms, chunks, weights)
        texts = reader.keywords.indexed_texts(chunks)
        for chunk, term, own, fields in rows:
            assert terms[term] in stemmed(texts[chunk])
            assert own + fields > 0
        assert [counts for _, term, *counts in rows if term == 0] == [[1.0, 0.0]]
        assert max(fields for _, term, _, fields in rows if term == 3) >= 2.5
        parts = reader.keywords.occurrences(["config"], chunks, weights, TermKind.PART)
        assert [counts for _, _, *counts in parts] == [[1.0, 0.0]]
        assert reader.keywords.occurrences(terms, [], weights) == []


@pytest.mark.parametrize(
    ("item", "expected"),
    [
        (Filter(FilterField.FOLDER, ("pumps",)), {"pumps/night.md", "pumps/valve.md"}),
        (Filter(FilterField.TAG, ("metal",)), {"pumps/valve.md"}),
        (Filter(FilterField.TYPE, ("note",)), {"pumps/night.md"}),
        (Filter(FilterField.FILE, ("harbour.md",)), {"harbour.md"}),
        (
            Filter(FilterField.TAG, ("marine",), negated=True),
            {"harbour.md", "log/2026.md"},
        ),
        (Filter(FilterField.FOLDER, ("absent",)), set()),
    ],
)
def test_filters_select_for_every_kind_of_search(
    filled: Store, item: Filter, expected: set[str]
) -> None:
    with filled.writer() as writer:
        embed(writer)
    with filled.reader() as reader:
        words = matching_paths(reader, AnyOf((Phrase("hums"), Phrase("quiet"))))
        vector = np.eye(8, dtype=np.float32)[0]
        chosen, either = reader.select([item]), AnyOf((Phrase("hums"), Phrase("quiet")))
        found = paths(reader, dict(reader.keywords.match(either, 100, within=chosen)))
        near = reader.vectors.nearest(vector, 100, within=chosen)
        newest = reader.newest_chunks(100, within=chosen)
        number = reader.count(chosen)
        assert found == words & expected
        assert number == len(expected)
        assert paths(reader, dict(near)) == expected
        assert paths(reader, newest) == expected


DIARY = {
    "diary.md": "# Diary\n\n## 2026-11-17\nCake.\n\n## 2025-03-02\nTea.\n",
    "2026-11-18.md": "- [ ] mulch 📅 2026-12-04\n- [x] lift ✅ 2026-11-20\n- rest\n",
    "chat.txt": "05.11.26, 08:12 - Lena: Paul?\n07.11.26, 08:20 - Tom: ja\n",
    "plain.md": "Nothing.\n",
}


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ([(FilterField.DATE, "2026-11-17")], {"Cake."}),
        ([(FilterField.DATE, "2026-11-18")], {"- [ ] mulch", "- rest"}),
        ([(FilterField.DATE, "2025")], {"Tea."}),
        ([(FilterField.BEFORE, "2026")], {"Tea."}),
        ([(FilterField.AFTER, "2026-11-19")], {"- [x] lift"}),
        ([(FilterField.IS, "open")], {"- [ ] mulch"}),
        ([(FilterField.IS, "done"), (FilterField.DATE, "2026-11")], {"- [x] lift"}),
        ([(FilterField.IS, "done"), (FilterField.DUE, "2026-12")], set()),
        ([(FilterField.DUE, "2026-12")], {"- [ ] mulch"}),
        ([(FilterField.FROM, "lena")], {"Lena: Paul?"}),
        ([(FilterField.FROM, "paul")], set()),
    ],
)
def test_passages_are_selected_by_what_is_beside_them(
    store: Store,
    tmp_path: Path,
    filters: list[tuple[FilterField, str]],
    expected: set[str],
) -> None:
    with store.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", DIARY)))
    given = [Filter(field, (value,)) for field, value in filters]
    with store.reader() as reader:
        chosen = reader.select(given)
        chunks = reader.chunks(reader.items(10, chosen, date.max))
        lines = [chunk.text.splitlines()[-1] for chunk in chunks.values()]
        assert {
            line.partition(" 📅")[0].partition(" ✅")[0] for line in lines
        } == expected
        documents = {chunk.path for chunk in chunks.values()}
        assert reader.count(chosen) == len(documents)
        kinds = reader.value_counts(FilterField.KIND, given)
        assert sum(count for _, count in kinds) == len(documents)
        assert paths(reader, reader.newest_chunks(10, within=chosen)) == documents


def test_days_of_documents_are_newest_first(store: Store, tmp_path: Path) -> None:
    with store.writer() as writer:
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", DIARY)))
    with store.reader() as reader:
        newest = reader.newest_chunks(10)
        locations = reader.candidate_info(newest)
        listed = [(locations[chunk].path, locations[chunk].day) for chunk in newest]
        last = reader.newest_chunks(3, once=True)
        first = reader.newest_chunks(1, once=True, oldest=True)
        assert [locations[chunk].path for chunk in last] == [
            "2026-11-18.md",
            "diary.md",
            "chat.txt",
        ]
        assert locations[first[0]].day == "2025-03-02"
    assert listed == [
        ("2026-11-18.md", "2026-11-20"),
        ("2026-11-18.md", "2026-11-18"),
        ("diary.md", "2026-11-17"),
        ("chat.txt", "2026-11-07"),
        ("chat.txt", "2026-11-05"),
        ("diary.md", "2025-03-02"),
        ("plain.md", ""),
    ]


def test_the_nearest_vectors_are_those_of_a_product(filled: Store) -> None:
    with filled.writer() as writer:
        embed(writer)
    with filled.reader() as reader:
        chunks = [
            chunk
            for path in reader.documents.paths()
            for chunk in reader.chunks_of(path)
        ]
        vectors = reader.vectors.of(chunks)
        query = np.random.default_rng(0).normal(size=8).astype(np.float32)
        query /= np.linalg.norm(query)
        cosines = {chunk: float(vectors[chunk] @ query) for chunk in chunks}
        found = reader.vectors.nearest(query, 3)
        best = sorted(cosines, key=lambda chunk: -cosines[chunk])[:3]
        assert [chunk for chunk, _ in found] == best
        similar = reader.vectors.similarities(query, chunks)
        assert similar == pytest.approx(cosines, abs=1e-3)
        assert reader.vectors.dimension == 8
        assert reader.vectors.has_model("model")


def test_without_vectors_nothing_is_near(filled: Store) -> None:
    with filled.reader() as reader:
        vector = np.eye(8, dtype=np.float32)[0]
        assert reader.vectors.dimension == 0
        assert reader.vectors.nearest(vector, 3) == []
        assert reader.vectors.similarities(vector, reader.chunks_of("harbour.md")) == {}
        assert not reader.vectors.has_model("")


def test_vectors_of_another_model_replace_all_when_complete(filled: Store) -> None:
    with filled.writer() as writer:
        embed(writer)
        writer.vectors.use_model("next", 4)
        assert len(writer.vectors.pending("next")) == len(NOTES)
    with filled.reader() as reader:
        assert reader.vectors.has_model("model")
    with filled.writer() as writer:
        embed(writer, "next", 4)
    with filled.reader() as reader:
        assert reader.vectors.has_model("next")
        assert reader.vectors.dimension == 4


def test_links_headings_and_names(filled: Store) -> None:
    with filled.reader() as reader:
        (link,) = reader.links.by_key([name_key("valve")])
        assert (link.path, link.target) == ("pumps/night.md", "valve")
        assert reader.links.of_document("pumps/night.md") == [link]
        context = reader.links.context_of(link)
        at = link.span_start - context.text_start
        assert context.text[at:].startswith("[[valve]]")
        (heading,) = reader.links.headings_of("harbour.md")
        every = reader.links.all_headings()
        assert reader.links.all_headings(2) == every[:2]
        assert ("log/2026.md", "Log") in [row[:2] for row in every]
        assert (heading.level, heading.heading_path) == (1, "Harbour")
        (name,) = reader.names.of(["harbour.md"])
        assert name.title == "Harbour"
        assert paths(reader, reader.titles.named(["Harbour"])) == {"harbour.md"}


def test_values_are_counted(filled: Store) -> None:
    with filled.reader() as reader:
        assert reader.value_counts(FilterField.TAG) == (("marine", 2), ("metal", 1))
        only = [Filter(FilterField.FOLDER, ("pumps",))]
        assert dict(reader.value_counts(FilterField.TYPE, only)) == {"note": 1}
        assert nearest_value(reader, FilterField.TAG, "marin") == "marine"


@pytest.mark.parametrize("filters", [(), (Filter(FilterField.FOLDER, ("pumps",)),)])
def test_values_of_some_documents_are_counted_like_those_of_all(
    filled: Store, filters: tuple[Filter, ...]
) -> None:
    with filled.reader() as reader:
        chunks = (
            c for path in reader.documents.paths() for c in reader.chunks_of(path)
        )
        everything = {it.document for it in reader.candidate_info(chunks).values()}
        counts = value_counts_among(reader, FIELDS, filters, everything)
        assert counts == {f: reader.value_counts(f, filters) for f in FIELDS}
        none = value_counts_among(reader, FIELDS, filters, ())
        assert none == dict.fromkeys(FIELDS, ())


def test_skipped_files_are_kept_until_read(store: Store, tmp_path: Path) -> None:
    broken = Skipped("harbour.md", "not text")
    with store.writer() as writer:
        writer.apply(IndexChange(skipped=[broken]))
    with store.reader() as reader:
        assert reader.documents.skipped() == [broken]
    with store.writer() as writer:
        notes = {"harbour.md": NOTES["harbour.md"]}
        writer.apply(IndexChange(records=records_of(tmp_path / "vault", notes)))
    with store.reader() as reader:
        assert reader.documents.skipped() == []


def test_a_change_is_seen_as_a_whole(filled: Store) -> None:
    with filled.writer() as writer:
        with filled.reader() as reader:
            assert len(reader.documents.paths()) == len(NOTES)
        with pytest.raises(IndexBusy), filled.writer():
            pass
        assert filled.is_written
        writer.apply(IndexChange(removed=list(NOTES)[:2]))
        with filled.reader() as reader:
            assert len(reader.documents.paths()) == len(NOTES) - 2
    assert not filled.is_written


@pytest.mark.parametrize("count", [1, 2, 3, 100])
def test_some_texts_are_the_same_in_whatever_order_files_are_read(
    filled: Store, tmp_path: Path, count: int
) -> None:
    with filled.reader() as reader:
        before = reader.documents.some_texts(count)
    assert 1 <= len(before) <= count
    first = dict([*NOTES.items()][:1])
    with filled.writer() as writer:
        writer.apply(IndexChange(removed=list(first)))
        writer.apply(IndexChange(records=records_of(tmp_path / "again", first)))
    with filled.reader() as reader:
        assert reader.documents.some_texts(count) == before
    with filled.writer() as writer:
        writer.apply(IndexChange(removed=list(NOTES)))
    with filled.reader() as reader:
        assert reader.documents.some_texts(count) == []


def test_deletions_are_accepted_once(filled: Store) -> None:
    assert not filled.are_deletions_accepted
    filled.accept_deletions()
    assert filled.are_deletions_accepted
    assert filled.take_acceptance()
    assert not filled.take_acceptance()


def test_facts_are_kept(filled: Store) -> None:
    with filled.writer() as writer:
        writer.set_meta_values({"one": "1", "two": "zwei"})
    with filled.reader() as reader:
        assert (reader.meta("one"), reader.meta("two")) == ("1", "zwei")
        assert reader.meta("absent") == ""


def test_an_index_is_renamed_for_a_rebuild(filled: Store) -> None:
    assert filled.exists()
    assert filled.size() > 0
    assert filled.check()
    backup = filled.back_up()
    assert backup
    assert backup != filled.location
    assert not filled.exists()
