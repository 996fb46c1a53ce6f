"""Typos, scripts without spaces, identifiers, fields: what counts as a word."""

import pytest

from ragtui_core import Vault
from ragtui_core.answer.prompt_context import build_prompt_context
from ragtui_core.search.options import Level, SearchOptions
from ragtui_core.search_results import (
    LOW_CONFIDENCE,
    Mode,
    Relaxation,
    SearchResult,
    listed_count,
)
from ragtui_core.store.matching import Phrase
from ragtui_core.text.stemming import stemmed
from support.vaults import MakeVault

KEYWORD = SearchOptions(mode=Mode.KEYWORD, archived=True)


def first(vault: Vault, query: str) -> str:
    return vault.search(query, KEYWORD).hits[0].path


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("故宫", "asia/travel.md"),
        ("北京故宫", "asia/travel.md"),
        ("宫", "asia/travel.md"),
        ("タワー", "asia/travel.md"),
        ("ﾀﾜｰ", "asia/travel.md"),
        ("旅行", "asia/travel.md"),
        ("เมืองหลวง", "asia/thai.md"),
        ("회의", "asia/korea.md"),
    ],
)
def test_scripts_without_spaces_are_found(
    field_vault: Vault, query: str, path: str
) -> None:
    assert first(field_vault, query) == path


def test_scripts_can_be_mixed(field_vault: Vault) -> None:
    hits = field_vault.search("scratch 故宫", KEYWORD).hits
    assert {hit.path for hit in hits} == {"asia/travel.md", "products/heron.md"}


def test_what_was_found_in_such_a_script_is_marked(field_vault: Vault) -> None:
    hit = field_vault.search("北京", KEYWORD).hits[0]
    assert [match.of(hit.excerpt) for match in hit.matches] == ["北京"]
    assert hit.score > LOW_CONFIDENCE


@pytest.mark.parametrize(
    "query",
    [
        "parseConfigFile",
        "parseconfigfile",
        "config file",
        "parse config",
        "meter provider",
        "CTS-010",
        "CTS010",
        "cts 010",
    ],
)
def test_identifiers_are_found_whole_and_in_parts(
    field_vault: Vault, query: str
) -> None:
    result = field_vault.search(query, KEYWORD)
    assert result.hits[0].path == "code/reader.md"
    assert result.hits[0].score > LOW_CONFIDENCE
    assert "Nowhere" not in " ".join(result.notes)


RELATED: dict[str, str | bytes] = {
    "one.md": "The filter of the old pump is a PX7 of steel.",
    "two.md": "The filter of the old pump is a PX9 of steel.",
    "three.md": "The filter of the old pump is a KT4 of steel.",
}


def test_an_identifier_also_finds_those_with_its_letters(
    make_vault: MakeVault,
) -> None:
    vault = make_vault(RELATED)
    vault.index()
    result = vault.search("PX7", KEYWORD)
    assert [hit.path for hit in result.hits] == ["one.md", "two.md"]
    assert first(vault, "px 7") == "one.md"
    ranked = [hit.path for hit in vault.search("the filter PX7", KEYWORD).hits]
    assert ranked == ["one.md", "two.md", "three.md"]


def test_a_part_of_identifiers_counts_as_rare_as_the_word(
    make_vault: MakeVault,
) -> None:
    """Few notes have an identifier, so that `file` is rare among their parts."""
    notes: dict[str, str | bytes] = {
        **{f"{number}.md": f"A file about subject {number}." for number in range(20)},
        **{f"code{number}.md": f"It is a{number}b." for number in range(10, 30)},
        **{f"other{number}.md": f"About topic {number}." for number in range(30)},
        "part.md": "It is file1.",
    }
    vault = make_vault(notes)
    vault.index()
    options = SearchOptions(mode=Mode.KEYWORD, limit=30)
    hits = vault.search("file", options).hits
    assert hits[-1].path == "part.md"
    assert len(hits) == 21


WEIGHTS: dict[str, str | bytes] = {
    "one.md": "The anchor of 5kg is for small boats.",
    "two.md": "The anchor of 5 kg is for small boats.",
    "other.md": "The anchor of 15kg, 5 of them, and one of 25 kg. A chain of 7 kg.",
}


@pytest.mark.parametrize("query", ["5kg", "5 kg", "anchor 5KG", "anchor of 5 kg"])
def test_a_number_and_its_unit_may_be_one_word(
    make_vault: MakeVault, query: str
) -> None:
    vault = make_vault(WEIGHTS)
    vault.index(embed=False)
    result = vault.search(query, SearchOptions(mode=Mode.KEYWORD, fill=False))
    assert {hit.path for hit in result.hits[:2]} == {"one.md", "two.md"}
    assert all(hit.score > LOW_CONFIDENCE for hit in result.hits[:2])
    assert "not in the index" not in " ".join(result.notes)


