"""Parquet files, which need an extra."""

from pathlib import Path
from typing import Any

from formicarium.core.errors import MissingExtra


def arrow() -> tuple[Any, Any]:
    """The library that reads and writes Parquet."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        message = "Parquet files need pyarrow; get it with: pip install 'formicarium[parquet]'"
        raise MissingExtra(message) from error
    return pyarrow, pyarrow.parquet


def write_rows(
    file: Path, rows: list[dict[str, Any]], columns: dict[str, str], head: bytes
) -> None:
    """A table with a list, one entry for each seat, in a cell; `head` says what it is about.

    Columns are named with their types: ``int64``, or ``int32*`` for a list.
    """
    pa, parquet = arrow()
    types = {
        name: pa.list_(_type(pa, kind[:-1])) if kind.endswith("*") else _type(pa, kind)
        for name, kind in columns.items()
    }
    schema = pa.schema(types, metadata={"formicarium": head})
    parquet.write_table(pa.Table.from_pylist(rows, schema), file)


def _type(pa: Any, name: str) -> Any:
    return getattr(pa, name)()
