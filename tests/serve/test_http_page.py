"""What the page is made of, and what only it asks for."""

from support.serving import http_client


def test_the_page_needs_no_token_and_has_a_strict_policy(address: str) -> None:
    with http_client(address, token="") as client:
        page = client.get("/")
        assert page.headers["content-type"].startswith("text/html")
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "require-trusted-types-for 'script'" in policy
        assert client.get("/page/main.js").status_code == 200
        for path in (
            "/page/",
            "/page/index.html",
            "/page/../http/asgi_app.py",
            "/page/x",
        ):
            assert client.get(path).status_code == 401


def test_conversations_are_listed_and_replayed(address: str) -> None:
    question = {"question": "How often is the Curlew recalibrated?", "save": True}
    with http_client(address) as client:
        assert client.get("/api/chats").json() == {"chats": []}
        with client.stream("POST", "/api/ask", json=question) as answer:
            assert list(answer.iter_lines())[-2].startswith("data:")
        (listed,) = client.get("/api/chats").json()["chats"]
        assert listed["title"] == question["question"]
        (turn,) = client.get(f"/api/chats/{listed['id']}").json()["turns"]
        assert turn["question"] == question["question"]
        names = [event["event"] for event in turn["events"]]
        assert (names[0], names[-1]) == ("sources", "done")
        assert "citation" in names
        missing = client.get("/api/chats/none")
        assert (missing.status_code, missing.json()["kind"]) == (
            404,
            "ConversationNotFound",
        )


def test_a_conversation_is_renamed_exported_and_deleted(address: str) -> None:
    with http_client(address) as client:
        for question in ("How often is the Curlew recalibrated?", "And the Teal?"):
            client.post("/api/ask", json={"question": question, "save": True})
        named = {
            chat["title"]: chat for chat in client.get("/api/chats").json()["chats"]
        }
        path = f"/api/chats/{named['And the Teal?']['id']}"
        renamed = client.post(path, json={"title": "Of pumps"}).json()
        assert renamed["title"] == "Of pumps"
        exported = client.get(path, headers={"Accept": "text/markdown"})
        assert exported.headers["content-type"].startswith("text/markdown")
        assert "And the Teal?" in exported.text
        assert client.post(path, json={"title": " "}).status_code == 422
        assert client.delete(path).json()["title"] == "Of pumps"
        assert client.delete(path).status_code == 404
        (left,) = client.get("/api/chats").json()["chats"]
    assert left["title"] == "How often is the Curlew recalibrated?"
