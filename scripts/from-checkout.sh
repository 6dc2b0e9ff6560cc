#!/usr/bin/env bash
# Runs the command line from a checkout of LoopLens, which is built first where it isn't yet: for the action and for
# pre-commit.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
if [ ! -f "$here/dist/cli.js" ]; then
  (cd "$here" && npm ci && npm run build) >&2
fi
exec node "$here/dist/cli.js" "$@"
