"""Pictures of recognised passages over HTTP."""

import io
from collections.abc import Iterator

import httpx2
import pytest
from PIL import Image

from ragtui_serve.served_vault import ServedVault
from support.office_files import PdfPage, pdf
from support.pictures import drawn, recognizing, saved
from support.serving import http_client, running
from support.vaults import MakeVault

FRAME = (255, 170, 0)


def has_frame(data: bytes) -> bool:
    return FRAME in Image.open(io.BytesIO(data)).convert("RGB").get_flattened_data()


@pytest.fixture
def http(make_vault: MakeVault) -> Iterator[httpx2.Client]:
    vault = make_vault(
        {
            "photo.png": saved(drawn(["The valve."]), "PNG"),
            "scan.pdf": saved(drawn(["The pump."]), "PDF"),
            "text.pdf": pdf(PdfPage(["It hums."])),
            "note.md": "The heron.",
            "broken.png": saved(drawn(["The hose."] * 5), "PNG")[:3000],
        }
    )
    with recognizing(), running(ServedVault(vault, index=False)) as address:
        vault.index(embed=False)
        with http_client(address) as client:
            yield client


def test_a_picture_is_shown_with_its_passage_framed(http: httpx2.Client) -> None:
    for path in ("photo.png", "scan.pdf"):
        found = http.get(f"/api/documents/{path}").json()
        (line,) = found["pictured"]
        assert line == {
            "span": [0, 6],
            "page": 1,
            "box": [10.0, 20.0, 90.0, 40.0],
            "size": [100.0, 200.0],
        }
        whole = http.get(f"/api/pictures/{path}")
        assert whole.headers["content-type"] == "image/png"
        assert not has_frame(whole.content)
        framed = http.get(f"/api/pictures/{path}", params={"start": 0, "end": 3})
        assert has_frame(framed.content)
    hit = http.post("/api/search", json={"query": "words"}).json()["hits"][0]
    assert hit["location"]["ocr"] is True


def test_what_has_no_picture_is_refused(http: httpx2.Client) -> None:
    page = http.get("/api/pictures/text.pdf")
    assert page.status_code == 200
    assert http.get("/api/pictures/absent.png").status_code == 404
    for path, page_number in (("note.md", 1), ("text.pdf", 9), ("broken.png", 1)):
        found = http.get(f"/api/pictures/{path}", params={"page": page_number})
        assert found.status_code in {404, 422}, (path, found.text)
        assert found.headers["content-type"] == "application/problem+json"
    assert http.get("/api/documents/note.md").json()["pictured"] == []
