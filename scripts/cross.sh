#!/usr/bin/env bash
# Builds the engines for Linux into npm/<target>/, on a Debian 12 of x64, without root: for glibc 2.17 and newer, and for musl,
# each for x64 and arm64. Then runs tests with each of them, under an emulator where need be, and says what they ask of a system.
#
# usage: scripts/cross.sh [TARGET...]   such as linux-arm64-musl; all four when none is named
#
# What it downloads is pinned in scripts/cross/ and stays in CROSS_DIR, by default in the user's cache directory (3 GB with
# what is built). It needs cargo, Node.js with npm, Python 3 with venv, and the apt of Debian 12 with its usual sources.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
work=${CROSS_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/session-checkpoint-mcp/cross}

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

# What a developer sets for quick builds has no place in what ships.
for name in $(compgen -e | grep -E '^(CARGO_PROFILE_|CARGO_BUILD_|CARGO_INCREMENTAL$|CARGO_ENCODED_RUSTFLAGS$|RUSTFLAGS$|CFLAGS)'); do
  unset "$name"
done

say 'Tools'
mkdir -p "$work"
tools=$(scripts/cross/tools.sh "$work")
echo "$tools" >&2
export PATH="$tools/python/bin:$PATH"
export RUSTC="$tools/rustc"
export CARGO_TARGET_DIR="$work/target"
export ZIG_GLOBAL_CACHE_DIR="$work/zig" CARGO_ZIGBUILD_CACHE_DIR="$work/zigbuild"
"$RUSTC" --version >&2

build() {
  local target=$1 rust glibc='' options=() flags
  rust=$(node -p "require('./lib/targets.js').TARGETS['$target']")
  # Paths of this machine would be in the messages of panics.
  flags="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=crates"
  flags+=" --remap-path-prefix=$tools=tools --remap-path-prefix=$root=."
  case $target in
    *-gnu) glibc=.2.17 ;;
    *-musl)
      # A library can't have a C library of its own. Debian has no standard library for musl, but its source.
      flags+=' -Ctarget-feature=-crt-static'
      options=(-Zbuild-std=std,panic_unwind)
      export RUSTC_BOOTSTRAP=1
      ;;
  esac
  # No panic unwinds through C: git2 catches what its callbacks throw.
  export "CFLAGS_${rust//-/_}=-fno-asynchronous-unwind-tables -fno-unwind-tables"
  export "CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<<"$rust")_RUSTFLAGS=$flags"
  cargo zigbuild --release --locked --lib --target "$rust$glibc" "${options[@]}"
  cp "$CARGO_TARGET_DIR/$rust/release/libsession_checkpoint.so" "npm/$target/session-checkpoint-mcp.$target.node"
}

npm run --silent platforms
for target in "${targets[@]}"; do
  say "Building $target"
  (build "$target")
done
[ -e dist/index.js ] || npm run --silent build:server
for target in "${targets[@]}"; do
  say "Running tests with $target"
  scripts/cross/try.sh "$tools" "$work" "$target"
done
say 'What was built'
node scripts/cross/report.mjs "${targets[@]}"
