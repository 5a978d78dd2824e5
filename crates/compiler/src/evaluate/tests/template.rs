//! Templates: what they see, what they take, what they give.

use std::sync::Arc;

use diagnostics::Source;
use pcore::{Hash, Value};

use crate::{
    error::Interrupt,
    evaluate::{Visible, harness::with_compilation},
    frame::Frame,
    scope::Scopes,
};

/// What a template gives, or its failure, where `$outer` is a local of the caller and `$top` of the top scope.
fn rendered(text: &str, given: Option<&[(&str, Value)]>, visible: Visible) -> Result<Value, String> {
    let given: Option<Hash> =
        given.map(|given| given.iter().map(|(name, value)| (Value::from(*name), value.clone())).collect());
    with_compilation(|compilation| {
        let source = Arc::new(Source::new("template", text));
        let parsed = syntax::parse_template(source.clone());
        assert!(parsed.problems.is_empty(), "{text}: {:?}", parsed.problems);
        let scopes = &mut compilation.scopes;
        scopes.set(Scopes::TOP, "top".into(), "T".into()).unwrap();
        scopes.push(Scopes::TOP, crate::scope::Layer::Locals(vec![("outer".into(), "O".into())]));
        let frame = Frame { scope: Scopes::TOP, source, module: None };
        let level = compilation.scopes.level(Scopes::TOP);
        let result = compilation.evaluate_template(&frame, &parsed.program, given.as_ref(), visible);
        assert_eq!(
            format!("{level:?}"),
            format!("{:?}", compilation.scopes.level(Scopes::TOP)),
            "layers are left over"
        );
        result.map_err(|interrupt| match interrupt {
            Interrupt::Failure(failure) => failure.to_string(),
            other => format!("{other:?}"),
        })
    })
}

#[track_caller]
fn check(text: &str, given: Option<&[(&str, Value)]>, expected: Result<&str, &str>) {
    let found = rendered(text, given, Visible::Caller).map(|value| value.to_string());
    assert_eq!(found.as_deref().map_err(String::as_str), expected, "for {text}");
}

#[test]
fn texts_and_values_follow_each_other() {
    check("a <%= 1 + 1 %> b <%= [undef, 'x'] %><%= undef %>.", None, Ok("a 2 b [, x]."));
    check("<% [1, 2].each |$x| { -%>\n- <%= $x %>\n<% } -%>\nend", None, Ok("- 1\n- 2\nend"));
    check("<% if false { %>no<% } else { %>yes<% } %>", None, Ok("yes"));
    check("<% $x = 5 %><%= $x * 2 %>", None, Ok("10"));
    check("", None, Ok(""));
}

#[test]
fn declared_parameters_are_checked_and_filled_in() {
    let template = "<%- | Integer $n, $m = $n + 1 | -%>\n<%= $n %>,<%= $m %>";
    check(template, Some(&[("n", 1.into())]), Ok("1,2"));
    check(template, Some(&[("n", 1.into()), ("m", 5.into())]), Ok("1,5"));
    check(template, Some(&[("n", 1.into()), ("m", Value::Undef)]), Ok("1,2"));
    check(template, Some(&[]), Err("lambda: expects a value for parameter $n"));
    check("<%- | $n, $m = 1 | -%>", None, Err("lambda: expects a value for parameter 'n'"));
    check(
        template,
        Some(&[("n", "x".into()), ("m", 1.into())]),
        Err("lambda: parameter 'n' expects an Integer value, got String"),
    );
    check(template, Some(&[("n", 1.into()), ("z", 1.into())]), Err("lambda: has no parameter named 'z'"));
    check("<%- | | -%>x", Some(&[("z", 1.into())]), Err("lambda: has no parameter named 'z'"));
    check("<%- | $a | -%><%= $a =~ Undef %>", Some(&[("a", Value::Undef)]), Ok("true"));
}

#[test]
fn without_declared_parameters_all_values_are_taken() {
    check("<%= $a %><%= $top %>", Some(&[("a", "A".into())]), Ok("AT"));
    check("<%= $outer %>", Some(&[("outer", "mine".into())]), Ok("mine"));
}

#[test]
fn a_text_sees_its_caller_and_a_file_only_the_global_scope() {
    check("<%= $outer %><%= $top %>", None, Ok("OT"));
    let file = |text: &str| rendered(text, None, Visible::Global).map(|value| value.to_string());
    assert_eq!(file("<%= $top %>").as_deref(), Ok("T"));
    let unknown = "Evaluation Error: Unknown variable: 'outer'. (file: template, line: 1, column: 5)";
    assert_eq!(file("<%= $outer %>"), Err(unknown.into()));
}

#[test]
fn a_secret_makes_all_of_it_secret() {
    let text = "a<%= Sensitive('s') %>b";
    assert_eq!(rendered(text, None, Visible::Caller), Ok(Value::sensitive("asb".into())));
    check("<%= \"x${Sensitive('s')}\" %>", None, Ok("xSensitive [value redacted]"));
}

#[test]
fn jumps_end_it_as_they_end_a_lambda() {
    check("a<% next('early') %>b", None, Ok("early"));
}
