//! What must not be seen when lines of a manifest are shown: literals that are declared to be secret.

#[cfg(test)]
mod tests;

/// Writes stars for the secrets of a text. All else keeps its place, whether the text can be read or not.
pub(super) fn without_secrets(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    for secret in syntax::secrets(text) {
        // Several may stand in one another.
        let (start, end) = ((secret.start as usize).max(at), (secret.end as usize).max(at));
        shown.push_str(text.get(at..start).unwrap_or_default());
        for letter in text.get(start..end).unwrap_or_default().chars() {
            if letter == '\n' {
                shown.push(letter);
            } else {
                (0..letter.len_utf8()).for_each(|_| shown.push('*'));
            }
        }
        at = end;
    }
    shown.push_str(text.get(at..).unwrap_or_default());
    shown
}
