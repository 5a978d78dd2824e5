//! Any text is a manifest or an error. What can be parsed can be validated and printed, and its spans are within the text.

use std::sync::Arc;

use diagnostics::Source;
use syntax::{FileKind, Rules, Strictness, dump};

fuzz_target!(|text: &str| {
    let parsed = syntax::parse(Arc::new(Source::new("fuzz.pp", text)));
    let rules = Rules { strict: Strictness::Error, file_kind: FileKind::in_modules("m/manifests/init.pp") };
    let problems = syntax::validate(&parsed.program, &rules);
    for problem in parsed.problems.iter().chain(&problems) {
        assert!(problem.span.start <= problem.span.end, "{problem}");
        assert!(problem.span.start as usize <= text.len(), "{problem}");
    }
    let _ = dump::tree(&parsed.program);
    let notation = dump::notation(&parsed.program);
    let _ = (notation.text(), notation.pretty_json());
});
