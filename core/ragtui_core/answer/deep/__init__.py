"""Questions for which a model searches by itself, with tools."""
