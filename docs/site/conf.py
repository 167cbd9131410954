"""The documents as a site: `make docs` writes it to build/docs. Sphinx reads this file.

The documents stay as they read in the repository. What the site has beyond them is said here (which
page stands where) and in `house.py` (links to sources and rules, and what still lacks words).
"""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

project = "Formicarium"
release = version = version_of("formicarium")
copyright = "the contributors to Formicarium"

extensions = ["sphinx.ext.autodoc", "myst_parser", "house"]
root_doc = "README"
source_suffix = {".md": "markdown", ".rst": "restructuredtext"}
include_patterns = ["*.md", "docs/**.md", "docs/**.rst", "benchmarks/**.md"]
exclude_patterns = [".*", "build", "dist", "examples", "requirements", "src", "tests", "web"]

# What the bar at the side has under each heading. Whoever is named first has the page.
house_contents = {
    "The games": ["docs/rules/*", "docs/pictures", "docs/notation", "docs/puzzles", "docs/lessons"],
    "Python": [
        "docs/research",
        "docs/gpu",
        "docs/datasets",
        "docs/write-a-bot",
        "docs/reference/*",
    ],
    "A house of your own": ["docs/operate", "SECURITY", "CHANGELOG"],
    "How strong, how fast": ["docs/strength", "docs/report", "docs/tuning", "benchmarks/README"],
    "Inside": ["CONTRIBUTING", "docs/architecture", "docs/add-a-game", "docs/*"],
}
# And what stands below a page; {name} is the last word of its path.
house_below = {
    "docs/rules/*": [
        "docs/rules/{name}.*",
        "docs/rules/play/{name}",
        "docs/rules/play/{name}.*",
        "docs/rules/where/{name}",
    ],
    "docs/notation": ["docs/notation/*"],
    "benchmarks/README": ["benchmarks/*/README"],
}

myst_heading_anchors = 4  # as repositories make them
default_role = "code"
highlight_language = "none"

autodoc_default_options = {"undoc-members": True, "member-order": "bysource"}
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Formicarium"
html_logo = html_favicon = "../../web/public/ant.svg"
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_domain_indices = False
