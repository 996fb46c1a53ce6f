"""The API on a real socket: what it answers, and how it fails."""

import json
from pathlib import Path
from unittest import mock

import httpx2
from jsonschema import Draft202012Validator

from fakes.anthropic_service import FakeAnthropic
from ragtui_core import IndexFollower, SearchOptions, Vault, open_vault
from ragtui_core.search import search_as_json
from ragtui_core.tools.request_options import MAX_PATH
from ragtui_serve.served_vault import ServedVault
from support.serving import QUESTION, events_of, http_client, running
from support.vaults import IndexVault, MakeVault


def test_a_search_is_that_of_the_command(http: httpx2.Client, vault: Vault) -> None:
    request = {"query": "Curlew", "limit": 2, "explain": True, "facets": True}
    found = http.post("/api/search", json=request).json()
    options = SearchOptions(limit=2, explain=True)
    facets = vault.facets("Curlew", options)
    expected = search_as_json(vault.search("Curlew", options), facets)
    assert found == expected


def test_an_answer_is_a_stream_of_the_commands_events(http: httpx2.Client) -> None:
    events = events_of(http.post("/api/ask", json=QUESTION))
    names = [name for name, _ in events]
    assert names[0] == "sources"
    assert names[-1] == "done"
    assert {name for name, data in events if data["event"] != name} == set()
    cited = [data for name, data in events if name == "citation"]
    assert cited[0]["verdict"] == "exact"
    assert cited[0]["path"] == "pumps/curlew.md"


def test_an_answer_is_one_object_for_clients_of_json(http: httpx2.Client) -> None:
    accept = {"Accept": "application/json"}
    found = http.post("/api/ask", json=QUESTION, headers=accept)
    answer = found.json()
    assert "every **ninety** days" in answer["answer"]
    assert answer["citations"][0]["verdict"] == "exact"


def test_a_conversation_goes_on_by_its_id(http: httpx2.Client, vault: Vault) -> None:
    before = vault.chats.list()
    alone = events_of(http.post("/api/ask", json=QUESTION))[-1][1]
    assert (alone["chat"], vault.chats.list()) == ("", before)
    saved = QUESTION | {"save": True}
    done = events_of(http.post("/api/ask", json=saved))[-1][1]
    events_of(http.post("/api/ask", json={"question": "Who?", "chat": done["chat"]}))
    assert len(vault.chats.read(str(done["chat"])).turns) == 2
    unknown = http.post("/api/ask", json=QUESTION | {"chat": "20200101-000000-aaaa"})
    assert (unknown.status_code, unknown.json()["kind"]) == (
        404,
        "ConversationNotFound",
    )


def test_documents_are_listed(http: httpx2.Client) -> None:
    everything = http.get("/api/documents").json()
    assert everything == {
        "documents": [
            "hostile.md",
            "long.md",
            "one line.md",
            "pumps/curlew.md",
            "pumps/teal.md",
        ],
        "total": 5,
    }
    some = http.get("/api/documents", params={"contains": "PUMPS/", "limit": 1}).json()
    assert some == {"documents": ["pumps/curlew.md"], "total": 2}


def test_a_document_or_a_part_of_it(http: httpx2.Client, vault: Vault) -> None:
    text = vault.documents.text("pumps/curlew.md")
    whole = http.get("/api/documents/pumps/curlew.md")
    assert whole.json()["text"] == text
    assert whole.json()["title"] == "Curlew"
    for params, expected in (
        ({"section": "Care"}, text[text.index("## Care") :]),
        ({"lines": "8"}, "## Care\n"),
        ({"lines": "8-9"}, "## Care\n\n"),
        ({"lines": "8-"}, text[text.index("## Care") :]),
        ({"start": 5, "max_chars": 5}, text[5:10]),
    ):
        part = http.get("/api/documents/pumps/curlew.md", params=params).json()
        assert part["text"] == expected
        start, end = part["span"]
        assert text[start:end] == expected
    plain = http.get("/api/documents/pumps/curlew.md", headers={"Accept": "text/plain"})
    assert plain.text == text
    assert http.get("/api/documents/one%20line.md").json()["lines"] == [1, 3]


