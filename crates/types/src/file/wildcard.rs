//! Glob patterns: `*`, `?`, `[a-z]` and `[^a-z]`, as in Ruby's `File.fnmatch`.

/// Whether a name matches a pattern. A leading dot is only matched by a dot.
pub(super) fn matches(pattern: &str, name: &str) -> bool {
    let (pattern, name): (Vec<char>, Vec<char>) = (pattern.chars().collect(), name.chars().collect());
    if name.first() == Some(&'.') && matches!(pattern.first(), Some('*' | '?' | '[')) {
        return false;
    }
    let (mut at, mut reached) = (0, 0);
    // The position after the last star, and how much of the name it has matched so far. Earlier stars need not be tried
    // again.
    let mut star: Option<(usize, usize)> = None;
    while reached < name.len() {
        if pattern.get(at) == Some(&'*') {
            at += 1;
            star = Some((at, reached));
        } else if let Some(next) = step(&pattern, at, name[reached]) {
            at = next;
            reached += 1;
        } else if let Some((after, taken)) = &mut star {
            *taken += 1;
            (at, reached) = (*after, *taken);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|left| *left == '*')
}

/// Where the pattern goes on after the part that matches a character, if it does.
fn step(pattern: &[char], at: usize, letter: char) -> Option<usize> {
    let (expected, next) = match pattern.get(at)? {
        '?' => return Some(at + 1),
        // A bracket that is never closed matches nothing.
        '[' => return set(pattern, at + 1, letter).filter(|(is_member, _)| *is_member).map(|(_, next)| next),
        '\\' if at + 1 < pattern.len() => (pattern[at + 1], at + 2),
        other => (*other, at + 1),
    };
    (expected == letter).then_some(next)
}

/// Whether a character is in a set, and where the pattern goes on after it.
fn set(pattern: &[char], start: usize, letter: char) -> Option<(bool, usize)> {
    let is_inverted = matches!(pattern.get(start), Some('^' | '!'));
    let mut at = if is_inverted { start + 1 } else { start };
    let mut is_member = false;
    loop {
        let first = *pattern.get(at)?;
        if first == ']' {
            return Some((is_member != is_inverted, at + 1));
        }
        match (pattern.get(at + 1), pattern.get(at + 2)) {
            (Some('-'), Some(last)) if *last != ']' => {
                is_member |= (first..=*last).contains(&letter);
                at += 3;
            }
            _ => {
                is_member |= first == letter;
                at += 1;
            }
        }
    }
}
