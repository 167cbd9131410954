# Everything happens in .venv; the first run of a target sets up what it needs.
#   make play    the games in the browser      make format   tidy the sources
#   make check   the inner loop: style, types, and a choice of tests (SEED=2 makes another one)
#   make test    every check that CI runs, of long things a sample; GAME=myrmes: all that name a game
#   make prove   every check at full length (hours)
#   make lint    style and types only          make coverage what the rule tests reach, as a page
#   make lock    renew the pinned versions     make bench    how fast, beside others
#   make browser the page in a real browser    make strength how strong the bots are (hours)
#   make clean   remove all that was made here make pictures the games, for docs/pictures
#   make where   docs/rules/where: the function and the tests of every rule
#   make docs    all documents as a site, in build/docs
#   make engine  the rules and the search as WebAssembly, with which the page thinks by itself
#   make types   the types of the page, from what the server says of itself
#   make audit   known vulnerabilities of what is installed (needs the network)

PYTHON ?= python3
ARGS ?=
# Tests that also run interpreted, to see which lines of the rules they reach.
INTERPRETED_TESTS ?= tests/rules tests/games tests/cli/test_drawing.py
COVERAGE_BAR ?= 98
# Processes that share the tests.
WORKERS ?= auto

# What make check chooses depends on it.
SEED ?= 1

