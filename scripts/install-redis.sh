#!/usr/bin/env bash
# Debian's Redis, for the tests of the queue: these start their own on a free port and need no service.
set -euo pipefail
[ "$(id -u)" = 0 ] && run= || run=sudo
$run apt-get update
$run apt-get install -y --no-install-recommends redis-server
