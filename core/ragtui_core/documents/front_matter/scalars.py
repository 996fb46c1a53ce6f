"""The values of some fields of YAML front matter, where they are written."""

from collections.abc import Collection
from dataclasses import dataclass

from ragtui_core.documents.front_matter.block import read_front_matter
from ragtui_core.documents.front_matter.fields import normal_key
from ragtui_core.types import Span

_OPENING = "---"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A value. `span` includes its quotes, `quotes` is `'`, `"` or empty."""

    value: str
    span: Span
    quotes: str

    def as_written(self, value: str) -> str:
        """Another value as YAML in its place, in the quotes that it has or needs."""
        import yaml

        style = self.quotes or None
        written = yaml.safe_dump(
            [value],
            allow_unicode=True,
            default_flow_style=True,
            default_style=style,
            width=10_000,
        )
        return written.strip()[1:-1]


def scalars_of(text: str, keys: Collection[str]) -> list[Scalar]:
    """The value of each of these keys, or those of its list; in the order of `text`."""
    import yaml  # In many vaults, most notes have no front matter.

    front = read_front_matter(text)
    if front is None or not text.startswith(_OPENING, front.span.start):
        return []
    start = front.span.start + len(_OPENING)
    try:
        root = next(yaml.compose_all(text[start : front.span.end], yaml.SafeLoader))
    except yaml.YAMLError:
        return []
    if not isinstance(root, yaml.MappingNode):
        return []
    found = []
    for key, value in root.value:
        nodes = value.value if isinstance(value, yaml.SequenceNode) else [value]
        for node in nodes if normal_key(key.value) in keys else ():
            if isinstance(node, yaml.ScalarNode) and node.style in (None, "'", '"'):
                within = Span(node.start_mark.index, node.end_mark.index)
                span = Span(start + within.start, start + within.end)
                found.append(Scalar(node.value, span, node.style or ""))
    return found
