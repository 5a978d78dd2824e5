//! What must not be seen when lines of a manifest are shown: texts that are declared to be secret.

#[cfg(test)]
mod tests;

/// Hides the texts that stand in `Sensitive(…)`, and in the settings of an attribute that is `Sensitive`. All else keeps its place, whether the text can be read or not.
pub(super) fn without_secrets(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("Sensitive") {
        let (before, found) = rest.split_at(at + "Sensitive".len());
        shown.push_str(before);
        rest = found;
        let called = found.trim_start().trim_start_matches(".new").trim_start();
        let length = match called.chars().next() {
            Some('(' | '[') => until_end(called, ')'),
            Some('{') => until_end(called, '}'),
            _ => continue,
        };
        let (arguments, behind) = called.split_at(length);
        shown.push_str(&found[..found.len() - called.len()]);
        hide_texts(arguments, &mut shown);
        rest = behind;
    }
    shown.push_str(rest);
    shown
}

/// How long the arguments or settings are that a text begins with, types in brackets before them included.
fn until_end(text: &str, end: char) -> usize {
    let (mut depth, mut quote, mut escaped) = (0_usize, None, false);
    for (at, letter) in text.char_indices() {
        match (quote, letter) {
            (Some(_), _) if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), letter) if open == letter => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(letter),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 && letter == end {
                    return at + letter.len_utf8();
                }
            }
            _ => {}
        }
    }
    text.len()
}

/// Writes a text with stars for what stands in quotes.
fn hide_texts(text: &str, shown: &mut String) {
    let (mut quote, mut escaped) = (None, false);
    for letter in text.chars() {
        let is_end = quote == Some(letter) && !escaped;
        match quote {
            Some(_) if is_end => {
                quote = None;
                shown.push(letter);
            }
            Some(_) if letter != '\n' => (0..letter.len_utf8()).for_each(|_| shown.push('*')),
            Some(_) => shown.push(letter),
            None => {
                if matches!(letter, '\'' | '"') {
                    quote = Some(letter);
                }
                shown.push(letter);
            }
        }
        escaped = quote.is_some() && letter == '\\' && !escaped;
    }
}
