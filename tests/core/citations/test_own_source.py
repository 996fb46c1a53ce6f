"""A saved citation is never its own source, though its note is in the vault."""

import re
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path

import pytest
from hypothesis import assume, example, given, settings, strategies as st

from ragtui_core import Selection, Vault
from ragtui_core.citations.citation import SavedCitation, Verdict
from ragtui_core.citations.comparing.verification import cite, locate
from ragtui_core.citations.passages import passages_of
from ragtui_core.citations.recheck import Rechecked
from ragtui_core.citations.saving.cited_spans import citation_spans
from ragtui_core.citations.saving.saved_citations import write_citation
from ragtui_core.documents.loader import Loaders
from ragtui_core.errors import DocumentNotFound
from ragtui_core.settings.schema import Settings
from ragtui_core.types import Lines, Span
from support.answers import citations, collected
from support.extensions import needs_files
from support.mails import mail
from support.notes import NOTE_TEXTS, parse
from support.office_files import (
    docx,
    epub,
    notebook,
    pptx,
    sheet_rows,
    word_paragraph,
    xlsx,
)
from support.vaults import MakeVault

QUOTE = "The valve of the big pump is 12 mm wide and made of brass."
PUMP = f"# Pump\n\n{QUOTE}\n"
TALK = "# Talk about the valve of the pump\n\nAn engineer said this.\n\n"


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    """A note, and two that cite it, all of them indexed."""
    made = make_vault({"pump.md": PUMP})
    written = write_citation(made.quotations.quote(Selection(QUOTE, "pump.md")))
    for name in ("saved.md", "talk.md"):
        (made.root / name).write_text(f"{TALK}{written}\n")
    made.index(embed=False)
    return made


def rechecked(vault: Vault, name: str = "saved.md") -> Rechecked:
    """The citation of a note of the vault."""
    text = (vault.root / name).read_text()
    (checked,) = vault.quotations.verify(text, path=name)
    return checked


def change(vault: Vault, action: str) -> None:
    pump = vault.root / "pump.md"
    if action == "edited":
        pump.write_text(pump.read_text().replace("12 mm", "14 mm"))
    elif action == "deleted":
        pump.unlink()
    else:
        (vault.root / "att").mkdir()
        pump.rename(vault.root / "att/pump2.md")
    vault.index(embed=False)


@pytest.mark.parametrize(
    ("action", "verdict", "path"),
    [
        ("edited", Verdict.STALE, "pump.md"),
        ("deleted", Verdict.FILE_MISSING, "pump.md"),
        ("moved", Verdict.ELSEWHERE, "att/pump2.md"),
    ],
)
@pytest.mark.parametrize("name", ["saved.md", "talk.md"])
def test_notes_that_cite_are_not_where_it_is_found(
    vault: Vault, action: str, verdict: Verdict, path: str, name: str
) -> None:
    assert rechecked(vault, name).verdict is Verdict.EXACT
    change(vault, action)
    checked = rechecked(vault, name)
    assert (checked.verdict, checked.path) == (verdict, path)
    # Not even where the path of the text is unknown.
    (checked,) = vault.quotations.verify((vault.root / name).read_text())
    assert (checked.verdict, checked.path) == (verdict, path)


def test_the_words_around_a_citation_are_no_source_of_their_note(vault: Vault) -> None:
    text = f"{QUOTE}\n\n{(vault.root / 'saved.md').read_text()}"
    (vault.root / "saved.md").write_text(text)
    (vault.root / "talk.md").unlink()
    change(vault, "deleted")
    assert rechecked(vault).verdict is Verdict.FILE_MISSING


@pytest.mark.parametrize("source", ["", " (draft.md:1)", " (draft)"])
def test_a_draft_is_no_source_of_its_quotations(vault: Vault, source: str) -> None:
    said = "The rudder of the big boat is made of oak."
    text = f'As they say: "{said}"{source}\n\n> {said}\n'
    (vault.root / "draft.md").write_text(text)
    vault.index(embed=False)
    found = vault.quotations.verify_all(text, path="draft.md")
    assert [checked.verdict.verified for checked in found] == [False, False]
    (vault.root / "boat.md").write_text(f"# Boat\n\n{said}\n")
    vault.index(embed=False)
    found = vault.quotations.verify_all(text, path="draft.md")
    assert {checked.path for checked in found} == {"boat.md"}


async def test_answers_quote_the_source_of_a_citation(vault: Vault) -> None:
    found = citations(await collected(vault.ask("How wide is the valve of the pump?")))
    assert {c.path for c in found if "12 mm" in c.quote} == {"pump.md"}
    change(vault, "deleted")
    found = citations(await collected(vault.ask("How wide is the valve of the pump?")))
    assert not any("12 mm" in citation.quote for citation in found)


