//! Any text is a document or an error; what is a value and can be written reads back.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pcore::yaml;

fuzz_target!(|text: &str| {
    if let Ok(value) = yaml::parse(text) {
        if let Ok(written) = yaml::write(&value) {
            let _ = yaml::parse(&written);
        }
    }
});
