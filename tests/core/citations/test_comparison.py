"""A citation is compared with its file once more."""

from dataclasses import replace

import pytest

from ragtui_core import Vault
from ragtui_core.citations.citation import Verdict
from ragtui_core.citations.comparing.verification import compare_with_file
from ragtui_core.types import Span
from support.answers import CITATION
from support.vaults import MakeVault

QUOTE = CITATION.quote
TEXT = f"# Pump\n## Service\n{QUOTE}\n"
CITED = replace(CITATION, span=Span(18, 18 + len(QUOTE)))


@pytest.fixture
def vault(make_vault: MakeVault) -> Vault:
    return make_vault({CITED.path: TEXT})


@pytest.mark.parametrize(
    ("text", "verdict", "line"),
    [
        (TEXT, Verdict.EXACT, 3),
        (f"# Moved\n\n{TEXT}", Verdict.EXACT, 5),
        (TEXT.replace("*impeller*", "impeller"), Verdict.NORMALISED, 3),
        (TEXT.replace("second", "third"), Verdict.STALE, 3),
    ],
)
def test_its_location_and_verdict_are_current(
    vault: Vault, text: str, verdict: Verdict, line: int
) -> None:
    (vault.root / CITED.path).write_text(text)
    now = compare_with_file(CITED, vault.documents.read)
    assert (now.verdict, now.lines.first) == (verdict, line)


def test_a_deleted_or_unreadable_file_has_no_content(vault: Vault) -> None:
    (vault.root / CITED.path).write_bytes(b"")
    assert compare_with_file(CITED, vault.documents.read).verdict is Verdict.STALE
    (vault.root / CITED.path).unlink()
    gone = compare_with_file(CITED, vault.documents.read)
    assert gone.verdict is Verdict.FILE_MISSING
    assert not len(gone.span)


@pytest.mark.parametrize("verdict", [Verdict.ALTERED, Verdict.ELSEWHERE])
def test_what_was_never_verified_is_not_verified_by_a_recheck(
    vault: Vault, verdict: Verdict
) -> None:
    assert (
        compare_with_file(replace(CITED, verdict=verdict), vault.documents.read).verdict
        is verdict
    )
    nowhere = replace(CITED, verdict=Verdict.MISSING, span=Span(0, 0))
    assert compare_with_file(nowhere, vault.documents.read) == nowhere
