"""Query text -> ranked hits: parse, retrieve, fuse, score, group."""
