"""A position as a short list of shapes, written as SVG."""
