"""The cross-encoder decides which of the best passages comes first, no more."""

from dataclasses import replace
from pathlib import Path

import pytest

from ragtui_core import Citation, Vault
from ragtui_core.embedding.bundled_model import CROSS_ENCODER
from ragtui_core.search.reranker import BundledCrossEncoder
from ragtui_core.vault import model_registry
from support.answers import citations, collected, notices, said
from support.vaults import IndexVault, vault_fixture

QUESTION = "What colour is the pump?"
SIMILAR = "Tom has a pump, Ida the colour printer."
ANSWER = "We painted the pump blue."
DIRECT = "The pump is painted blue."
NOTES: dict[str, str | bytes] = {
    "minutes.md": f"# Minutes\n\n{SIMILAR}\n",
    "harbour.md": f"# Harbour\n\n{ANSWER}\n\n{DIRECT}\n",
}


vault = vault_fixture(NOTES, embed=True)


def use_folder(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    model = replace(CROSS_ENCODER, folder=folder)
    monkeypatch.setattr(model_registry, "CROSS_ENCODER", model)
    module = "ragtui_core.search.reranker"
    monkeypatch.setattr(f"{module}.CROSS_ENCODER", model)
    # Not the one that tests share.
    monkeypatch.setattr(f"{module}.BundledCrossEncoder", BundledCrossEncoder)


def in_order(found: list[Citation]) -> list[str]:
    return [each.quote for each in sorted(found, key=lambda each: each.number)]


async def quotes(vault: Vault, question: str = QUESTION) -> list[str]:
    found = citations(await collected(vault.ask(question)))
    return in_order(found)


def comes_before(quoted: list[str], first: str, second: str) -> bool:
    return quoted.index(first) < quoted.index(second)


async def test_without_the_model_the_order_is_by_score(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert comes_before(await quotes(vault), DIRECT, SIMILAR)
    vault._services.models._cross_encoder.model = None
    use_folder(monkeypatch, tmp_path)
    assert comes_before(await quotes(vault), SIMILAR, DIRECT)


async def test_a_damaged_model_is_named_and_the_order_is_by_score(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "tokenizer.json").write_bytes(b"{}")
    (tmp_path / "model.onnx").write_bytes(b"not these weights")
    use_folder(monkeypatch, tmp_path)
    events = await collected(vault.ask(QUESTION))
    assert comes_before(in_order(citations(events)), SIMILAR, DIRECT)
    assert any("install ragtui again" in each for each in notices(events))


async def test_only_an_answer_loads_it(vault: Vault) -> None:
    slot = vault._services.models._cross_encoder
    assert vault.search(QUESTION).hits
    events = await collected(vault.ask("What is the salary of Ingeborg?"))
    assert said(events) == "I don't have information about that."
    assert slot.model is None
    await quotes(vault)
    assert slot.model is not None


async def test_what_a_heading_alone_names_is_quoted_from_its_beginning(
    index_vault: IndexVault,
) -> None:
    day = (
        "# Monday\n\n## Goals of the week\n\n- clear the invoice backlog\n"
        "- review the thesis chapter\n\n"
        "Felt unproductive and stared out of the window. Practised the piano.\n"
    )
    made = index_vault({"day.md": day, **NOTES}, embed=True)
    quoted = await quotes(made, "What were my goals?")
    assert quoted[:2] == ["- clear the invoice backlog", "- review the thesis chapter"]
