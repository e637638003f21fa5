# Needs git, make and Python 3.11 or newer. Where uv is not installed it goes into .venv, and only there.
.DEFAULT_GOAL := help
.PHONY: help demo test check

UV_PYTHON_DOWNLOADS ?= never
export UV_PYTHON_DOWNLOADS

ifneq ($(shell uv --version 2>/dev/null),)
UV := uv
else
UV := .venv/bin/uv
export UV_PYTHON := $(CURDIR)/.venv/bin/python
endif
RUN := $(UV) run --frozen
TOOLS := $(filter .venv/%,$(UV))

help:
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' Makefile

demo: $(TOOLS) ## evaluate the secure reference solutions; needs no key
	$(RUN) inspect eval tasks/security.py --model replay/secure $(ARGS)
	@echo "To look at the log: $(UV) run inspect view --log-dir logs"

test: $(TOOLS) ## run the tests; options of pytest go into ARGS="..."
	$(RUN) pytest -n 2 --dist loadfile $(ARGS)

check: $(TOOLS) ## lint, formatting and types
	$(RUN) ruff check
	$(RUN) ruff format --check
	$(RUN) mypy

.venv/bin/uv:
	@old=yes; for python in .venv/bin/python python3.13 python3.12 python3.11 python3; do \
	  $$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  old=; $$python -c 'import ensurepip, venv' 2>/dev/null || continue; \
	  echo "Making .venv with $$($$python --version)"; \
	  $$python -m venv .venv && .venv/bin/python -m pip install --quiet uv; exit; \
	done; \
	if [ $$old ]; then echo "CodeBench needs Python 3.11 or newer, and there is none on PATH." >&2; \
	else echo "Python's venv module is missing: install it (on Debian and Ubuntu: python3-venv)." >&2; fi; exit 1
