//! Any text is a type or a diagnostic; what is a type can be printed, read back, normalized and explained.

use pcore::{Value, mismatch, parse_type};

fuzz_target!(|text: &str| {
    if let Ok(parsed) = parse_type(text) {
        let _ = (parsed.to_string(), parsed.expanded().to_string(), parsed.generalized(), parsed.normalized());
        let _ = mismatch::explain("value", &parsed, &Value::from(text));
        assert!(parsed.accepts(&parsed) || text.contains("Optional"), "{parsed}");
    }
});
