"""What the page asks of the API: rendered documents, pictures, answers, a beginning."""

import json

import httpx

from ragtui_core import Text, Vault
from ragtui_serve.rendering.answer_html import AnswerHtml
from ragtui_serve.served_vault import ServedVault
from support.serving import http_client, running

PICTURE = b"\x89PNG\r\n\x1a\n" + b"0" * 20


def test_a_document_as_html_with_its_passage(http: httpx.Client) -> None:
    path = "/api/documents/curlew.md"
    found = http.get(path, params={"html": "0-0"}).json()
    assert found["html"].startswith("<h1")
    assert {"date", "changed", "tags", "fields"} <= found.keys()
    assert "passage" not in found["html"]
    at = found["text"].index("ecalibrat")
    marked = http.get(path, params={"html": f"{at}-{at + 9}"}).json()
    assert '<span class="passage">ecalibrat</span>' in marked["html"]
    assert "html" not in http.get(path).json()
    wrong = http.get(path, params={"html": "12"})
    assert (wrong.status_code, wrong.json()["option"]) == (422, "html")


def test_a_part_of_a_table_keeps_its_head(http: httpx.Client, vault: Vault) -> None:
    rows = "".join(
        f"| {n} | item number {n} with some more words |\n" for n in range(5_000)
    )
    text = f"# Table\n\n| id | what |\n|----|:--|\n{rows}"
    (vault.root / "pumps" / "teal.md").write_text(text)
    at = text.index("| 4900 |")
    asked: dict[str, str | int] = {
        "html": f"{at + 2}-{at + 6}",
        "start": at - 20_000,
        "max_chars": 30_000,
    }
    found = http.get("/api/documents/teal.md", params=asked).json()
    assert "<tr><th>id</th><th>what</th></tr>" in found["html"]
    assert '<td><span class="passage">4900</span></td>' in found["html"]
    assert found["html"].count("<table>") == 1


def test_a_part_of_a_line_of_megabytes_begins_near_its_passage(
    http: httpx.Client, vault: Vault
) -> None:
    text = "# Line\n\n" + "word " * 100_000 + "gnu " + "word " * 1_000
    (vault.root / "pumps" / "teal.md").write_text(text)
    at = text.index("gnu")
    asked: dict[str, str | int] = {
        "html": f"{at}-{at + 3}",
        "start": at - 20_000,
        "max_chars": 100_000,
    }
    found = http.get("/api/documents/teal.md", params=asked).json()
    assert '<span class="passage">gnu</span>' in found["html"]
    assert len(found["html"]) < 60_000


def test_a_picture_needs_the_address_that_its_note_has(vault: Vault) -> None:
    (vault.root / "pictures").mkdir()
    (vault.root / "pictures" / "a b.png").write_bytes(PICTURE)
    (vault.root / "pictures" / "x.svg").write_text("<svg/>")
    (vault.root / "secret.png").write_bytes(PICTURE)
    note = vault.root / "pumps" / "curlew.md"
    note.write_text(note.read_text() + "\n![p](pictures/a%20b.png) ![[x.svg]]\n")
    (vault.root / "x.svg").write_text("<svg/>")
    with running(ServedVault(vault, index=False)) as address:
        with http_client(address) as client:
            html = client.get(
                "/api/documents/curlew.md", params={"html": "0-0"}
            ).json()["html"]
        sources = [part.split('"')[0] for part in html.split('src="')[1:]]
        assert len(sources) == 2
        with http_client(address, token="") as client:
            picture, drawing = (client.get(f"/{source}") for source in sources)
            assert picture.content == PICTURE
            assert picture.headers["content-type"] == "image/png"
            assert "sandbox" in drawing.headers["content-security-policy"]
            key = sources[0].partition("?")[2]
            name = vault.root.name
            for other in ("secret.png", "..%2fx.png", "curlew.md", "pictures/none.png"):
                asked = client.get(f"/pictures/{name}/{other}?{key}")
                assert asked.status_code == 401
            unsigned = sources[0].partition("?")[0]
            for wrong in ("", "?key=", "?key=%C3%BC", "?key=%FF"):
                assert client.get(f"/{unsigned}{wrong}").status_code == 401
            assert client.get("/api/pictures/secret.png").status_code == 401


def test_an_answer_is_streamed_as_html_on_request(http: httpx.Client) -> None:
    question = "How often is the Curlew recalibrated?"
    asked = {"question": question, "html": True, "save": True}
    with http.stream("POST", "/api/ask", json=asked) as response:
        lines = [line for line in response.iter_lines() if line.startswith("data: ")]
    events = [json.loads(line.removeprefix("data: ")) for line in lines]
    names = [event["event"] for event in events]
    assert names[0] == "sources"
    assert names[-1] == "done"
    html = [event["html"] for event in events if event["event"] == "html"][-1]
    assert 'data-cite="1"' in html
    assert "<p>" in html or "<blockquote>" in html
    chat = events[-1]["chat"]
    (turn,) = http.get(f"/api/chats/{chat}").json()["turns"]
    assert turn["html"] == html


def test_numbers_of_a_file_are_no_marks_in_a_stored_answer() -> None:
    answer = AnswerHtml(is_stored=True)
    answer.take(Text(r"> 42 bar \[1] of [2](a.md) [1]"))
    assert answer.html().count("data-cite") == 1
    assert "42 bar [1] of" in answer.html()


def test_the_page_begins_with_recent_notes(http: httpx.Client) -> None:
    found = http.get("/api/home").json()
    assert found["searches"] == []
    assert {"path", "title", "date", "tags", "modified"} == found["recent"][0].keys()
    times = [note["modified"] for note in found["recent"]]
    assert times == sorted(times, reverse=True)
