"""Which lines of a mail its sender wrote."""

from ragtui_files.mail.quoted_lines import Origin, runs


def test_runs_have_every_line_once() -> None:
    text = "a\n> b\n\n> c\nd\n-- \ne"
    assert [line for run in runs(text) for line in run.lines] == [
        *("a", "b", "", "c", "d", "-- ", "e")
    ]


def test_many_quotations_take_linear_time() -> None:
    text = "On Tue, Ann wrote " * 5_000 + "\n> x\n" * 5_000 + "-- \n" * 5_000
    found = sum(len(run.lines) for run in runs(text))
    assert found == len(text.splitlines())


SENDER = "Tom Baker <tom@example.org>"


def test_the_sign_off_below_a_quotation_is_not_a_text_of_its_own() -> None:
    mail = "It comes on Thursday.\n\n> When?\n\nTom\n"
    assert [run.origin for run in runs(mail, SENDER)] == [
        Origin.OWN,
        Origin.QUOTED,
        Origin.REST,
    ]
    assert [run.origin for run in runs("Tom\n", SENDER)] == [Origin.OWN]
    letter = "The plumber comes.\n\nBest regards,\nTom\n\n--\nTom Baker\n"
    assert [run.origin for run in runs(letter, SENDER)] == [Origin.OWN, Origin.REST]
