//! Any text is HOCON or an error.

use pcore::hocon;

fuzz_target!(|text: &str| {
    if let Ok(value) = hocon::parse(text) {
        let _ = value.to_string();
    }
});
