"""What is wrong with the front matter of a text, without reading the rest of it."""

from ragtui_core.documents.front_matter.block import FrontMatter, read_front_matter
from ragtui_core.documents.front_matter.fields import read_fields


def front_matter_problems(text: str) -> tuple[FrontMatter, tuple[str, ...]] | None:
    """The front matter of a note and its problems; None if it has no front matter."""
    front = read_front_matter(text)
    if front is None:
        return None
    return front, (*front.problems, *read_fields(front.metadata, "-").problems)
