"""The vault view (F5): what is indexed."""
