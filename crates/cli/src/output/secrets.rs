//! Hides literals that are declared to be secret when source lines are shown.

#[cfg(test)]
mod tests;

/// Replaces the secrets in a text by stars. Everything else keeps its column, even if the text has syntax errors.
pub(super) fn without_secrets(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut at = 0;
    for secret in syntax::secrets(text) {
        // Secrets may be nested.
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