export TESTS_SEED = $(SEED)
# As pip does, so that uv gets through where a company has certificates of its own.
export UV_SYSTEM_CERTS ?= 1
export NUMBA_CACHE_DIR ?= $(CURDIR)/.venv/cache/numba
# Tests start many processes: what Python makes of the sources is kept.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin
RULES := src/formicarium/games/*
GAMES := $(patsubst src/formicarium/games/%/__init__.py,%,$(wildcard $(RULES)/__init__.py))
heading = @printf '\n\033[1m%s\033[0m\n' '$(1)'
# Where uv does not reach a package pip may, which knows the settings of this machine.
get = { $(BIN)/uv pip install --quiet --compile-bytecode --python $(BIN)/python $(1) \
	|| $(BIN)/python -m pip install --quiet --disable-pip-version-check $(1); }
# The pinned packages of one list, then the package itself from this folder.
install = $(call get,--require-hashes -r $(1)) \
	&& $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation -e .
pin = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-annotate --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' \
	$(if $(UPGRADE),--upgrade)
# Without reordering: tests/conftest.py puts first what takes long.
pytest = pytest -q -n $(WORKERS) --dist loadgroup --no-loadscope-reorder
page = $(BIN)/python web/build.py && touch .venv/.page
# A warning is an error: a broken link, or something public that says nothing about itself.
site = $(BIN)/sphinx-build -q -W --keep-going -c docs/site -d .venv/docs .
style = $(BIN)/ruff check --quiet && $(BIN)/ruff format --check --quiet
lint = $(style) && $(BIN)/python -m mypy && $(BIN)/python web/build.py --check
interpreted = $(BIN)/python -m coverage erase && NUMBA_DISABLE_JIT=1 $(BIN)/python -m coverage run -m $(pytest) $(INTERPRETED_TESTS) \
	&& $(BIN)/python -m coverage combine --quiet

.PHONY: play check test prove lint format coverage bench strength browser docs pictures where types engine audit lock clean
.NOTPARALLEL:
.DELETE_ON_ERROR:

play: .venv/.play .venv/.page
	@$(BIN)/formicarium serve $(ARGS)

# Types and the page are checked while the games are compiled and tested.
check: .venv/.check .venv/.node
	$(call heading,Style)
	@$(style)
	$(call heading,A choice of tests - games whose rules have changed are compiled first - types and the page)
	@{ $(BIN)/python -m mypy && $(BIN)/python web/build.py --check; } > .venv/page.log 2>&1 & page=$$!; \
	$(BIN)/python -m tests.rehearsal && TESTS_TIER=check $(BIN)/python -m $(pytest); tests=$$?; \
	wait $$page || { cat .venv/page.log; exit 1; }; exit $$tests

ifdef GAME
ifneq ($(GAME),$(firstword $(filter $(GAMES),$(GAME))))
$(error there is no game $(GAME): GAME is one of $(GAMES))
endif
test: export TESTS_GAME = $(GAME)
test: .venv/.test .venv/.page
	$(call heading,Compiling $(GAME))
	@$(BIN)/python -m tests.rehearsal $(GAME)
	$(call heading,Tests that name $(GAME))
	@$(BIN)/python web/build.py --test $(GAME)
	@$(BIN)/python -m tests.needs
	@$(BIN)/python -m $(pytest)
else
# What needs nothing from each other is done at the same time: together it keeps the cores busy.
test: .venv/.test .venv/.node
	$(call heading,Tests of the rules - interpreted; beside them the page is built - all sources are checked - games are compiled)
	@{ $(page) && $(lint); } > .venv/lint.log 2>&1 & lint=$$!; \
	$(BIN)/python -m tests.rehearsal > .venv/games.log 2>&1 & games=$$!; \
	$(interpreted); tests=$$?; \
	wait $$lint; linted=$$?; wait $$games; compiled=$$?; \
	cat .venv/lint.log .venv/games.log; exit $$((tests + linted + compiled))
	$(call heading,Coverage of the rules - at least $(COVERAGE_BAR) %)
	@$(BIN)/python -m coverage report --include='$(RULES)' --fail-under=$(COVERAGE_BAR)
	$(call heading,Tests - compiled)
	@$(BIN)/python -m tests.needs
	@$(BIN)/python -m $(pytest)
endif

prove: export TESTS_TIER = prove
prove: test

lint: .venv/.test .venv/.page
	$(call heading,Style and types - and the page)
	@$(lint)

format: .venv/.check .venv/.node
	@$(BIN)/ruff check --fix
	@$(BIN)/ruff format
	@$(BIN)/python web/build.py --format

coverage: .venv/.test
	@$(interpreted)
	@$(BIN)/python -m coverage html --include='$(RULES)'

bench: .venv/.bench
	@$(BIN)/formicarium bench $(ARGS)

strength: .venv/.test
	@$(BIN)/python -m benchmarks.strength $(ARGS)

browser: .venv/.test .venv/.page
	$(call heading,The page in a real browser)
	@$(BIN)/python -m pytest -q tests/web/test_*.py

pictures: .venv/.test .venv/.page
	@$(BIN)/python -m tests.web.pictures

docs: .venv/.docs
	$(call heading,The documents as a site)
	@$(site) build/docs
	@echo build/docs/index.html

where: .venv/.check
	@$(BIN)/python -m tests.rules.where

types: .venv/.check
	@$(BIN)/python web/schema.py

engine: .venv/.engine
	$(call heading,Building the engine of the page - rules that have changed are compiled first)
	@$(BIN)/formicarium engine $(ARGS)

audit: .venv/.audit .venv/.play .venv/.node
	$(call heading,Known vulnerabilities of what is installed)
	@$(BIN)/python -m tests.audit

# UPGRADE=1 moves to the newest versions; without it only what pyproject.toml asks for changes.
lock: .venv/.tools
	@$(pin) --group tools -o requirements/tools.txt
	@$(pin) pyproject.toml -c requirements/tools.txt -o requirements/play.txt
	@$(pin) pyproject.toml --extra check -c requirements/tools.txt -c requirements/play.txt -o requirements/check.txt
	@$(pin) pyproject.toml --extra check --extra cluster --extra dev --extra docs --extra engine --extra gpu --extra parquet --extra research --extra scale \
		-c requirements/tools.txt -c requirements/check.txt -o requirements/test.txt
	@$(pin) pyproject.toml --extra engine \
		-c requirements/play.txt -c requirements/test.txt -o requirements/engine.txt
	@$(pin) pyproject.toml --extra scale \
		-c requirements/play.txt -c requirements/test.txt -o requirements/scale.txt
	@$(pin) pyproject.toml --extra docs --extra research \
		-c requirements/play.txt -c requirements/test.txt -o requirements/docs.txt
	@$(pin) pyproject.toml --extra bench \
		-c requirements/play.txt -c requirements/test.txt -o requirements/bench.txt
	@$(pin) --group audit -c requirements/tools.txt -c requirements/test.txt -o requirements/audit.txt

clean:
	rm -rf .venv build dist htmlcov .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -exec rm -rf {} +

.venv/.tools: requirements/tools.txt
	$(call heading,Setting up .venv)
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed; name one: make PYTHON=python3.12" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install -qq --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/.play: requirements/play.txt pyproject.toml .venv/.tools
	$(call heading,Installing the games (about 110 MB - once))
	@$(call install,$<)
	@touch $@

.venv/.check: requirements/check.txt pyproject.toml .venv/.tools
	$(call heading,Installing what make check needs (about 160 MB - once))
	@$(call install,$<)
	@touch $@

.venv/.test: requirements/test.txt pyproject.toml .venv/.tools
	$(call heading,Installing what the checks need (about 650 MB - once))
	@$(call install,$<)
	@touch $@

# Node comes from a package where there is none.
.venv/.node: .venv/.tools
	@node=$$($(BIN)/python web/build.py --node-to-install) || exit; \
	if [ -n "$$node" ]; then $(call get,"$$node"); fi
	@touch $@

.venv/.page: $(shell find web/* \( -name node_modules -o -name __pycache__ \) -prune -o -print) .venv/.node
	$(call heading,Building the page (about 120 MB - once))
	@$(page)

.venv/.audit: requirements/audit.txt .venv/.tools
	$(call heading,Installing what looks for vulnerabilities (about 40 MB - once))
	@$(BIN)/python -m venv .venv/audit
	@.venv/audit/bin/python -m pip install -qq --disable-pip-version-check --require-hashes -r $<
	@touch $@

.venv/.engine: requirements/engine.txt pyproject.toml .venv/.tools
	$(call heading,Installing what builds the engine (about 100 MB - once))
	@$(call install,$<)
	@touch $@

.venv/.docs: requirements/docs.txt pyproject.toml .venv/.tools
	$(call heading,Installing what makes the site (about 240 MB - once))
	@$(call install,$<)
	@touch $@

.venv/.bench: requirements/bench.txt pyproject.toml .venv/.tools
	$(call heading,Installing the rivals (about 50 MB - once))
	@$(call install,$<)
	@touch $@
