#!/usr/bin/env bash
# Builds the engine for one of the targets for Linux into npm/<target>/, with cargo-zigbuild, zig, and the Rust that is there,
# which needs its source.
#
# usage: scripts/cross/build.sh TARGET
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
target=$1
rust=$(node -p "require('./lib/targets.js').TARGETS['$target']")

# What a developer sets for quick builds has no place in what ships.
for name in $(compgen -e | grep -E '^(CARGO_PROFILE_|CARGO_BUILD_|CARGO_INCREMENTAL$|CARGO_ENCODED_RUSTFLAGS$|RUSTFLAGS$|CFLAGS)'); do
  unset "$name"
done

# Paths of this machine would be in the messages of panics.
directory=${CARGO_TARGET_DIR:-$PWD/target}
flags="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src=crates --remap-path-prefix=$PWD=."
flags+=" --remap-path-prefix=$("${RUSTC:-rustc}" --print sysroot)=rust --remap-path-prefix=$directory=target"
c_flags="-ffile-prefix-map=${CARGO_HOME:-$HOME/.cargo}/registry/src=crates -ffile-prefix-map=$directory=target"
case $target in
  *-gnu) glibc=.2.17 ;;
  *-musl)
    glibc=
    # A library can't have a C library of its own.
    flags+=' -Ctarget-feature=-crt-static'
    ;;
esac
export "CARGO_TARGET_$(tr 'a-z-' 'A-Z_' <<<"$rust")_RUSTFLAGS=$flags"
# No panic unwinds through C: git2 catches what its callbacks throw. Regular expressions: .cargo/config.toml.
export "CFLAGS_${rust//-/_}=-fno-asynchronous-unwind-tables -fno-unwind-tables -fvisibility=hidden \
  -UGIT_REGEX_BUILTIN -DGIT_REGEX_REGCOMP=1 $c_flags"

# The standard library is built too: with the rest it is optimized for size, without what prints a backtrace, which the
# addon never does, and for musl so that it can be linked dynamically. That is for nightly, or for who insists.
export RUSTC_BOOTSTRAP=1
# As the addon alone: with the library for Rust beside it, cargo leaves out the optimization at link time.
cargo-zigbuild rustc --package session-checkpoint-mcp --release --locked --lib --crate-type cdylib --target "$rust$glibc" \
  -Zbuild-std=std,panic_unwind -Zbuild-std-features=optimize_for_size
cp "$directory/$rust/release/libsession_checkpoint.so" "npm/$target/session-checkpoint-mcp.$target.node"
