"""Markdown, or any text -> rows of a screen. Pure: no widget, no file, no theme.

Lines of a page are cut into pieces (`pieces`), a piece is read into flows (`reading`:
paragraphs, items, lines of code, rows of tables), and flows are broken into rows of a
width (`rows`). Each step is done for one piece when it is needed, so that the length of
a document costs nothing before one gets there.
"""
