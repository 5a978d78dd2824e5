//! Words for a shell and back, as Ruby's `Shellwords` does it.

/// Appends a word so that a shell takes it as it is.
pub(super) fn push_escaped(word: &str, escaped: &mut String) {
    if word.is_empty() {
        escaped.push_str("''");
    }
    for letter in word.chars() {
        match letter {
            '\n' => escaped.push_str("'\n'"),
            _ if letter.is_ascii_alphanumeric() || "_-.,:+/@".contains(letter) => escaped.push(letter),
            _ => {
                escaped.push('\\');
                escaped.push(letter);
            }
        }
    }
}

/// A quote has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unmatched;

/// The words of a line.
pub(super) fn split(line: &str) -> Result<Vec<String>, Unmatched> {
    let mut words = Vec::new();
    // A word begins with its first letter or quote: `''` is one, blanks are none.
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' => words.extend(word.take()),
            '\'' => {
                let (quoted, after) = letters.as_str().split_once('\'').ok_or(Unmatched)?;
                word.get_or_insert_default().push_str(quoted);
                letters = after.chars();
            }
            '"' => quoted(&mut letters, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(letters.next().unwrap_or('\\')),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

/// What stands in double quotes: a backslash protects only what the quotes do not.
fn quoted(letters: &mut std::str::Chars<'_>, word: &mut String) -> Result<(), Unmatched> {
    loop {
        match letters.next().ok_or(Unmatched)? {
            '"' => return Ok(()),
            '\\' => {
                let letter = letters.next().ok_or(Unmatched)?;
                if !"$`\"\\\n".contains(letter) {
                    word.push('\\');
                }
                word.push(letter);
            }
            other => word.push(other),
        }
    }
}
