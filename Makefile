# Everything the project needs is installed into .venv by its own files.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -type f -not -name '*.pyc' -not -path '*.egg-info*') setup.py pyproject.toml
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help play install test coverage lint format bench bench-web lock clean

help:
	@echo "make play      set everything up and open the table; other devices join by its address"
	@echo "make test      set everything up and run the tests, with the rules compiled"
	@echo "make coverage  the same tests with the rules interpreted, and how much they cover"
	@echo "make lint      formatting, lint, types, and the direction of imports"
	@echo "make bench     how fast the games are, everything side by side"
	@echo "make bench-web how many moves a second the table carries, with a thousand people looking"
	@echo "make lock      write the locked requirements anew"

$(VENV)/.running: requirements/run.txt
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --require-hashes -r requirements/run.txt
	@touch $@

$(VENV)/.requirements: $(VENV)/.running requirements/dev.txt
	$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

# Installed as a user would install it, not in place: the tests run what people get.
$(VENV)/.installed: $(VENV)/.running $(SOURCES)
	rm -rf build
	$(PIP) install --no-deps --no-build-isolation --force-reinstall .
	@touch $@

install: $(VENV)/.installed

play: install
	$(BIN)/cubilete play

# The browser tests drive Debian's Chromium; as root it is installed where it is missing.
$(VENV)/.browser:
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq chromium; } \
	  || echo "No Chromium: the browser tests will be skipped. Install the package chromium."
	@mkdir -p $(VENV) && touch $@

test: install $(VENV)/.requirements $(VENV)/.browser
	$(BIN)/python -m pytest -n auto $(TESTS)

# The modules that are compiled, and all that core and games consist of; the web and the stores run
# the same in both forms and are tested once.
INTERPRETED := tests/core tests/games tests/table $(wildcard tests/test_*.py)
coverage: install $(VENV)/.requirements
	CUBILETE_PURE=1 $(BIN)/python -m pytest -n auto --cov --cov-report=term-missing:skip-covered \
	  --cov-fail-under=95 $(INTERPRETED)

lint: install $(VENV)/.requirements
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.requirements
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

$(VENV)/.bench: $(VENV)/.installed requirements/bench.txt
	-$(PIP) install --require-hashes -r requirements/bench.txt
	@touch $@

bench: $(VENV)/.bench
	$(BIN)/cubilete bench --yardsticks bench

bench-web: install $(VENV)/.requirements
	$(BIN)/python bench/load.py

LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
  --no-emit-index-url --no-emit-find-links
lock:
	cd requirements && $(LOCK) -o run.txt run.in && $(LOCK) -c run.txt -o dev.txt dev.in && \
	  $(LOCK) -o bench.txt bench.in

clean:
	rm -rf $(VENV) build *.egg-info src/*.egg-info
