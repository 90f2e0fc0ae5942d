# `make run` starts Sapper, `make test` runs every check, `make help` lists all commands.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
CPP_BUILD := build/cpp
SANITIZE_BUILD := build/sanitize
FUZZ_BUILD := build/fuzz
WARNINGS_BUILD := build/warnings
MUTATE_BUILD := build/mutate
MUTANTS ?= *
FUZZ_SECONDS ?= 60
NPM := PATH="$$PWD/$(BIN):$$PATH" $(BIN)/npm
CMAKE := $(BIN)/cmake -S . -G Ninja -DCMAKE_MAKE_PROGRAM="$$PWD/$(BIN)/ninja"
SET_UP := $(BIN)/python tools/set_up.py
CPP_FILES := $(wildcard $(foreach folder,benchmarks cpp/* cpp/*/* tests/fuzz,$(folder)/*.cpp $(folder)/*.hpp))
CPP_SOURCES := CMakeLists.txt $(wildcard cpp/*/*.cpp cpp/*/*.hpp cpp/*/*/*.cpp cpp/*/*/*.hpp tests/fuzz/*.hpp)

.DEFAULT_GOAL := help
.PHONY: help run setup test lint format test-cpp test-page test-python warnings sanitize fuzz bench docs notebooks lock sbom wheel \
  check-wheel mutate clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "make %-12s %s\n", $$1, $$2}'

run: $(VENV)/.installed ## play in the browser; for the terminal, run .venv/bin/sapper play
	@$(BIN)/sapper web

setup: $(VENV)/.developer ## install Sapper and all developer tools into .venv

test: lint test-cpp test-page test-python ## run every check

lint: $(VENV)/.developer node_modules/.installed $(CPP_BUILD)/compile_commands.json ## check formatting, style, types, imports, spelling and workflows
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/codespell
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms .github/ISSUE_TEMPLATE/*_re*.yml
	$(BIN)/check-jsonschema --builtin-schema vendor.dependabot .github/dependabot.yml
	$(NPM) run --silent lint
	$(NPM) run --silent types
	$(BIN)/clang-format --dry-run --Werror $(CPP_FILES)
	echo $(filter cpp/core/%.cpp cpp/tests/%.cpp,$(CPP_FILES)) | \
	  xargs -n 1 -P "$$(nproc)" $(BIN)/clang-tidy --quiet -p $(CPP_BUILD)

format: $(VENV)/.developer ## format Python and C++, and fix what ruff can fix
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(CPP_FILES)

test-cpp: $(CPP_BUILD)/.built ## run the C++ tests, without Python
	$(BIN)/ctest --test-dir $(CPP_BUILD) --output-on-failure

test-page: node_modules/.installed ## run the page's unit tests in Node, without a browser
	$(NPM) test --silent

test-python: $(VENV)/.developer node_modules/.installed docs build/.chromium build/.tmux build/.postgres build/.nginx ## run pytest, with a real browser, terminal, database and proxy
	# Playwright keeps an event loop running, which breaks tests with their own loop in the same process.
	$(BIN)/pytest -n auto --ignore=tests/browser
	$(BIN)/pytest -n auto tests/browser

warnings: $(VENV)/.packages ## compile all C++ code with g++ and, if installed, clang++; warnings are errors
	for compiler in g++ clang++; do \
	  command -v $$compiler >/dev/null || { echo "$$compiler is not installed"; continue; }; \
	  $(CMAKE) -B $(WARNINGS_BUILD)/$$compiler -DCMAKE_CXX_COMPILER=$$compiler -DSAPPER_TESTS=ON \
	    -DCMAKE_CXX_FLAGS="-Wall -Wextra" -DCMAKE_COMPILE_WARNING_AS_ERROR=ON \
	    -DPython_EXECUTABLE="$$PWD/$(BIN)/python" >/dev/null || exit 1; \
	  $(BIN)/cmake --build $(WARNINGS_BUILD)/$$compiler || exit 1; \
	done

sanitize: $(VENV)/.developer docs build/.postgres build/.nginx ## run all tests under AddressSanitizer and UndefinedBehaviorSanitizer
	$(CMAKE) -B $(SANITIZE_BUILD)/cpp -DSAPPER_PYTHON=OFF -DSAPPER_TESTS=ON -DSAPPER_SANITIZE=ON >/dev/null
	$(BIN)/cmake --build $(SANITIZE_BUILD)/cpp
	$(SANITIZE_BUILD)/cpp/core_tests
	test -d $(SANITIZE_BUILD)/venv || $(BIN)/python -m venv --without-pip $(SANITIZE_BUILD)/venv
	# All packages except Sapper are shared with .venv.
	$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
	  >$$(echo $(SANITIZE_BUILD)/venv/lib/python*/site-packages)/developers.pth
	$(BIN)/pip --python $(SANITIZE_BUILD)/venv/bin/python install --quiet --disable-pip-version-check \
	  --no-deps --no-build-isolation --config-settings=cmake.define.SAPPER_SANITIZE=ON \
	  --config-settings=build-dir=$(SANITIZE_BUILD)/python --editable .
	# A browser crashes when the sanitizer libraries are preloaded into it.
	tools/with-sanitizers $(SANITIZE_BUILD)/venv/bin/python -m pytest -n auto --ignore=tests/browser

fuzz: $(VENV)/.developer ## fuzz each target for FUZZ_SECONDS (60); needs clang
	@command -v clang++ >/dev/null || { echo "make fuzz needs clang: apt-get install clang" >&2; exit 2; }
	$(SET_UP) packages fuzz
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
	HYPOTHESIS_PROFILE=fuzz $(BIN)/pytest -q tests/play/test_session_machine.py
	$(BIN)/python tests/fuzz/api.py --max-time $(FUZZ_SECONDS)

bench: $(VENV)/.developer $(CPP_BUILD)/.built ## measure speed; results belong in BENCHMARKS.md
	$(CPP_BUILD)/bench_core_game
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

COMPILE = $(BIN)/uv pip compile --quiet --universal --no-emit-index-url --no-emit-find-links --no-header --no-annotate
HASHES = --python-version 3.11 --generate-hashes --constraint constraints.txt

lock: $(VENV)/.developer ## update constraints.txt and the hashes in deploy/, which pin all packages
	$(BIN)/pip install --quiet uv
	$(COMPILE) --all-extras pyproject.toml tools/build-requirements.txt --output-file constraints.txt
	$(COMPILE) $(HASHES) --extra web --extra postgres --extra vision pyproject.toml --output-file deploy/requirements.txt
	$(COMPILE) $(HASHES) tools/build-requirements.txt --output-file deploy/build-requirements.txt

sbom: $(VENV)/.developer ## list the packages of the container image with their licences in build/sbom.json
	$(BIN)/pip install --quiet cyclonedx-bom
	$(BIN)/python -m venv --clear build/image-packages
	build/image-packages/bin/pip install --quiet --require-hashes --requirement deploy/requirements.txt
	$(BIN)/cyclonedx-py environment build/image-packages/bin/python --output-file build/sbom.json

wheel: $(VENV)/.developer ## build the wheel and the source distribution into dist/
	rm -rf dist
	$(BIN)/python -m build --outdir dist .

check-wheel: wheel ## install the wheel and the source distribution outside the repository, and play
	$(BIN)/python tools/check_wheel.py

mutate: $(VENV)/.developer ## run mutation tests; MUTANTS=sapper.game.rules.* selects some
	$(SET_UP) packages mutate
	mkdir -p $(MUTATE_BUILD)
	rm -rf $(MUTATE_BUILD)/src $(MUTATE_BUILD)/tests
	cp -r src tests tools pyproject.toml $(MUTATE_BUILD)
	cp $$($(BIN)/python -c 'from sapper import _core; print(_core.__file__)') $(MUTATE_BUILD)/src/sapper
	# The environment's own interpreter has an import hook for the editable installation, which would hide the mutants.
	base=$$($(BIN)/python -c 'import sys; print(sys._base_executable)') && \
	  site=$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))') && \
	  cd $(MUTATE_BUILD) && PYTHONPATH=$$site $$base -m mutmut run '$(MUTANTS)' && PYTHONPATH=$$site $$base -m mutmut results

