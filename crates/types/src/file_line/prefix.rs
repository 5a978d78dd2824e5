//! The literal prefix that every match of a pattern has, if it is easily found.
//!
//! Many resources manage a line of the same file each, with patterns such as `^key=`. Lines with such a prefix are
//! found without searching all of them.

/// The prefix of every line that matches a pattern, if the pattern begins with one.
pub(super) fn of(pattern: &str) -> Option<&str> {
    let rest = pattern.strip_prefix('^').or_else(|| pattern.strip_prefix("\\A"))?;
    // Another alternative may begin differently.
    if rest.contains('|') {
        return None;
    }
    let is_plain = |letter: char| !letter.is_control() && !"\\.[](){}*+?^$".contains(letter);
    let end = rest.find(|letter| !is_plain(letter)).unwrap_or(rest.len());
    let (plain, rest) = rest.split_at(end);
    // What is repeated may also be missing.
    let plain = match (rest.chars().next(), plain.chars().next_back()) {
        (Some('*' | '?' | '{' | '+'), Some(last)) => &plain[..plain.len() - last.len_utf8()],
        _ => plain,
    };
    Some(plain).filter(|plain| !plain.is_empty())
}
