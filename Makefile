# Every target makes what it needs first, and leaves it alone while nothing changed.
# `make` alone lists them.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help app lab check test unit notebooks browser chromium bench fuzz sabotage clean

PYTHON ?= $(shell command -v python3.11 || command -v python3)
PORT   ?= 8866
PY     := .venv/bin/python

# Open a browser window only where there is a screen to show it on.
SCREEN := $(or $(DISPLAY),$(WAYLAND_DISPLAY),$(filter Darwin,$(shell uname -s)))
WINDOW := $(if $(SCREEN),,--no-browser)

# An environment belongs to the folder it was made in: a moved checkout gets a new one.
HERE := $(shell pwd -P)
ifneq ($(HERE),$(shell cat .venv/made-in 2>/dev/null))
.PHONY: .venv/made-in
endif

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

app: .venv/app ## serve the companion at http://127.0.0.1:8866/ (PORT=... for another port)
	@$(PY) -m witp_learn app --port $(PORT) $(WINDOW)

lab: .venv/lab ## open the notebooks in JupyterLab
	@$(PY) -m witp_learn lab

check: .venv/test ## format, lint, types, import floors and the page about the data
	@echo "Checking format, lint, types, import floors and the page about the data."
	@$(PY) -m ruff format --check .
	@$(PY) -m ruff check .
	@$(PY) -m mypy
	@.venv/bin/lint-imports --no-cache
	@$(PY) tools/provenance.py --check

test: SEED ?= 1
test: check unit notebooks fuzz browser ## everything that must pass: check, unit tests, notebooks, random games, browser tests

unit: .venv/test ## the tests that need no browser
	@echo "Running the unit tests."
	@$(PY) -m pytest -q -n 2 --dist worksteal -m "not browser"

notebooks: .venv/test ## run every notebook and compare the cells that carry the lesson
	@echo "Running the notebooks."
	@$(PY) tools/notebooks.py

browser: .venv/test chromium ## the tests in Chromium, with every request off this machine refused
	@echo "Running the browser tests; what fails runs once more, with the machine to itself."
	@$(PY) -m pytest -q -n 2 --dist worksteal -m browser || \
	  $(PY) -m pytest -q -m browser --last-failed --last-failed-no-failures none

chromium: .venv/test
	@$(PY) tools/chromium.py

bench: .venv/test chromium ## measure, as ratios to a baseline of the same run where there is one
	@echo "Measuring; this is never part of the tests."
	@$(PY) -m pytest -q -o python_files="bench_*.py" -o python_functions="bench_*" --benchmark-enable tests/bench

fuzz: .venv/test ## random games for MINUTES of work (default 5), each invariant named by its rule
	@echo "Playing random games."
	@cd tests && $(abspath $(PY)) game_fuzz.py $(or $(MINUTES),5) $(if $(SEED),--seed $(SEED))

sabotage: .venv/test ## break one rule function after the other; its tests must notice (ONLY=rules.supply)
	@$(PY) tools/sabotage.py $(addprefix --only ,$(ONLY))

clean: ## remove the environment and everything built
	@echo "Removing the environment and everything built."
	@rm -rf .venv .cache build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis .benchmarks

# The environment: one stamp per set of extras. A larger set contains the smaller ones.
.venv/made-in:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, and no python3 was found."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; $(PYTHON) is older. Try: make PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Making a Python environment in .venv"
	@$(PYTHON) -m venv --clear .venv || { echo "The venv module is missing; on Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	@echo "$(HERE)" > $@

define install
	@echo "Installing witp_learn with what '$(1)' needs (once; about half a minute)."
	@$(PY) -m pip install --quiet --disable-pip-version-check -e ".[$(1)]" -c constraints.txt
endef

.venv/app: .venv/made-in pyproject.toml constraints.txt
	$(call install,app)
	@touch .venv/app

.venv/lab: .venv/made-in pyproject.toml constraints.txt
	$(call install,lab)
	@touch .venv/app .venv/lab

.venv/test: .venv/made-in pyproject.toml constraints.txt
	$(call install,test)
	@touch .venv/app .venv/lab .venv/test
