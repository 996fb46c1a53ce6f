"""The versions of libraries, which are part of the versions of extractors."""

from functools import cache


@cache
def library_version(package: str) -> str:
    """`pypdfium2-5.15.2`; without a number if it is not installed."""
    # Imported here: 16 ms, which only files that are not Markdown need.
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{package}-{version(package)}"
    except PackageNotFoundError:
        return package
