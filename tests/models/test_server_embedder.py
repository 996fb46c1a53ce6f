"""Vectors of a server, and what a server does wrong."""

import threading
from collections.abc import Iterator
from contextlib import closing

import numpy as np
import pytest

from fakes.embedding_server import EmbeddingServer, Fault, Json, Reply, busy
from ragtui_core import Vault, open_vault
from ragtui_core.embedding.cosine_scale import kept_scale, measured_scale, scale_pairs
from ragtui_core.embedding.embedder_opening import open_embedder
from ragtui_core.embedding.model_identity import model_id, settings_for
from ragtui_core.errors import ModelError
from ragtui_core.indexing.events import IndexEvent, IndexNotice, IndexNoticeKind
from ragtui_core.search.options import SearchOptions
from ragtui_core.search_results import Mode
from ragtui_core.settings.schema import EmbeddingServerSettings, EmbeddingSettings
from ragtui_core.store.meta_keys import MODEL, scale_key
from ragtui_core.store.sqlite.store import SqliteStore
from ragtui_models import server_embedder
from ragtui_models.server_embedder import ServerEmbedder
from support.vaults import MakeVault
from support.waiting import wait_until

NOTES: dict[str, str | bytes] = {
    "pump.md": "# Pump\n\nThe pump is blue and its impeller is new.\n",
    "boat.md": "# Boat\n\nThe boat leaks at the stern.\n",
}


@pytest.fixture(autouse=True)
def without_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_embedder, "RETRY_SECONDS", (0.0, 0.0, 0.0))


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as started:
        yield started


def embedder_of(server: EmbeddingServer, **settings: object) -> ServerEmbedder:
    table = EmbeddingServerSettings(base_url=server.base_url, **settings)  # type: ignore[arg-type]  # by name
    opened = open_embedder(EmbeddingSettings(model="server:small", server=table))
    assert isinstance(opened, ServerEmbedder)
    return opened


def open_at(server: EmbeddingServer, vault: Vault, version: str = "") -> Vault:
    return open_vault(
        vault.root,
        flags={
            "embedding.model": "server:small",
            "embedding.server.base_url": server.base_url + version,
        },
    )


def test_vectors_are_of_length_one_and_in_order(server: EmbeddingServer) -> None:
    embedder = embedder_of(server, batch=2)
    vectors = embedder.embed(["the pump", "the boat", "the pump leaks"])
    assert vectors.dtype == np.float32
    assert vectors.shape == (3, 16) == (3, embedder.dimension)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)
    assert vectors[0] @ vectors[2] > vectors[0] @ vectors[1]
    assert [len(each["input"]) for each in server.requests] == [2, 1]
    assert {each["model"] for each in server.requests} == {"small"}
    assert embedder.embed([]).shape == (0, 16)


def test_a_query_is_asked_for_once(server: EmbeddingServer) -> None:
    embedder = embedder_of(server)
    [first] = embedder.embed_queries(["the pump"])
    [again] = embedder.embed_queries(["the pump"])
    np.testing.assert_array_equal(first, again)
    assert len(server.requests) == 1


