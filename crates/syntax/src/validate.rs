//! Checks beyond the grammar: statements without effect, misplaced definitions, names, duplicates.
//!
//! [`validate`] walks the tree in the same order as Puppet, so that several problems are reported in the same order: an
//! expression before its children. `walk` visits the nodes, the other files check them. Nothing here evaluates.

mod definitions;
mod effect;
mod embedded;
mod json;
mod literal;
mod names;
mod types;
mod usage;
mod walk;

#[cfg(test)]
mod tests;

use diagnostics::{Diagnostic, Severity, Span};
use ecow::EcoString;

use crate::{
    Program,
    ast::{Expression, Parameter},
};

/// The rules for checking a program.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The severity of questionable code: the setting `strict`.
    pub strict: Strictness,
    /// Which kind of file the text is.
    pub file_kind: FileKind,
}

/// The setting `strict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strictness {
    /// Nothing is reported.
    Off,
    /// A warning is reported.
    Warning,
    /// An error is reported.
    Error,
}

/// The kinds of files; files of modules may only define what their paths imply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// The main manifest, the command line, or a file outside of modules.
    Main,
    /// A template.
    Template,
    /// A file of a module.
    Module {
        /// The namespace that the path implies: `apache::mod` for `apache/manifests/mod.pp`.
        namespace: EcoString,
    },
    /// A file of a module outside of its directories for code, which may not contain definitions.
    OutsideDirectories,
}

impl FileKind {
    /// Returns the kind of a file by its path below a module directory. Case is ignored.
    ///
    /// ```
    /// use syntax::FileKind;
    ///
    /// let expected = FileKind::Module { namespace: "apache::mod::ssl".into() };
    /// assert_eq!(FileKind::in_modules("apache/manifests/mod/ssl.pp"), expected);
    /// assert_eq!(FileKind::in_modules("apache/examples/init.pp"), FileKind::OutsideDirectories);
    /// ```
    pub fn in_modules(path: &str) -> FileKind {
        let path = path.to_lowercase();
        let Some(path) = path.strip_suffix(".pp") else { return FileKind::Main };
        let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        if !matches!(parts.get(1), Some(&("manifests" | "functions" | "types" | "plans"))) {
            return FileKind::OutsideDirectories;
        }
        if parts.len() == 3 && parts[2] == "init" {
            parts.pop();
        }
        parts.remove(1);
        FileKind::Module { namespace: parts.join("::").into() }
    }
}

/// Checks a program and returns what is wrong with it, in the order in which Puppet reports it.
///
/// A program with syntax errors should not be checked, because the tree is incomplete.
pub fn validate(program: &Program, rules: &Rules) -> Vec<Diagnostic> {
    check(program, rules, 0)
}

/// Checks a program; `depth` is the number of heredocs around it.
fn check(program: &Program, rules: &Rules, depth: usize) -> Vec<Diagnostic> {
    let source = &program.source;
    let mut checker = Checker {
        file: &source.name,
        text: &source.text,
        rules,
        depth,
        locals: Vec::new(),
        sees_features: false,
        problems: Vec::new(),
    };
    match checker.program(program) {
        Ok(()) => checker.problems,
        // An error in embedded text ends the check, and nothing else is reported.
        Err(FatalProblem(problem)) => vec![*problem],
    }
}

/// Ends the check with a problem that is reported instead of all others.
struct FatalProblem(Box<Diagnostic>);

/// Walks a program and collects problems.
struct Checker<'p> {
    file: &'p str,
    text: &'p str,
    rules: &'p Rules,
    depth: usize,
    /// The parameters of the enclosing lambdas, the innermost last.
    locals: Vec<(EcoString, LocalKind)>,
    /// Whether this is the logic of a type, whose features are variables and may be capitalized.
    sees_features: bool,
    problems: Vec<Diagnostic>,
}

/// What a parameter of a lambda is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LocalKind {
    /// Any value.
    Plain,
    /// An instance under construction, whose features are set with `$x[feature] = value`.
    Initialized,
}

impl Checker<'_> {
    fn error(&mut self, span: Span, code: &'static str, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(span, message).code(code));
    }

    /// Adds a hint to the last problem.
    fn hint(&mut self, text: impl Into<String>) {
        if let Some(last) = self.problems.last_mut() {
            last.hints.push(text.into());
        }
    }

    fn warning(&mut self, span: Span, code: &'static str, message: impl Into<String>) {
        self.problems.push(Diagnostic::warning(span, message).code(code));
    }

    /// Reports a problem whose severity is the setting `strict`.
    fn strict_diagnostic(&mut self, span: Span, code: &'static str, message: impl Into<String>) {
        let severity = match self.rules.strict {
            Strictness::Off => return,
            Strictness::Warning => Severity::Warning,
            Strictness::Error => Severity::Error,
        };
        self.problems.push(Diagnostic { severity, ..Diagnostic::error(span, message).code(code) });
    }
}

/// The span of a node as messages show it: from the offset that Puppet names to the end.
fn from_anchor(anchor: u32, span: Span) -> Span {
    Span { start: anchor, end: span.end.max(anchor) }
}

fn at(expression: &Expression) -> Span {
    from_anchor(expression.anchor, expression.span)
}

fn at_parameter(parameter: &Parameter) -> Span {
    from_anchor(parameter.anchor, parameter.span)
}
