//! Capital letters in names, and bytes as digits: one version of each for all crates.
//!
//! | | the first letter | the others | `a::b` |
//! |---|---|---|---|
//! | [`capitalized`] | in upper case | stay | is one word |
//! | [`capitalized_segments`] | in upper case | stay | each segment |
//! | [`capitalize`] | as in a title | in lower case | is one word |
//! | [`reference_name`] | as in a title | in lower case, unless the name begins with a capital | each segment |

use ecow::EcoString;

/// Returns a word with its first letter in upper case.
///
/// ```
/// assert_eq!(pcore::names::capitalized("fileBucket"), "FileBucket");
/// ```
pub fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Returns a qualified name with the first letter of each segment in upper case.
///
/// ```
/// assert_eq!(pcore::names::capitalized_segments("apache::vHost"), "Apache::VHost");
/// ```
pub fn capitalized_segments(name: &str) -> String {
    segments(name, capitalized)
}

/// Returns the name of a type or a class as references write it. One that begins with a capital is taken as it is.
///
/// ```
/// assert_eq!(pcore::names::reference_name("apache::vHost"), "Apache::Vhost");
/// assert_eq!(pcore::names::reference_name("Apache::vHost"), "Apache::vHost");
/// ```
pub fn reference_name(name: &str) -> EcoString {
    if name.starts_with(|first: char| first.is_ascii_uppercase()) {
        return name.into();
    }
    // Nearly all names are short and of one segment, and need no allocation.
    let mut letters = [0; 32];
    match letters.get_mut(..name.len()) {
        Some(written) if name.is_ascii() && !name.contains(':') => {
            written.copy_from_slice(name.as_bytes());
            written.make_ascii_lowercase();
            if let Some(first) = written.first_mut() {
                first.make_ascii_uppercase();
            }
            std::str::from_utf8(written).map_or_else(|_| diagnostics::never!("ASCII is UTF-8", name.into()), Into::into)
        }
        _ => segments(name, capitalize).into(),
    }
}

fn segments(name: &str, change: fn(&str) -> String) -> String {
    let mut written = String::with_capacity(name.len());
    for (index, segment) in name.split("::").enumerate() {
        written.push_str(if index == 0 { "" } else { "::" });
        written.push_str(&change(segment));
    }
    written
}

/// Ruby's `capitalize`: the first character as in a title, all others in lower case, each on its own.
///
/// ```
/// assert_eq!(pcore::names::capitalize("ubuntu LTS"), "Ubuntu lts");
/// assert_eq!(pcore::names::capitalize("ß"), "Ss");
/// ```
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

/// Returns bytes as hexadecimal digits.
///
/// ```
/// assert_eq!(pcore::names::hexadecimal(&[0, 171]), "00ab");
/// ```
pub fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}
