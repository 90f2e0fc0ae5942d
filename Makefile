# `make run` plays, `make test` checks everything; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CPP_BUILD := build/cpp
CPP_SOURCES := CMakeLists.txt $(wildcard cpp/*/*.cpp cpp/*/*.hpp)
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help run setup test lint test-cpp test-python bench docs lock wheel clean

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

run: $(VENV)/.installed ## play Sapper
	@$(BIN)/sapper play

setup: $(VENV)/.developer ## install everything that developers need into .venv

test: lint test-cpp test-python ## check everything

lint: $(VENV)/.developer ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

test-cpp: $(CPP_BUILD)/.built ## the C++ tests, without Python
	$(BIN)/ctest --test-dir $(CPP_BUILD) --output-on-failure

test-python: $(VENV)/.developer ## pytest with doctests
	$(BIN)/pytest -n auto

bench: $(VENV)/.developer $(CPP_BUILD)/.built ## measure speed; results belong in BENCHMARKS.md
	$(CPP_BUILD)/bench_field
	$(BIN)/python benchmarks/bench_game.py

docs: $(VENV)/.developer ## write the generated pages of docs/reference
	$(BIN)/python tools/make_reference.py

lock: $(VENV)/.developer ## renew constraints.txt, the versions that are installed
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --all-extras --no-emit-index-url --no-emit-find-links \
	  --no-header --no-annotate pyproject.toml tools/build-requirements.txt --output-file constraints.txt

wheel: $(VENV)/.developer ## build the wheel and the source package into dist/
	rm -rf dist
	$(BIN)/python -m build --outdir dist .

clean: ## remove everything that was built
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools benchmarks -name __pycache__ -type d -exec rm -rf {} +

# Python sources are used in place; only changes to the core or to the project file install again.
$(VENV)/.installed: pyproject.toml constraints.txt tools/build-requirements.txt $(CPP_SOURCES)
	@tools/check-machine $(PYTHON)
	@test -x $(BIN)/pip || { echo "setting up $(VENV), once; this takes about a minute" >&2; $(PYTHON) -m venv --clear $(VENV); }
	$(PIP_INSTALL) -r tools/build-requirements.txt
	$(PIP_INSTALL) --no-build-isolation --editable .
	@touch $@

$(VENV)/.developer: $(VENV)/.installed
	$(PIP_INSTALL) --no-build-isolation --editable '.[dev]'
	@touch $@

$(CPP_BUILD)/.built: $(VENV)/.installed $(CPP_SOURCES) $(wildcard benchmarks/*.cpp)
	$(BIN)/cmake -S . -B $(CPP_BUILD) -G Ninja -DCMAKE_MAKE_PROGRAM="$$PWD/$(BIN)/ninja" \
	  -DSAPPER_PYTHON=OFF -DSAPPER_TESTS=ON >/dev/null
	$(BIN)/cmake --build $(CPP_BUILD)
	@touch $@