def test_a_selection_is_not_backed_by_citations_or_its_note(vault: Vault) -> None:
    words = Selection("the brass valve of the big pump", "saved.md", Lines(5, 5))
    hits = vault.quotations.sources_of(words).hits
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    assert hits[0].path == "pump.md"
    assert "saved.md" not in {hit.path for hit in hits}
    assert vault.quotations.cite(words).path == "pump.md"
    for name in ("talk.md", "pump.md"):
        (vault.root / name).unlink()
    vault.index(embed=False)
    with pytest.raises(DocumentNotFound):
        vault.quotations.cite(words)


def test_many_notes_that_cite_do_not_conceal_what_moved(vault: Vault) -> None:
    text = (vault.root / "saved.md").read_text()
    for number in range(12):
        (vault.root / f"copy{number}.md").write_text(text)
    change(vault, "moved")
    assert rechecked(vault).path == "att/pump2.md"


@pytest.mark.parametrize("indent", ["", "> ", "- ", "   "])
def test_a_citation_within_other_blocks_is_no_source(
    make_vault: MakeVault, tmp_path: Path, indent: str
) -> None:
    source = parse(PUMP, "pump.md")
    span = Span(PUMP.index(QUOTE), len(PUMP) - 1)
    written = write_citation(cite(1, QUOTE, span, (), source))
    hanging = indent.replace("-", " ")
    text = f"{indent}{written}".replace("\n", f"\n{hanging}")
    document = parse(f"Before it.\n\n{text}\n\nAfter it.\n")
    assert locate(QUOTE, document).verdict is Verdict.MISSING
    assert not any("valve" in p.span.of(document.text) for p in passages_of(document))


@given(NOTE_TEXTS, NOTE_TEXTS, st.data())
def test_saved_words_are_no_source(text: str, other: str, data: st.DataObject) -> None:
    source = parse(text)
    passages = passages_of(source)
    if not passages:
        return
    passage = data.draw(st.sampled_from(passages))
    quote = passage.span.of(source.text)
    citation = cite(1, quote, passage.span, (), source)
    if not citation.verdict.verified:
        return
    written = write_citation(SavedCitation.of(citation))
    note = parse(f"{other}\n\n{written}\n")
    start = note.text.rindex(written)
    for found in passages_of(note):
        assert not found.span.overlaps(Span(start, start + len(written)))
    span = locate(quote, note).span
    assert span is None or not span.overlaps(Span(start, start + len(written)))


@pytest.mark.parametrize("escape", ["", "\\"])
def test_what_refers_to_a_saved_citation_is_no_passage(escape: str) -> None:
    source = parse(PUMP, "pump.md")
    span = Span(PUMP.index(QUOTE), len(PUMP) - 1)
    written = write_citation(cite(1, QUOTE, span, (), source))
    mark, other = (f"{escape}[{number}{escape}]" for number in "12")
    own = f"Ours is old {other}. See a[1], [1](b.md) and the page.\n\n    cells [1]\n"
    said = f"It is steel {mark}. So say all.\n\n- Steel {mark}\n\n{written}\n\n"
    document = parse(f"{own}\n{said}After it.\n")
    assert [p.span.of(document.text) for p in passages_of(document)] == [
        f"Ours is old {other}.",
        "See a[1], [1](b.md) and the page.",
        "cells [1]",
        "After it.",
    ]


LOADERS = Loaders.of(Settings().index)
BEFORE, AFTER = "A word before it.", "Another word after it."


def _paragraphs(text: str, tag: str = "p") -> str:
    return "".join(f"<{tag}>{escape(line)}</{tag}>" for line in text.split("\n"))


def _rendered(text: str) -> str:
    """A citation as a page shows it: without its marks and the destination."""
    *quote, _, source = [line.removeprefix("> ") for line in text.split("\n")]
    shown = escape(source.replace("(<pump.md>)", "").replace("`", ""))
    words = escape(" ".join(quote).replace("*", ""))
    return f"<blockquote><p>{words}</p><p>{shown}</p></blockquote>"


def _page(body: str) -> bytes:
    page = f"<meta charset=utf-8><p>{BEFORE}</p>{body}<p>{AFTER}</p>"
    return page.encode()


def _plain(text: str) -> bytes:
    return f"{BEFORE}\n\n{text}\n\n{AFTER}\n".encode()


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}" for line in text.split("\n"))


def _word_file(text: str) -> bytes:
    lines = [BEFORE, *text.split("\n"), AFTER]
    return docx("".join(word_paragraph(escape(line)) for line in lines))