def test_a_joined_quantity_is_found_and_marked_where_it_is_alone(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({"one.md": "The anchor of 5kg.", "two.md": "A rope of 7 m."})
    vault.index(embed=False)
    (hit,) = vault.search("5 kg", KEYWORD).hits
    assert [match.of(hit.excerpt) for match in hit.matches] == ["5kg"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("calbration", "calibration"),
        ("wpier blade", "wiper"),
        ("laborotary", "laboratory"),
    ],
)
def test_a_likely_typo_is_corrected_and_reported(
    field_vault: Vault, typed: str, meant: str
) -> None:
    result = field_vault.search(typed, KEYWORD)
    assert result.relaxed is Relaxation.CORRECTED
    assert meant in result.notes[0]
    assert "Showing results for" in result.notes[0]
    assert result.hits


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        pytest.param("batery", "battery", id="among short words that begin alike"),
        pytest.param("gatte", "gate", id="among many longer words that begin alike"),
        pytest.param("mnicipality", "municipality", id="in a title alone"),
    ],
)
def test_a_typo_is_corrected_whatever_else_is_in_the_vault(
    make_vault: MakeVault, typed: str, meant: str
) -> None:
    short = "A bath, a boat, a bat, bare, beat, base, bake, but b, ba, bar, bee."
    many = {f"{number}.md": "The gateway. " * number for number in range(1, 31)}
    notes = {"short.md": short, "cell.md": "One battery. Keep the gate shut."}
    titled = "---\ntitle: Municipality\n---\n\nA letter.\n"
    vault = make_vault({**many, **notes, "town.md": titled})
    vault.index(embed=False)
    assert vault.search(typed, KEYWORD).corrected == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        pytest.param("helio", "heliotrope", id="alone"),
        pytest.param("helio metting", "heliotrope metting", id="beside a known stem"),
        pytest.param("helio budgt", "heliotrope budget", id="beside a typo"),
        pytest.param("kestr budget", "", id="of two words"),
        pytest.param("station budget", "", id="a whole word"),
    ],
)
def test_the_beginning_of_one_word_alone_finds_that(
    make_vault: MakeVault, typed: str, meant: str
) -> None:
    kestrel = "Kestrelhouse and kestrelyard, stationmaster. Hello, we met.\n"
    vault = make_vault(
        {"a.md": "The budget of Heliotrope. Heliotropes bloom.", "b.md": kestrel}
    )
    vault.index(embed=False)
    result = vault.search(typed, KEYWORD)
    assert result.corrected == meant
    assert not meant or result.hits[0].path == "a.md"
    assert not meant or "helio" in result.notes[0]


def test_a_correction_changes_no_other_word(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "The heterodyne receiver. Heterodynes hum."})
    vault.index(embed=False)
    result = vault.search("heter heterodyne", KEYWORD)
    assert result.corrected == "heterodyne heterodyne"


def test_a_note_without_an_unknown_word_does_not_have_every_word(
    make_vault: MakeVault,
) -> None:
    vault = make_vault({"a.md": "京都に行った。", "b.md": "Rain."})
    vault.index(embed=False)
    options = SearchOptions(mode=Mode.KEYWORD, correct=False)
    assert vault.search("京都", options).relaxed is None
    assert vault.search("京都 qwxyz", options).relaxed is Relaxation.SOME_WORDS


