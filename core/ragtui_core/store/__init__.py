"""The index of a vault: an SQLite file, or what a package keeps on a server.

What is exported here is what a store of another package is made of.
"""

from ragtui_core.lazy_exports import lazy_exports

__getattr__, __all__ = lazy_exports(__name__)
