"""The place of a quotation counts: headings, list, row, column, kind of block, mail."""

import re
from dataclasses import replace

import pytest
from hypothesis import assume, given, strategies as st

from ragtui_core import Selection
from ragtui_core.citations.citation import SavedCitation, Verdict, quotation_digest
from ragtui_core.citations.comparing.verification import cite
from ragtui_core.citations.passages import passages_of
from ragtui_core.citations.recheck import RENEWAL, Rechecked, recheck
from ragtui_core.citations.saving.saved_citations import write_citation
from ragtui_core.types import Document, Span
from support.extensions import needs_files
from support.mails import mail
from support.notes import NOTE_TEXTS, parse
from support.vaults import IndexVault


def saved(quote: str, text: str) -> SavedCitation:
    """A citation of the first occurrence of a quotation as whole words."""
    start = next(
        found.start()
        for found in re.finditer(re.escape(quote), text)
        if not text[: found.start()][-1:].isalnum()
    )
    cited = cite(1, quote, Span(start, start + len(quote)), (), parse(text))
    assert cited.verdict is Verdict.EXACT
    return SavedCitation.of(cited)


def checked(citation: SavedCitation, document: Document) -> Rechecked:
    """A citation's written form, checked with its document."""
    [found] = recheck(write_citation(citation), lambda _: document, lambda _: ())
    return found


TABLE = "| Pump | bar | rpm |\n|---|---|---|\n| Heron | 5.5 | 900 |\n| Curlew | | 7 |\n"
LIST = "Allowed:\n\n- water at noon\n- oil\n\nForbidden:\n\n- petrol\n"
SAID = "The valve is safe to open."
BIRDS = "# Birds\n\n## Heron\n\nIt eats fish.\n\n## Curlew\n\nIt is small.\n"


def test_the_occurrence_in_its_place_is_taken() -> None:
    edited = BIRDS.replace("It is small.", "It eats fish.")
    second = "## Egret\n\nIt eats fish.\n\n"
    edited = f"# Birds\n\n{second}{edited[9:]}"
    now = checked(saved("It eats fish.", BIRDS), parse(edited))
    assert now.verdict is Verdict.EXACT
    assert now.lines
    assert now.lines.first == 9


def test_without_digests_what_is_written_is_compared() -> None:
    undigested = replace(saved("It eats fish.", BIRDS), surroundings="")
    assert checked(undigested, parse(BIRDS)).verdict is Verdict.EXACT
    renamed = checked(undigested, parse(BIRDS.replace("Heron", "Egret")))
    assert renamed.change == "the heading above changed: Heron → Egret"
    for forged in (
        replace(undigested, heading_path=()),
        replace(undigested, surroundings="0123456789ab"),
    ):
        assert checked(forged, parse(BIRDS)).verdict is Verdict.CONTEXT_CHANGED
    item = replace(saved("- water at noon", LIST), surroundings="")
    assert checked(item, parse(LIST)).verdict is Verdict.EXACT
    without_lead = checked(replace(item, context=()), parse(LIST))
    assert without_lead.verdict is Verdict.CONTEXT_CHANGED


def test_citations_of_version_02_are_compared_with_their_digests() -> None:
    text = "The pump can run until it is stopped for good."
    cut = saved("The pump can", text)
    assert cut.quote == "**The pump can** run until it is stopped for good."
    old = replace(
        cut,
        quote="The pump can",
        digest=quotation_digest("The pump can"),
        surroundings="8e4ce4b203a41c4cfd",
    )
    edited = parse("The pump can run, but must not.")
    now = checked(old, edited)
    assert now.verdict is Verdict.CONTEXT_CHANGED
    assert "its sentence is now: The pump can run, but must not." in now.change
    assert checked(cut, edited).verdict is Verdict.STALE
    renewable = checked(old, parse(text))
    assert (renewable.verdict, renewable.change) == (Verdict.EXACT, RENEWAL)
    assert checked(cut, parse(text)).change == ""


SCRIPT = """\
import os

def opened():
    return valve_is_open  # not closed

# the valve is _very_ safe here
"""


@pytest.mark.parametrize(
    ("ending", "opening", "closing"),
    [("py", '"""', '"""'), ("py", '"""', ""), ("c", "/*", "*/"), ("rs", "/*", "")],
)
@needs_files
def test_code_that_is_put_into_a_comment_or_a_string_is_no_source(
    ending: str, opening: str, closing: str
) -> None:
    document, quote = parse(SCRIPT, f"a.{ending}"), "return valve_is_open"
    start = SCRIPT.index(quote)
    cited = cite(1, quote, Span(start, start + len(quote)), (), document)
    edited = f"{opening}\n{SCRIPT}{closing}\n"
    now = checked(SavedCitation.of(cited), parse(edited, f"a.{ending}"))
    assert now.verdict is Verdict.CONTEXT_CHANGED
    assert now.change.startswith("the text above changed")


