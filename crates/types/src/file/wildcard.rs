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
        match step(&pattern, at, name[reached]) {
            Step::Star => {
                star = Some((at + 1, reached));
                at += 1;
            }
            Step::Taken(next) => {
                at = next;
                reached += 1;
            }
            Step::Refused => match &mut star {
                Some((after, taken)) => {
                    *taken += 1;
                    (at, reached) = (*after, *taken);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|left| *left == '*')
}

enum Step {
    /// A star, which matches any number of characters.
    Star,
    /// The character matches, and the pattern goes on here.
    Taken(usize),
    Refused,
}

fn step(pattern: &[char], at: usize, letter: char) -> Step {
    match pattern.get(at) {
        None => Step::Refused,
        Some('*') => Step::Star,
        Some('?') => Step::Taken(at + 1),
        Some('[') => match set(pattern, at + 1, letter) {
            Some((true, next)) => Step::Taken(next),
            Some((false, _)) => Step::Refused,
            // A bracket that is never closed matches nothing.
            None => Step::Refused,
        },
        Some('\\') if at + 1 < pattern.len() => literal(pattern[at + 1], letter, at + 2),
        Some(other) => literal(*other, letter, at + 1),
    }
}

fn literal(expected: char, letter: char, next: usize) -> Step {
    if expected == letter { Step::Taken(next) } else { Step::Refused }
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
