"""What ranks first by keyword: topics before function words, titles, quoted phrases."""

from dataclasses import replace

import pytest

from ragtui_core import SearchOptions, Vault, open_vault
from ragtui_core.search_results import Mode
from support.vaults import MakeVault

KEYWORD = SearchOptions(mode=Mode.KEYWORD)
FILLER = {
    f"log/{number}.md": f"Round {number}: valve, filter, gauge and seal were fine."
    for number in range(12)
}


def vault_of(make_vault: MakeVault, notes: dict[str, str]) -> Vault:
    vault = make_vault({**FILLER, **notes})
    vault.index(embed=False)
    return vault


def found(vault: Vault, query: str) -> list[str]:
    return [hit.path for hit in vault.search(query, KEYWORD).hits]


def test_function_words_do_not_rank(make_vault: MakeVault) -> None:
    notes = {
        "why.md": "Why are we doing this? Why not? How do we do it, and why do it?",
        "traces.md": "Traces are sent by the exporter and show up on the board.",
    }
    vault = vault_of(make_vault, notes)
    query = "why do my traces not show up"
    assert found(vault, query)[0] == "traces.md"
    # Without other words they are all that there is.
    assert found(vault, "why do it") == ["why.md"]


def test_function_words_in_capitals_are_names(make_vault: MakeVault) -> None:
    notes = {"bus.md": "The bus leaves at noon.", "can.md": "A bus of type CAN."}
    assert found(vault_of(make_vault, notes), "CAN bus")[0] == "can.md"


FOREIGN = [
    ("warum wird die Pumpe denn so heiß", "Die Pumpe wird heiß, wenn Luft fehlt."),
    ("¿por qué se calienta la bomba?", "Una bomba sin aire se calienta."),
    ("почему же так греется насос", "Насос греется без воздуха."),
    ("γιατί τότε θερμαίνεται η αντλία", "Η αντλία θερμαίνεται χωρίς αέρα."),
    ("لماذا قد تسخن المضخة", "تسخن المضخة بدون هواء."),
]


@pytest.mark.parametrize(("question", "answer"), FOREIGN)
def test_function_words_of_other_languages_do_not_rank(
    make_vault: MakeVault, question: str, answer: str
) -> None:
    topics = {"Pumpe", "heiß", "calienta", "bomba", "греется", "насос"}
    topics |= {"θερμαίνεται", "αντλία", "تسخن", "المضخة"}
    words = [word.strip("¿?") for word in question.split()]
    functions = " ".join(word for word in words if word not in topics)
    notes = {"answer.md": answer, "why.md": f"{functions}. " * 3}
    assert found(vault_of(make_vault, notes), question)[0] == "answer.md"


def test_a_repeated_word_counts_as_often(make_vault: MakeVault) -> None:
    notes = {"pump.md": "A pump of steel.", "probe.md": "A probe of steel."}
    vault = vault_of(make_vault, notes)
    assert found(vault, "probe pump pump")[0] == "pump.md"
    assert found(vault, "probe probe pump")[0] == "probe.md"


@pytest.mark.parametrize("query", ["traces", "Trace", '"traces"'])
def test_a_title_finds_its_page_first(make_vault: MakeVault, query: str) -> None:
    notes = {
        "concepts/page.md": "# Traces\n\nThe path of a request.\n\n## More\n\nNothing.",
        "use.md": "# Use of traces\n\nTraces, traces and more traces: a trace.",
    }
    assert found(vault_of(make_vault, notes), query)[0] == "concepts/page.md"


def test_a_file_name_finds_its_page_first(make_vault: MakeVault) -> None:
    notes = {
        "zero-code.md": "# Without changes\n\nAn agent does it.",
        "other.md": "# Other\n\nZero code, zero code, and zero code again.",
    }
    vault = vault_of(make_vault, notes)
    result = vault.search("zero code", SearchOptions(mode=Mode.KEYWORD, explain=True))
    assert result.hits[0].path == "zero-code.md"
    explanation = result.hits[0].explanation
    assert explanation
    assert explanation.parts["name"] > 0