def test_a_word_is_found_by_its_stem_and_not_by_a_prefix(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = make_vault({"a.md": "A releaser rereleased the releases of Kestrelhouse."})
    vault.index(embed=False)
    monkeypatch.setattr("ragtui_core.store.sqlite.keyword_rows.Prefix", Phrase)
    assert stemmed("releases") != stemmed("releas")
    assert vault.search("relaeses", KEYWORD).corrected == "releases"


@pytest.mark.parametrize("typed", ["électrcité", "electrcite"])
def test_a_typo_may_begin_with_an_accent(make_vault: MakeVault, typed: str) -> None:
    vault = make_vault({"a.md": "L'électricité est chère.", "b.md": "Ein Haus."})
    vault.index(embed=False)
    assert vault.search(typed, KEYWORD).corrected == "électricité"


def test_an_ordinary_word_is_not_a_typo(make_vault: MakeVault) -> None:
    vault = make_vault(
        {"a.md": "# Weather\n\nThe weather is fine.", "b.md": "# Keys\n\nThe keys."}
    )
    vault.index(embed=False)
    result = vault.search("find the keys")
    assert result.relaxed is not Relaxation.CORRECTED
    assert [hit.path for hit in result.hits][:1] == ["b.md"]


@pytest.mark.parametrize("query", ["zebra", "xyz", "CTS-011", "E10"])
def test_what_is_like_no_word_is_left_alone(field_vault: Vault, query: str) -> None:
    notes = " ".join(field_vault.search(query, KEYWORD).notes)
    assert "Showing results for" not in notes


def test_a_code_in_one_piece_wins(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "order.md": "We bought the connectors with order PO-26-0203 in spring.",
            "many.md": "PO-26-0187, PO-26-0311: orders. Order 0203 of PO 26 was void.",
            "supplier.md": "Purchase orders, order numbers, suppliers, invoices.",
        }
    )
    vault.index()
    for query in ("PO-26-0203", "who got order PO-26-0203 from us"):
        for mode in (Mode.KEYWORD, Mode.HYBRID):
            hits = vault.search(query, SearchOptions(mode=mode)).hits
            assert hits[0].path == "order.md", (query, mode)


def test_a_match_in_fields_alone_shows_the_leading_chunk(
    make_vault: MakeVault,
) -> None:
    body = "\n\n".join(f"## Part {n}\n\n" + f"Of topic{n}. " * 80 for n in range(5))
    vault = make_vault(
        {
            "long.md": f"---\ncompany: Zebrafish Ltd\n---\n\n{body}",
            "fields.md": "---\ncompany: Walrus\ntags: [mammal]\n---\n",
        }
    )
    vault.index()
    for mode in (Mode.KEYWORD, Mode.HYBRID):
        hit = vault.search("zebrafish", SearchOptions(mode=mode)).hits[0]
        assert (hit.path, hit.heading_path) == ("long.md", ("Part 0",))
    assert vault.search("walrus").hits[0].path == "fields.md"
    assert vault.search("mammal").hits[0].path == "fields.md"


def test_every_mode_finds_something(field_vault: Vault) -> None:
    for mode in Mode:
        result = field_vault.search("quantum xylophone", SearchOptions(mode=mode))
        assert result.hits
        assert result.confidence == "low"
        assert any("Nothing clearly relevant" in note for note in result.notes)


def test_several_queries_are_merged_without_repeats(field_vault: Vault) -> None:
    options = SearchOptions(also=("故宫", "calibration manual"), limit=20)
    paths = [hit.path for hit in field_vault.search("wiper blade", options).hits]
    assert {"products/heron.md", "asia/travel.md", "people/old/tom.md"} <= set(paths)
    spans = {(hit.path, hit.span) for hit in field_vault.search("x", options).hits}
    assert len(spans) == len(field_vault.search("x", options).hits)


def test_documents_can_be_ranked_as_wholes(field_vault: Vault) -> None:
    options = SearchOptions(level=Level.DOCUMENT, fill=False)
    paths = [hit.path for hit in field_vault.search("probe wiper", options).hits]
    assert paths[0] == "products/heron.md"
    assert len(paths) == len(set(paths))


def test_low_scores_can_be_omitted_and_that_is_reported(field_vault: Vault) -> None:
    result = field_vault.search("wiper blade", SearchOptions(min_score=0.9))
    assert [hit.path for hit in result.hits] == ["products/heron.md"]
    assert "Weaker results with scores below 0.9 are hidden." in result.notes


def test_a_lowest_score_cuts_where_no_good_match_follows(field_vault: Vault) -> None:
    every = field_vault.search("wiper blade")
    good = field_vault.search("wiper blade", SearchOptions(min_score=LOW_CONFIDENCE))
    assert [hit.path for hit in good.hits] == ["products/heron.md"]
    assert (every.listed, good.listed, every.hidden) == (1, 1, 0)
    assert [hit.is_weak for hit in every.hits] == [False, *[True] * good.hidden]
    assert "Weaker results with scores below 0.5 are hidden." in good.notes
    limited = field_vault.search("wiper blade", SearchOptions(limit=2))
    assert every.weaker == limited.weaker == "weaker results"
    assert every.cut("--weak shows them").hits == good.hits
    assert good.cut("--weak shows them") is good


@pytest.mark.parametrize(
    ("scores", "listed"),
    [
        ((), 0),
        ((0.9, 0.6, 0.2), 2),
        ((0.9, 0.2, 0.6, 0.1), 3),
        ((0.47, 0.02, 0.01), 1),
        ((0.4,) * 9, 5),
        ((0.0, 0.0), 2),
    ],
)
def test_a_list_ends_after_what_is_good_or_near(
    scores: tuple[float, ...], listed: int
) -> None:
    assert listed_count(scores) == listed


