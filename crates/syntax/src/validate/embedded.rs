//! Text in another language: checks a heredoc without interpolation against the syntax that it names.

use std::sync::Arc;

use base64::{Engine as _, engine::general_purpose::STANDARD};
use diagnostics::{Diagnostic, Severity, Source};

use super::{Checker, FatalProblem, FileKind, Rules, at, check, json};
use crate::{
    Parsed,
    ast::{Heredoc, Kind},
    parser::SYNTAX_ERROR,
};

/// How deep programs in heredocs of programs are checked.
const MAX_DEPTH: usize = 8;

/// How many characters of a JSON error are shown.
const MAX_JSON_REASON: usize = 100;
/// How many characters of an error in a program are shown.
const MAX_PROGRAM_REASON: usize = 500;

impl Checker<'_> {
    pub(super) fn embedded(&mut self, heredoc: &Heredoc) -> Result<(), FatalProblem> {
        let Kind::String(text) = &heredoc.text.kind else { return Ok(()) };
        let Some((code, reason)) = self.embedded_problem(&heredoc.syntax, text) else { return Ok(()) };
        let message = format!("Invalid produced text having syntax: '{}'. {reason}", heredoc.syntax);
        Err(FatalProblem(Box::new(Diagnostic::error(at(&heredoc.text), message).code(code))))
    }

    /// Checks a text by the last part of its syntax: `x+json` is JSON.
    fn embedded_problem(&self, syntax: &str, text: &str) -> Option<(&'static str, String)> {
        if syntax.is_empty() {
            return None;
        }
        match syntax.rsplit('+').next().unwrap_or(syntax) {
            "json" => json::problem(text).map(|problem| {
                let problem = capped(&problem, MAX_JSON_REASON);
                let message = format!("JSON syntax checker: Cannot parse invalid JSON string. \"{problem}\"");
                ("ILLEGAL_JSON", message)
            }),
            "base64" => base64_problem(text).map(|problem| {
                let message = format!("Base64 syntax checker: Cannot parse invalid Base64 string - {problem}");
                ("ILLEGAL_BASE64", message)
            }),
            "pp" if self.depth < MAX_DEPTH => self
                .program_problem(crate::parse(unnamed(text)), FileKind::Main)
                .map(|problem| ("ILLEGAL_PP", format!("PP syntax checker: \"{problem}\""))),
            "epp" if self.depth < MAX_DEPTH => self
                .program_problem(crate::parse_template(unnamed(text)), FileKind::Template)
                .map(|problem| ("ILLEGAL_EPP", format!("EPP syntax checker: \"{problem}\""))),
            _ => None,
        }
    }

    fn program_problem(&self, parsed: Parsed, file_kind: FileKind) -> Option<String> {
        let Parsed { program, mut problems, .. } = parsed;
        let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
        if !problems.iter().any(is_error) {
            let rules = Rules { strict: self.rules.strict, file_kind };
            problems = check(&program, &rules, self.depth + 1);
        }
        problems.retain(is_error);
        let problem = match &problems[..] {
            [] => return None,
            [problem, ..] if problem.code.is_empty() || problem.code == SYNTAX_ERROR || problems.len() == 1 => {
                let is_at_end = problem.span.start as usize == program.source.text.len();
                // Puppet does not locate the end of the input.
                if problem.code == SYNTAX_ERROR && is_at_end {
                    problem.message.clone()
                } else {
                    let position = program.source.position(problem.span.start);
                    format!("{} (line: {}, column: {})", problem.message, position.line, position.column)
                }
            }
            several => format!("Language validation logged {} errors. Giving up", several.len()),
        };
        Some(capped(&problem, MAX_PROGRAM_REASON))
    }
}

fn unnamed(text: &str) -> Arc<Source> {
    Arc::new(Source::new("", text))
}

/// The first characters of a text, on one line.
fn capped(text: &str, max_length: usize) -> String {
    let beginning: String = text.chars().take(max_length).collect();
    beginning.replace("\r\n", "\\n").replace('\n', "\\n")
}

fn base64_problem(text: &str) -> Option<&'static str> {
    let cleaned: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n' | b'?' | b' ' | b'\t')).collect();
    if STANDARD.decode(&cleaned).is_ok() {
        None
    } else if !cleaned.len().is_multiple_of(3) {
        Some("padding is not correct")
    } else {
        Some("contains letters outside strict base 64 range (or whitespace)")
    }
}
