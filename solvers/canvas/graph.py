"""A canvas as a networkx graph, for people who know networkx.

A node is (row, column) from 0, with its `colour` ("B", "R" or "Y") and its `name` ("a1"); an edge joins two
quadrants of one colour that touch by a side. Empty quadrants are no nodes. The graph has `rows` and
`columns`. The connected components are the colour areas.
"""

from __future__ import annotations

from typing import Any

from ...core.errors import NotationError
from ...core.notation import listed
from .canvas import EMPTY, LETTERS, Canvas, check_size, quadrant_of

Graph = Any
"""A networkx.Graph."""


def to_graph(canvas: Canvas) -> Graph:
    """Return the graph of a canvas."""
    import networkx

    rows, columns = canvas.rows, canvas.columns
    graph = networkx.Graph(rows=rows, columns=columns)
    for cell, colour in enumerate(canvas.quadrants):
        if colour != EMPTY:
            graph.add_node(divmod(cell, columns), colour=LETTERS[colour], name=canvas.name(cell))
    graph.add_edges_from(_edges(canvas))
    return graph


def from_graph(graph: Graph) -> Canvas:
    """Return the canvas of a graph: nodes (row, column) with a `colour`.

    Its size is what the graph says, or as large as its nodes need. Edges may be left out altogether; else
    they have to be those of the canvas. Raises NotationError.
    """
    for node in graph.nodes:
        if not (isinstance(node, tuple) and len(node) == 2 and all(type(n) is int and n >= 0 for n in node)):
            raise NotationError(f"the node {node!r}", expected="a row and a column from 0, such as (0, 1)")
    rows, columns = (
        graph.graph.get(name, 1 + max((node[axis] for node in graph.nodes), default=0))
        for axis, name in enumerate(("rows", "columns"))
    )
    check_size(rows, columns)
    quadrants = [EMPTY] * (rows * columns)
    for (row, column), data in graph.nodes(data=True):
        if row >= rows or column >= columns:
            raise NotationError(f"the node {(row, column)}", expected=f"{rows} rows and {columns} columns")
        quadrants[row * columns + column] = quadrant_of(str(data.get("colour")))
    canvas = Canvas(tuple(quadrants), columns)
    if graph.number_of_edges():
        wrong = {frozenset(edge) for edge in graph.edges} ^ {frozenset(edge) for edge in _edges(canvas)}
        if wrong:
            pair = listed(sorted(min(wrong, key=sorted)))
            raise NotationError(
                f"an edge too many or too few at {pair}",
                expected="edges between quadrants of one colour that touch by a side, all of them or none",
            )
    return canvas


def _edges(canvas: Canvas) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    quadrants, columns = canvas.quadrants, canvas.columns
    found = []
    for cell, colour in enumerate(quadrants):
        row, column = divmod(cell, columns)
        if colour == EMPTY:
            continue
        if column + 1 < columns and quadrants[cell + 1] == colour:
            found.append(((row, column), (row, column + 1)))
        if row + 1 < canvas.rows and quadrants[cell + columns] == colour:
            found.append(((row, column), (row + 1, column)))
    return found
