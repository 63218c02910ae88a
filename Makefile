# Everything the project needs is installed into .venv by its own files.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := $(shell find src -type f -not -name '*.pyc' -not -path '*.egg-info*') setup.py pyproject.toml
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
# The locked files name every package, so pip need not look for what they require: it would also weigh
# newer releases that nobody locked, and refuse them for their missing hash.
INSTALL_LOCKED := $(PIP) install --require-hashes --no-deps

# Compiled extensions whose C has not changed are reused, also by other clones (see setup.py).
export CUBILETE_BUILD_CACHE ?= $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/cubilete-build

.PHONY: help play install wheel dist check test coverage attack lint duplicates format hooks docs \
  bench bench-web strength tables soak screenshots lock clean

help:
	@echo "make play       set everything up and open the table; other devices join by its address"
	@echo "make check      lint, types and the quick tests of what changed, in place; before each commit"
	@echo "make test       set everything up and run all tests, with the rules compiled"
	@echo "make coverage   the tests with the rules interpreted, and how much they cover"
	@echo "make attack     attack a fresh server, and tell what held"
	@echo "make lint       formatting, lint, types, the direction of imports, duplicate code"
	@echo "make dist       the source archive and the wheel, in dist/"
	@echo "make hooks      run the lint before each commit (pre-commit)"
	@echo "make docs       the documentation site, in site/: open site/index.html"
	@echo "make bench      how fast the games are, everything side by side"
	@echo "make strength   how strong the levels are, an hour a game: MINUTES=60 GAMES='216 dizzle'"
	@echo "make tables     compute the tables of the bots' strategies anew, into src; an hour or more"
	@echo "make bench-web  how many moves a second the table carries, with a thousand people looking"
	@echo "make soak MINUTES=10  hours of use in minutes, against real servers: nothing lost, nothing grows"
	@echo "make screenshots the pictures of the README, taken anew from the running table"
	@echo "make lock       write the locked requirements anew"

$(VENV)/.running: requirements/run.txt
	$(PYTHON) -m venv $(VENV)
	$(INSTALL_LOCKED) -r requirements/run.txt
	@touch $@

$(VENV)/.building: $(VENV)/.running requirements/build.txt
	$(INSTALL_LOCKED) -r requirements/build.txt
	@touch $@

$(VENV)/.requirements: $(VENV)/.building requirements/dev.txt
	$(INSTALL_LOCKED) -r requirements/dev.txt
	@touch $@

