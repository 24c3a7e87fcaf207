"""The arrays the kernels work in: lists for plain Python, 64-bit integer arrays where compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Ints = Any
"""A list of ints, or a numpy array of them."""


class Work:
    """The arrays of one piece of work, as attributes."""

    def __init__(self) -> None:
        self.is_compiled = False
        """Whether the kernels run compiled, on arrays."""

    def compile(self) -> None:
        """Turn the lists into arrays, in place; the work goes on compiled where it stood."""
        import numpy

        for name, value in vars(self).items():
            if isinstance(value, list):
                setattr(self, name, numpy.array(value, dtype=numpy.int64))
        self.is_compiled = True

    def kernel(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a kernel in the form that goes with the arrays."""
        if not self.is_compiled:
            return function
        from ...core.kernels import compiled

        return compiled(function)

    def filled(self, size: int, value: int = 0) -> Ints:
        """Return the same number so many times, in the form the other arrays have."""
        if not self.is_compiled:
            return [value] * size
        import numpy

        if value == 0:  # pages that are never written to cost nothing
            return numpy.zeros(size, dtype=numpy.int64)
        return numpy.full(size, value, dtype=numpy.int64)
