"""`ragtui eval --answers SET`: are questions answered, and rightly refused?"""

import argparse
import json

from ragtui_cli import exit_codes
from ragtui_cli.evaluation_sets import bring_up_to_date, open_questions, vault_for
from ragtui_cli.progress_output import measuring_bar
from ragtui_core import EvaluationError
from ragtui_eval import (
    AnswerReport,
    answer_systems,
    answers_as_json,
    answers_as_text,
    measure_answers,
    sampled,
)

_OF_SEARCH = {"mode": "--mode", "baseline": "--baseline", "run_file": "--run"}
"""Arguments that have no meaning for answers."""


def evaluate_answers(args: argparse.Namespace) -> int:
    """Measure the extracts, and the configured provider, on the questions of SET.

    Raises:
        RagtuiError: The set is wrong, or a provider failed.
    """
    for name, option in _OF_SEARCH.items():
        if getattr(args, name):
            raise EvaluationError(f"--answers measures no search: remove {option}")
    opened, question_set = open_questions(args)
    questions = question_set.questions
    if args.sample:
        questions = sampled(questions, args.sample)
    results = {}
    vault = vault_for(opened, args)
    try:
        systems = answer_systems(vault)
        bring_up_to_date(vault, opened, embed=True)
        for name, system in systems.items():
            with measuring_bar(name) as on_progress:
                results[name] = measure_answers(system, questions, on_progress)
    finally:
        vault.close()
    report = AnswerReport(question_set.name, args.split, results)
    if args.json:
        print(json.dumps(answers_as_json(report), indent=2))
    else:
        print("\n".join(answers_as_text(report)))
    return exit_codes.FOUND