def test_unchanged_documents_are_not_resent(http: httpx2.Client, vault: Vault) -> None:
    address = "/api/documents/pumps/teal.md"
    tag = http.get(address).headers["etag"]
    again = {"If-None-Match": tag}
    assert http.get(address, headers=again).status_code == 304
    (vault.root / "pumps/teal.md").write_text("# Teal\n\nChanged.\n")
    changed = http.get(address, headers=again)
    assert (changed.status_code, changed.json()["text"]) == (
        200,
        "# Teal\n\nChanged.\n",
    )


ELSEWHERE = (
    "..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "%2fetc%2fpasswd",
    "pumps/%2e%2e/.hidden.md",
    ".hidden.md",
    "ignored.md",
    ".gitignore",
    "outside.md",
    "a%00b.md",
    "pumps",
    "%ff%fe.md",
    "a" * 5_000,
)
"""Paths that lead out of the vault, or to files that are not indexed."""


def test_nothing_else_is_a_document(
    http: httpx2.Client, vault: Vault, tmp_path: Path
) -> None:
    (tmp_path / "secret.txt").write_text("swordfish")
    (vault.root / "outside.md").symlink_to(tmp_path / "secret.txt")
    for path in ELSEWHERE:
        response = http.get(f"/api/documents/{path}")
        is_possible = "%00" not in path and len(path) <= MAX_PATH
        assert response.status_code == (404 if is_possible else 422), path[:99]
        assert response.headers["content-type"] == "application/problem+json"
        assert "swordfish" not in response.text
        assert str(vault.root) not in response.text


def test_the_coverage_and_the_names(http: httpx2.Client, vault: Vault) -> None:
    status = http.get("/api/status").json()
    assert (status["documents"], status["vault"]) == (5, "notes")
    assert status["vaults"] == ["notes"]
    assert str(vault.root.parent) not in json.dumps(status)


def test_completions_of_a_query(http: httpx2.Client) -> None:
    found = http.get("/api/complete", params={"line": "tag:ox more", "at": 6}).json()
    (offer,) = found["completions"]
    assert (offer["text"], offer["start"], offer["end"]) == ("tag:oxygen ", 0, 6)
    assert http.get("/api/complete").status_code == 422


def test_the_description_names_every_option(http: httpx2.Client) -> None:
    document = http.get("/api/openapi.json").json()
    for path in ("/api/search", "/api/ask"):
        content = document["paths"][path]["post"]["requestBody"]["content"]
        Draft202012Validator.check_schema(content["application/json"]["schema"])
        assert "folder" in content["application/json"]["schema"]["properties"]
    for path, operations in document["paths"].items():
        for method in operations:
            response = http.request(method, path.replace("{path}", "nowhere"))
            assert response.status_code not in {405, 500}, path


WRONG = (
    (b"{", 400, "not JSON"),
    (b"", 400, "not JSON"),
    (b"\xff\xfe{}", 400, "not JSON"),
    (b"[" * 60_000, 400, "nested too deeply"),
    (b"[" * 33 + b"]" * 33, 400, "nested too deeply: at most 32 levels"),
    (b"[" * 32 + b"]" * 32, 422, "must be one JSON object"),
    (b'{"query": "a\\u0000b"}', 400, "NUL"),
    (b'{"a\\u0000b": [{"x": "y"}]}', 400, "NUL"),
    (b'{"query": "a\0b"}', 400, "not JSON"),
    (b'{"query": NaN}', 400, "not a JSON number"),
    (b'{"query": "x", "limit": 1' + b"0" * 5_000 + b"}", 400, "not JSON"),
    (b"[]", 422, "one JSON object"),
    (b'{"qury": "x"}', 422, "did you mean `query`"),
    (b'{"query": "x", "at": "../x.md"}', 404, "no document"),
    (b'{"query": "x", "scope": "file"}', 422, "requires `at`"),
    (b'{"query": "' + b"x" * 70_000 + b'"}', 413, "65,536 bytes"),
)
"""A body, the status that it gets, and words of the sentence."""


