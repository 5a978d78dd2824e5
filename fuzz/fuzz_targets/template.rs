//! Any text is an EPP template or an error.

use std::sync::Arc;

use diagnostics::Source;
use syntax::{FileKind, Rules, Strictness, dump};

fuzz_target!(|text: &str| {
    let parsed = syntax::parse_template(Arc::new(Source::new("fuzz.epp", text)));
    let rules = Rules { strict: Strictness::Error, file_kind: FileKind::Template };
    let problems = syntax::validate(&parsed.program, &rules);
    for problem in parsed.problems.iter().chain(&problems) {
        assert!(problem.span.start <= problem.span.end, "{problem}");
        assert!(problem.span.start as usize <= text.len(), "{problem}");
    }
    let _ = dump::tree(&parsed.program);
});
