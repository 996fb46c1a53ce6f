"""Addresses of passages, from a template."""

from pathlib import Path

import pytest

from ragtui_core import SettingsError
from ragtui_serve.source_urls import SourceUrls

ROOT = Path("/home/me/notes")


@pytest.mark.parametrize(
    ("template", "url"),
    [
        ("", ""),
        ("obsidian://open?file={path}", "obsidian://open?file=a/b%20%26%20c.md"),
        ("file://{file}#{line}", "file:///home/me/notes/a/b%20%26%20c.md#12"),
        ("x://y/{name}#{anchor}", "x://y/b%20%26%20c#gas-exchange"),
        ("https://x.example/", "https://x.example/"),
    ],
)
def test_placeholders_are_replaced_and_encoded(template: str, url: str) -> None:
    made = SourceUrls(template, ROOT).of("a/b & c.md", 12, ("Top", "Gas: exchange!"))
    assert made == url


def test_a_note_cannot_add_to_the_address() -> None:
    made = SourceUrls("https://x.example/{path}", ROOT).of("a?b#c\n{line}<>.md")
    assert made == "https://x.example/a%3Fb%23c%0A%7Bline%7D%3C%3E.md"


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("https://x.example/{pth}", "unknown placeholder `pth`; did you mean `path`"),
        ("x.example/{path}", "is not an address"),
        ("javascript:alert({path})", "is not an address"),
        ("DATA:text/html,{path}", "is not an address"),
    ],
)
def test_a_wrong_template_is_named(template: str, words: str) -> None:
    with pytest.raises(SettingsError, match=r"^serve\.source_url") as raised:
        SourceUrls(template, ROOT)
    assert words in str(raised.value)
