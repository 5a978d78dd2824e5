//! Any Ruby is types and facts, or an error.

use diagnostics::Source;

fuzz_target!(|text: &str| {
    let source = Source::new("fuzz.rb", text);
    let _ = ruby_metadata::read_types(&source);
    let _ = ruby_metadata::read_outlines(&source);
    let _ = ruby_metadata::read_facts(text);
});
