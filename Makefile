# Every target works on a fresh clone; it needs Python 3.11 (or later) and make, nothing else.

PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3 python,$(shell command -v $(name) 2>/dev/null)))
BIN := .venv/bin
BASE := .venv/.stamp-base
DEV := .venv/.stamp-dev
BENCH := .venv/.stamp-bench
JOBS ?= 2

.PHONY: help demo test lint format bench zoo stored fuzz browser golden clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' Makefile

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed" >&2; exit 2; }
	"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed, this is " + sys.version)'
	"$(PYTHON)" -m venv .venv

$(BASE): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	@touch $@

$(DEV): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch $@

$(BENCH): pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]'
	@touch $@

demo: $(BASE) ## set up, compile a real ONNX model, write the result and a report to out/, show it
	@mkdir -p out
	$(BIN)/metadef compile examples/encoder12.onnx -o out/encoder12.mdef --report out/encoder12.html --target Ascend910B1
	$(BIN)/metadef show out/encoder12.mdef --stats

lint: $(DEV) ## ruff (rules and format) and basedpyright in strict mode
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/basedpyright

test: lint ## lint, then the whole test suite
	$(BIN)/python -m pytest -n $(JOBS)

format: $(DEV) ## rewrite the sources in the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(BENCH) ## the benchmarks, next to their peers; prints ratios
	@set -e; for script in bench/bench_*.py; do echo "== $$script"; $(BIN)/python "$$script"; done

zoo: $(DEV) ## compile every real model at hand; infer those from wheels and compare each shape with onnxruntime
	$(BIN)/python bench/zoo.py
	$(BIN)/python tests/zoo/zoo.py

stored: $(DEV) ## run laid-out models from bytes as stored, and without each TransData in turn, which must show
	$(BIN)/python bench/bench_stored_bytes.py

fuzz: $(DEV) ## the property tests with fresh random inputs and many more of them, and 20,000 broken files a codec
	METADEF_FUZZ_FILES=20000 $(BIN)/python -m pytest -n $(JOBS) tests/fuzz
	HYPOTHESIS_PROFILE=fuzz $(BIN)/python -m pytest -n $(JOBS) -m "hypothesis and not browser" tests

browser: $(DEV) ## the pages in a real Chromium, which must be installed
	$(BIN)/python -m pytest -m browser tests

golden: $(DEV) ## rewrite the expected blocks of the Markdown cases; review the difference like code
	$(BIN)/python -m pytest --update-golden tests

clean: ## remove what the targets made
	rm -rf .venv out .pytest_cache .ruff_cache .hypothesis
