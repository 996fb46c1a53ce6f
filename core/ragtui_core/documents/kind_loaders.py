"""Loaders and extractors by the names of their kinds: what they read and write."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from ragtui_core.errors import PluginError
from ragtui_core.files.kinds import OWN_ENDINGS, own_version
from ragtui_core.plugins import Plugin, PluginGroup, find_plugin

MARKDOWN = "markdown"
"""The kind whose endings the setting `index.extensions` has."""


@cache
def endings_of(kind: str) -> tuple[str, ...]:
    """The endings of a kind's files; none if its loader cannot be used."""
    if kind in OWN_ENDINGS:
        return OWN_ENDINGS[kind]
    try:
        return tuple(loader_of(kind).endings)
    except PluginError:
        return ()


@cache
def is_extracted(kind: str) -> bool:
    """Whether the text of a kind is extracted; imports no loader of ours."""
    if kind in {MARKDOWN, ""} or kind in OWN_ENDINGS:
        return kind in OWN_ENDINGS
    return bool(endings_of(kind)) and _is_extractor(loader_of(kind))


@cache
def loader_of(kind: str) -> Any:
    """The loader or the extractor of a kind.

    Raises:
        PluginError: There is none, or it cannot be used.
    """
    plugin = find_plugin(PluginGroup.LOADERS, kind)
    factory = plugin.load()
    with plugin.guarded("cannot be used"):
        loader = factory()
        _check(loader, plugin)
    return loader


def _check(loader: Any, plugin: Plugin) -> None:
    """Raise if the object of another package is neither a loader nor an extractor."""
    endings = loader.endings
    is_list = isinstance(endings, Sequence) and not isinstance(endings, str)
    if not (
        is_list
        and endings
        and all(ending and isinstance(ending, str) for ending in endings)
    ):
        raise plugin.problem("has no list of endings of file names")
    if _is_extractor(loader):
        if not (isinstance(loader.version, str) and loader.version):
            raise plugin.problem("has no `version`")
    elif not callable(getattr(loader, "load", None)):
        raise plugin.problem("has no method `load` and no method `extract`")


def _is_extractor(loader: Any) -> bool:
    return callable(getattr(loader, "extract", None))


def encoding_of(kind: str) -> str:
    """Names an extracted text: the kind and the extractor's version.

    Imports no extractor of ours, so that an unchanged index costs none.
    """
    own = kind in OWN_ENDINGS
    return f"{kind}/{own_version(kind) if own else loader_of(kind).version}"
