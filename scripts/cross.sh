#!/usr/bin/env bash
# Builds the engines for Linux into npm/<target>/, on a Debian 12 of x64, without root: for glibc 2.17 and newer, and for musl,
# each for x64 and arm64. Then runs tests with each of them, under an emulator where need be, and says what they ask of a system.
#
# usage: scripts/cross.sh [--try] [TARGET...]   such as linux-arm64-musl; all four when none is named. --try: builds nothing
#
# What it downloads is pinned in scripts/cross/ and stays in CROSS_DIR, by default in the user's cache directory (3 GB with
# what is built). It needs cargo, Node.js with npm, Python 3 with venv, and the apt of Debian 12 with its usual sources.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
work=${CROSS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/session-checkpoint-mcp/cross}

builds=yes
if [ "${1:-}" = --try ]; then
  builds=no
  shift
fi
all=(linux-x64-gnu linux-arm64-gnu linux-x64-musl linux-arm64-musl)
targets=("$@")
[ $# -gt 0 ] || targets=("${all[@]}")
for target in "${targets[@]}"; do
  if [[ " ${all[*]} " != *" $target "* ]]; then
    echo "There is no target $target; there are: ${all[*]}" >&2
    exit 2
  fi
done

say() { printf '\n== %s\n' "$*" >&2; }

say 'Tools'
mkdir -p "$work"
tools=$(scripts/cross/tools.sh "$work")
echo "$tools" >&2
export PATH="$tools/python/bin:$PATH"
export RUSTC="$tools/rustc"
export CARGO_TARGET_DIR="$work/target"
# Zig itself: it is started for every file, and through Python that takes longer than to compile it.
CARGO_ZIGBUILD_ZIG_PATH=$(echo "$tools"/python/lib/python3*/site-packages/ziglang/zig)
export CARGO_ZIGBUILD_ZIG_PATH
export ZIG_GLOBAL_CACHE_DIR="$work/zig" CARGO_ZIGBUILD_CACHE_DIR="$work/zigbuild"
"$RUSTC" --version >&2

if [ "$builds" = yes ]; then
  npm run --silent platforms
  for target in "${targets[@]}"; do
    say "Building $target"
    scripts/cross/build.sh "$target"
  done
fi
[ -e dist/index.js ] || npm run --silent build:server
for target in "${targets[@]}"; do
  say "Running tests with $target"
  scripts/cross/try.sh "$tools" "$work" "$target"
done
say 'What was built'
node scripts/cross/report.mjs "${targets[@]}"
