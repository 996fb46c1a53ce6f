"""Styles of text that several views share; colours are those of the theme."""

MUTED = "$foreground 60%"
"""Secondary text; its contrast is still 4.5:1 in every theme."""

MATCH = "bold $text-warning on $warning 25%"
"""A word that was searched for, in cards and documents."""