def test_a_lowest_score_without_a_good_match_finds_nothing(field_vault: Vault) -> None:
    every = field_vault.search("zyzzyva quux")
    result = field_vault.search("zyzzyva quux", SearchOptions(min_score=LOW_CONFIDENCE))
    assert (result.hits, result.listed, result.weaker) == ((), 0, "")
    assert (every.listed, every.weaker) == (0, "weaker results")
    assert (result.hidden, result.confidence) == (len(every.hits), "low")
    said = "No good match: results with scores below 0.5 are hidden."
    assert said in result.notes


def test_every_hit_can_be_explained(field_vault: Vault) -> None:
    result = field_vault.search("kestrel wiper", SearchOptions(explain=True))
    hit = result.hits[0]
    why = hit.explanation
    assert why is not None
    assert why.matched["company"] == ("kestrel",)
    assert "wiper" in why.matched["body"]
    assert why.parts["words"] > 0
    assert sum(why.parts.values()) == pytest.approx(hit.fused)
    assert why.parts["recency"] > 0


def test_a_word_that_is_being_typed_is_the_beginning_of_another(
    make_vault: MakeVault,
) -> None:
    vault = make_vault(
        {
            "a.md": "# A\n\nThe telemetry is late.\n",
            "b.md": "# B\n\nTelevision on a planet.\n",
        }
    )
    vault.index(embed=False)

    def as_you_type(line: str) -> SearchResult:
        return vault.search(line, SearchOptions(as_you_type=True))

    for typed in ("tele", "telem", "late TELEM"):
        result = as_you_type(typed)
        assert [hit.path for hit in result.hits] != []
        assert result.corrected == ""
    assert [hit.path for hit in as_you_type("telem").hits] == ["a.md"]
    assert as_you_type("telem").hits[0].matches
    assert as_you_type("telem lat").relaxed is None
    assert as_you_type("tele lat").relaxed  # Two words begin so.
    # Of complete words it is said that they are, and short ones are not completed.
    for result in (as_you_type("telem "), vault.search("telem")):
        assert result.corrected.strip() == "telemetry"
    assert not vault.search("telem", SearchOptions(correct=False)).hits
    assert not as_you_type("te").hits


def test_rows_of_a_long_table_are_found_and_shown_by_their_columns(
    make_vault: MakeVault,
) -> None:
    rows = "".join(f"| M{row} | {7_000 + row} | Bergen |\n" for row in range(400))
    table = f"| Meter | Reading kWh | Site |\n|---|---|---|\n{rows}"
    others = {f"{at}.md": f"# Reading {at}\n\nReading in kWh.\n" for at in range(9)}
    vault = make_vault({"register.md": f"# Register\n\n{table}", **others})
    vault.index(embed=False)
    (hit, *_) = vault.search("reading kWh of meter M217", KEYWORD).hits
    assert hit.path == "register.md"
    assert hit.excerpt.startswith("Meter · Reading kWh · Site · ")
    assert "M217 · 7217 · Bergen" in hit.excerpt
    assert {m.of(hit.excerpt) for m in hit.matches} >= {"Meter", "kWh", "M217"}
    assert hit.span.of(vault.documents.text(hit.path)).startswith("| M")
    assert not hit.is_weak


def test_a_prompt_has_the_head_of_each_row(make_vault: MakeVault) -> None:
    rows = "".join(f"| M{row} | {7_000 + row} |\n" for row in range(400))
    vault = make_vault({"register.md": f"| Meter | kWh |\n|---|---|\n{rows}"})
    vault.index(embed=False)
    result = vault.search("kWh of M217", KEYWORD)
    context = build_prompt_context(result, vault.documents.read, full=1, max_chars=600)
    sent = [
        passage.span.of(context.texts[0].document.text)
        for passage in context.texts[0].passages
    ]
    assert sent[0].startswith("| Meter | kWh |")
    assert "| M217 | 7217 |" in sent


def test_a_question_may_name_a_note_by_an_alias(make_vault: MakeVault) -> None:
    vault = make_vault(
        {
            "anna.md": "---\naliases: [Nuppi]\n---\n# Anna K.\n\nEats no hazelnuts.\n",
            "cake.md": "# Cake\n\nHazelnuts. Who eats no hazelnuts, eats no cake.\n",
        }
    )
    vault.index(embed=False)
    result = vault.search("does Nuppi eat hazelnuts?")
    assert result.hits[0].path == "anna.md"
    assert result.hits[0].score > 0.5
    assert not result.corrected
    assert not any("Nuppi" in note for note in result.notes)