def test_the_key_is_sent_to_the_server_alone(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    server.key = "k-1"
    embedder_of(server, api_key="k-1").embed(["a"])
    with pytest.raises(ModelError, match=r"rejected the key.*embedding\.server\.api"):
        embedder_of(server).embed(["a"])
    assert "authorization" not in server.headers[-1]


def test_a_busy_server_is_asked_again(server: EmbeddingServer) -> None:
    server.faults.extend([busy, lambda _: Reply(503, "loading the model")])
    assert embedder_of(server).embed(["a"]).shape == (1, 16)
    assert len(server.requests) == 3


def test_a_server_busy_for_an_hour_is_not_waited_for(server: EmbeddingServer) -> None:
    server.fault = lambda _: busy(seconds="3600")
    with pytest.raises(ModelError, match="is busy \\(429\\): Rate limit reached"):
        embedder_of(server).embed(["a"])
    assert len(server.requests) == 1


def vectors(*rows: list[float]) -> Reply:
    data = [{"index": i, "embedding": row} for i, row in enumerate(rows)]
    return Reply(200, {"data": data})


WRONG: dict[str, tuple[Reply, str]] = {
    "no JSON": (Reply(200, "<html>"), "returned no embeddings"),
    "other JSON": (Reply(200, {"models": []}), "returned no embeddings"),
    "ragged": (vectors([1.0], [1.0, 2.0]), "returned no embeddings"),
    "too few": (vectors([1.0] * 16), r"shape \(1, 16\) instead of \(2, 16\)"),
    "too short": (vectors([1.0], [1.0]), r"shape \(2, 1\) instead of \(2, 16\)"),
    "zero": (vectors([0.0] * 16, [1.0] * 16), "returned a zero vector"),
    "no number": (vectors([float("nan")] * 16, [1.0] * 16), "returned a zero vector"),
    "no such model": (Reply(404, {"error": "no model small"}), r"\(404\): no model"),
    "redirected": (Reply(302, "", (("Location", "/x"),)), r"\(302\)"),
}


@pytest.mark.parametrize("reply", WRONG)
def test_a_wrong_reply_is_an_error(server: EmbeddingServer, reply: str) -> None:
    embedder = embedder_of(server)
    embedder.embed(["a"])
    wrong, message = WRONG[reply]
    server.fault = lambda _: wrong
    with pytest.raises(ModelError, match=message) as caught:
        embedder.embed(["a", "b"])
    assert server.base_url in str(caught.value)
    assert len(server.requests) == 2


TOO_LONG: dict[str, Fault] = {
    "400": lambda request: (
        Reply(400, {"error": {"message": "maximum context length"}})
        if max(map(len, request["input"])) > 100
        else None
    ),
    "500": lambda request: (
        Reply(500, {"error": {"message": "input is too large to process"}})
        if max(map(len, request["input"])) > 100
        else None
    ),
}


@pytest.mark.parametrize("status", TOO_LONG)
def test_a_long_text_is_divided_and_the_others_are_whole(
    server: EmbeddingServer, status: str
) -> None:
    server.fault = TOO_LONG[status]
    texts = ["the pump", "boat " * 128, "the stern"]
    divided = embedder_of(server).embed(texts)
    assert "".join(text for text in texts_of(server)[-10:] if "boat" in text)
    server.fault = None
    whole = embedder_of(server).embed(["the pump", "boat " * 16, "the stern"])
    np.testing.assert_allclose(divided, whole, atol=0.01)


def texts_of(server: EmbeddingServer) -> list[str]:
    """The texts that were sent, without those that measure the model's scale."""
    measured = tuple(text for pair in scale_pairs() for text in pair)
    texts = (text for request in server.requests for text in request["input"])
    return [text for text in texts if not text.endswith(measured)]


@pytest.mark.parametrize(
    ("model", "query", "passage"),
    [
        ("nomic-embed-text:latest", "search_query: ", "search_document: "),
        ("intfloat/multilingual-e5-large", "query: ", "passage: "),
        ("bge-small-en-v1.5-q8_0.gguf", "Represent this sentence for ", ""),
        ("embeddinggemma", "task: search result | query: ", "title: none | text: "),
        ("Qwen/Qwen3-Embedding-0.6B", "Instruct: ", ""),
        ("snowflake-arctic-embed2", "query: ", ""),
        ("multilingual-e5-large-instruct", "Instruct: ", ""),
        ("bge-m3", "", ""),
        ("small", "", ""),
    ],
)
def test_known_models_get_what_they_expect(
    server: EmbeddingServer, model: str, query: str, passage: str
) -> None:
    table = EmbeddingServerSettings(base_url=server.base_url)
    settings = EmbeddingSettings(model=f"server:{model}", server=table)
    embedder = open_embedder(settings)
    embedder.embed(["a pump"])
    embedder.embed_queries(["a boat"])
    first, second = texts_of(server)
    assert first == f"{passage}a pump"
    assert second.startswith(query)
    assert second.endswith("a boat")
    assert len(second) > len("a boat") or not query
    assert settings_for(model_id(settings), EmbeddingSettings(server=table)) == settings
    other = model_id(settings).replace('"query": "', '"query": "other ')
    is_known = settings_for(other, settings) is not None
    assert is_known is not bool(query or passage)


@pytest.mark.parametrize(
    ("model", "parts"), [("all-minilm", 4), ("bge-m3", 1), ("small", 1)]
)
def test_long_texts_are_embedded_in_parts_that_the_model_reads(
    server: EmbeddingServer, model: str, parts: int
) -> None:
    table = EmbeddingServerSettings(base_url=server.base_url, batch=3)
    embedder = open_embedder(EmbeddingSettings(model=f"server:{model}", server=table))
    start, end = "the pump " * 200, "boat stern " * 100
    long, other = embedder.embed([start + end, "wheel"])
    assert "".join(texts_of(server)) == start + end + "wheel"
    assert len(texts_of(server)) == parts + 1
    assert max(len(request["input"]) for request in server.requests) <= 3
    assert long @ embedder.embed(["stern"])[0] > other @ embedder.embed(["stern"])[0]


def test_vectors_of_integers_of_any_size_are_scaled(server: EmbeddingServer) -> None:
    server.fault = lambda request: vectors(
        *([float(3 * 10**30), -4 * 10**30] for _ in request["input"])
    )
    [vector] = embedder_of(server).embed(["a"])
    np.testing.assert_allclose(vector, [0.6, -0.8], atol=1e-6)


def test_what_is_refused_at_any_length_is_an_error(server: EmbeddingServer) -> None:
    server.fault = lambda _: Reply(400, {"error": {"message": "unknown model"}})
    with pytest.raises(ModelError, match=r"refused the request \(400\): unknown model"):
        embedder_of(server).embed(["pump " * 400, "boat"])


def test_searches_do_not_wait_for_a_slow_server_again(
    server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_embedder, "PAUSE_SECONDS", 3600.0)

    def slow(_: object) -> None:
        server.held.wait()

    server.fault = slow
    embedder = embedder_of(server, query_timeout=0.05)
    for query in ("pump", "boat", "stern"):
        with pytest.raises(ModelError, match=r"did not answer within 0\.05 s"):
            embedder.embed_queries([query])
    assert len(server.requests) == 1


@pytest.mark.parametrize("url", ["", "localhost:11434", "ftp://host"])
def test_an_address_is_required(url: str) -> None:
    table = EmbeddingServerSettings(base_url=url)
    with pytest.raises(ModelError, match=r"set embedding\.server\.base_url"):
        open_embedder(EmbeddingSettings(model="server:small", server=table))


# --- in a vault ---


def test_a_search_is_by_keyword_while_the_server_is_away(
    make_vault: MakeVault, server: EmbeddingServer
) -> None:
    vault = open_at(server, make_vault(NOTES))
    assert vault.index().pending == 0
    found = vault.search("impeller")
    assert found.mode is Mode.HYBRID
    server.fault = lambda _: busy(seconds="3600")
    for mode in (Mode.HYBRID, Mode.SEMANTIC):
        away = vault.search("leaks stern", SearchOptions(mode=mode))
        assert [hit.path for hit in away.hits] == ["boat.md"]
        [note] = away.notes
        assert note.startswith("The model for search by meaning cannot be used (the ")
        assert note.endswith("): search is by words until it works.")
    vault.close()


def test_what_was_embedded_before_a_failure_is_kept(
    make_vault: MakeVault, server: EmbeddingServer
) -> None:
    notes: dict[str, str | bytes] = {
        f"{n}.md": f"# Note {n}\n\nBuoy {n} is green." for n in range(70)
    }
    vault = open_at(server, make_vault(notes))
    # The dimension, the scale of the cosines, and two batches.
    server.faults.extend([lambda _: None] * (len(scale_pairs()) + 4))
    server.fault = lambda _: busy(seconds="3600")
    with pytest.raises(ModelError, match="is busy"):
        vault.index()
    assert vault.coverage.whole().embedded == 64
    server.fault = None
    before = len(server.requests)
    assert vault.index().pending == 0
    assert sum(len(each["input"]) for each in server.requests[before:]) == 6
    vault.close()


def test_files_are_followed_while_the_server_is_away(
    make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragtui_core.indexing.watcher.EMBEDDING_RETRY_SECONDS", 0.05)
    server = EmbeddingServer()
    with server:
        pass  # the port is known, and nothing listens there
    vault = open_at(server, make_vault(NOTES))
    events: list[IndexEvent] = []
    stop = threading.Event()
    thread = threading.Thread(target=vault.watch, args=(stop, events.append))
    thread.start()
    try:
        wait_until(
            lambda: any(isinstance(each, IndexNotice) for each in events), "no notice"
        )
        (vault.root / "new.md").write_text("# Quokka\n")
        wait_until(
            lambda: [hit.path for hit in vault.search("quokka").hits] == ["new.md"],
            "the new note was not found",
        )
        with server:
            wait_until(
                lambda: vault.coverage.whole().embedded == 3, "nothing was embedded"
            )
    finally:
        stop.set()
        thread.join()
    notices = [each for each in events if isinstance(each, IndexNotice)]
    assert [each.kind for each in notices] == [IndexNoticeKind.EMBEDDING_FAILED]
    assert "cannot be reached" in notices[0].message
    vault.close()


def test_another_model_of_the_same_name_is_reported(
    make_vault: MakeVault, server: EmbeddingServer
) -> None:
    vault = open_at(server, make_vault(NOTES))
    vault.index()
    vault.close()
    server.dimension = 24
    (vault.root / "new.md").write_text("# Quokka\n")
    again = open_at(server, vault, "/v1")  # tests share embedders of equal settings
    with pytest.raises(ModelError, match=r"replaced.*--rebuild"):
        again.index()
    found = again.search("quokka")
    assert [hit.path for hit in found.hits] == ["new.md"]
    assert any("it was replaced" in note for note in found.notes)
    again.back_up_index()
    assert again.index().pending == 0
    again.close()


def test_another_model_of_the_same_name_and_size_is_reported(
    make_vault: MakeVault, server: EmbeddingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = make_vault(NOTES)
    with closing(open_at(server, made)) as vault:
        vault.index()
        before = vault.search("the stern of the boat").hits[0]
    assert before.score > 0.5
    own = server.vector
    monkeypatch.setattr(server, "vector", lambda text: own(f"x{text[::-1]}"))
    with closing(open_at(server, made, "/v1")) as again:
        with pytest.raises(ModelError, match=r"replaced.*--rebuild"):
            again.index()
        hit = again.search("the stern of the boat").hits[0]
        assert hit.path == "boat.md"
        assert hit.score > 0.5  # its cosines, of two models, do not count
    monkeypatch.setattr(server, "vector", own)
    with closing(open_at(server, made, "/v1/")) as back:
        assert back.index().pending == 0
        assert back.search("the stern of the boat").hits[0] == before


def test_the_scale_of_the_cosines_is_measured_once(
    server: EmbeddingServer, make_vault: MakeVault
) -> None:
    made = make_vault(NOTES)
    with closing(open_at(server, made)) as vault:
        vault.index()
        (made.root / "pump.md").write_text("# Pump\n\nIt is green now.\n")
        vault.index()
        with SqliteStore(vault.index_path).reader() as reader:
            kept = kept_scale(reader.meta(scale_key(reader.meta(MODEL))))
    sent = [text for request in server.requests for text in request["input"]]
    assert [sent.count(question) for question, _ in scale_pairs()] == [1] * len(
        scale_pairs()
    )
    assert kept == measured_scale(embedder_of(server))


def test_a_scale_that_cannot_be_measured_is_measured_later(
    server: EmbeddingServer, make_vault: MakeVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_embedder, "PAUSE_SECONDS", 0.0)

    def refuse_queries(request: Json) -> Reply | None:
        return Reply(400) if request["input"] == [scale_pairs()[0][0]] else None

    made, kept = make_vault(NOTES), []
    for fault in (refuse_queries, None):
        server.fault = fault
        with closing(open_at(server, made)) as vault:
            assert vault.index().pending == 0
            with SqliteStore(vault.index_path).reader() as reader:
                kept.append(kept_scale(reader.meta(scale_key("server:small"))))
    assert kept == [None, measured_scale(embedder_of(server))]
