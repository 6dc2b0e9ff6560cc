#!/bin/bash
# Installs csmith, the generator of C programs, from Debian when it is missing. Can be repeated.
set -euo pipefail
command -v csmith >/dev/null && exit 0
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
  echo "csmith-setup: please install csmith" >&2
  exit 1
fi
log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "csmith-setup: installing csmith"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq >"$log" 2>&1 || { tail -20 "$log" >&2; exit 1; }
apt-get install -y -qq --no-install-recommends csmith >>"$log" 2>&1 || { tail -40 "$log" >&2; exit 1; }
