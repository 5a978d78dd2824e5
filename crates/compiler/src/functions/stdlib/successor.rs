//! What comes after a text, as Ruby's `String#succ` counts: `a9` to `b0`, `Zz` to `AAa`.

/// The next text.
pub(super) fn successor(text: &str) -> String {
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
    for place in (0..letters.len()).rev() {
        let letter = letters[place];
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
        last = Some(place);
        letters[place] = match letter {
            '9' => '0',
            'z' => 'a',
            'Z' => 'A',
            other => {
                letters[place] = char::from_u32(u32::from(other) + 1).unwrap_or(other);
                return letters.into_iter().collect();
            }
        };
    }
    // All were the last of their kind: one more is needed in front of them.
    let place = last.unwrap_or_default();
    let first = if letters[place] == '0' { '1' } else { letters[place] };
    letters.insert(place, first);
    letters.into_iter().collect()
}
