//! With which text a line must begin that a pattern matches, where that is easily told.
//!
//! Many resources want a line of one file each, such as `^key=`. Lines that begin so are found without a look at all others.

/// The text with which every line begins that a pattern matches; nothing where that cannot be told from its beginning.
pub(super) fn of(pattern: &str) -> Option<&str> {
    let rest = pattern.strip_prefix('^').or_else(|| pattern.strip_prefix("\\A"))?;
    // Another branch may begin in another way.
    if rest.contains('|') {
        return None;
    }
    let is_plain = |letter: char| !letter.is_control() && !"\\.[](){}*+?^$".contains(letter);
    let end = rest.find(|letter| !is_plain(letter)).unwrap_or(rest.len());
    let (plain, rest) = rest.split_at(end);
    // What may be repeated may be missing.
    let plain = match (rest.chars().next(), plain.chars().next_back()) {
        (Some('*' | '?' | '{' | '+'), Some(last)) => &plain[..plain.len() - last.len_utf8()],
        _ => plain,
    };
    Some(plain).filter(|plain| !plain.is_empty())
}
