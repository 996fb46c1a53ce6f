"""What of a chunk is embedded: its title, heading path and text."""


def _without_headings(text: str, headings: set[str]) -> str:
    """`text` from the first line on that is none of `headings`, nor underlines one."""
    line, end, rest = text.partition("\n")
    if not end or line.strip().strip("#").strip() not in headings:
        return text
    below, _, after = rest.partition("\n")
    if below.strip() and not below.strip().strip("=-"):
        rest = after
    return _without_headings(rest.lstrip(), headings)


def embedding_text(title: str, heading_path: tuple[str, ...], text: str) -> str:
    """What is embedded for a chunk: where it stands, then what it says.

    The title and the headings tell what a passage is about when it does not itself.
    Said twice they would outweigh it, so headings at its own start are left out
    (SciFact, semantic: nDCG@10 .713 with them, .716 without).
    """
    path = [part for part in heading_path if part != title]
    body = _without_headings(text, {title, *heading_path})
    return "\n".join([" > ".join([title, *path]), body])
