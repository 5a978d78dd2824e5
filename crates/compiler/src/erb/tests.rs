//! Who renders a template, and what comes back from it.

use std::sync::Arc;

use pcore::Value;
use resource_api::log::{Log, Recorder};
use ruby_subset::{Error, Host};

use crate::{
    Compilation, DataContext, Environment, Loader, NoResourceTypes, Node, Options, RubyRunner, compile, with_stack,
};

/// A Ruby that renders every template as the same text.
struct Ruby;

impl RubyRunner for Ruby {
    fn is_available(&self) -> bool {
        true
    }

    fn call(&self, _: &str, _: &[Value], _: bool, _: &mut dyn Host) -> Result<Value, Error> {
        Err(Error::new("NameError", "there are no functions", 1))
    }

    fn call_for_data(&self, _: &str, _: &[Value], _: &DataContext<'_>, _: &mut dyn Host) -> Result<Value, Error> {
        Err(Error::new("NameError", "there is no data", 1))
    }

    fn render(&self, _: &str, _: Option<&str>, _: &str, _: &mut dyn Host) -> Result<Value, Error> {
        Ok("by Ruby".into())
    }
}

/// What a manifest logs, and its failure.
fn logged(manifest: &str) -> Vec<String> {
    let recorder = Arc::new(Recorder::default());
    let log = Log::new(recorder.clone(), Arc::default());
    let options = Options::default();
    let limits = options.limits;
    let source = Arc::new(diagnostics::Source::new("", manifest));
    let failure = with_stack(&limits, || {
        let loader = Loader::new(Environment::default(), options.strict);
        let node = Node::local("test.example.com", Value::hash([]));
        let mut compilation = Compilation::new(loader, node, options, &NoResourceTypes, log).with_ruby(Some(&Ruby));
        compile(&mut compilation, &[source]).err()
    });
    let lines = recorder.take().into_iter().map(|entry| entry.message.to_string());
    lines.chain(failure.map(|failure| failure.to_string())).collect()
}

#[test]
fn a_template_that_shows_that_it_needs_ruby_is_run_once_and_by_ruby() {
    let manifest = r#"notice(inline_template("<% Puppet.notice('here') %><%= ENV['A'] %>"))"#;
    assert_eq!(logged(manifest), ["by Ruby"]);
}

#[test]
fn a_template_that_turns_out_to_need_ruby_is_run_by_ruby_if_nothing_has_happened() {
    assert_eq!(logged(r#"notice(inline_template("<%= format('%d', 1) %><%= loop %>"))"#), ["by Ruby"]);
    assert_eq!(logged(r#"notice(inline_template("<%= nil.size %>"))"#), ["by Ruby"]);
}

#[test]
fn a_template_that_turns_out_to_need_ruby_too_late_fails() {
    let lines = logged(r#"notice(inline_template("<% Puppet.notice('here') %><%= loop %>"))"#);
    let [first, failure] = &lines[..] else { panic!("{lines:?}") };
    assert_eq!(first, "here");
    assert!(failure.contains("loop without a block is not supported without Ruby; Ruby is installed"), "{failure}");
}

#[test]
fn an_error_that_a_template_passes_on_is_not_run_again() {
    let lines = logged(r#"notice(inline_template("<%= scope.call_function('fail', ['no']) %>"))"#);
    assert_eq!(lines.len(), 1);
    assert!(lines[0].contains("Failed to parse inline template: no"), "{lines:?}");
}
