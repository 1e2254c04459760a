//! The bytes of any file: reading them never panics, and holds what `transcript::properties` says.

#![no_main]

use libfuzzer_sys::fuzz_target;
use session_checkpoint::transcript::properties;

fuzz_target!(|bytes: &[u8]| {
    if let Err(broken) = properties::check(bytes) {
        panic!("{broken}");
    }
});
