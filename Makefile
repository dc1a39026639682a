# All that a newcomer needs: `make run` and `make test`. Both install what is missing and say what they do.
# The first Python that runs and is new enough: a name on the path may be a shim with nothing behind it.
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11; do \
	$$name -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' >/dev/null 2>&1 \
	&& command -v $$name && break; done)
VENV := .venv
BIN := $(VENV)/bin
# The lock has OpenCV 5; this is what a machine with OpenCV 4 has.
OPENCV4 := 4.14.0.94
VENV4 := .venv-opencv4
GAME ?=
ARGS ?=
# One more than there are processors: a test of the page mostly waits.
WORKERS ?= $(shell expr $$(nproc) + 1)
# Each of them computes with one thread.
test test-all test-opencv4 coverage: export OPENBLAS_NUM_THREADS = 1
test test-all test-opencv4 coverage: export OMP_NUM_THREADS = 1
test test-all test-opencv4 coverage: export OPENCV_FOR_THREADS_NUM = 1
# What was compiled once is kept, whatever the machine's settings say: the tests start the companion hundreds of times.
test test-all test-opencv4 coverage: export PYTHONDONTWRITEBYTECODE =

.PHONY: help run test test-all test-opencv4 coverage mutation lint format types compiled lock system system-test clean playthroughs
.DEFAULT_GOAL := help

help:  ## this list
	@grep -hE '^[a-z0-9-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

run: $(VENV)/.run  ## set up, then play recorded tables through the whole chain and serve the live page
	@echo "-- companion demo $(GAME) $(ARGS)"
	@$(BIN)/companion demo $(GAME) $(ARGS)

test: $(VENV)/.test  ## set up, then lint, types and the test suite
	@$(MAKE) --no-print-directory -j 2 lint types compiled
	@echo "-- the test suite"
	@$(BIN)/python -m pytest -n $(WORKERS) -m "not slow"

test-all: $(VENV)/.test  ## the slow suites too
	@$(MAKE) --no-print-directory -j 2 lint types compiled
	@$(BIN)/python -m pytest -n $(WORKERS)

test-opencv4: $(VENV4)/.test-$(OPENCV4)  ## the test suite with OpenCV 4, in an environment of its own; ARGS: some of the tests
	@echo "-- the test suite with OpenCV $(OPENCV4)"
	@$(VENV4)/bin/python -m pytest -n $(WORKERS) -m "not slow" $(ARGS)

coverage: $(VENV)/.test  ## lines and branches of the games, of notation, explanation and referee; fails under 100 %
	@$(BIN)/python -m pytest -n $(WORKERS) -m "not slow" tests/games tests/referee tests/test_explanation.py tests/test_game_contract.py \
		$(patsubst %,--cov=companion.%,games notation explanation referee) --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

mutation: $(VENV)/.test  ## does a test notice when a rule of GAME is written otherwise? e.g. make mutation GAME=appetite
	@test -n "$(GAME)" || { echo "name a game: make mutation GAME=appetite" >&2; exit 2; }
	@$(BIN)/python -m tests.mutation.run $(GAME) $(ARGS)

lint: $(VENV)/.test
	@echo "-- ruff, codespell"
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/codespell $$(git ls-files '*.py' '*.md' '*.toml')

format: $(VENV)/.test  ## rewrite the source as `make lint` wants it
	@$(BIN)/ruff check --fix . ; $(BIN)/ruff format .

types: $(VENV)/.test
	@echo "-- mypy --strict"
	@$(BIN)/mypy

# The types take one processor; meanwhile the other compiles the tests, which else each worker would do anew.
compiled: $(VENV)/.test
	@found=$$($(BIN)/python -m pytest --collect-only -qqq) || { echo "$$found"; exit 1; }

lock:  ## resolve pyproject.toml into the two lock files (needs uv)
	uv pip compile -q pyproject.toml --universal -p 3.11 --generate-hashes --no-header -o requirements.lock
	uv pip compile -q pyproject.toml --extra dev --universal -p 3.11 --generate-hashes --no-header -o requirements-dev.lock

playthroughs: $(VENV)/.test  ## play the recorded games anew; read the diff
	@$(BIN)/python -m fixtures.record

system:
	@.ci/system-packages run

system-test:
	@.ci/system-packages test

$(VENV)/bin/python: | system
	@echo "-- a virtual environment in $(VENV)"
	@test -n "$(PYTHON)" || python3 -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' \
	|| { echo "no Python 3.11 to 3.13 on the path: install one, or say make PYTHON=/path/to/python3" >&2; exit 2; }
	@$(or $(PYTHON),python3) -m venv $(VENV)

$(VENV)/.run: requirements.lock pyproject.toml | system $(VENV)/bin/python
	@echo "-- the companion and what it stands on"
	@$(BIN)/python -m pip install --disable-pip-version-check --progress-bar on -q --no-deps --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install --disable-pip-version-check -q --no-deps -e .
	@touch $@

$(VENV)/.test: $(VENV)/.run requirements-dev.lock tests/browser/package-lock.json | system-test
	@echo "-- what the tests need"
	@$(BIN)/python -m pip install --disable-pip-version-check --progress-bar on -q --no-deps --require-hashes -r requirements-dev.lock
	@if command -v npm >/dev/null; then npm ci --prefix tests/browser --ignore-scripts --no-audit --no-fund; \
	else echo "no npm here: the tests with axe-core are left out"; fi
	@touch $@

$(VENV4)/.test-$(OPENCV4): requirements-dev.lock pyproject.toml | system system-test
	@echo "-- a virtual environment with OpenCV $(OPENCV4) in $(VENV4)"
	@$(or $(PYTHON),python3) -m venv --clear $(VENV4)
	@$(VENV4)/bin/python -m pip install --disable-pip-version-check -q --no-deps --require-hashes -r requirements-dev.lock
	@$(VENV4)/bin/python -m pip install --disable-pip-version-check -q --no-deps opencv-python==$(OPENCV4)
	@$(VENV4)/bin/python -m pip install --disable-pip-version-check -q --no-deps -e .
	@touch $@

clean:  ## remove the virtual environment and everything built
	rm -rf $(VENV) $(VENV4) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
