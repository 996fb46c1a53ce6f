"""Embedding gives way to searches, and goes on beside steady ones."""

from ragtui_core.indexing.courtesy import MOST_SECONDS, REST_SECONDS, Courtesy


class Time:
    """A clock that only sleeping moves."""

    def __init__(self) -> None:
        self.now = 100.0
        self.courtesy = Courtesy(lambda: self.now, self.sleep)
        self.searches_until = 0.0

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if self.now < self.searches_until:
            self.courtesy.touch()


def never() -> bool:
    return False


def test_nobody_searches() -> None:
    time = Time()
    time.courtesy.give_way(never)
    assert time.now == 100.0


def test_a_search_is_let_by() -> None:
    time = Time()
    time.courtesy.touch()
    time.courtesy.give_way(never)
    assert abs(time.now - (100.0 + REST_SECONDS)) < 1e-6
    time.courtesy.give_way(never)
    assert abs(time.now - (100.0 + REST_SECONDS)) < 1e-6


def test_steady_searches_do_not_end_it() -> None:
    time = Time()
    time.searches_until = float("inf")
    time.courtesy.touch()
    time.courtesy.give_way(never)
    assert abs(time.now - (100.0 + MOST_SECONDS)) < 1e-6


def test_who_is_told_to_stop_does_not_wait() -> None:
    time = Time()
    time.courtesy.touch()
    time.courtesy.give_way(lambda: True)
    assert time.now == 100.0
