//! Upper and lower case as Ruby knows them: by the full tables of Unicode, but one character at a time, so that a
//! Greek sigma at the end of a word is not special.

pub use pcore::names::capitalize;

/// `upcase`
pub fn upper(text: &str) -> String {
    text.to_uppercase()
}

/// `swapcase`
pub fn swap(text: &str) -> String {
    let swapped = |letter: char| -> String {
        if letter.is_uppercase() { letter.to_lowercase().collect() } else { letter.to_uppercase().collect() }
    };
    text.chars().map(swapped).collect()
}

/// `downcase`
pub fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}
