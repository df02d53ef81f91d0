# What a contributor does, and CI does the same. Only fmt, gen, shapes, golden, docs and lock write to files that are under version control.

SHELL := /bin/bash
BIN := .venv/bin

# Purposes in scripts/need whose system packages the tests use. (terminal server browser)
NEEDS := browser server
# Processes for the tests.
JOBS := auto
# Where `make play` listens: HOST=0.0.0.0 for the phones in the house.
HOST ?= 127.0.0.1
PORT ?= 8000
# Tests of the server wait more than they work, so that more of them fit.
WAITING := $(shell echo $$(($$(nproc) * 3 / 2)))
# Tests start hundreds of processes: each reads what the first has compiled, whatever the shell is set to.
export PYTHONDONTWRITEBYTECODE :=
# One thread, as the command paiju sets it (paiju.blas_threads): matrix products are small, and OpenBLAS with two threads has hung in one.
export OPENBLAS_NUM_THREADS := 1
# More for pytest: make test ARGS="-k bomb".
ARGS :=
# The version that `make release` tags; none: it tags nothing.
TAG :=

PYTEST := $(BIN)/pytest --numprocesses $(JOBS) --dist worksteal $(ARGS)

# The tests that cover the rules to the last branch; tracing slows them down, so the others run without.
COVERED := tests/conformance tests/perft tests/records tests/rules tests/unit

.DEFAULT_GOAL := help
.PHONY: help setup play test test-web check-web test-browser test-deep test-learn test-lowest fmt check compile-bots-and-search cov bench docs gen release shapes golden lock

help: ## Say what there is
	@sed -nE 's/^([a-z-]+):.*## (.*)/  make \1	\2/p' $(MAKEFILE_LIST) | expand -t 20

setup: ## Make or bring up to date .venv, and the system packages that tests need
	@scripts/need $(NEEDS)
	@scripts/setup
	@scripts/setup-web

play: ## Open the card room and print its address; HOST and PORT say where (paiju play: in the terminal)
	@scripts/setup
	@scripts/build-web
	@mkdir -p .local
	@$(BIN)/paiju serve --host $(HOST) --port $(PORT) --database .local/paiju.db

test: setup ## Check, then run all tests but the deep ones; the rules must be covered to the last branch
	@$(MAKE) --no-print-directory --jobs 2 --output-sync check check-web compile-bots-and-search
	$(PYTEST) $(COVERED) --cov
	$(PYTEST) --numprocesses $(WAITING) -m "not deep and not learn" $(addprefix --only-sims-of ,$(COVERED))
	@$(MAKE) --no-print-directory test-browser

test-web: check-web test-browser ## The web client's checks and tests, in a browser too

check-web: setup ## The web client's checks, and its tests that need no browser
	cd web && npm run check && npm test

test-browser: setup ## The web client's tests in a browser, against a server
	@scripts/build-web
	cd web && npm run e2e

test-deep: setup ## Run the tests that take minutes, and the browser's long hands
	$(PYTEST) -m deep
	@scripts/build-web
	cd web && DEEP=1 npm run e2e

test-learn: setup ## Run the tests that need PyTorch, Ray, sb3-contrib or TorchRL (install them into .venv first)
	$(PYTEST) -m learn tests/learn

fmt: setup ## Format the code, and repair what can be repaired by machine
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

compile-bots-and-search: setup ## Compile bots, and the solver's search, with which the strong bot plays, so that it plays alike in all tests
	$(BIN)/python -c 'from paiju.bots.bot_compilation import compile_bots_of_ruleset; from paiju.games.registry import ruleset; \
		from paiju.solve.search_compilation import compile_search_of_ruleset; \
		[(compile_search_of_ruleset(ruleset(name)), compile_bots_of_ruleset(ruleset(name))) for name in ("doudizhu/qq", "zipai/guilin-3", "gunzi/six")]'

check: setup ## Look at everything that can be told without running it; changes nothing
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/python scripts/typecheck_examples.py
	scripts/check-github
	PYTHONPATH=. $(BIN)/lint-imports --no-logo
	git ls-files -z --cached --others --exclude-standard | xargs -0 $(BIN)/codespell
	$(BIN)/python scripts/line_limits.py
	$(BIN)/python scripts/gen.py --check
	scripts/gen-wire --check

test-lowest: setup ## Run what can tell with the oldest packages that pyproject.toml lets in
	@scripts/setup lowest
	.venv-lowest/bin/pytest --numprocesses $(JOBS) $(ARGS) tests/cli tests/records tests/server tests/tui \
		tests/integration/test_reverse_proxy.py tests/integration/test_http_api.py tests/integration/test_room.py

cov: setup ## Show how much of each package the tests reach, line by line in .local/coverage
	$(PYTEST) --cov --cov-report=
	$(BIN)/coverage html --quiet --include='src/paiju/*' --fail-under=0 --directory=.local/coverage
	$(BIN)/coverage report --include='src/paiju/*' --fail-under=0

bench: ## Measure, beside the peers, in an environment of its own
	scripts/setup bench
	.venv-bench/bin/python bench/run.py $(ARGS)

docs: setup ## Take the pictures of the room anew, and build the documentation in site/
	@scripts/setup docs
	@scripts/build-web
	cd web && npm run --silent shots
	.venv-docs/bin/mkdocs build --strict

gen: setup ## Write the files that are made from the code
	$(BIN)/python scripts/gen.py
	scripts/gen-wire

release: setup ## Build sdist and wheel in dist/, and check them in a fresh environment; TAG=0.1.0 tags the commit too
	@$(BIN)/python scripts/release.py $(TAG)

shapes: setup ## Write down the shapes of what is stored, while their format is not released
	@$(BIN)/python -m tests.golden.stored_shapes

golden: setup ## Make the golden database of the format, which is released with it
	@$(BIN)/python -m tests.golden.make_database tests/golden format-$$($(BIN)/python -c 'from paiju.server.app.upcasting import FORMAT; print(FORMAT)')

lock: setup ## Pin all packages anew; ARGS=--upgrade takes newer releases
	scripts/lock $(ARGS)
	@scripts/setup
