"""Positions and exact search: no turns, no players, no chance."""
