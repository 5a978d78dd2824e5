//! Upper and lower case as Ruby knows them: by the full tables of Unicode, but one character at a time, so that a
//! Greek sigma at the end of a word is not special.

/// `upcase`
pub fn upper(text: &str) -> String {
    text.to_uppercase()
}

/// `downcase`
pub fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}

/// `capitalize`: the first character as in a title, all others in lower case.
pub fn capitalize(text: &str) -> String {
    let mut characters = text.chars();
    let Some(first) = characters.next() else {
        return String::new();
    };
    let mut made = String::with_capacity(text.len());
    push_title(first, &mut made);
    made.extend(characters.flat_map(char::to_lowercase));
    made
}

/// Writes a character as it begins a title: mostly in upper case, but some have a form of their own.
fn push_title(character: char, made: &mut String) {
    match character {
        'Ǆ'..='ǆ' => made.push('ǅ'),
        'Ǉ'..='ǉ' => made.push('ǈ'),
        'Ǌ'..='ǌ' => made.push('ǋ'),
        'Ǳ'..='ǳ' => made.push('ǲ'),
        'ŉ' => made.push_str("ʼN"),
        // Georgian has capitals for whole words only.
        '\u{10D0}'..='\u{10FF}' | '\u{1C90}'..='\u{1CBF}' => made.extend(character.to_lowercase()),
        // Greek letters with an iota below keep it there; in upper case it is written out.
        '\u{1F80}'..='\u{1FAF}' => made.push(char::from_u32(u32::from(character) | 8).unwrap_or(character)),
        'ᾳ' | 'ᾼ' => made.push('ᾼ'),
        'ῃ' | 'ῌ' => made.push('ῌ'),
        'ῳ' | 'ῼ' => made.push('ῼ'),
        other => {
            let mut upper = other.to_uppercase();
            made.extend(upper.next());
            made.extend(upper.flat_map(char::to_lowercase));
        }
    }
}
