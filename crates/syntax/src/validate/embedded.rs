//! Text in another language: what a heredoc says about its text is checked where the text is known.

use std::sync::Arc;

use diagnostics::{Diagnostic, Severity, Source};

use super::{Checker, Location, Rules, Stop, at, check, json};
use crate::{
    Parsed,
    ast::{Heredoc, Kind},
};

/// How deep programs in heredocs of programs are looked at.
const DEEPEST: usize = 8;

/// How many characters of a reason are shown.
const REASON: usize = 100;
const LONG_REASON: usize = 500;

impl Checker<'_> {
    pub(super) fn embedded(&mut self, heredoc: &Heredoc) -> Result<(), Stop> {
        let Kind::String(text) = &heredoc.text.kind else { return Ok(()) };
        let Some((code, reason)) = self.embedded_problem(&heredoc.syntax, text) else { return Ok(()) };
        let message = format!("Invalid produced text having syntax: '{}'. {reason}", heredoc.syntax);
        Err(Stop(Box::new(Diagnostic::error(at(&heredoc.text), message).code(code))))
    }

    /// What is wrong with a text, by the most specific name of its syntax that is known: `x+json` is JSON.
    fn embedded_problem(&self, syntax: &str, text: &str) -> Option<(&'static str, String)> {
        if syntax.is_empty() {
            return None;
        }
        match syntax.rsplit('+').next().unwrap_or(syntax) {
            "json" => json::problem(text).map(|problem| {
                let problem = capped(&problem, REASON);
                let message = format!("JSON syntax checker: Cannot parse invalid JSON string. \"{problem}\"");
                ("ILLEGAL_JSON", message)
            }),
            "base64" => base64_problem(text).map(|problem| {
                let message = format!("Base64 syntax checker: Cannot parse invalid Base64 string - {problem}");
                ("ILLEGAL_BASE64", message)
            }),
            "pp" if self.depth < DEEPEST => self
                .program_problem(crate::parse(unnamed(text)), Location::Main)
                .map(|problem| ("ILLEGAL_PP", format!("PP syntax checker: \"{problem}\""))),
            "epp" if self.depth < DEEPEST => self
                .program_problem(crate::parse_template(unnamed(text)), Location::Template)
                .map(|problem| ("ILLEGAL_EPP", format!("EPP syntax checker: \"{problem}\""))),
            _ => None,
        }
    }

    fn program_problem(&self, parsed: Parsed, location: Location) -> Option<String> {
        let Parsed { program, mut problems, .. } = parsed;
        let is_error = |problem: &Diagnostic| problem.severity == Severity::Error;
        if !problems.iter().any(is_error) {
            let rules = Rules { strict: self.rules.strict, location };
            problems = check(&program, &rules, self.depth + 1);
        }
        problems.retain(is_error);
        let problem = match &problems[..] {
            [] => return None,
            [problem, ..] if problem.code.is_empty() || problem.code == "SYNTAX_ERROR" || problems.len() == 1 => {
                match problem.message.as_str() {
                    // Puppet does not say where that is.
                    message @ "Syntax error at end of input" => message.to_owned(),
                    message => {
                        let position = program.source.position(problem.span.start);
                        format!("{message} (line: {}, column: {})", position.line, position.column)
                    }
                }
            }
            several => format!("Language validation logged {} errors. Giving up", several.len()),
        };
        Some(capped(&problem, LONG_REASON))
    }
}

fn unnamed(text: &str) -> Arc<Source> {
    Arc::new(Source::new("", text))
}

/// The beginning of a text on one line.
fn capped(text: &str, longest: usize) -> String {
    let beginning: String = text.chars().take(longest).collect();
    beginning.replace("\r\n", "\\n").replace('\n', "\\n")
}

fn base64_problem(text: &str) -> Option<&'static str> {
    let cleaned: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\r' | b'\n' | b'?' | b' ' | b'\t')).collect();
    if is_base64(&cleaned) {
        None
    } else if !cleaned.len().is_multiple_of(3) {
        Some("padding is not correct")
    } else {
        Some("contains letters outside strict base 64 range (or whitespace)")
    }
}

/// Whether this is Base64 with its padding and no bit too many.
fn is_base64(bytes: &[u8]) -> bool {
    let digits = match bytes {
        [digits @ .., b'=', b'='] | [digits @ .., b'='] => digits,
        digits => digits,
    };
    let value = |byte: u8| {
        Some(match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => return None,
        })
    };
    let unused_bits = match bytes.len() - digits.len() {
        1 => 0b11,
        2 => 0b1111,
        _ => 0,
    };
    bytes.len().is_multiple_of(4)
        && digits.iter().all(|byte| value(*byte).is_some())
        && digits.last().is_none_or(|last| value(*last).is_some_and(|bits| bits & unused_bits == 0))
}
