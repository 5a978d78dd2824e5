//! Functions that quote words for shells and split lines into words.

use pcore::Value;

use super::arguments::wrong_count;
use crate::functions::{Call, Function, Outcome, Signature, fail, text};

functions![
    Function::typed(
        "batch_escape",
        "Returns a value as one word of a Windows batch file",
        &[Signature::new(&["Any string"], batch_escape)],
        &[("batch_escape('a b')", "'\"a b\"'")],
    )
    .also_in_stdlib(),
    Function::typed(
        "powershell_escape",
        "Returns a value as one word for PowerShell",
        &[Signature::new(&["Any string"], powershell_escape)],
        &[("powershell_escape('a b')", "'a` b'")],
    )
    .also_in_stdlib(),
    Function::typed(
        "shell_escape",
        "Returns a value as one word that a shell takes as it is",
        &[Signature::new(&["Any string"], shell_escape)],
        &[("shell_escape('a b')", r"'a\\ b'"), ("shell_escape('')", r#""''""#)],
    )
    .also_in_stdlib(),
    Function::unchecked(
        "shell_join",
        "Returns the elements of an array as a line in which a shell finds them again",
        shell_join,
        &[("shell_join(['a b', 'c'])", r"'a\\ b c'")],
    ),
    Function::unchecked(
        "shell_split",
        "Returns the words that a shell finds in a line",
        shell_split,
        &[("shell_split('a \"b c\" d')", "['a', 'b c', 'd']")],
    ),
];

fn batch_escape(call: &mut Call<'_, '_>) -> Outcome {
    let mut escaped = String::from("\"");
    for letter in text::to_s(call.argument(0)).chars() {
        match letter {
            '"' => escaped.push('"'),
            '$' | '\\' => escaped.push('\\'),
            _ => {}
        }
        escaped.push(letter);
    }
    escaped.push('"');
    Ok(Value::from(escaped))
}

fn powershell_escape(call: &mut Call<'_, '_>) -> Outcome {
    let mut escaped = String::new();
    for letter in text::to_s(call.argument(0)).chars() {
        match letter {
            ' ' | '\'' | '`' | '|' | '\n' | '$' => escaped.push('`'),
            '"' => escaped.push_str("\\`"),
            _ => {}
        }
        escaped.push(letter);
    }
    Ok(Value::from(escaped))
}

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

/// The words of a line; nothing where a quote has no end.
pub(super) fn split(line: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    // A word begins with its first letter or quote: `''` is one, blanks are none.
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' => words.extend(word.take()),
            '\'' => {
                let (quoted, after) = letters.as_str().split_once('\'')?;
                word.get_or_insert_default().push_str(quoted);
                letters = after.chars();
            }
            '"' => quoted(&mut letters, word.get_or_insert_default())?,
            '\\' => word.get_or_insert_default().push(letters.next().unwrap_or('\\')),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some(words)
}

/// Text in double quotes: a backslash protects only what the quotes do not.
fn quoted(letters: &mut std::str::Chars<'_>, word: &mut String) -> Option<()> {
    loop {
        match letters.next()? {
            '"' => return Some(()),
            '\\' => {
                let letter = letters.next()?;
                if !"$`\"\\\n".contains(letter) {
                    word.push('\\');
                }
                word.push(letter);
            }
            other => word.push(other),
        }
    }
}

fn shell_escape(call: &mut Call<'_, '_>) -> Outcome {
    let mut escaped = String::new();
    push_escaped(&text::to_s(call.argument(0)), &mut escaped);
    Ok(Value::from(escaped))
}

fn shell_join(call: &mut Call<'_, '_>) -> Outcome {
    let words = match call.arguments {
        [Value::Array(words)] => words,
        [other] => return fail(format!("First argument is not an Array: {}", text::inspect(other))),
        _ => return wrong_count(call, "1"),
    };
    let mut line = String::new();
    for (index, word) in words.iter().enumerate() {
        line.push_str(if index > 0 { " " } else { "" });
        push_escaped(&text::to_s(word), &mut line);
        call.compilation.budget.size(line.len())?;
    }
    Ok(Value::from(line))
}

fn shell_split(call: &mut Call<'_, '_>) -> Outcome {
    let [given] = call.arguments else { return wrong_count(call, "1") };
    let line = text::to_s(given);
    match split(&line) {
        Some(words) => Ok(words.into_iter().map(Value::from).collect()),
        None => fail(format!("Unmatched quote: {}", text::inspect(&Value::from(line)))),
    }
}