def test_a_wrong_request_is_a_problem_in_words(http: httpx2.Client) -> None:
    headers = {"Content-Type": "application/json"}
    for body, status, words in WRONG:
        response = http.post("/api/search", content=body, headers=headers)
        assert response.status_code == status, body[:50]
        assert response.headers["content-type"] == "application/problem+json"
        problem = response.json()
        assert words in problem["detail"]
        assert problem["status"] == status
        assert "Traceback" not in response.text


def test_the_wrong_type_address_or_method(http: httpx2.Client) -> None:
    form = http.post("/api/search", data={"query": "x"})
    assert form.status_code == 415
    assert http.get("/nowhere").status_code == 404
    assert http.get("/api/search").status_code == 405
    refused = http.put("/api/chats/0")
    assert refused.status_code == 405
    allowed = {*refused.headers["allow"].split(", ")}
    assert allowed == {"GET", "HEAD", "POST", "DELETE"}


def test_leaving_ends_the_request(service: FakeAnthropic, http: httpx2.Client) -> None:
    service.scenario = "stall"
    with http.stream("POST", "/api/ask", json=QUESTION) as answer:
        lines = answer.iter_lines()  # closes the answer when it is freed
        assert next(lines)
        assert service.asked.wait()
    assert service.disconnected.wait()


def test_a_failure_before_and_after_the_answer_has_begun(
    service: FakeAnthropic, http: httpx2.Client
) -> None:
    service.scenario = "401"
    name, data = events_of(http.post("/api/ask", json=QUESTION))[-1]
    assert (name, data["kind"]) == ("error", "auth")
    accept = {"Accept": "application/json"}
    whole = http.post("/api/ask", json=QUESTION, headers=accept)
    assert (whole.status_code, whole.json()["kind"]) == (502, "auth")


def test_an_unsearchable_vault_ends_no_server(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# A\n"})
    served = ServedVault(vault, index=False)
    with running(served) as base, http_client(base) as client:
        missing = client.post("/api/search", json={"query": "a"})
        assert missing.status_code == 503
        assert missing.headers["retry-after"]
        assert missing.json()["detail"] == (
            "this vault has no index yet: run `ragtui index`"
        )
        open_vault(vault.root).index(embed=False)
        assert client.post("/api/search", json={"query": "a"}).status_code == 200
        (vault.root / "a.md").unlink()
        vault.root.rmdir()
        assert client.post("/api/search", json={"query": "a"}).status_code == 200
        assert client.get("/api/documents/a.md").status_code == 404
        assert client.get("/healthz").json() == {"status": "ok"}


def test_vaults_have_names(served: ServedVault, index_vault: IndexVault) -> None:
    other = index_vault({"b.md": "# Other\n"})
    both = (served, ServedVault(other, "work", index=False))
    with running(*both) as base, http_client(base) as client:
        query = {"query": "Other", "vault": "work"}
        hits = client.post("/api/search", json=query).json()["hits"]
        assert [hit["path"] for hit in hits] == ["b.md"]
        listed = client.get("/api/documents", params={"vault": "work"}).json()
        assert listed["documents"] == ["b.md"]
        wrong = client.post("/api/search", json=query | {"vault": "wrk"})
        assert "did you mean `work`" in wrong.json()["detail"]
        models = client.get("/v1/models").json()["data"]
        assert [each["id"] for each in models] == ["ragtui/notes", "ragtui/work"]


def test_a_request_during_the_first_index_gets_its_state(make_vault: MakeVault) -> None:
    vault = make_vault({"a.md": "# A\n"})
    served = ServedVault(vault, index_timeout=0.0)
    with (
        mock.patch.multiple(IndexFollower, start=mock.DEFAULT, join=mock.DEFAULT),
        running(served) as base,
        http_client(base) as client,
    ):
        early = client.post("/api/search", json={"query": "a"})
    assert early.status_code == 503
    assert early.json()["detail"] == (
        "looking for changed files: search finds what was read before"
    )
