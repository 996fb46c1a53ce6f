"""Candidates -> an order: rerank, boosts, grouping, the score shown."""
