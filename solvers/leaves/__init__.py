"""Leaves: cards, layouts, exact search."""
