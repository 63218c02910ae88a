#!/usr/bin/env bash
# Installs both packages of examples/ from wheels into a clean environment and plays them there; then
# runs the studies among the examples in their short form.
# usage: tools/check_examples.sh [WHEEL]    a wheel of cubilete; without one, that of `make install`
set -euo pipefail
cd "$(dirname "$0")/.."

make --no-print-directory install .venv/.requirements .venv/.browsers
.venv/bin/python tools/check_examples.py "${1:-$(echo dist/*.whl)}"

pictures=$(mktemp -d)
trap 'rm -r "$pictures"' EXIT
for study in train_agent solo_distribution compare_decks; do
  echo "examples/$study.py --short …"
  MPLCONFIGDIR=$pictures .venv/bin/python "examples/$study.py" --short --out "$pictures/$study.png"
done
