"""Stack reduction on any geometry and any matching rule."""
