# make run   the program (PORT=8000 HOST=0.0.0.0)      make test   everything checked
# make demo  a rehearsal that plays itself (GAME=oca)  make password NAME=… POST=…

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
PY := $(VENV)/bin/python
MESSAGES := $(patsubst %.po,%.mo,$(wildcard cagli_oca/locale/*/LC_MESSAGES/django.po))

.PHONY: install run demo password test test-long lint messages bench pictures screenshots clean

run: $(VENV)/runs $(MESSAGES)
	@exec $(PY) manage.py serve

demo: $(VENV)/runs $(MESSAGES)
	@exec $(PY) manage.py demo $(if $(GAME),--game $(GAME))

password: $(VENV)/runs $(MESSAGES)
	@$(PY) manage.py migrate -v 0
	@$(PY) manage.py person $(NAME) $(if $(POST),--post $(POST))

# Packages and catalogue, for a service that is started by somebody else (docs/deploy.md).
install: $(VENV)/runs $(MESSAGES)

# Browsers mostly wait: four processes keep two cores busy. They take up the files in the order of
# tests/conftest.py, the longest first (xdist's own order begins with the most tests, not the longest).
PYTEST := $(PY) -m pytest -n 4 --dist loadfile --no-loadscope-reorder

test: $(VENV)/tests $(MESSAGES) lint
	$(PYTEST)

# The same, with every count of the census to its full depth, 200 kills and power cuts, and over
# 20,000 malformed requests.
test-long: $(VENV)/tests $(MESSAGES) lint
	LONG=1 CENSUS_STATES=1000000000 $(PYTEST)

lint: $(VENV)/tests
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy

# The catalogues after words have changed (needs GNU gettext); translate, then commit the .po.
messages: $(VENV)/runs
	$(PY) manage.py makemessages --locale it --no-location --no-obsolete

%.mo: %.po | $(VENV)/runs
	$(VENV)/bin/pybabel -q compile -i $< -o $@

$(VENV)/runs: requirements.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11'; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements.txt
	@touch $@

$(VENV)/tests: requirements-dev.txt $(VENV)/runs
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

# Figures for docs/performance.md.
bench: $(VENV)/tests $(MESSAGES)
	$(PY) bench/replay_bench.py
	$(PY) bench/phone_bench.py
	$(PY) bench/show_bench.py
	$(PY) bench/siena_figures.py
	$(PY) bench/fanout/run.py
	$(PY) bench/cache_bench.py

# The screenshots in the README and docs/pictures/ (needs Chromium).
pictures: $(VENV)/tests $(MESSAGES)
	$(PY) -m tests.e2e.pictures

# Contact sheets of the projector: every view, size and palette, every state (needs Chromium).
screenshots: $(VENV)/tests $(MESSAGES)
	$(PY) -m tests.e2e.screenshots

clean:
	rm -rf $(VENV) .pytest_cache .hypothesis .mypy_cache .ruff_cache
