"""Files that are not Markdown -> canonical Markdown text with anchors.

The libraries that read such files run in a process of their own, with limits, and what
they give is cached; everything behind the loaders sees only the text.
"""
