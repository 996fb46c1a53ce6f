"""Markdown text -> blocks, sections, headings, links and tags, with exact spans."""
