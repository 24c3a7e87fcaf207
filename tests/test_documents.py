"""The JSON documents keep their shape, or say that they have changed by a new version."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from quadrangle.core.documents import documents, schema

SNAPSHOTS = Path(__file__).with_name("schemas")


@pytest.mark.parametrize("name", documents())
def test_a_document_that_changes_raises_its_version(name: str) -> None:
    """When this fails: raise the document's `version`, then write the new schema beside the old ones."""
    document = documents()[name]
    versions = [field.default for field in msgspec.structs.fields(document) if field.name == "version"]
    kept = SNAPSHOTS / f"{name}.{versions[0] if versions else 1}.json"
    assert json.loads(kept.read_text(encoding="utf-8")) == schema(document)


def test_every_snapshot_belongs_to_a_document() -> None:
    assert {path.name.split(".")[0] for path in SNAPSHOTS.glob("*.json")} == set(documents())
