//! Suggestions for misspelled words.

#[cfg(test)]
mod tests;

/// Returns a line of help: the nearest of the known words, or all of them.
pub fn help(word: &str, known: &[&str]) -> String {
    let nearest = known.iter().map(|candidate| (distance(word, candidate), *candidate)).min();
    match nearest {
        Some((steps, candidate)) if steps <= 1 + word.len() / 4 => format!("help: write `{candidate}`"),
        _ => format!("help: write one of {}", list(known)),
    }
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// Counts the letters to insert, delete or replace. `_` and `-` are ignored.
fn distance(one: &str, two: &str) -> usize {
    let letters = |word: &str| -> Vec<char> {
        word.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).take(40).collect()
    };
    let (one, two) = (letters(one), letters(two));
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for (line, letter) in one.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = line + 1;
        for (column, other) in two.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[two.len()]
}
