# The two commands of the README are `make play` and `make test`; `make help` lists them all.
# They need make and a Python of 3.11 or newer with venv; a C compiler makes the core fast. Everything else goes into .venv.
# Whatever stops one of them, the same command again continues from there.

PYTHON ?= python3
BIN := .venv/bin
PURE := build/pure
COVERAGE_FLOOR := 95
PAGE_TOOLS := build/page-tools/node_modules/.bin
FAULTS := tests/faults/test_faults.py
BROWSER_TESTS := tests/browser
SERVER_TESTS := tests/web tests/faults
COUNTED_UNCOMPILED := tests/core tests/bots
CORE_TESTS := $(COUNTED_UNCOMPILED) tests/env
# Extras that some tests use. There are no wheels of these for some systems; then their tests are left out.
# Ray and PyTorch are left to CI: with a Chromium of Playwright's, make test would download more than 500 MB.
OPTIONAL := openspiel,parquet,pgserver
# On a full disk Python writes half of a .pyc and never notices; so nothing of the set-up writes any.
SETUP := PYTHONDONTWRITEBYTECODE=1 $(BIN)/python
INSTALL := $(SETUP) .ci/install.py
LEFT_OUT := build/left-out

# Built here, run here: for this machine's processor.
export AZULEJOS_MARCH ?= native
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# What is never imported need not be compiled to bytecode.
export PIP_NO_COMPILE := 1

PAIRS := $(shell find azulejos -name '*.pxd')
SOURCES := $(PAIRS) $(wildcard $(PAIRS:.pxd=.py))
CATALOGUES := $(wildcard azulejos/locale/*/LC_MESSAGES/*.po)

# Runs a command and shows only the lines that a pattern matches; all of them when it fails.
define showing
@mkdir -p build; { $(2) 2>&1; echo $$? >build/$(@F).status; } | tee build/$(@F).log | awk '/$(1)/ { print "  " $$0; fflush() }'; \
	test "$$(cat build/$(@F).status)" = 0 || { cat build/$(@F).log; exit 1; }
endef

.PHONY: help play test packages compiled browser servers uncompiled faults check check-page bench pictures format messages build complete docs clean

help: ## these lines
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 10

play: build ## the table in your browser
	@$(BIN)/azulejos serve --open

test: ## all tests that this machine can run, with coverage; what it lacks is listed at the end
	@$(MAKE) --no-print-directory --jobs=2 complete
	@$(BIN)/python -m tests.get_chromium
	@rm -rf .coverage.* $(LEFT_OUT)
	@$(MAKE) --no-print-directory --jobs=3 $$($(BIN)/python -c 'from azulejos import core; print("uncompiled" * core.COMPILED)') compiled servers
	@$(BIN)/python -m coverage combine --quiet && $(BIN)/python -m coverage report --fail-under=$(COVERAGE_FLOOR)
	@$(INSTALL) downloaded
	@$(BIN)/python -m tests.left_out $(LEFT_OUT) $(if $(STRICT),--fail)

packages: complete ## builds the sdist and the wheel, and tries them in empty environments
	@rm -rf $(LEFT_OUT)
	@$(BIN)/python -m pytest -q -m package
	@$(BIN)/python -m tests.left_out $(LEFT_OUT) $(if $(STRICT),--fail)

compiled browser servers uncompiled packages: export AZULEJOS_LEFT_OUT := $(abspath $(LEFT_OUT))

# Counting lines takes as long as the tests themselves, so nothing is counted twice: the rules are counted in the uncompiled run.
compiled:
	@echo "Running the tests on the compiled core; meanwhile those of pages and servers, and the rules on the uncompiled source"
	@$(BIN)/python -m pytest -q $(COUNTED_UNCOMPILED)
	@$(BIN)/python -m coverage run --data-file=.coverage.compiled -m pytest -q -m "not package" \
		$(addprefix --ignore=,$(BROWSER_TESTS) $(SERVER_TESTS) $(COUNTED_UNCOMPILED))

# They mostly wait, for a browser or a database, so others run beside them.
# In the browser's tests, the server is a process of its own: there is nothing to count.
servers: browser
browser: TESTS = pytest -q $(BROWSER_TESTS)
servers: TESTS = coverage run --data-file=.coverage.servers -m pytest -q $(SERVER_TESTS) --ignore=$(FAULTS)
browser servers:
	@mkdir -p build
	@$(BIN)/python -m $(TESTS) -p no:cacheprovider >build/$@.log 2>&1; code=$$?; \
		test $$code = 0 || test $$code = 5 || { cat build/$@.log; exit 1; } # 5: there is nothing to run
	@echo "Tests of $@: $$(tail -n 1 build/$@.log)"

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
	@$(MAKE) --no-print-directory check-page

check-page: build/page-tools/installed ## lint, formatting and types of the page's scripts
	@$(PAGE_TOOLS)/biome check --config-path=tests/browser/tools --error-on-warnings azulejos/web/page
	@$(PAGE_TOOLS)/tsc -p tests/browser/tools/tsconfig.json && $(PAGE_TOOLS)/tsc -p tests/browser/tools/tsconfig.worker.json

# TypeScript and Biome need nothing else from npm, so their versions are all that is to be pinned. No user needs them.
build/page-tools/installed: tests/browser/tools/package.json
	@command -v npm >/dev/null || { echo "the page's scripts are checked with tools from npm; on Debian: apt-get install npm" >&2; exit 1; }
	@mkdir -p $(@D) && cp $^ $(@D)
	@echo "Installing what checks the scripts of the page …"; npm install --prefix $(@D) --no-package-lock --no-audit --no-fund >build/npm.log 2>&1 || { cat build/npm.log; exit 1; }
	@touch $@

bench: complete ## how fast it is
	@$(BIN)/azulejos bench

pictures: complete ## plays, and takes the pictures of the README
	@$(BIN)/python -m tests.browser.pictures

docs: .venv/docs ## builds the documentation site in build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "Documentation: build/docs/index.html"

.venv/docs: .venv/installed
	@$(INSTALL) azulejos docs
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

# With directories of its own, so that nothing made for this machine finds its way into a wheel.
.venv/compiled: .venv/installed $(SOURCES)
	@echo "Compiling …"
	$(call showing,^Compiling [0-9]+ of |was not compiled|C compiler,$(SETUP) setup.py build_ext --inplace --build-lib build/inplace --build-temp build/inplace)
	@touch $@

.venv/translated: .venv/installed $(CATALOGUES)
	@$(SETUP) -c 'from azulejos.language.messages import compile_all; compile_all()'
	@touch $@
