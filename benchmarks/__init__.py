"""Measured comparisons. Each prints its baseline beside it; run one as a module."""
