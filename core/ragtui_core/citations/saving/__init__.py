"""Citations as Markdown: written, read, and found where their form was damaged."""
