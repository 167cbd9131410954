"""The documents as a site: built strictly, it leads nowhere wrong and loads nothing from others."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCUMENTS = [ROOT / "README.md", *ROOT.glob("docs/*.md"), *ROOT.glob("examples/*.py")]
DOCUMENTS += ROOT.glob("examples/pebbles/pebbles/*.py")
LOADED = re.compile(r'<(?:script|link|img|source)\b[^>]*?\s(?:src|href)="([^"]+)"')
LINKED = re.compile(r'\s(?:src|href)="([^"]+)"')
IMPORTED = re.compile(r"^(?:>>> )?from (formicarium[\w.]*) import (\([^)]+|.+$)", re.MULTILINE)

pytestmark = pytest.mark.heavy


def built(sources: Path, goal: Path) -> subprocess.CompletedProcess[str]:
    """As `make docs` does it."""
    strictly = ["-q", "-W", "--keep-going", "-c", str(ROOT / "docs" / "site")]
    command = [sys.executable, "-m", "sphinx", *strictly, "-d", str(goal / "read")]
    return subprocess.run(
        [*command, str(sources), str(goal / "site")], cwd=ROOT, capture_output=True, text=True
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    goal = tmp_path_factory.mktemp("documents")
    done = built(ROOT, goal)
    assert (done.returncode, done.stderr) == (0, "")
    return goal / "site"


def test_every_link_leads_somewhere(site: Path) -> None:
    texts = {file.relative_to(site).as_posix(): file for file in site.rglob("*.html")}
    pages = {name: file.read_text("utf-8") for name, file in texts.items()}
    lost = {
        f"{page}: {link}"
        for page, text in pages.items()
        for link in {*LINKED.findall(text)}
        if "://" not in link and not leads_somewhere(site, pages, page, link)
    }
    assert not lost, sorted(lost)


def leads_somewhere(site: Path, pages: dict[str, str], page: str, link: str) -> bool:
    file, place = urldefrag(urljoin(page, link.partition("?")[0]))
    if not (site / unquote(file)).is_file():
        return False
    return not place or file not in pages or f'id="{unquote(place)}"' in pages[file]


def test_nothing_is_loaded_from_elsewhere(site: Path) -> None:
    loaded = {link for file in site.rglob("*.html") for link in LOADED.findall(file.read_text())}
    styles = "".join(file.read_text("utf-8") for file in site.rglob("*.css"))
    assert any(link.endswith(".js") for link in loaded)
    assert not [link for link in loaded if "//" in link]
    assert not re.findall(r"(?:url\(|@import)\s*[\"']?(?:https?:)?//[^)\"']*", styles)


def test_a_rule_leads_to_its_functions_and_tests_and_back(site: Path) -> None:
    rules = (site / "docs/rules/micropolis.html").read_text("utf-8")
    where = (site / "docs/rules/where/micropolis.html").read_text("utf-8")
    assert 'href="where/micropolis.html#MP-1.5"' in rules
    assert 'href="../micropolis.html#MP-1.5"' in where
    [line] = set(
        re.findall(r'rules/taking\.py\.html#(line-\d+)"[^>]*>[^/]*taking\.apply_cap<', where)
    )
    code = (site / "src/formicarium/games/micropolis/rules/taking.py.html").read_text("utf-8")
    assert "apply_cap" in re.split(f'id="{line}"', code)[1].partition("\n")[0]


def test_what_documents_import_is_in_the_reference(site: Path) -> None:
    from sphinx.util.inventory import InventoryFile

    with (site / "objects.inv").open("rb") as file:
        kinds = InventoryFile.load(file, "", lambda base, name: name)
    known = {name for kind in kinds if kind.startswith("py:") for name in kinds[kind]}
    imported = {
        (module, name)
        for document in DOCUMENTS
        for module, names in IMPORTED.findall(document.read_text("utf-8"))
        for name in re.findall(r"(?<!as )\b[A-Za-z_]\w*\b", names)
        if name != "as"
    }
    assert imported
    # What `formicarium` itself hands out stands in the reference under that name.
    lacking = {
        (place, n) for place, n in imported if not {f"{place}.{n}", f"formicarium.{n}"} & known
    }
    assert lacking == set()


def test_what_leads_nowhere_or_says_nothing_is_an_error(tmp_path: Path) -> None:
    sources = tmp_path / "sources"
    (sources / "docs").mkdir(parents=True)
    (sources / "README.md").write_text("# Ants\n\n[no page](docs/no.md), [no place](#nest)\n")
    (sources / "docs" / "lost.rst").write_text(
        "Lost\n====\n\n.. autofunction:: formicarium.core.options.options_layout\n\n"
        ".. autofunction:: tests.test_site.leads_somewhere\n"
    )
    done = built(sources, tmp_path)
    assert done.returncode == 1
    assert "'docs/no.md'" in done.stderr
    assert "'nest'" in done.stderr
    assert done.stderr.count("says nothing about itself") == 1
    assert "tests.test_site.leads_somewhere is public and says nothing" in done.stderr
