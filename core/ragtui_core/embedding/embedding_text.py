"""The text that is embedded for a chunk: title, heading path and content."""


def _without_headings(text: str, headings: set[str]) -> str:
    """`text` without leading lines that are, or underline, one of `headings`."""
    line, end, rest = text.partition("\n")
    if not end or line.strip().strip("#").strip() not in headings:
        return text
    below, _, after = rest.partition("\n")
    if below.strip() and not below.strip().strip("=-"):
        rest = after
    return _without_headings(rest.lstrip(), headings)


def embedding_text(title: str, heading_path: tuple[str, ...], text: str) -> str:
    """The text that is embedded for a chunk: its context, then its content.

    The title and the headings give the topic of a passage that does not name it.
    Repeated they would outweigh it, so headings at its own start are omitted
    (SciFact, semantic: nDCG@10 .713 with them, .716 without).
    """
    path = [part for part in heading_path if part != title]
    body = _without_headings(text, {title, *heading_path})
    return "\n".join([" > ".join([title, *path]), body])
