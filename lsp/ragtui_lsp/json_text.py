"""Results that are JSON already: large ones, which objects would make slow."""

from collections.abc import Iterable
from dataclasses import dataclass
from json.encoder import encode_basestring_ascii as json_string

__all__ = ["JsonText", "json_string", "range_text"]


@dataclass(frozen=True, slots=True)
class JsonText:
    """The result of a request, as it is sent."""

    text: str

    @classmethod
    def array(cls, items: Iterable[str]) -> "JsonText":
        """An array of items, each JSON."""
        return cls(f"[{','.join(items)}]")


def range_text(line: int, character: int, end_line: int, end_character: int) -> str:
    """A range as JSON."""
    return (
        f'{{"start":{{"line":{line},"character":{character}}},'
        f'"end":{{"line":{end_line},"character":{end_character}}}}}'
    )
