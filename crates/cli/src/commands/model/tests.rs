use std::sync::Arc;

use compiler::FailureKind;
use diagnostics::{Location, Source, Span};

use super::unusable;
use crate::failure::Failure;

#[test]
fn what_explains_an_error_is_shown_in_its_own_file() {
    let source = |name: &str| Arc::new(Source::new(name, "type A\ntype B"));
    let (one, other) = (source("one.pp"), source("other.pp"));
    let at =
        |source: &Arc<Source>, start: usize| Location { source: source.clone(), span: Span::new(start, start + 4) };
    let failure = compiler::Failure {
        focus: Some(at(&one, 0)),
        labels: vec![(at(&one, 7), "here".into()), (at(&other, 7), "there".into())],
        ..compiler::Failure::new(FailureKind::Evaluation, "wrong")
    };
    let Failure::Text(text) = unusable(&failure) else { panic!("it has a location") };
    assert_eq!(text.source.name, "one.pp");
    assert_eq!(text.diagnostics[0].labels.len(), 1);
    assert_eq!(text.diagnostics[0].hints, ["other.pp:2:1: there"]);
}