FORMS: Mapping[str, Callable[[str], bytes]] = {
    "lines.txt": _plain,
    "quoted.txt": lambda text: _plain(_quoted(text)),
    "joined.txt": lambda text: _plain(" ".join(text.split("\n"))),
    "pre.html": lambda text: _page(f"<pre>{escape(text)}</pre>"),
    "joined.html": lambda text: _page(f"<p>{escape(text)}</p>"),
    "broken.html": lambda text: _page(f"<p>{escape(text)}</p>".replace("\n", "<br>")),
    "paragraphs.html": lambda text: _page(_paragraphs(text)),
    "list.html": lambda text: _page(f"<ul>{_paragraphs(text, 'li')}</ul>"),
    "cell.html": lambda text: _page(f"<table><td>{escape(text)}</table>"),
    "rendered.html": lambda text: _page(_rendered(text)),
    "plain.eml": lambda text: mail(_plain(text).decode()),
    "reply.eml": lambda text: mail(_plain(_quoted(text)).decode()),
    "paragraphs.docx": _word_file,
    "slide.pptx": lambda text: pptx((BEFORE, f"{text}\n{AFTER}", "")),
    "cell.xlsx": lambda text: xlsx(
        {"One": sheet_rows([BEFORE, 1], [escape(text), 2], [AFTER, 3])}
    ),
    "page.epub": lambda text: epub({"a.html": _page(_paragraphs(text)).decode()}),
    "cell.ipynb": lambda text: notebook(("markdown", _plain(text).decode())),
    "code.ipynb": lambda text: notebook(("code", text), ("markdown", AFTER)),
    "raw.md": _plain,
    "escaped.md": lambda text: _plain(text.replace(">", r"\>").replace("`", r"\`")),
    "entities.md": lambda text: _plain(text.replace(">", "&gt;").replace("<", "&lt;")),
}
"""A citation as files of all kinds may contain it, between two sentences."""

QUOTES = st.lists(
    st.sampled_from(
        [
            "The valve of the pump is *12 mm* wide.",
            "Its `lever` is made of [brass] & costs < 5 €.",
            "Never open it at 3 > 2 bar_s in the night!",
        ]
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=100)
@given(st.sampled_from(sorted(FORMS)), QUOTES, st.sampled_from(["\n", " ", "\n\n"]))
@example("cell.ipynb", ["The valve is *12 mm* wide.", "Never open it."], "\n\n")
@needs_files
def test_a_citation_is_no_source(name: str, lines: list[str], between: str) -> None:
    between = " " if name == "rendered.html" else between
    quote = between.join(lines)
    source = parse(f"# Pump\n\n{quote}\n", "pump.md")
    start = source.text.index(quote)
    cited = cite(1, quote, Span(start, start + len(quote)), (), source)
    assume(cited.verdict.verified)
    document = LOADERS.load(name, FORMS[name](write_citation(cited)))
    for line in (quote, *lines):
        for words in (line, line.replace("*", "").replace("`", "")):
            assert not locate(words, document).verdict.verified
    passages = [passage.span.of(document.text) for passage in passages_of(document)]
    assert not any(re.search("valve|lever|Never", passage) for passage in passages)
    assert any("after it" in passage for passage in passages)


def test_what_only_describes_citations_is_a_source() -> None:
    text = "The digest is `ragtui:a8c74e32ff79`, after the words of the file.\n"
    document = parse(f"> A quote of someone.\n\n{text}")
    assert locate("The digest is", document).verdict is Verdict.EXACT
    assert locate("A quote of someone.", document).verdict is Verdict.EXACT


@pytest.mark.parametrize(
    "piece", ["\n", "> ", "a\n", "> a\n", "- ", "\n\n> ", "— ", "a ", "· ragtui:"]
)
def test_what_looks_like_a_citation_is_read_in_linear_time(piece: str) -> None:
    seal = "— a.md · ragtui:a8c74e32ff79\n"
    assert len(citation_spans(piece * 20_000 + seal)) == 1
    assert len(citation_spans((piece * 20 + seal) * 200)) == 200


@pytest.mark.parametrize("embed", [False, True])
def test_a_note_is_found_before_what_quotes_it(
    make_vault: MakeVault, *, embed: bool
) -> None:
    rest = "It is painted blue. Rosa has spare parts for the boat and its sails."
    vault = make_vault({"manual.md": f"# Manual\n\n{QUOTE} {rest}\n"})
    selected = Selection(QUOTE, "manual.md")
    quoted = write_citation(vault.quotations.quote(selected))
    (vault.root / "pump.md").write_text(f"# Pump\n\n{quoted}\n\nA list of ours.\n")
    vault.index(embed=embed)
    hits = vault.search("how wide is the valve of the big pump").hits
    assert [hit.path for hit in hits][:2] == ["manual.md", "pump.md"]


def test_a_list_of_links_is_no_source(make_vault: MakeVault) -> None:
    links = "[[pump|The pump is oiled]] [[The pump]]\n"
    vault = make_vault({"links.md": links, "b.md": "The pump.\n"})
    vault.index(embed=False)
    found = vault.quotations.sources_of(Selection("The pump is oiled."))
    assert [hit.path for hit in found.hits] == ["b.md"]
