"""`quadrangle schema`: what the JSON documents look like."""

from __future__ import annotations

import click


@click.command("schema")
@click.argument("name", required=False)
@click.option("--json", is_flag=True, expose_value=False, help="A schema is JSON in any case.")
def group(name: str | None) -> int:
    """Print the JSON Schema of a document, or the names of all when none is given."""
    from ..core.documents import documents, schema
    from ..core.errors import NotationError

    known = documents()
    if name is None:
        click.echo("\n".join(known))
        return 0
    if name not in known:
        raise NotationError(f"{name!r} is not a document", expected="one of " + ", ".join(known))
    import json

    click.echo(json.dumps(schema(known[name]), indent=2))
    return 0
