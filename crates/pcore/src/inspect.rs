//! Texts as string literals of Ruby, which messages show.

/// Quotes an ASCII text as Ruby's `inspect`.
pub(crate) fn inspected(text: &str) -> String {
    quoted(text.chars(), |code| format!("\\u{code:04X}"))
}

/// Quotes a text as Ruby's `dump`, which leaves only ASCII.
pub(crate) fn dumped(text: &str) -> String {
    quoted(text.chars(), |code| match code {
        0..=0x7f => format!("\\x{code:02X}"),
        0x80..=0xffff => format!("\\u{code:04X}"),
        _ => format!("\\u{{{code:X}}}"),
    })
}

/// Quotes bytes as Ruby's `inspect` of a string that has no encoding.
pub(crate) fn inspected_bytes(bytes: &[u8]) -> String {
    quoted(bytes.iter().copied().map(char::from), |code| format!("\\x{code:02X}"))
}

fn quoted(characters: impl Iterator<Item = char>, escape: impl Fn(u32) -> String) -> String {
    let mut quoted = String::from("\"");
    let mut characters = characters.peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '#' if matches!(characters.peek(), Some('{' | '$' | '@')) => quoted.push_str("\\#"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{c}' => quoted.push_str("\\f"),
            '\u{b}' => quoted.push_str("\\v"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{1b}' => quoted.push_str("\\e"),
            ' '..='~' => quoted.push(character),
            _ => quoted.push_str(&escape(u32::from(character))),
        }
    }
    quoted.push('"');
    quoted
}
