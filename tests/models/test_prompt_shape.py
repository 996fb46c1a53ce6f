"""A small, slow or narrow model gets a short prompt, any other the full one."""

import re
from dataclasses import replace

import pytest

from fakes.compatible_server import FakeCompatible
from fakes.frames import Body
from fakes.served_models import llama_cpp, lm_studio, ollama, vllm
from ragtui_core import AskOptions, Vault, open_vault
from ragtui_core.answer.servers import prompt_shape
from ragtui_core.answer.servers.model_servers import ServedModel, model_at, server_at
from ragtui_core.answer.servers.prompt_shape import Prompt, shape_of
from ragtui_core.answer_events import UNANSWERED, says_no_answer
from ragtui_core.embedding.token_counting import bundled_token_counter
from ragtui_core.settings.schema import AnswerSettings, PromptShape
from support.answers import collected, said
from support.vaults import IndexVault


@pytest.mark.parametrize(
    ("facts", "model"),
    [
        (ollama(), ServedModel("qwen2.5-coder:1.5b", 4096, 1.54, True)),
        (ollama(loaded=16384), ServedModel("qwen2.5-coder:1.5b", 16384, 1.54, True)),
        (ollama(num_ctx=8192), ServedModel("qwen2.5-coder:1.5b", 8192, 1.54, True)),
        (lm_studio(), ServedModel("qwen2.5-14b-instruct", 32768, 14.0, True)),
        (lm_studio(loaded=4096), ServedModel("qwen2.5-14b-instruct", 4096, 14.0, True)),
        (llama_cpp(), ServedModel("model.gguf", 2048, 8.03, True)),
        (vllm(), ServedModel("Qwen/Qwen2.5-72B-Instruct", 32768, 72.0)),
    ],
)
def test_servers_say_what_their_models_can_do(
    server: FakeCompatible, facts: dict[str, Body], model: ServedModel
) -> None:
    server.facts = facts
    assert model_at(f"{server.base_url}/v1", model.name) == model
    listed = server_at(server.base_url)
    assert listed
    assert listed.models == (model,)


def test_a_server_that_says_nothing_is_none(server: FakeCompatible) -> None:
    assert model_at(server.base_url, "any") is None
    server.facts = {"/v1/models": {"error": "Unexpected endpoint", "data": "none"}}
    assert model_at(server.base_url, "any") is None
    assert model_at("http://[bad", "any") is None


FULL = Prompt(is_short=False, chars=24_000, answer_tokens=4096, explored=24_000)


@pytest.mark.parametrize(
    ("model", "prompt"),
    [
        (ServedModel("unknown"), FULL),
        (ServedModel("large", 32768, 72.0), FULL),
        (ServedModel("small", 32768, 1.5), Prompt(True, 1200, 512, 24_000)),
        (ServedModel("narrow", 2048, 72.0), Prompt(True, 1200, 512, 3072)),
        (ServedModel("narrower", 1024, 72.0), Prompt(True, 1200, 256, 1536)),
        (ServedModel("middle", 8192, 8.0), Prompt(False, 12_288, 2048, 12_288)),
    ],
)
def test_the_prompt_is_what_models_can_read(model: ServedModel, prompt: Prompt) -> None:
    assert shape_of(model, AnswerSettings(), is_slow=False) == prompt


def test_a_slow_model_gets_a_short_prompt_and_the_setting_decides() -> None:
    usual, small = AnswerSettings(), ServedModel("small", 32768, 1.5)
    assert shape_of(ServedModel("unknown"), usual, is_slow=True).is_short
    for shape in (PromptShape.FULL, PromptShape.SHORT):
        chosen = replace(usual, server=replace(usual.server, prompt=shape))
        prompts = [shape_of(small, chosen, is_slow=slow) for slow in (True, False)]
        prompts.append(
            shape_of(ServedModel("large", 32768, 72.0), chosen, is_slow=True)
        )
        assert {p.is_short for p in prompts} == {shape is PromptShape.SHORT}


NOTES: dict[str, str | bytes] = {
    f"pump-{number}.md": f"# Pump {number}\n\n## Care\n\n"
    + "".join(f"The pump {number} has the valve {n} of steel. " * 2 for n in range(80))
    for number in range(8)
}


async def test_a_short_prompt_has_the_best_passages_and_few_tokens(
    index_vault: IndexVault, server: FakeCompatible
) -> None:
    server.facts = llama_cpp(context=2048)
    made = index_vault(NOTES)
    vault = open_vault(made.root, flags={"answer.server.base_url": server.base_url})
    events = await collected(vault.ask("Which valve has pump 3?"))
    body = server.calls[0]
    (message,) = body["messages"]
    assert re.match(r"<note-\w{4} 1: pump-3.md>\n", message["content"])
    assert "[Pump 3 › Care]\nThe pump 3 has" in message["content"]
    assert bundled_token_counter()(body["system"] + message["content"]) <= 850
    assert body["max_tokens"] == 512
    assert said(events)


async def test_a_model_that_was_slow_gets_a_short_prompt_next_time(
    own_vault: Vault, server: FakeCompatible, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prompt_shape, "SLOW_SECONDS", 0.0)
    await collected(own_vault.ask("pump"))
    await collected(own_vault.ask("pump"))
    full, short = (call["system"] for call in server.calls)
    assert len(short) < len(full) / 2


@pytest.mark.parametrize(
    ("question", "embed", "begins"),
    [
        ("Who repaired the harbour crane?", True, f"[{UNANSWERED}]\n\nSo it is."),
        ("Who repaired the harbour crane?", False, f"[{UNANSWERED}]\n\nSo it is."),
        ("Is the valve of pump 3 of steel?", True, "So it is."),
    ],
)
async def test_a_small_model_is_shown_below_a_doubt_where_extracts_would_abstain(
    index_vault: IndexVault,
    server: FakeCompatible,
    question: str,
    embed: bool,
    begins: str,
) -> None:
    server.facts, server.says = llama_cpp(context=2048), "So it is."
    made = index_vault(NOTES, embed=embed)
    vault = open_vault(made.root, flags={"answer.server.base_url": server.base_url})
    events = await collected(vault.ask(question))
    assert said(events).startswith(begins)
    assert says_no_answer(said(events)) is begins.startswith("[")
    chat = events[-1].chat  # type: ignore[union-attr]
    await collected(vault.ask("And why?", AskOptions(chat=chat)))
    assert UNANSWERED not in str(server.calls[-1])