def test_a_page_outside_of_the_filters_is_not_found(make_vault: MakeVault) -> None:
    notes = {"a/pump.md": "# Pump\n\nIt hums.", "b/use.md": "# Use\n\nOf a pump."}
    vault = vault_of(make_vault, notes)
    assert found(vault, "pump")[0] == "a/pump.md"
    assert found(vault, "pump folder:b") == ["b/use.md"]


def test_the_name_of_many_files_is_of_none(make_vault: MakeVault) -> None:
    many = {f"{number}/readme.md": "Nothing here." for number in range(30)}
    vault = vault_of(make_vault, many)
    result = vault.search("readme", SearchOptions(mode=Mode.KEYWORD, explain=True))
    explanations = [hit.explanation for hit in result.hits]
    assert all(each and "name" not in each.parts for each in explanations)


def test_a_quoted_phrase_is_preferred_among_other_words(make_vault: MakeVault) -> None:
    notes = {
        "exact.md": "Set the zero point of the oxygen probe with care and patience.",
        "mixed.md": "The oxygen probe: at this point, zero oxygen.",
        "only.md": "Oxygen, oxygen and oxygen.",
    }
    vault = vault_of(make_vault, notes)
    assert found(vault, 'oxygen "zero point"')[0] == "exact.md"
    assert "only.md" in found(vault, 'oxygen "zero point"')
    assert found(vault, 'oxygen +"zero point"') == ["exact.md"]
    assert found(vault, '"zero point"') == ["exact.md"]


def test_quoted_words_are_not_corrected(make_vault: MakeVault) -> None:
    vault = vault_of(make_vault, {"a.md": "The impeller of the pump."})
    assert vault.search("impelller pump", KEYWORD).corrected
    assert not vault.search('"impelller" pump', KEYWORD).corrected


STORAGE = {
    "pages/storage.md": "# Container Storage Interface\n\nHow volumes are attached.",
    "pages/device.md": "---\naliases: [Blue Box, kbx]\n---\n# Gateway\n\nIt hums.",
    "pages/install.md": "# Set up the Agent\n\nUnpack it.\n\n## Proxy servers\n\nSet"
    " two variables.\n\n## Quality of service\n\nNone.",
    "pages/network.md": "# Network Policy (NP)\n\nWho may call whom.",
    "noise/use.md": "# Notes\n\nThe agent, set up by the agent: blue, box, a blue agent"
    " box; storage interface, container, proxy of servers; network, policy. CSI, NP.",
    "noise/more.md": "# Other notes\n\nBlue box, blue box. Proxy servers, agent proxy"
    " servers. A container storage interface, a container storage interface. CSI CSI.",
    "noise/time.md": "# Crime Scene\n\nCrime scene.",
}


@pytest.fixture(scope="module")
def storage_vault(tmp_path_factory: pytest.TempPathFactory) -> Vault:
    root = tmp_path_factory.mktemp("storage")
    for path, text in {**FILLER, **STORAGE}.items():
        file = root / "vault" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    vault = open_vault(root / "vault", db=root / "index.db")
    vault.index()
    return vault


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("container storage interface", "pages/storage.md"),
        ("Container Storage Interfaces", "pages/storage.md"),
        ("storage", "pages/storage.md"),
        ("CSI", "pages/storage.md"),
        ("blue box", "pages/device.md"),
        ("Blue  Box", "pages/device.md"),
        ("kbx", "pages/device.md"),
        ("agent set up", "pages/install.md"),
        ("set up agent", "pages/install.md"),
        ("qos", "pages/install.md"),
        ("QOS", "pages/install.md"),
        ("network policy", "pages/network.md"),
        ("NP", "pages/network.md"),
    ],
)
@pytest.mark.parametrize("mode", [Mode.KEYWORD, Mode.HYBRID])
def test_a_name_finds_its_page_first(
    storage_vault: Vault, query: str, page: str, mode: Mode
) -> None:
    result = storage_vault.search(query, SearchOptions(mode=mode))
    assert result.hits[0].path == page
    assert not result.corrected
    assert not any("contain" in note for note in result.notes)


