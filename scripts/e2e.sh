#!/bin/bash
# The end-to-end tests: packages the extension, installs it in VS Code (in a browser) and has it driven there, then does
# the same from Neovim and Emacs. Everything that is installed for it goes to .e2e/. Pictures of failures: .e2e/shots.
#   scripts/e2e.sh [--no-setup]
set -euo pipefail
cd "$(dirname "$0")/.."
DIR=$PWD/.e2e
started=$SECONDS
step() { printf '\n== %s (%ss)\n' "$1" "$((SECONDS - started))"; }

if [ "${1:-}" != --no-setup ]; then
  step 'what the tests need'
  scripts/e2e-setup.sh "$DIR"
fi

step 'package'
npm run -s package
ls -lh looplens.vsix

step 'VS Code in Chromium'
rm -rf "$DIR/run"
mkdir -p "$DIR/run" "$DIR/shots"
export XDG_CONFIG_HOME="$DIR/run/xdg" XDG_DATA_HOME="$DIR/run/xdg"
code_server=("$DIR/n24/node_modules/.bin/node" "$DIR/app/node_modules/code-server/out/node/entry.js"
  --user-data-dir "$DIR/run/data" --extensions-dir "$DIR/run/ext")
"${code_server[@]}" --install-extension "$PWD/looplens.vsix" >"$DIR/run/install.log" 2>&1 ||
  { cat "$DIR/run/install.log"; exit 1; }
"${code_server[@]}" --list-extensions --show-versions 2>/dev/null | grep looplens
E2E_DIR=$DIR node test/e2e/vscode.mjs
E2E_DIR=$DIR node test/e2e/findings.mjs
E2E_DIR=$DIR node test/e2e/ten-loops.mjs

step 'the view of the workspace, and several folders'
E2E_DIR=$DIR node test/e2e/workspace-view.mjs
E2E_DIR=$DIR node test/e2e/several-folders.mjs
E2E_DIR=$DIR node test/e2e/restricted.mjs

step 'the web extension in Chromium'
E2E_DIR=$DIR node test/e2e/web-extension.mjs

step 'the report and the playground in Chromium'
E2E_DIR=$DIR node test/e2e/pages.mjs
E2E_DIR=$DIR node test/e2e/report.mjs

step 'Neovim'
E2E_DIR=$DIR node test/e2e/neovim.mjs

step 'Emacs'
E2E_DIR=$DIR node test/e2e/emacs.mjs

step 'done'
