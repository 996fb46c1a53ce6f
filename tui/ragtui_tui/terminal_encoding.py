"""What the terminal can show."""

import codecs
import os
import sys
from collections.abc import Mapping


def supports_unicode(environ: Mapping[str, str] | None = None) -> bool:
    """Whether the terminal shows UTF-8, according to the locale.

    Python itself answers `utf-8` in the locale C, whatever the terminal can do, so
    the variables are looked at first. Without any setting, it is UTF-8.
    """
    environ = os.environ if environ is None else environ
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((environ[name] for name in names if environ.get(name)), "")
    if locale in {"C", "POSIX"}:
        return False
    charset = locale.partition(".")[2].partition("@")[0]
    return _is_utf8(charset or getattr(sys.__stderr__, "encoding", None) or "utf-8")


def _is_utf8(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False
