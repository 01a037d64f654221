# Everything a fresh clone needs: Python 3.11 or newer, make, and a way to PyPI.
#
#     make demo      compile the example, run a program written against it
#     make test      the tests of every change
#
# The first command makes .venv and installs what pyproject.toml names; later ones find it there.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh

VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
ATHERIS := $(VENV)/.atheris
BUILD := build
ZENSICAL := $(BUILD)/tools/site
WORKERS ?= 2
PYTEST := $(BIN)/python -m pytest -n $(WORKERS)
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Tests start thousands of processes: compiling all modules anew in each takes more time than what they do.
unexport PYTHONDONTWRITEBYTECODE

# The first of these that is 3.11 or newer makes the environment; `make PYTHON=python3.13 ...` chooses another.
PYTHONS := python3 python3.13 python3.12 python3.11 python3.14 python
NEWER := import sys; raise SystemExit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach name,$(PYTHONS),$(shell $(name) -c '$(NEWER)' >/dev/null 2>&1 && echo $(name))))

.PHONY: help setup demo site test test-all hunts test-fast check without golden runtime docs corpus soak fuzz fuzz-names bench bench-sdk calls tasks judges mutations test-servers clean

help: ## list these targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

setup: $(READY) ## make .venv with everything that development needs

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "no Python 3.11 or newer found: install one, or say make PYTHON=/path/to/python"; exit 1; }
	@echo "setting up $(VENV) with $(PYTHON)"
	@$(PYTHON) -m venv $(VENV) || { echo "python's venv module is missing (Debian: apt install python3-venv)"; exit 1; }
	@$(PIP) --editable ".[dev]"
	@touch $@

demo: $(READY) ## compile examples/trains and run a program in each language against its embedded server
	@rm -rf $(BUILD)/demo
	$(BIN)/codegen build examples/trains/openapi.yaml -c examples/trains/gen.yaml -o $(BUILD)/demo
	$(BIN)/python examples/trains/demos.py $(BUILD)/demo

site: $(READY) ## the reference pages of the example as a site, in build/demo/reference/site
	$(BIN)/codegen build examples/trains/openapi.yaml -c examples/trains/gen.yaml -o $(BUILD)/demo
	@test -e $(ZENSICAL)/.ready || { $(BIN)/python -m venv $(ZENSICAL) \
		&& $(ZENSICAL)/bin/python -m pip install --quiet --disable-pip-version-check \
			-r $(BUILD)/demo/reference/theme/requirements.txt && touch $(ZENSICAL)/.ready; }
	cd $(BUILD)/demo/reference && $(CURDIR)/$(ZENSICAL)/bin/python -m zensical build --strict
	@echo "open $(BUILD)/demo/reference/site/index.html, or in $(BUILD)/demo/reference: python -m zensical serve"

test: $(READY) ## the tests of every change
	$(PYTEST) -m "not hunt"

test-all: $(READY) ## every test: those of every change, and the long hunts
	$(PYTEST)

hunts: $(READY) ## the long hunts alone, which `make test` leaves out; none begins after HUNT_SECONDS, if that is given
	HUNT_SECONDS=$(HUNT_SECONDS) $(PYTEST) -m hunt

# What most changes break: goldens, tables and the house. 45 s of processor time, shared by two workers.
CHECKED := house passes printers front_golden diagnostics_golden reference docs config cli rules pipeline \
	keys_honoured update_goldens backend_curl ir_text naming project own_readme one_decision writer resident

check: $(READY) ## format, lint, types, goldens and the house: under a minute on two free cores
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(PYTEST) -m "not slow and not hunt" $(wildcard $(CHECKED:%=tests/*/test_%.py))

# What may be deleted is moved away, and comes back whatever happens.
without: $(READY) ## what `make check` tests, and the commands, in a checkout without migrate/ and fleet/
	@mkdir -p $(BUILD)/aside && trap 'mv $(BUILD)/aside/* .' EXIT && mv migrate fleet $(BUILD)/aside/ && \
	$(PYTEST) -m "not slow and not hunt" $(wildcard $(CHECKED:%=tests/*/test_%.py)) tests/driver/test_many_apis.py

test-fast: $(READY) ## every test that is not slow: some minutes
	$(PYTEST) -m "not slow and not hunt"

golden: $(READY) ## write the goldens anew, or those of CASE=passes/rename in seconds; read the difference before you commit it
	$(BIN)/python -m tests.support.update_goldens $(CASE)

runtime: $(READY) ## build TypeScript's runtime (backends/typescript/built) of its sources, with node
	$(BIN)/python -m tests.support.typescript_tools

docs: $(READY) ## write the generated pages of docs/ anew, and the JSON Schema of gen.yaml
	$(BIN)/python -m docs.generate
	$(BIN)/python -m tests.driver.test_config

corpus: $(READY) ## compile all of ../shared/specs, count what became of it, write docs/corpus.md; CHECK=1: mypy, tsc, go vet, cargo
	$(BIN)/python -m judges.corpus --write $(if $(CHECK),--check)
	$(if $(CHECK),$(BIN)/python -m judges.rust_types)

soak: $(READY) $(ATHERIS) ## the long runs: all of ../shared, and an hour of fuzzing (SECONDS=...)
	$(BIN)/python -m judges.soak $(if $(filter command line environment,$(origin SECONDS)),--seconds $(SECONDS))

$(ATHERIS): $(READY)
	@$(PIP) --editable ".[fuzz]"
	@touch $@

SECONDS ?= 60
fuzz: $(READY) $(ATHERIS) ## fuzz what reads text for SECONDS seconds: diagnostics are fine, an exception or a hang is not
	$(BIN)/python -m judges.fuzz --seconds $(SECONDS)

NAMES ?= 10000
fuzz-names: $(READY) ## NAMES names of every script in each slot of a document, type-checked in three languages: an hour
	$(BIN)/python -m judges.script_names --names $(NAMES)

bench: $(READY) ## measure against a peer in each language, write docs/bench.md, fail above the limit
	$(BIN)/python -m bench.peers --write docs/bench.md

bench-sdk: $(READY) ## measure the printed SDKs beside published ones, write docs/bench-sdk.md
	$(BIN)/python -m bench.sdks --write docs/bench-sdk.md

judges: $(READY) ## hold `codegen diff` to griffe, mypy, tsc and apidiff on printed SDKs, write their table in docs/diff.md
	$(BIN)/python -m judges.diff --write

tasks: $(READY) ## ten tasks on SDKs of OpenAI, Stripe and GitHub, checked and run, write docs/tasks.md
	$(BIN)/python -m bench.tasks --write

calls: $(READY) ## the calls of a vendor's own tests on our SDKs, write docs/calls.md; fetches them, or OPENAI_PYTHON=clone OPENAI_NODE=clone
	$(BIN)/python -m bench.calls --write $(if $(OPENAI_PYTHON),--python $(OPENAI_PYTHON)) $(if $(OPENAI_NODE),--node $(OPENAI_NODE))

mutations: $(READY) ## hold the tests to planted faults (tests/mutations), or to that of CASE=slug: which test finds each
	WORKERS=$(WORKERS) $(BIN)/python -m judges.mutations $(CASE)

test-servers: $(READY) ## the tests that run real servers, each in an environment of its own
	SLOW_SERVERS=1 $(BIN)/python -m pytest -m servers

clean: ## remove what was built, and .venv
	rm -rf $(BUILD) dist $(VENV) .mypy_cache .ruff_cache .pytest_cache *.egg-info
