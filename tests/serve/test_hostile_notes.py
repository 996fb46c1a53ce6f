"""Notes that try to be more than text, by each server: a line of 10 MB among them."""

import shutil
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from fakes.telegram_api import FakeTelegram
from ragtui_core import Vault, open_vault
from ragtui_serve.served_vault import ServedVault, ServedVaults
from support.hostile_texts import HOSTILE, LONG_LINE
from support.serving import called, http_client, mcp_client, running, text_of
from support.telegram_bots import CHAT, running_bot
from support.vaults import write_files

pytestmark = pytest.mark.e2e  # the line takes seconds

CONTROLS = set("\u202e\u202c\u2066\u2069")
SHORT = sorted(set(HOSTILE) - {"line.md"})


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The notes and their index, without vectors."""
    folder = tmp_path_factory.mktemp("hostile")
    write_files(folder / "notes", HOSTILE)
    with closing(open_vault(folder / "notes", db=folder / "index.db")) as vault:
        vault.index(embed=False)
    return folder


@pytest.fixture
def vault(indexed: Path, tmp_path: Path) -> Iterator[Vault]:
    copied = shutil.copytree(indexed, tmp_path / "hostile")
    with closing(open_vault(copied / "notes", db=copied / "index.db")) as opened:
        yield opened


def test_by_http(vault: Vault) -> None:
    with running(ServedVault(vault, index=False)) as base, http_client(base) as client:
        response = client.post("/api/search", json={"query": "zebra"})
        assert response.headers["content-type"] == "application/json"
        assert response.headers["x-content-type-options"] == "nosniff"
        assert sorted(hit["path"] for hit in response.json()["hits"]) == SHORT
        for name in SHORT:
            assert client.get(f"/api/documents/{name}").json()["text"] == HOSTILE[name]
            plain = client.get(f"/api/documents/{name}", headers={"Accept": "text/*"})
            assert plain.headers["content-type"].startswith("text/plain")
        (hit,) = client.post("/api/search", json={"query": "gnu"}).json()["hits"]
        assert len(hit["excerpt"]) < 1_000
        around = {"start": hit["span"][0], "max_chars": 100_000}
        part = client.get("/api/documents/line.md", params=around).json()
        assert part["text"].endswith("Marker gnu\n")
        whole = client.get("/api/documents/line.md").json()
        assert LONG_LINE in whole["text"]
        messages = [{"role": "user", "content": "What of the zebra?"}]
        chat = client.post("/v1/chat/completions", json={"messages": messages}).text
        assert not CONTROLS & set(chat)
        assert "\\u202e" not in chat


async def test_by_mcp(vault: Vault) -> None:
    vaults = ServedVaults([ServedVault(vault, index=False)])
    async with mcp_client(vaults) as client:
        for form in ("compact", "detailed"):
            found = await called(client, "search_files", query="zebra", format=form)
            assert not CONTROLS & set(text_of(found))
            for name in SHORT:
                assert name in text_of(found)
        for name in SHORT:
            text = text_of(await called(client, "get_file_content", path=name))
            assert not CONTROLS & set(text)
            assert "Marker zebra" in text
        for arguments in ({}, {"first_line": 3}, {"start": 10_000_000}):
            part = await called(
                client,
                "get_file_content",
                path="line.md",
                max_chars=18_000,
                **arguments,
            )
            assert not part.is_error
            assert len(text_of(part)) <= 20_000
        quote = '"&word &word &word Marker gnu" (line.md)'  # its tags are not shown
        quoted = await called(client, "verify_quotes", text=quote)
        assert "1 of 1" in text_of(quoted)


def test_by_telegram(vault: Vault) -> None:
    """The fake refuses markup and lengths as Telegram does."""
    with FakeTelegram() as fake, running_bot(fake, vault) as bot:
        fake.say(CHAT, "/search zebra")
        (hits,) = fake.sent(1)
        assert "<script>document.title='owned'</script>" in hits.text
        assert not CONTROLS & set(hits.text)
        for count, button in enumerate(hits.buttons, 2):
            fake.press(hits, button)
            assert "Marker zebra" in fake.sent(count)[-1].text
        said = len(fake.messages)
        fake.say(CHAT, "/search gnu")
        found = fake.sent(said + 1)[-1]
        fake.press(found, "1")
        assert "Marker gnu" in fake.sent(said + 2)[-1].text
        assert bot.reports == []
