#!/bin/bash
# Fills DIR with everything that the end-to-end tests need besides Node 20 and npm: VS Code for the browser
# (code-server), a newer Node to run it on, a driver for the browser; and installs Chromium, Neovim and Emacs from Debian
# when they are missing. Can be repeated: what is already there is kept.
set -euo pipefail
DIR=${1:?usage: e2e-setup.sh DIR}
CODE_SERVER=4.139.1
NODE=24.21.0
PLAYWRIGHT=1.65.1
AXE=4.14.1
mkdir -p "$DIR"
cd "$DIR"
export npm_config_loglevel=error npm_config_fund=false npm_config_audit=false npm_config_update_notifier=false

missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v nvim >/dev/null || missing+=(neovim)
# before Emacs 29 its client is a package of its own
command -v emacs >/dev/null || missing+=(emacs-nox elpa-eglot)
if ((${#missing[@]})); then
  if [ "$(id -u)" != 0 ]; then
    echo "e2e-setup: please install: ${missing[*]}" >&2
    exit 1
  fi
  echo "e2e-setup: installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >apt.log 2>&1 || { tail -20 apt.log; exit 1; }
  apt-get install -y -qq --no-install-recommends "${missing[@]}" fonts-dejavu-core fonts-noto-core >>apt.log 2>&1 ||
    { tail -40 apt.log; exit 1; }
fi

stamp="$CODE_SERVER $NODE $PLAYWRIGHT $AXE"
if [ "$(cat stamp 2>/dev/null || true)" != "$stamp" ]; then
  rm -rf n24 app
  mkdir n24 app
  echo '{"private":true}' >n24/package.json
  echo '{"private":true}' >app/package.json
  echo "e2e-setup: node $NODE"
  # its install script fetches the binary for this machine; `npm run` hands down that scripts are off
  (cd n24 && npm i "node@$NODE" --ignore-scripts=false)
  export PATH="$PWD/n24/node_modules/.bin:$PATH"
  echo "e2e-setup: code-server $CODE_SERVER"
  (cd app && npm i "code-server@$CODE_SERVER" "playwright-core@$PLAYWRIGHT" "axe-core@$AXE" --ignore-scripts)
  # Not `npm ci`: the lock files inside the package do not match its manifests.
  (cd app/node_modules/code-server/lib/vscode && npm i --omit=dev --ignore-scripts)
  (cd app/node_modules/code-server/lib/vscode/extensions && npm i --omit=dev --ignore-scripts)
  echo "$stamp" >stamp
fi
echo "e2e-setup: ready"
