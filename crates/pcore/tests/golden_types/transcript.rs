//! Reads recorded snippets: a line `>>> source`, then `[notice]` lines or an error.

/// A recorded piece of Puppet code with the real Puppet's result.
pub struct Snippet {
    pub source: &'static str,
    pub answer: Answer,
}

/// The real Puppet's result of a snippet.
#[derive(Debug)]
pub enum Answer {
    /// The messages logged by `notice`, possibly none.
    Notices(Vec<&'static str>),
    /// Why there is no catalog, without the compiler's text around the message.
    Error { message: &'static str, column: usize },
}

/// Splits a whole file into its snippets.
pub fn snippets(file: &'static str) -> impl Iterator<Item = Snippet> {
    // The header mentions the mark as well, but not at the beginning of a line.
    file.split("\n>>> ").skip(1).map(|part| {
        let (source, answer) = part.split_once('\n').unwrap_or((part, ""));
        Snippet { source, answer: read_answer(answer.trim_end_matches('\n')) }
    })
}

fn read_answer(text: &'static str) -> Answer {
    match text.strip_prefix("  ERR: ") {
        Some(error) => {
            let (message, location) = error.rsplit_once(" (line: 1, column: ").expect("an error has a location");
            let (column, _) = location.split_once(')').expect("a location is in parentheses");
            Answer::Error { message: without_prefixes(message), column: column.parse().expect("a column is a number") }
        }
        None => Answer::Notices(text.lines().map(|line| line.strip_prefix("  [notice] ").unwrap_or(line)).collect()),
    }
}

/// Removes the compiler's prefix of the type system's message.
fn without_prefixes(message: &'static str) -> &'static str {
    const PREFIXES: [&str; 6] = [
        "Evaluation Error: ",
        "Could not parse for environment testenv: ",
        "Error while evaluating a '[]' expression, ",
        "Error while evaluating a Function Call, ",
        "Error while evaluating a Method call, ",
        "Error while evaluating a Type-Name, ",
    ];
    PREFIXES.iter().fold(message, |message, prefix| message.strip_prefix(prefix).unwrap_or(message))
}
