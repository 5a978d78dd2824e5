//! Any text is a `puppet.conf` or an error. What was set can be read back, and what was deleted is gone.

use std::path::Path;

use settings::Document;

fuzz_target!(|text: &str| {
    let mut document = Document::parse(text);
    let _ = document.check(Path::new("puppet.conf"));
    let _ = (document.settings().count(), document.sections().count());
    if document.set("main", "certname", "fuzz.example.com").is_ok() {
        let written = Document::parse(&document.to_string());
        assert_eq!(written.get("main", "certname"), Some("fuzz.example.com"));
        while document.delete("main", "certname").is_some() {}
        assert_eq!(Document::parse(&document.to_string()).get("main", "certname"), None);
    }
});
