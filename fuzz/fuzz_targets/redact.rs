//! Any text: the redactor never panics, and holds what `redact::properties` says.

#![no_main]

use libfuzzer_sys::fuzz_target;
use session_checkpoint::redact::properties;

fuzz_target!(|text: &str| {
    if let Err(broken) = properties::check(text) {
        panic!("{broken}");
    }
});
