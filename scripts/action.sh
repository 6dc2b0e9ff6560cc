#!/usr/bin/env bash
# The step of the GitHub Action (action.yml): checks, writes SARIF and the report, and says what has changed.
set -euo pipefail
here=$(cd "$(dirname "$0")/.." && pwd)
out=${RUNNER_TEMP:-$(mktemp -d)}
looplens=(bash "$here/scripts/from-checkout.sh")
# words are separated by spaces, as on a command line; nothing in them is run
read -ra paths <<<"${LOOPLENS_PATHS:-}"
read -ra options <<<"${LOOPLENS_OPTIONS:-}"
common=(${paths[@]+"${paths[@]}"} ${options[@]+"${options[@]}"} --cache "$out/looplens-cache")

status=0
"${looplens[@]}" check "${common[@]}" --fail-on "${LOOPLENS_FAIL_ON:-finding}" || status=$?
"${looplens[@]}" check "${common[@]}" --format sarif -o "$out/looplens.sarif" --fail-on never || true
"${looplens[@]}" report "${common[@]}" -o "$out/looplens.html" --fail-on never || true
{
  echo "sarif=$out/looplens.sarif"
  echo "report=$out/looplens.html"
} >>"${GITHUB_OUTPUT:-/dev/null}"

if [ -n "${LOOPLENS_COMPARE_WITH:-}" ] && [ "$status" -lt 2 ]; then
  base=$(mktemp -d)
  git worktree add --quiet --detach "$base" "$LOOPLENS_COMPARE_WITH"
  (
    cd "$base"
    "${looplens[@]}" report "${common[@]}" --format json -o "$out/looplens-base.json" --fail-on never
  ) || true
  git worktree remove --force "$base"
  status=0
  "${looplens[@]}" report "${common[@]}" --compare "$out/looplens-base.json" --format markdown \
    --fail-on "${LOOPLENS_FAIL_ON:-finding}" -o "$out/looplens.md" || status=$?
  cat "$out/looplens.md"
  cat "$out/looplens.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
fi
exit "$status"
