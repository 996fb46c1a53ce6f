"""The texts of a chunk's fields as they are indexed by word.

The title has a field of its own: as the first heading, of the text and in the heading
path, it would count three times.
"""

from ragtui_core.store.records import with_head

INDEXED = "company, tags, title, category, summary, name, heading_path, text, head"
"""The columns of `document` and `chunk` that `word_texts` takes."""


def word_texts(
    company: str,
    tags: str,
    title: str,
    category: str,
    summary: str,
    name: str,
    heading_path: str,
    text: str,
    head: str,
) -> tuple[str, ...]:
    """The texts of the fields, in the order of their ranges."""
    heading = heading_path
    if f"{heading_path}\n".startswith(f"{title}\n"):
        heading = heading_path[len(title) + 1 :]
    body = text
    if text.startswith(f"# {title}"):
        body = text[len(title) + 2 :]
    return company, tags, title, category, summary, name, heading, with_head(head, body)
