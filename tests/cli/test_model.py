"""`ragtui model`: what runs on this computer, and the choice in the settings file."""

import json
from collections.abc import Iterator

import pytest

from fakes.compatible_server import FakeCompatible
from fakes.served_models import llama_cpp, ollama
from ragtui_cli import exit_codes
from ragtui_cli.main import main
from ragtui_core import open_vault
from ragtui_core.answer.servers import model_servers
from ragtui_core.answer.servers.model_servers import ServerKind
from support.vaults import MakeVault


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeCompatible]:
    """The only server, at Ollama's port."""
    with FakeCompatible() as fake:
        ports = dict.fromkeys(model_servers.PORTS, 1) | {ServerKind.OLLAMA: fake.port}
        monkeypatch.setattr(model_servers, "PORTS", ports)
        fake.facts = ollama()
        yield fake


def test_models_that_run_are_listed_with_what_they_can_do(
    server: FakeCompatible, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["model"]) == exit_codes.FOUND
    assert capsys.readouterr().out == (
        f"Ollama at {server.base_url}\n"
        "  qwen2.5-coder:1.5b: 1.54 B parameters, 4,096 tokens, tools, short prompt\n"
    )
    assert main(["model", "--json"]) == exit_codes.FOUND
    [listed] = json.loads(capsys.readouterr().out)["servers"]
    assert listed["models"][0]["context_tokens"] == 4096


def test_a_model_is_chosen_by_a_part_of_its_name(
    server: FakeCompatible, capsys: pytest.CaptureFixture[str], make_vault: MakeVault
) -> None:
    assert main(["model", "coder"]) == exit_codes.FOUND
    assert "config.toml" in capsys.readouterr().out
    answer = open_vault(make_vault({}).root).settings.answer
    assert (answer.provider, answer.server.base_url, answer.server.model) == (
        "compatible",
        server.base_url,
        "qwen2.5-coder:1.5b",
    )


def test_a_server_at_another_address_is_named(
    server: FakeCompatible, capsys: pytest.CaptureFixture[str]
) -> None:
    server.facts = llama_cpp(context=16384)
    assert main(["model", "--url", f"{server.base_url}/v1"]) == exit_codes.FOUND
    assert "8.03 B parameters, 16,384 tokens, tools, full" in capsys.readouterr().out


def test_unknown_names_and_missing_servers_are_said(
    server: FakeCompatible, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["model", "llama"]) == exit_codes.FAILED
    assert "no model is called llama: name one of qwen" in capsys.readouterr().err
    server.facts = {"/v1/models": {"object": "list", "data": None}}
    for arguments in ([], ["qwen"]):
        assert main(["model", *arguments]) == exit_codes.NOTHING
        assert "no models" in capsys.readouterr().out
    server.facts = {}
    assert main(["model", "--url", "http://[bad"]) == exit_codes.NOTHING
    assert capsys.readouterr().out == "No model server answers at http://[bad.\n"
    for arguments in ([], ["qwen"]):
        assert main(["model", *arguments]) == exit_codes.NOTHING
        assert "ollama pull" in capsys.readouterr().out
