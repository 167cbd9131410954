"""The page's types are those of the server."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

WRITER = Path(__file__).parents[2] / "web" / "schema.py"


def test_the_page_has_the_types_of_all_that_it_is_told() -> None:
    spec = spec_from_file_location("page_types", WRITER)
    assert spec is not None
    assert spec.loader is not None
    writer = module_from_spec(spec)
    spec.loader.exec_module(writer)
    for file, text in writer.files().items():
        same = file.is_file() and file.read_text("utf-8") == text
        assert same, f"{file} is not as the server says: make types writes it anew"
