"""Query text -> ranked hits: parse, retrieve, fuse, score, group."""

from ragtui_core.search.engine import SearchEngine
from ragtui_core.search.report import as_json

__all__ = ["SearchEngine", "as_json"]
