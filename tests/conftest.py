"""How the tests are run."""

from __future__ import annotations

from hypothesis import settings

# How long one example takes on a machine that others use says nothing: speed is held by benchmarks/.
settings.register_profile("quadrangle", deadline=None)
settings.load_profile("quadrangle")
