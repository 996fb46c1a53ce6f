"""Answers without a model: are the right sentences quoted, and how fast?

python -m benchmarks.extracts SET... [--vault DIR] [--split dev|test|all] [--failures]

A set is a TOML file of questions on the vault, or a BEIR folder whose queries tell
their answers (ragtui_eval/extract_evaluation.py). Weights are tuned on `dev` alone.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.measure import row
from ragtui_cli.evaluation_sets import data_folder
from ragtui_core.vault import Vault, open_vault
from ragtui_eval.beir_corpus import materialise
from ragtui_eval.extract_evaluation import (
    Extract,
    Question,
    extracts,
    load_questions,
    summarise_extracts,
)

SPLITS = ("dev", "test")
FLAGS = {"answer.provider": "extractive"}


def measure(path: Path, root: Path | None, splits: Sequence[str]) -> list[Extract]:
    """Print the figures of one set, split by split."""
    vault = opened(path, root)
    vault.index()
    questions = load_questions(path)
    list(extracts(vault, questions[:2]))  # warm up
    measured: list[Extract] = []
    for split in splits:
        chosen = [each for each in questions if each.split == split]
        measured += _measured_split(f"{path.stem}, {split}", vault, chosen)
    vault.close()
    return measured


def opened(path: Path, root: Path | None) -> Vault:
    """The vault that is asked: a collection's own, or `root`."""
    if path.is_dir():
        root = data_folder() / "evaluation" / f"{path.resolve().name}-extracts"
        materialise(path, root)
    if root is None:
        raise SystemExit(f"{path}: name the folder of notes with --vault")
    return open_vault(root, flags=FLAGS)


def _measured_split(
    name: str, vault: Vault, questions: Sequence[Question]
) -> list[Extract]:
    measured = list(extracts(vault, questions))
    if not measured:
        return []
    found = summarise_extracts(measured)
    print(f"{name}: {found.answerable} answerable, {found.unanswerable} not")
    for label, share in [
        ("first passage right", found.first),
        ("one of the first three right", found.first_three),
        ("answerable, nothing quoted", found.false_alarms),
        ("unanswerable, nothing quoted", found.abstained),
    ]:
        if share is not None:
            row(f"  {label}", 100 * share, "%")
    times = [1000 * each.seconds for each in measured]
    row("  p50", float(np.percentile(times, 50)), "ms")
    row("  p95", float(np.percentile(times, 95)), "ms")
    return measured


def print_failures(measured: Sequence[Extract]) -> None:
    """Print each question whose first passage is wrong, and the first passages."""
    for each in measured:
        answerable = bool(each.question.answers)
        if any(each.right[:1]) or not (answerable or each.quoted):
            continue
        rank = each.right.index(True) + 1 if any(each.right) else "none"
        wanted = f"right: {rank}" if answerable else "has no answer"
        print(f"{each.question.id}: {each.question.text} ({wanted})")
        for citation in each.quoted[:3]:
            print(f"    {citation.path}: {' '.join(citation.quote.split())[:100]}")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", type=Path)
    parser.add_argument("--vault", type=Path)
    parser.add_argument("--split", choices=[*SPLITS, "all"], default="all")
    parser.add_argument("--failures", action="store_true")
    given = parser.parse_args()
    for path in given.sets:
        splits = SPLITS if given.split == "all" else [given.split]
        measured = measure(path, given.vault, splits)
        if given.failures:
            print_failures(measured)


if __name__ == "__main__":
    main()
