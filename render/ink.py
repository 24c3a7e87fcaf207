"""The few inks a drawing is made with, by what they are for, and their colours on a page."""

from __future__ import annotations

from enum import Enum


class Ink(Enum):
    """What a shape is painted with; each medium has its own colour or code for it."""

    PAPER = "paper"
    TEXT = "text"
    FAINT = "faint"
    """Text that matters less: names of columns and rows, notes."""
    GRID = "grid"
    """Outlines of empty places."""
    ACCENT = "accent"
    """What the picture is about: arrows, the goal of a move."""
    ON_ACCENT = "on accent"
    EDGE = "edge"
    """Outlines of cards."""
    UNDER = "under"
    """Cards of which only an edge is seen."""
    DOWN = "down"
    """Tiles that are face down."""
    BAND = "band"
    """A line of cells that something happens along."""
    BLUE = "blue"
    ON_BLUE = "on blue"
    RED = "red"
    ON_RED = "on red"
    YELLOW = "yellow"
    ON_YELLOW = "on yellow"
    GREEN = "green"
    ON_GREEN = "on green"
    GREEN_HATCH = "green hatch"


PAGE_COLOURS: dict[Ink, str] = {
    Ink.PAPER: "#ffffff",
    Ink.TEXT: "#1b1e24",
    Ink.FAINT: "#5b6270",
    Ink.GRID: "#b9c0cb",
    Ink.ACCENT: "#1746c9",
    Ink.ON_ACCENT: "#ffffff",
    Ink.EDGE: "#1b1e24",
    Ink.UNDER: "#f3f4f6",
    Ink.DOWN: "#dde1e6",
    Ink.BAND: "#c3d2fa",
    Ink.BLUE: "#5b93e6",
    Ink.ON_BLUE: "#04112e",
    Ink.RED: "#7d0e1d",
    Ink.ON_RED: "#ffffff",
    Ink.YELLOW: "#fff0a0",
    Ink.ON_YELLOW: "#2a2100",
    Ink.GREEN: "#3f9a54",
    Ink.ON_GREEN: "#04190a",
    Ink.GREEN_HATCH: "#5db070",
}
"""Colours for SVG and PDF. Card fills differ in lightness as well as hue, so that they are told
apart without colour vision and on a black-and-white printer."""
