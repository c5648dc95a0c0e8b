# The README names `make play` and `make test`; `make help` lists all commands.
# You need make and Python 3.11 or newer with venv. A C compiler makes the core fast. Everything else goes into .venv.
# If a command is interrupted, run it again: it continues from there.

PYTHON ?= python3
BIN := .venv/bin
PURE := build/pure
COVERAGE_FLOOR := 95
PAGE_TOOLS := build/page-tools/node_modules/.bin
FAULTS := tests/faults/test_faults.py
BROWSER_TESTS := tests/browser
EVERY_BROWSER := tests/browser/test_every_browser.py
SERVER_TESTS := $(wildcard tests/web/test_*.py) $(filter-out $(FAULTS),$(wildcard tests/faults/test_*.py))
# Of them, those in which databases, workers and attackers do most of the work.
STORE_TESTS := $(filter tests/faults/% $(patsubst %,tests/web/test_%.py,abuse damage durable fairness fairness_machine many network store transfer),$(SERVER_TESTS))
COUNTED_UNCOMPILED := tests/core tests/bots
CORE_TESTS := $(COUNTED_UNCOMPILED) tests/env
# Extras that some tests use. Some systems have no wheels for these; their tests are skipped there.
OPTIONAL := openspiel,parquet,pgserver,ray
# On a full disk Python leaves half-written .pyc files without an error, so the set-up writes none.
SETUP := PYTHONDONTWRITEBYTECODE=1 $(BIN)/python
INSTALL := $(SETUP) .ci/install.py
LEFT_OUT := build/left-out

# Tests that compute give way to those that wait, because these take longest.
LATER := nice -n 15

# The build runs on this machine only, so compile for its processor.
export AZULEJOS_MARCH ?= native
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Most of what pip installs is never imported, so it needs no bytecode. What is imported keeps it, even where the environment
# says otherwise: the tests start hundreds of processes, and without bytecode each compiles for a second.
export PIP_NO_COMPILE := 1
export PYTHONDONTWRITEBYTECODE :=

