//! Suggestions for misspelled words.

#[cfg(test)]
mod tests;

use diagnostics::edit_distance;

/// Returns a line of help: the nearest of the known words, or all of them.
pub fn help(word: &str, known: &[&str]) -> String {
    let nearest = known.iter().map(|candidate| (edit_distance(&letters(word), &letters(candidate)), *candidate)).min();
    match nearest {
        Some((steps, candidate)) if steps <= 1 + word.len() / 4 => format!("help: write `{candidate}`"),
        _ => format!("help: write one of {}", list(known)),
    }
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// `_`, `-` and the case do not count.
fn letters(word: &str) -> String {
    word.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).take(40).collect()
}
