# `make run` plays, `make test` checks everything; `make help` lists the rest.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CPP_BUILD := build/cpp
SANITIZE_BUILD := build/sanitize
FUZZ_BUILD := build/fuzz
FUZZ_SECONDS ?= 60
NPM := PATH="$$PWD/$(BIN):$$PATH" $(BIN)/npm
CMAKE := $(BIN)/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM="$$PWD/$(BIN)/ninja"
CPP_SOURCES := CMakeLists.txt $(wildcard cpp/*/*.cpp cpp/*/*.hpp cpp/*/*/*.cpp cpp/*/*/*.hpp tests/fuzz/*.hpp)
PIP_INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help run setup test lint test-cpp test-page test-python sanitize fuzz bench docs notebooks lock wheel check-wheel mutate clean

help: ## list these commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

run: $(VENV)/.installed ## play Sapper in the browser; .venv/bin/sapper play needs none
	@$(BIN)/sapper web

setup: $(VENV)/.developer ## install everything that developers need into .venv

test: lint test-cpp test-page test-python ## check everything

lint: $(VENV)/.developer node_modules/.installed ## style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/codespell
	$(NPM) run --silent lint
	$(NPM) run --silent types

test-cpp: $(CPP_BUILD)/.built ## the C++ tests, without Python
	$(BIN)/ctest --test-dir $(CPP_BUILD) --output-on-failure

test-page: node_modules/.installed ## the page's state, without a browser
	$(NPM) test --silent

test-python: $(VENV)/.developer node_modules/.installed docs build/.chromium build/.tmux build/.postgres ## pytest with doctests, a real browser, terminal and database
	# Playwright keeps a loop running in its process, where others could not run theirs.
	$(BIN)/pytest -n auto --ignore=tests/browser
	$(BIN)/pytest -n auto tests/browser

sanitize: $(VENV)/.developer docs build/.postgres ## all tests with checks of memory and of undefined behaviour
	$(CMAKE) -B $(SANITIZE_BUILD)/cpp -DSAPPER_PYTHON=OFF -DSAPPER_TESTS=ON -DSAPPER_SANITIZE=ON >/dev/null
	$(BIN)/cmake --build $(SANITIZE_BUILD)/cpp
	$(SANITIZE_BUILD)/cpp/core_tests
	test -d $(SANITIZE_BUILD)/venv || $(BIN)/python -m venv --without-pip $(SANITIZE_BUILD)/venv
	# Everything but Sapper comes from the environment of the developers.
	$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
	  >$$(echo $(SANITIZE_BUILD)/venv/lib/python*/site-packages)/developers.pth
	$(BIN)/pip --python $(SANITIZE_BUILD)/venv/bin/python install --quiet --disable-pip-version-check \
	  --no-deps --no-build-isolation --config-settings=cmake.define.SAPPER_SANITIZE=ON \
	  --config-settings=build-dir=$(SANITIZE_BUILD)/python --editable .
	# A browser does not run with the sanitizers' libraries loaded into it.
	tools/with-sanitizers $(SANITIZE_BUILD)/venv/bin/python -m pytest -n auto --ignore=tests/browser

fuzz: $(VENV)/.developer ## look for crashes, FUZZ_SECONDS (60) for each target; needs clang
	@command -v clang++ >/dev/null || { echo "make fuzz needs clang: apt-get install clang" >&2; exit 2; }
	$(PIP_INSTALL) --no-build-isolation --editable '.[dev,fuzz]'
	$(CMAKE) -B $(FUZZ_BUILD) -DCMAKE_CXX_COMPILER=clang++ -DSAPPER_PYTHON=OFF -DSAPPER_FUZZ=ON \
	  -DSAPPER_SANITIZE=ON >/dev/null
	$(BIN)/cmake --build $(FUZZ_BUILD)
	mkdir -p $(FUZZ_BUILD)/corpus/posterior
	$(FUZZ_BUILD)/fuzz_posterior $(FUZZ_BUILD)/corpus/posterior -max_len=300 \
	  -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -artifact_prefix=$(FUZZ_BUILD)/
	for target in $$($(BIN)/python tests/fuzz/run.py); do \
	  $(BIN)/python tests/fuzz/run.py $$target $(FUZZ_BUILD)/corpus/$$target -max_len=400 \
	    -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 -artifact_prefix=$(FUZZ_BUILD)/ || exit 1; \
	done
	HYPOTHESIS_PROFILE=fuzz $(BIN)/pytest -q tests/session/test_session_machine.py
	$(BIN)/python tests/fuzz/api.py --max-time $(FUZZ_SECONDS)

bench: $(VENV)/.developer $(CPP_BUILD)/.built ## measure speed; results belong in BENCHMARKS.md
	$(CPP_BUILD)/bench_field
	$(BIN)/python benchmarks/bench_game.py
	$(BIN)/python benchmarks/bench_odds.py
	$(BIN)/python benchmarks/bench_coach.py
	$(BIN)/python benchmarks/bench_generate.py versus tails bias
	$(BIN)/python benchmarks/bench_gym.py
	$(BIN)/python -m benchmarks.load
	$(BIN)/python benchmarks/bench_tui.py

docs: $(VENV)/.developer node_modules/.installed ## build the documentation site into build/site and check its links
	$(BIN)/python -m tools.docs_site

notebooks: $(VENV)/.developer ## execute the notebooks in docs/notebooks and save their output
	$(BIN)/python tools/run_notebooks.py

lock: $(VENV)/.developer ## renew constraints.txt, the versions that are installed
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --all-extras --no-emit-index-url --no-emit-find-links \
	  --no-header --no-annotate pyproject.toml tools/build-requirements.txt --output-file constraints.txt

wheel: $(VENV)/.developer ## build the wheel and the source package into dist/
	rm -rf dist
	$(BIN)/python -m build --outdir dist .

check-wheel: wheel ## install the built packages elsewhere, without the repository, and play
	$(BIN)/python tools/check_wheel.py

mutate: $(VENV)/.developer ## change game, inference and store in small ways: do the tests notice?
	$(BIN)/python tools/mutate.py game inference store

clean: ## remove everything that was built
	rm -rf $(VENV) node_modules build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
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

# Node comes from PyPI with the developers' other programs; only the checks of the page need it.
node_modules/.installed: package.json package-lock.json $(VENV)/.developer
	$(NPM) ci --no-progress --loglevel=error
	@touch $@

build/.chromium: tools/find-chromium
	@mkdir -p build
	@tools/find-chromium --install >$@ || { rm -f $@; exit 2; }

build/.tmux: tools/find-tmux
	@mkdir -p build
	@tools/find-tmux --install >$@ || { rm -f $@; exit 2; }

build/.postgres: tools/find-postgres
	@mkdir -p build
	@tools/find-postgres --install >$@ || { rm -f $@; exit 2; }

$(CPP_BUILD)/.built: $(VENV)/.installed $(CPP_SOURCES) $(wildcard benchmarks/*.cpp)
	$(CMAKE) -B $(CPP_BUILD) -DSAPPER_PYTHON=OFF -DSAPPER_TESTS=ON >/dev/null
	$(BIN)/cmake --build $(CPP_BUILD)
	@touch $@