PAIRS := $(shell find azulejos -name '*.pxd')
SOURCES := $(PAIRS) $(wildcard $(PAIRS:.pxd=.py))
CATALOGUES := $(wildcard azulejos/locale/*/LC_MESSAGES/*.po)

# Run a command and show only the lines that match a pattern; show everything if it fails.
define showing
@mkdir -p build; { $(2) 2>&1; echo $$? >build/$(@F).status; } | tee build/$(@F).log | awk '/$(1)/ { print "  " $$0; fflush() }'; \
	test "$$(cat build/$(@F).status)" = 0 || { cat build/$(@F).log; exit 1; }
endef

.PHONY: help play test packages compiled pages browsers servers stores uncompiled faults check check-page bench pictures format messages build complete docs clean

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 10

play: build ## play in your browser
	@$(BIN)/azulejos serve --open

test: ## run all tests that this machine can run, with coverage; list what was skipped
	@$(MAKE) --no-print-directory --jobs=2 complete
	@$(BIN)/python -m tests.get_chromium
	@rm -rf .coverage.* $(LEFT_OUT)
	@$(MAKE) --no-print-directory --jobs=6 $$($(BIN)/python -c 'from azulejos import core; print("uncompiled" * core.COMPILED)') compiled pages browsers servers stores
	@$(BIN)/python -m coverage combine --quiet && $(BIN)/python -m coverage report --fail-under=$(COVERAGE_FLOOR)
	@$(INSTALL) downloaded
	@$(BIN)/python -m tests.left_out $(LEFT_OUT) $(if $(STRICT),--fail)

packages: complete ## build the sdist and the wheel, and test them in empty environments
	@rm -rf $(LEFT_OUT)
	@$(BIN)/python -m pytest -q -m package
	@$(BIN)/python -m tests.left_out $(LEFT_OUT) $(if $(STRICT),--fail)

compiled pages browsers servers stores uncompiled packages: export AZULEJOS_LEFT_OUT := $(abspath $(LEFT_OUT))

# Measuring coverage takes as long as the tests, so nothing is measured twice: the uncompiled run covers the rules.
compiled:
	@echo "Running the tests on the compiled core; meanwhile those of pages and servers, and the rules on the uncompiled source"
	@$(LATER) $(BIN)/python -m pytest -q $(COUNTED_UNCOMPILED)
	@$(LATER) $(BIN)/python -m coverage run --data-file=.coverage.compiled -m pytest -q -m "not package" \
		$(addprefix --ignore=,$(BROWSER_TESTS) tests/web tests/faults $(COUNTED_UNCOMPILED))

# These tests mostly wait for a browser, a server or a database, so others run in parallel.
# In the browser tests the server is a separate process, so there is no coverage to measure.
pages: TESTS = pytest -q $(BROWSER_TESTS) --ignore=$(EVERY_BROWSER)
browsers: TESTS = pytest -q $(EVERY_BROWSER)
servers: TESTS = coverage run --data-file=.coverage.servers -m pytest -q $(filter-out $(STORE_TESTS),$(SERVER_TESTS))
stores: TESTS = coverage run --data-file=.coverage.stores -m pytest -q $(STORE_TESTS)
pages browsers servers stores:
	@mkdir -p build
	@$(BIN)/python -m $(TESTS) -p no:cacheprovider >build/$@.log 2>&1; code=$$?; \
		test $$code = 0 || test $$code = 5 || { cat build/$@.log; exit 1; } # 5: no tests collected
	@echo "Tests of $@: $$(tail -n 1 build/$@.log)"

# Only the tests of the core and its direct users run uncompiled. Coverage of the core can only be measured this way.
uncompiled:
	@rm -rf $(PURE) && mkdir -p $(PURE)
	@cp -R azulejos tests docs deploy examples README.md pyproject.toml $(PURE)
	@find $(PURE) \( -name '*.so' -o -name '__pycache__' \) -prune -exec rm -rf {} +
	@cd $(PURE) && PYTHONPATH="$$PWD" $(LATER) ../../$(BIN)/python -m coverage run --data-file=../../.coverage.uncompiled \
		-m pytest -q -m "not compiled" $(CORE_TESTS) >../uncompiled.log 2>&1 || { cat ../uncompiled.log; exit 1; }
	@echo "Tests of the rules, on the uncompiled source: $$(tail -n 1 build/uncompiled.log)"

faults: complete ## kill servers, workers and databases under load (a few minutes)
	@$(BIN)/python -m pytest -q $(FAULTS)

check: complete ## check lint, formatting and types
	@$(BIN)/ruff check --quiet --output-format=concise .
	@$(BIN)/ruff format --quiet --check . || { $(BIN)/ruff format --diff --quiet . ; echo "\`make format\` mends that" >&2; exit 1; }
	@$(BIN)/mypy --strict azulejos tests
	@$(MAKE) --no-print-directory check-page

check-page: build/page-tools/installed ## check lint, formatting and types of the page's scripts
	@$(PAGE_TOOLS)/biome check --config-path=tests/browser/tools --error-on-warnings azulejos/web/page
	@$(PAGE_TOOLS)/tsc -p tests/browser/tools/tsconfig.json && $(PAGE_TOOLS)/tsc -p tests/browser/tools/tsconfig.worker.json

# TypeScript and Biome have no npm dependencies, so pinning their versions is enough. Users don't need them.
build/page-tools/installed: tests/browser/tools/package.json
	@command -v npm >/dev/null || { echo "the page's scripts are checked with tools from npm; on Debian: apt-get install npm" >&2; exit 1; }
	@mkdir -p $(@D) && cp $^ $(@D)
	@echo "Installing what checks the scripts of the page …"; npm install --prefix $(@D) --no-package-lock --no-audit --no-fund >build/npm.log 2>&1 || { cat build/npm.log; exit 1; }
	@touch $@

bench: complete ## run the benchmarks
	@$(BIN)/azulejos bench

pictures: complete ## regenerate the README's pictures
	@$(BIN)/python -m tests.browser.pictures

docs: .venv/docs ## build the documentation site in build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "Documentation: build/docs/index.html"

.venv/docs: .venv/installed
	@$(INSTALL) azulejos docs
	@touch $@

format: complete ## format the source and fix lint
	@$(BIN)/ruff check --quiet --fix . ; $(BIN)/ruff format --quiet .

messages: complete ## update the message catalogues of all languages from the source
	@$(BIN)/python -m azulejos.language.messages

build: .venv/compiled .venv/translated ## create .venv and compile the core

complete: .venv/complete build ## also install everything for tests and benchmarks

clean: ## remove everything that was built
	@rm -rf .venv build dist *.egg-info .coverage .hypothesis .mypy_cache .pytest_cache .ruff_cache .coverage.* htmlcov
	@rm -f azulejos/locale/*/LC_MESSAGES/*.mo azulejos/locale/*/LC_MESSAGES/*.json
	@find azulejos examples tests \( -name '*.so' -o -name '__pycache__' -o -name '.mypy_cache' \) -prune -exec rm -rf {} +

.venv/installed: pyproject.toml setup.py
	@$(PYTHON) -c '' 2>/dev/null || { echo "There is no $(PYTHON); name a Python of 3.11 or newer: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "azulejos needs Python 3.11 or newer, and $(PYTHON) is older; try: make PYTHON=python3.12" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "$(PYTHON) has no venv; on Debian and Ubuntu: sudo apt-get install python3-venv" >&2; exit 1; }
	@mkdir -p build && echo "Making .venv …" && { $(BIN)/python -m pip --version || $(PYTHON) -m venv --clear .venv; } >build/venv.log 2>&1 || \
		{ cat build/venv.log; echo ".venv can't be made: is the disk full, or the folder not yours? Then run the same command again." >&2; exit 1; }
	@$(INSTALL) tools
	@$(INSTALL) azulejos png,tui
	@touch $@

.venv/complete: .venv/installed
	@$(INSTALL) azulejos dev
	@$(INSTALL) optional $(OPTIONAL)
	@touch $@

# In a separate directory, so that nothing built for this machine gets into a wheel.
.venv/compiled: .venv/installed $(SOURCES)
	@echo "Compiling …"
	$(call showing,^Compiling [0-9]+ of |was not compiled|C compiler,$(SETUP) setup.py build_ext --inplace --build-lib build/inplace --build-temp build/inplace)
	@touch $@

.venv/translated: .venv/installed $(CATALOGUES)
	@$(SETUP) -c 'from azulejos.language.messages import compile_all; compile_all()'
	@touch $@
