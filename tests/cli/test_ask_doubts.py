"""`ragtui ask` names the citations that a notice is about."""

import re

import pytest

from ragtui_cli.main import main
from ragtui_core.answer.passages import abstention
from ragtui_core.answer_events import WEAK_EVIDENCE
from support.vaults import Files, MakeVault

QUESTION = "How often is the impeller replaced?"

PUMP: Files = {"a.md": "# Pump\n\nThe impeller is changed in winter.\n"}


def asked(make_vault: MakeVault, files: Files) -> None:
    """Put the question to a vault of some files."""
    vault = make_vault(files)
    vault.index()
    main(["ask", "--vault", str(vault.root), "--db", str(vault.index_path), QUESTION])


def test_weak_citations_are_named_and_only_quotations_numbered(
    make_vault: MakeVault,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked(make_vault, PUMP)
    answer = capsys.readouterr().out
    assert "Sources" not in answer
    assert "[1] a.md:3 " in answer
    assert answer.count("changed in winter") == 1
    assert re.findall(r"^\[(\d+)\] ", answer, re.MULTILINE) == ["1"]
    monkeypatch.setattr(abstention, "WEAK_BELOW", 1.0)
    asked(make_vault, PUMP)
    printed = capsys.readouterr()
    assert "[1] a.md:3 " in printed.out
    assert f"ragtui: {WEAK_EVIDENCE} [1]\n" in printed.err


def test_a_mail_is_named_once(
    make_vault: MakeVault, capsys: pytest.CaptureFixture[str]
) -> None:
    mail = "From: Ann <ann@example.org>\nSubject: Impeller\n"
    asked(make_vault, {"a.eml": f"{mail}\nThe impeller is replaced each winter.\n"})
    assert capsys.readouterr().out.split("\n[1] ")[1].count("Impeller") == 1
