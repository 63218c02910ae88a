#!/usr/bin/env bash
# Installs both packages of examples/ from wheels into a clean environment and plays them there.
# usage: tools/check_examples.sh [WHEEL]    a wheel of cubilete; without one, that of `make install`
set -euo pipefail
cd "$(dirname "$0")/.."

make --no-print-directory install .venv/.requirements .venv/.browser
exec .venv/bin/python tools/check_examples.py "${1:-$(echo dist/*.whl)}"
