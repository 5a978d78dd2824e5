//! Checks whether a text is JSON, in which Puppet also accepts comments.

/// Returns why a text is not JSON, if it is not.
pub(super) fn problem(text: &str) -> Option<String> {
    serde_json::from_str::<serde_json::Value>(&without_comments(text)).err().map(|error| error.to_string())
}

/// Replaces comments by spaces.
fn without_comments(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let (length, is_comment) = match rest.as_bytes() {
            [b'"', ..] => (quoted_length(rest), false),
            [b'/', b'/', ..] => (rest.find('\n').unwrap_or(rest.len()), true),
            [b'/', b'*', ..] => rest.find("*/").map_or((rest.len(), false), |end| (end + 2, true)),
            _ => (first.len_utf8(), false),
        };
        let (part, after) = rest.split_at(length);
        match is_comment {
            true => result.extend(part.chars().map(|character| if character == '\n' { '\n' } else { ' ' })),
            false => result.push_str(part),
        }
        rest = after;
    }
    result
}

/// The length of a string with its quotes; that of the rest if it has no end.
fn quoted_length(text: &str) -> usize {
    let mut is_escaped = true;
    let end = text.find(|character| {
        let is_end = character == '"' && !is_escaped;
        is_escaped = character == '\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |end| end + 1)
}