# Installed as a user would install it, not in place: the tests run what people get. A wheel in dist/
# is used when it was built from these sources for this Python.
$(VENV)/.installed: $(VENV)/.running $(SOURCES)
	@[ "$$(cat dist/.sources 2>/dev/null)" = "$$($(BIN)/python tools/sources.py)" ] \
	  || $(MAKE) --no-print-directory wheel
	$(PIP) install --no-deps --force-reinstall dist/*.whl
	@touch $@

install: $(VENV)/.installed

wheel: $(VENV)/.building
	rm -rf build dist/*.whl dist/.sources
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist .
	@$(BIN)/python tools/sources.py > dist/.sources

# The wheel is built from the source archive, so a file that the archive lacks is noticed.
dist: $(VENV)/.requirements
	rm -rf build dist
	$(BIN)/python -m build --no-isolation --outdir dist
	@$(BIN)/python tools/sources.py > dist/.sources

play:
	@start=$$(date +%s); $(MAKE) --no-print-directory install \
	  && echo "Ready after $$(($$(date +%s) - start)) s."
	@$(BIN)/cubilete play

# The browser tests drive Debian's browsers without windows; as root those that are missing are installed.
# WebKit draws on a screen in memory (xvfb). The ordinary Chromium will do too.
BROWSERS := chromium-headless-shell:chromium-headless-shell chromium:chromium firefox-esr:firefox-esr \
  WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb
$(VENV)/.browsers:
	@missing=; for each in $(BROWSERS); do \
	  command -v $${each%%:*} >/dev/null || missing="$$missing $${each##*:}"; done; \
	[ -z "$$missing" ] || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq $$missing; } \
	  || echo "The tests in browsers that are not installed will be skipped. Install$$missing."
	@mkdir -p $(VENV) && touch $@

$(VENV)/.docs: $(VENV)/.running requirements/docs.txt
	$(INSTALL_LOCKED) -r requirements/docs.txt
	@touch $@

# Strict: a dead link or a page that is not listed ends it. The reference is read from the source,
# nothing is imported from it.
docs: export PYTHONPATH := $(CURDIR)/tools
# mkdocs-material tells at each build that it will be succeeded by another program.
docs: export NO_MKDOCS_2_WARNING := 1
docs: $(VENV)/.docs
	rm -rf site
	$(BIN)/mkdocs build --strict --quiet --config-file tools/docsite/mkdocs.yml
	$(BIN)/mkdocs build --strict --quiet --config-file tools/docsite/es.yml
	$(BIN)/python tools/docsite/check.py site

# The games are found by entry points: the source in place needs the metadata of an installation.
METADATA := src/cubilete.egg-info/entry_points.txt
$(METADATA): pyproject.toml $(VENV)/.requirements
	$(BIN)/python setup.py --quiet egg_info
	@touch $@

# More workers than cores: many of the tests wait for timers, for a server's answer, for a page.
WORKERS := $(shell echo $$((2 * $$(getconf _NPROCESSORS_ONLN))))

# Bytecode is kept also where the environment says otherwise: compiling every module anew, in each
# worker and each command that a test starts, takes a third of the time of make check, and half a minute
# of processor in make test.
check test coverage: export PYTHONDONTWRITEBYTECODE :=
check: export PYTHONPATH := $(CURDIR)/src
check: export PYTHONPYCACHEPREFIX := $(CURDIR)/$(VENV)/bytecode
check: $(METADATA)
	@start=$$(date +%s); $(LINT) && $(BIN)/python -m pytest -q -n auto -m "not slow" \
	  --hypothesis-profile=quick $(or $(TESTS),$$($(BIN)/python tools/changed_tests.py)) \
	  && echo "Checked in $$(($$(date +%s) - start)) s."

test: install $(VENV)/.requirements $(VENV)/.browsers
	$(BIN)/python -m pytest -n $(WORKERS) $(TESTS)

# The modules that are compiled, and all that core and games consist of, their pages too. The web and
# the stores run the same in both forms: the compiled run has tested them. So has it the searches of
# Hypothesis at full length; here a tenth of the examples reaches the same lines.
INTERPRETED := tests/core tests/games tests/table $(wildcard tests/test_*.py) \
  $(wildcard tests/web/test_page_*.py) tests/web/test_last_page.py tests/web/test_lessons.py \
  tests/printing tests/study/test_features.py tests/study/test_spaces.py tests/study/test_balance.py
coverage: install $(VENV)/.requirements
	CUBILETE_PURE=1 $(BIN)/python -m pytest -n auto -m "not slow" --hypothesis-profile=quick \
	  --cov --cov-report=term-missing:skip-covered --cov-fail-under=95 $(INTERPRETED)

attack: install
	$(BIN)/python tools/attack.py

LINT := $(BIN)/ruff format --check . && $(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/lint-imports
lint: export PYTHONPATH := $(CURDIR)/src
lint: $(METADATA) duplicates
	$(LINT)

duplicates: $(VENV)/.requirements
	$(BIN)/pylint --jobs 1 --score n src/cubilete

format: $(VENV)/.requirements
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

hooks: $(VENV)/.requirements
	$(BIN)/pre-commit install

$(VENV)/.bench: $(VENV)/.installed requirements/bench.txt
	-$(INSTALL_LOCKED) -r requirements/bench.txt
	@touch $@

bench: $(VENV)/.bench
	$(BIN)/cubilete bench --yardsticks bench

bench-web: install $(VENV)/.requirements
	$(BIN)/python bench/load.py

# The bots of earlier versions, kept as yardsticks.
YARDSTICKS := 216=yardsticks.two_sixteen:GreedyBot dizzle=yardsticks.dizzle:GreedyBot \
  pa-fuera=yardsticks.pa_fuera:GreedyBot
# The material that the thresholds were measured on, where ours has changed since.
PINNED := dizzle=src/cubilete/games/dizzle/data/first
strength: MINUTES := $(or $(MINUTES),60)
strength: install
	PYTHONPATH=tests $(BIN)/cubilete strength $(GAMES) --minutes $(MINUTES) \
	  $(YARDSTICKS:%=--yardstick %) $(PINNED:%=--material %)

tables: install
	$(BIN)/cubilete precompute --into src

soak: MINUTES := $(or $(MINUTES),10)
soak: install $(VENV)/.requirements
	$(BIN)/python bench/soak.py --minutes $(MINUTES)

screenshots: install $(VENV)/.requirements $(VENV)/.browsers
	$(BIN)/python tools/screenshots.py docs/pictures

# pyproject.toml alone says what is needed; pins that are locked already stay as they are.
LOCK := uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
  --no-emit-index-url --no-emit-find-links
lock:
	$(LOCK) --extra web -o requirements/run.txt pyproject.toml
	$(LOCK) --group build -c requirements/run.txt -o requirements/build.txt
	$(LOCK) --extra postgres --extra bench --group dev -c requirements/run.txt -c requirements/build.txt \
	  -o requirements/dev.txt pyproject.toml
	$(LOCK) --extra bench -c requirements/dev.txt -o requirements/bench.txt pyproject.toml
	$(LOCK) --group docs -c requirements/dev.txt -o requirements/docs.txt pyproject.toml

clean:
	rm -rf $(VENV) build dist site *.egg-info src/*.egg-info
