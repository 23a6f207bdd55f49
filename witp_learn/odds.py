"""Exact chances of a fight, through the same functions that fight it (9)."""
