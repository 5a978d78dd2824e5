//! What the text of a heredoc says it is: `@("END":json)`.

use std::sync::Arc;

use diagnostics::{Severity, Source};
use pcore::{binary::decode_strict, json};

/// What is wrong with a text that is said to have a syntax; nothing for syntaxes that nobody can check.
///
/// Of `application+json` the last part counts that a checker is known for.
pub(crate) fn check(syntax: &str, text: &str) -> Option<String> {
    match syntax.rsplit('+').next()? {
        "json" => {
            let problem = json::parse(text).err()?;
            Some(format!(
                "JSON syntax checker: Cannot parse invalid JSON string. \"{}\"",
                shortened(&problem.to_string())
            ))
        }
        "base64" => {
            let without_breaks: String = text.chars().filter(|letter| !matches!(letter, '\n' | '\r')).collect();
            decode_strict(&without_breaks).err()?;
            Some(
                "Base64 syntax checker: Cannot parse invalid Base64 string - check the padding and the characters"
                    .into(),
            )
        }
        "pp" => first_problem(syntax::parse(source(text))),
        "epp" => first_problem(syntax::parse_template(source(text))),
        _ => None,
    }
}

fn source(text: &str) -> Arc<Source> {
    Arc::new(Source::new("", text))
}

fn first_problem(parsed: syntax::Parsed) -> Option<String> {
    let problem = parsed.problems.into_iter().find(|problem| problem.severity == Severity::Error)?;
    Some(problem.message)
}

/// At most a hundred characters, in one line.
fn shortened(text: &str) -> String {
    text.chars().take(100).collect::<String>().replace("\r\n", "\\n").replace('\n', "\\n")
}