clean: ## delete the environment and all build products
	rm -rf $(VENV) node_modules build dist .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find src tests tools benchmarks -name __pycache__ -type d -exec rm -rf {} +

$(VENV)/.packages: pyproject.toml constraints.txt tools/build-requirements.txt
	@tools/check-machine $(PYTHON)
	@test -x $(BIN)/pip || $(PYTHON) tools/set_up.py venv $(VENV)
	@$(SET_UP) packages
	@touch $@

# Python sources are used in place. Only changes to the C++ code or to the project file reinstall Sapper.
$(VENV)/.installed: $(VENV)/.packages $(CPP_SOURCES)
	@$(SET_UP) core
	@touch $@

$(VENV)/.developer: $(VENV)/.packages | $(VENV)/.installed
	@$(SET_UP) packages dev
	@touch $@

# Node itself comes from PyPI with the developer tools. Only the checks of the page need it.
node_modules/.installed: package.json package-lock.json | $(VENV)/.developer
	$(NPM) ci --no-progress --loglevel=error
	@touch $@

build/.chromium build/.tmux build/.postgres build/.nginx: build/.%: tools/find-% tools/find-program
	@mkdir -p build
	@$< --install >$@ || { rm -f $@; exit 2; }

$(CPP_BUILD)/compile_commands.json: $(VENV)/.packages CMakeLists.txt
	$(CMAKE) -B $(CPP_BUILD) -DSAPPER_PYTHON=OFF -DSAPPER_TESTS=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	@touch $@

$(CPP_BUILD)/.built: $(CPP_BUILD)/compile_commands.json $(CPP_SOURCES) $(wildcard benchmarks/*.cpp)
	$(BIN)/cmake --build $(CPP_BUILD)
	@touch $@
