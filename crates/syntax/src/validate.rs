//! What the grammar alone cannot check: statements without effect, misplaced definitions, names, duplicates.
//!
//! [`validate`] walks the tree in the order in which Puppet does, so that several problems come in the order that people
//! know: an expression before what it consists of. `walk` visits, the other files check. Nothing here evaluates.

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

/// By which rules a program is checked.
#[derive(Clone, Debug)]
pub struct Rules {
    /// How much a doubtful thing matters: the setting `strict`.
    pub strict: Strictness,
    /// Where the text is from.
    pub location: Location,
}

/// The setting `strict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strictness {
    /// Says nothing.
    Off,
    /// Warns.
    Warning,
    /// Fails.
    Error,
}

/// Where a text is from; files of modules may hold only what their names announce.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// The main manifest, the command line, or a file outside of modules.
    Main,
    /// A template.
    Template,
    /// A file of a module.
    Module {
        /// Which of its folders.
        folder: ModuleFolder,
        /// The namespace that the path implies: `apache::mod` for `apache/manifests/mod.pp`.
        namespace: EcoString,
    },
    /// A file of a module outside of those folders; no definition may stand in it.
    OutsideFolders,
}

/// The folders of a module that hold code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModuleFolder {
    /// `manifests`
    Manifests,
    /// `functions`
    Functions,
    /// `types`
    Types,
    /// `plans`
    Plans,
}

impl Location {
    /// Where a file is, by its path below a folder of modules. Capital letters make no difference.
    ///
    /// ```
    /// use syntax::{Location, ModuleFolder};
    ///
    /// let namespace = "apache::mod::ssl".into();
    /// let expected = Location::Module { folder: ModuleFolder::Manifests, namespace };
    /// assert_eq!(Location::in_modules("apache/manifests/mod/ssl.pp"), expected);
    /// assert_eq!(Location::in_modules("apache/examples/init.pp"), Location::OutsideFolders);
    /// ```
    pub fn in_modules(path: &str) -> Location {
        let path = path.to_lowercase();
        let Some(path) = path.strip_suffix(".pp") else { return Location::Main };
        let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
        let folder = match parts.get(1) {
            Some(&"manifests") => ModuleFolder::Manifests,
            Some(&"functions") => ModuleFolder::Functions,
            Some(&"types") => ModuleFolder::Types,
            Some(&"plans") => ModuleFolder::Plans,
            _ => return Location::OutsideFolders,
        };
        if parts.len() == 3 && parts[2] == "init" {
            parts.pop();
        }
        parts.remove(1);
        Location::Module { folder, namespace: parts.join("::").into() }
    }
}

/// Checks a program and returns what is wrong with it, in the order in which Puppet reports it.
///
/// A program with syntax errors is not worth checking: what could not be read is missing in it.
pub fn validate(program: &Program, rules: &Rules) -> Vec<Diagnostic> {
    check(program, rules, 0)
}

/// Checks a program that stands in a heredoc of another, which stands in another, so many deep.
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
        // Text in another language that is wrong ends the check, and nothing else is reported.
        Err(Stop(problem)) => vec![*problem],
    }
}

/// Ends the check with the only problem that counts.
struct Stop(Box<Diagnostic>);

/// Goes through a program and collects what is wrong.
struct Checker<'p> {
    file: &'p str,
    text: &'p str,
    rules: &'p Rules,
    depth: usize,
    /// The parameters of the lambdas around, the innermost last.
    locals: Vec<(EcoString, LocalKind)>,
    /// Whether this is the logic of a type, whose features are variables and may begin with capital letters.
    sees_features: bool,
    problems: Vec<Diagnostic>,
}

/// What a parameter of a lambda is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LocalKind {
    /// Any value.
    Plain,
    /// An instance that is being made, whose features are set by `$x[feature] = value`.
    Initialized,
}

impl Checker<'_> {
    fn error(&mut self, span: Span, code: &'static str, message: impl Into<String>) {
        self.problems.push(Diagnostic::error(span, message).code(code));
    }

    /// Adds an advice to what was said last.
    fn hint(&mut self, text: impl Into<String>) {
        if let Some(last) = self.problems.last_mut() {
            last.hints.push(text.into());
        }
    }

    fn warning(&mut self, span: Span, code: &'static str, message: impl Into<String>) {
        self.problems.push(Diagnostic::warning(span, message).code(code));
    }

    /// What matters as much as the setting `strict` says.
    fn doubt(&mut self, span: Span, code: &'static str, message: impl Into<String>) {
        let severity = match self.rules.strict {
            Strictness::Off => return,
            Strictness::Warning => Severity::Warning,
            Strictness::Error => Severity::Error,
        };
        self.problems.push(Diagnostic { severity, ..Diagnostic::error(span, message).code(code) });
    }
}

/// Where messages about something point: from the place that Puppet names to the end.
fn place(anchor: u32, span: Span) -> Span {
    Span { start: anchor, end: span.end.max(anchor) }
}

fn at(expression: &Expression) -> Span {
    place(expression.anchor, expression.span)
}

fn at_parameter(parameter: &Parameter) -> Span {
    place(parameter.anchor, parameter.span)
}