@given(st.sampled_from(["#", "//", "- ", "* ", "~~", "`", "\\", ">"]), st.data())
def test_in_code_each_character_counts(mark: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(SCRIPT) - 1))
    quote = data.draw(st.sampled_from([line for line in SCRIPT.split("\n") if line]))
    start = SCRIPT.index(quote)
    document = parse(SCRIPT, "a.py")
    citation = SavedCitation.of(
        cite(1, quote, Span(start, start + len(quote)), (), document)
    )
    edited = parse(f"{SCRIPT[:place]}{mark}{SCRIPT[place:]}", "a.py")
    is_outside = not start <= place <= start + len(quote)
    verdict = checked(citation, edited).verdict
    assert verdict.verified <= is_outside
    # A line that it is indented below may have changed, or a comment began above.
    assert not is_outside or verdict.verified or verdict is Verdict.CONTEXT_CHANGED


def test_a_border_after_cells_is_none_of_their_words() -> None:
    text = "| a | b | c | d |\n|---|---|---|---|\n| 0 | 0 | 0 | 0 |\n"
    assert checked(saved("0 | 0 | 0 |", text), parse(text)).verdict.verified


def test_spaces_and_outer_borders_of_a_row_do_not_matter() -> None:
    written = "Pump|bar|rpm\n-|-|-\nHeron|  5.5|900\nCurlew||7\n"
    for quote in ("| Heron | 5.5 | 900 |", "| Curlew | | 7 |"):
        assert checked(saved(quote, TABLE), parse(written)).verdict.verified


WORDS = st.lists(
    st.sampled_from(str.split("pump valve boat is safe open near the sea at 12 noon")),
    min_size=4,
    max_size=12,
).map(lambda words: " ".join([*words, "Zanzibar"]))


@given(WORDS, WORDS, st.data())
def test_a_denial_anywhere_counts(far: str, words: str, data: st.DataObject) -> None:
    many = " ".join([far] * data.draw(st.integers(1, 30)))
    sentence = f"They say that {many} and {words} for all, {many}."
    citation = saved(words, f"# Head\n\nBefore. {sentence} After.\n")
    place = data.draw(st.sampled_from([8, len(sentence) - 1]))
    denied = f"{sentence[:place]} not{sentence[place:]}"
    edited = parse(f"# Head\n\nBefore. {denied} After.\n")
    assert not checked(citation, edited).verdict.verified
    other = parse(f"# Head\n\nNever. {sentence} Not.\n")
    assert checked(citation, other).verdict is Verdict.EXACT


@given(NOTE_TEXTS, st.sampled_from(["[^1]", "[^note]", "[12]"]), st.data())
def test_a_mark_of_a_footnote_after_a_sentence_changes_nothing(
    around: str, mark: str, data: st.DataObject
) -> None:
    sentence = data.draw(
        st.sampled_from(["The valve is safe to open.", "这个阀门可以安全地打开。"])
    )
    after = data.draw(st.sampled_from(["", " More of it.", "更多内容。"]))
    text = f"# Head\n\n{sentence}{after}\n"
    assume("Head" not in around)
    edited = text.replace(sentence, sentence + mark)
    assert checked(saved(sentence, text), parse(edited)).verdict is Verdict.EXACT


@given(NOTE_TEXTS.filter(bool), st.sampled_from(["Egret", "Other 2"]))
def test_under_another_heading_nothing_is_exact(text: str, heading: str) -> None:
    document = parse(f"# Heron\n\n{text}")
    other = parse(f"# {heading}\n\n{text}")
    for passage in passages_of(document):
        quote = passage.span.of(document.text)
        if passage.heading_path[:1] != ("Heron",) or quote == "# Heron":
            continue
        cited = cite(1, quote, passage.span, (), document)
        if cited.verdict.verified:
            assert not checked(SavedCitation.of(cited), other).verdict.verified


@pytest.mark.parametrize(
    ("changed", "change"),
    [
        (
            mail(SAID, sender="Cy Low <ann@example.org>"),
            "mail from Ann Lee, 3 Mar 2026",
        ),
        (mail(SAID, subject="Boat"), 'mail from Ann Lee, 3 Mar 2026, "Pump" → '),
        (
            mail(SAID, date="Wed, 04 Mar 2026 10:15:00 +0100"),
            "mail from Ann Lee, 3 Mar 2026",
        ),
        (
            mail(SAID, sender="Ann Lee <ann@other.org>"),
            "Ann Lee <ann@other.org>, 2026-03-03",
        ),
    ],
)
@needs_files
def test_the_headers_of_a_mail_belong_to_it(
    index_vault: IndexVault, changed: bytes, change: str
) -> None:
    vault = index_vault({"a.eml": mail(SAID)})
    text = write_citation(vault.quotations.quote(Selection(SAID, "a.eml")))
    (now,) = vault.quotations.verify(text)
    assert now.verdict is Verdict.EXACT
    (vault.root / "a.eml").write_bytes(changed)
    (now,) = vault.quotations.verify(text)
    assert now.verdict is Verdict.CONTEXT_CHANGED
    assert now.change.startswith(f"the mail's headers changed: {change}")
