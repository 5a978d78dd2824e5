//! `String#succ`

/// The text that Ruby counts as the next: `az` is followed by `ba`, `a9` by `b0`, `Zz` by `AAa`.
pub fn successor(text: &str) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    if !letters.iter().any(char::is_ascii_alphanumeric) {
        // Without letters and digits the last character counts, whatever it is.
        if let Some(last) = letters.last_mut() {
            *last = (u32::from(*last) + 1..=u32::from(char::MAX)).find_map(char::from_u32).unwrap_or(*last);
        }
        return letters.into_iter().collect();
    }
    let mut last: Option<usize> = None;
    let mut has_gap = false;
    for index in (0..letters.len()).rev() {
        let letter = letters[index];
        if !letter.is_ascii_alphanumeric() {
            has_gap = last.is_some();
            continue;
        }
        if let Some(last) = last
            && has_gap
            && letters[last].is_ascii_digit() != letter.is_ascii_digit()
        {
            // A carry crosses other characters only between digits, or between letters.
            break;
        }
        has_gap = false;
        last = Some(index);
        letters[index] = match letter {
            '9' => '0',
            'z' => 'a',
            'Z' => 'A',
            other => {
                letters[index] = char::from_u32(u32::from(other) + 1).unwrap_or(other);
                return letters.into_iter().collect();
            }
        };
    }
    // All were the last of their kind: one more is needed in front of them.
    let index = last.unwrap_or_default();
    let first = if letters[index] == '0' { '1' } else { letters[index] };
    letters.insert(index, first);
    letters.into_iter().collect()
}
