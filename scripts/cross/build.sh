#!/usr/bin/env bash
# Builds the engine for one of the targets for Linux into npm/<target>/, with cargo-zigbuild and the Rust that is there. Further
# options are passed to cargo.
#
# usage: scripts/cross/build.sh TARGET [OPTION...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=$1
shift
rust=$(node -p "require('./lib/targets.js').TARGETS['$target']")

# What a developer sets for quick builds has no place in what ships.
for name in $(compgen -e | grep -E '^(CARGO_PROFILE_|CARGO_BUILD_|CARGO_INCREMENTAL$|CARGO_ENCODED_RUSTFLAGS$|RUSTFLAGS$|CFLAGS)'); do
  unset "$name"
done

# Paths of this machine would be in the messages of panics.
flags="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=crates --remap-path-prefix=$PWD=."
flags+=" --remap-path-prefix=$("${RUSTC:-rustc}" --print sysroot)=rust"
case $target in
  *-gnu) glibc=.2.17 ;;
  *-musl)
    glibc=
    # A library can't have a C library of its own.
    flags+=' -Ctarget-feature=-crt-static'
    ;;
esac
export "CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<<"$rust")_RUSTFLAGS=$flags"
# No panic unwinds through C: git2 catches what its callbacks throw.
export "CFLAGS_${rust//-/_}=-fno-asynchronous-unwind-tables -fno-unwind-tables"

cargo zigbuild --release --locked --lib --target "$rust$glibc" "$@"
directory=${CARGO_TARGET_DIR:-target}/$rust/release
cp "$directory/libsession_checkpoint.so" "npm/$target/session-checkpoint-mcp.$target.node"