def test_an_abbreviation_in_small_letters_that_is_a_word_stays_one(
    make_vault: MakeVault,
) -> None:
    notes = {
        "iron.md": "# Internal Revenue Office\n\nTaxes.",
        "eye.md": "# Eye\n\nThe iro of the eye; an iro.",
    }
    vault = vault_of(make_vault, notes)
    assert found(vault, "iro")[0] == "eye.md"
    assert found(vault, "IRO")[0] == "iron.md"


def test_a_name_within_filters_is_found_there_alone(make_vault: MakeVault) -> None:
    vault = vault_of(make_vault, STORAGE)
    assert "pages/storage.md" not in found(vault, "CSI folder:noise")
    assert "pages/device.md" not in found(vault, "kbx folder:noise")
    assert "pages/install.md" not in found(vault, "qos folder:noise")


@pytest.mark.parametrize(
    "markup",
    [
        "- [Flow](flow.md)\n- [Flow valves](valves.md)\n- [Pumps](pumps.md)",
        "{{#include ../listings/flow/valves.rs}}\n{{#include flow/valve.md}}",
        "[flow]: https://example.org/flow\n[valves]: ../flow/valves.md 'Flow valves'",
    ],
)
def test_lists_of_links_do_not_outrank_what_they_name(
    make_vault: MakeVault, markup: str
) -> None:
    notes = {
        "summary.md": f"# Summary\n\n{markup}",
        "flow.md": "# Throttles\n\nThe flow passes two valves, which close it slowly"
        " when the pressure of the line falls below that of the vessel.",
    }
    vault = vault_of(make_vault, notes)
    assert found(vault, "flow valves")[0] == "flow.md"


def long_note(*parts: str) -> str:
    """A note with a chunk for each part."""
    filler = "We wrote down what was seen on deck. " * 14
    return "\n\n".join(
        f"## Entry {n}\n\n{part} {filler}" for n, part in enumerate(parts)
    )


def test_a_document_counts_with_the_words_of_all_its_chunks(
    make_vault: MakeVault,
) -> None:
    notes = {
        "both.md": long_note("The heron was rented.", "The deposit was paid."),
        "one.md": long_note("The heron was rented.", "The crew was paid."),
    }
    vault = vault_of(make_vault, notes)
    hits = vault.search("heron deposit rented", replace(KEYWORD, explain=True)).hits
    # Both have a chunk with the same two words, and only one has the third.
    assert [hit.path for hit in hits[:2]] == ["both.md", "one.md"]
    assert "rented" in hits[0].excerpt
    first, second = (hit.explanation.parts for hit in hits[:2] if hit.explanation)
    assert first["words"] > second["words"] > 0


SCRIPTS = {
    "Devanagari": (0x905, 0x94D),
    "Bengali": (0x985, 0x9CD),
    "Tamil": (0xB85, 0xBCD),
    "Telugu": (0xC05, 0xC4D),
    "Hebrew with points": (0x5B0, 0x5EA),
    "Arabic": (0x621, 0x652),
    "Cyrillic": (0x430, 0x451),
}


def test_the_order_of_codes_is_that_of_the_words(make_vault: MakeVault) -> None:
    made = make_vault(
        {
            "minutes.md": "# Minutes of July\n\nThe leak report INC-2026-03 is late.\n",
            "leak.md": "# INC-2026-03: a leak\n\nINC-2026-03 was a small leak.\n",
        }
    )
    made.index()
    hits = made.search("INC-2026-03", SearchOptions(mode=Mode.HYBRID)).hits
    assert [hit.path for hit in hits] == ["leak.md", "minutes.md"]
    words = made.search("INC-2026-03", SearchOptions(mode=Mode.KEYWORD)).hits
    assert [hit.score for hit in hits] == [hit.score for hit in words]
