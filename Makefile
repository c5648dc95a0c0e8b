# The two commands of the README are `make play` and `make test`; `make help` lists them all.
# They need make and a Python of 3.11 or newer with venv, the tests Chromium too; everything else goes into .venv.

PYTHON ?= python3
BIN := .venv/bin
PURE := build/pure
COVERAGE_FLOOR := 95
FAULTS := tests/faults/test_faults.py
BROWSER_TESTS := tests/browser
SERVER_TESTS := tests/web tests/faults
CORE_TESTS := $(addprefix tests/,core bots env)
TORCH := 2.13.0

# Built here, run here: for this machine's processor.
export AZULEJOS_MARCH ?= native
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# What is never imported need not be compiled to bytecode.
export PIP_NO_COMPILE := 1

PAIRS := $(shell find azulejos -name '*.pxd')
SOURCES := $(PAIRS) $(wildcard $(PAIRS:.pxd=.py))
CATALOGUES := $(wildcard azulejos/locale/*/LC_MESSAGES/*.po)

# Runs a command quietly; when it fails, shows what it said.
define quietly
@mkdir -p build; echo "$(1) …"; $(2) >build/$(@F).log 2>&1 || { cat build/$(@F).log; echo "$(1): failed" >&2; exit 1; }
endef

.PHONY: help play test compiled browser servers uncompiled faults check bench pictures format messages build complete clean

help: ## these lines
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

play: build ## the table in your browser
	@$(BIN)/azulejos serve --open

test: complete ## all tests, and the rules on the uncompiled source beside them, with coverage
	@rm -f .coverage.*
	@$(MAKE) --no-print-directory --jobs=3 compiled servers uncompiled
	@$(BIN)/python -m coverage combine --quiet && $(BIN)/python -m coverage report --fail-under=$(COVERAGE_FLOOR)

compiled:
	@echo "Tests on the compiled core; meanwhile those of pages and servers, and the rules on the uncompiled source"
	@$(BIN)/python -m coverage run --data-file=.coverage.compiled -m pytest -q $(addprefix --ignore=,$(BROWSER_TESTS) $(SERVER_TESTS))

# They mostly wait, for a browser or a database, so others run beside them; servers come when the others have nearly done.
# In the browser's tests, the server is a process of its own: there is nothing to count. Tests that failed are run once more, and told:
# with a browser, a server and a database on a busy machine, something may be late once, but what is wrong is wrong twice.
servers: browser
browser: TESTS = pytest -q -o cache_dir=build/browser-cache $(BROWSER_TESTS)
servers: TESTS = coverage run --append --data-file=.coverage.servers -m pytest -q -o cache_dir=build/servers-cache $(SERVER_TESTS) --ignore=$(FAULTS)
browser servers:
	@rm -rf build/$@-cache build/$@-again.log && mkdir -p build
	@$(BIN)/python -m $(TESTS) >build/$@.log 2>&1 || \
		{ cat build/$@.log; echo "Tests of $@: once more what failed"; $(BIN)/python -m $(TESTS) --last-failed >build/$@-again.log 2>&1; } || \
		{ cat build/$@-again.log; exit 1; }
	@echo "Tests of $@: $$(tail -qn 1 build/$@*.log)"

# What runs uncompiled are the core's own tests and those of its nearest users; its lines can be counted only so.
uncompiled:
	@rm -rf $(PURE) && mkdir -p $(PURE)
	@cp -R azulejos tests docs deploy examples README.md pyproject.toml $(PURE)
	@find $(PURE) \( -name '*.so' -o -name '__pycache__' \) -prune -exec rm -rf {} +
	@cd $(PURE) && PYTHONPATH="$$PWD" ../../$(BIN)/python -m coverage run --data-file=../../.coverage.uncompiled \
		-m pytest -q -m "not compiled" $(CORE_TESTS) >../uncompiled.log 2>&1 || { cat ../uncompiled.log; exit 1; }
	@echo "Tests of the rules, on the uncompiled source: $$(tail -n 1 build/uncompiled.log)"

faults: complete ## kills servers, workers and databases under load, some minutes long
	@$(BIN)/python -m pytest -q $(FAULTS)

check: complete ## lint, formatting and types
	@$(BIN)/ruff check --quiet --output-format=concise .
	@$(BIN)/ruff format --quiet --check . || { $(BIN)/ruff format --diff --quiet . ; echo "\`make format\` mends that" >&2; exit 1; }
	@$(BIN)/mypy --strict azulejos tests

bench: complete ## how fast it is
	@$(BIN)/azulejos bench

pictures: complete ## plays, and takes the pictures of the README
	@$(BIN)/python -m tests.browser.pictures

.PHONY: docs
docs: .venv/docs ## builds the documentation site in build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "Documentation: build/docs/index.html"

.venv/docs: .venv/installed
	$(call quietly,Installing the documentation tools,AZULEJOS_PURE=1 $(BIN)/pip install --no-build-isolation -e ".[docs]")
	@touch $@

format: complete ## puts the source in shape
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

messages: complete ## brings the catalogues of all languages up to date with the texts in the source
	@$(BIN)/python -m azulejos.language.messages

build: .venv/compiled .venv/translated ## .venv with all that is needed to play, and the compiled core

complete: .venv/complete build ## the same with all that tests and benchmarks need

clean: ## removes everything that was made
	@rm -rf .venv build dist *.egg-info .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .coverage.* htmlcov
	@rm -f azulejos/locale/*/LC_MESSAGES/*.mo azulejos/locale/*/LC_MESSAGES/*.json
	@find azulejos examples tests \( -name '*.so' -o -name '__pycache__' -o -name '.mypy_cache' \) -prune -exec rm -rf {} +

.venv/installed: pyproject.toml setup.py
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "azulejos needs Python 3.11 or newer, and $(PYTHON) is none; try: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) comes without venv; on Debian: apt-get install python3-venv" >&2; exit 1; }
	$(call quietly,Making .venv,test -x $(BIN)/pip || $(PYTHON) -m venv --clear .venv)
	$(call quietly,Installing the tools,$(BIN)/pip install "setuptools>=77" "Cython>=3.1$(,)<4" "Babel>=2.16$(,)<3")
	$(call quietly,Installing azulejos,AZULEJOS_PURE=1 $(BIN)/pip install --no-build-isolation -e ".[png$(,)tui]")
	@touch $@

# The extra `learn` takes any torch, but pip's choice brings gigabytes for graphics cards that no test uses; so one that is known
# to do comes first, where it can be had for the processor alone.
.venv/complete: .venv/installed
	$(call quietly,Installing torch,$(BIN)/pip install "torch==$(TORCH)")
	$(call quietly,Installing what tests and benchmarks need,AZULEJOS_PURE=1 $(BIN)/pip install --no-build-isolation -e ".[dev]")
	@touch $@

# With directories of its own, so that nothing made for this machine finds its way into a wheel.
.venv/compiled: .venv/installed $(SOURCES)
	$(call quietly,Compiling,$(BIN)/python setup.py build_ext --inplace --build-lib build/inplace --build-temp build/inplace)
	@grep "was not compiled" build/$(@F).log || true
	@touch $@

.venv/translated: .venv/installed $(CATALOGUES)
	@$(BIN)/python -c 'from azulejos.language.messages import compile_all; compile_all()'
	@touch $@

, := ,
