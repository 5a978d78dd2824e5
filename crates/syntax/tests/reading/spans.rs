//! What a diagnostic points at lies within the text, also where the end of the text is what is wrong.

use std::sync::Arc;

use diagnostics::Source;

#[test]
fn diagnostics_point_into_the_text() {
    for text in ["a::St::", "::A::", "::A::\n", "A::", "\"${::A::", "::", "$::", "'", "\"${", "@(\"", "/", "#"] {
        let parsed = syntax::parse(Arc::new(Source::new("m.pp", text)));
        for problem in &parsed.problems {
            let (start, end) = (problem.span.start as usize, problem.span.end as usize);
            assert!(start <= end && end <= text.len(), "{text:?}: {start}..{end}: {problem}");
        }
    }
}
