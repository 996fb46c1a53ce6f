"""`ragtui ask` names the citations that a notice is about."""

import re

import pytest

from ragtui_cli.main import main
from ragtui_core.answer.providers.extractive import abstention
from ragtui_core.answer_events import WEAK_EVIDENCE
from support.vaults import MakeVault

QUESTION = "How often is the impeller replaced?"


def test_weak_citations_are_named(
    make_vault: MakeVault,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    vault = make_vault({"a.md": "# Pump\n\nThe impeller is changed in winter.\n"})
    vault.index()
    command = ["ask", "--vault", str(vault.root), "--db", str(vault.index_path)]
    main([*command, QUESTION])
    assert "[1] a.md:3 " in capsys.readouterr().out
    monkeypatch.setattr(abstention, "WEAK_BELOW", 1.0)
    main([*command, QUESTION])
    printed = capsys.readouterr()
    assert "[1] a.md:3 " in printed.out
    assert f"ragtui: {WEAK_EVIDENCE} [1]\n" in printed.err


def test_the_numbers_are_those_of_quotations_alone(
    make_vault: MakeVault, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = make_vault({"a.md": "# Pump\n\nThe impeller is changed in winter.\n"})
    vault.index()
    main(["ask", "--vault", str(vault.root), "--db", str(vault.index_path), QUESTION])
    answer, sources = capsys.readouterr().out.split("\nSources\n")
    assert re.findall(r"^\[(\d+)\] ", answer, re.MULTILINE) == ["1"]
    assert all(re.match(r"\d\.\d\d a\.md:", line) for line in sources.splitlines())


def test_without_sources_there_is_no_heading_of_them(
    make_vault: MakeVault, capsys: pytest.CaptureFixture[str]
) -> None:
    vault = make_vault({})
    main(["ask", "--vault", str(vault.root), "--db", str(vault.index_path), QUESTION])
    assert "Sources" not in capsys.readouterr().out


def test_a_mail_is_named_once(
    make_vault: MakeVault, capsys: pytest.CaptureFixture[str]
) -> None:
    mail = "From: Ann <ann@example.org>\nSubject: Impeller\n"
    vault = make_vault({"a.eml": f"{mail}\nThe impeller is replaced each winter.\n"})
    vault.index()
    main(["ask", "--vault", str(vault.root), "--db", str(vault.index_path), QUESTION])
    sources = capsys.readouterr().out.split("\nSources\n")[1]
    assert sources.count("Impeller") == 1
