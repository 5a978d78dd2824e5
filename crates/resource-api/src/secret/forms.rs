//! The forms in which a secret may appear.

use base64::{
    Engine,
    engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD},
};

use pcore::never;

use super::MIN_SCRUBBED_LENGTH;
use crate::render::inspect_text;

/// Shorter lines of a multi-line secret are not registered separately.
const MIN_LINE_LENGTH: usize = 8;

/// Shorter parts of an encoding occur by chance.
const MIN_ENCODED_LENGTH: usize = 6;

/// Returns every form of a text: unchanged, quoted, encoded, line by line.
pub(super) fn of_text(text: &str) -> Vec<Vec<u8>> {
    let mut forms = quoted(text);
    for line in text.lines().map(str::trim).filter(|line| *line != text && is_secret_line(line)) {
        forms.extend(quoted(line));
    }
    forms.extend(percent_encoded(text).map(String::into_bytes));
    forms.extend(base64_forms(text.as_bytes()));
    // Most programs show the text without its final newline.
    let trimmed = text.trim();
    if trimmed.len() != text.len() && trimmed.len() >= MIN_SCRUBBED_LENGTH {
        forms.extend(quoted(trimmed));
        forms.extend(base64_forms(trimmed.as_bytes()));
    }
    forms
}

/// Returns every form of bytes that are not text.
pub(super) fn of_bytes(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut forms = vec![bytes.to_vec()];
    forms.extend(base64_forms(bytes));
    // Invalid bytes are replaced when they are displayed, but the rest must not be shown.
    let readable: usize = bytes.utf8_chunks().map(|chunk| chunk.valid().len()).sum();
    if readable >= MIN_SCRUBBED_LENGTH {
        forms.extend(quoted(&String::from_utf8_lossy(bytes)));
    }
    for part in bytes.utf8_chunks().map(|chunk| chunk.valid()).filter(|part| part.len() >= MIN_LINE_LENGTH) {
        forms.extend(quoted(part));
    }
    forms
}

/// The first and last lines of a key name only its kind.
fn is_secret_line(line: &str) -> bool {
    line.len() >= MIN_LINE_LENGTH && !line.starts_with("-----BEGIN ") && !line.starts_with("-----END ")
}

/// Unchanged, and as quoted by Ruby, Rust, JSON, Puppet, a shell and HTML.
fn quoted(text: &str) -> Vec<Vec<u8>> {
    let is_never_quoted = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.,:+@=".contains(&byte);
    if text.bytes().all(is_never_quoted) {
        return vec![text.as_bytes().to_vec()];
    }
    [
        text.to_owned(),
        inside(&inspect_text(text)),
        text.escape_debug().to_string(),
        text.escape_default().to_string(),
        json(text),
        ascii_json(text, false),
        ascii_json(text, true),
        json(text).replace('/', r"\/"),
        inside(&pcore::quote(text)),
        text.replace('\'', r"'\''"),
        shell_escaped(text),
        html(text, false),
        html(text, true),
    ]
    .map(String::into_bytes)
    .into()
}

fn json(text: &str) -> String {
    let written = pcore::json::write(&text.into());
    written.map_or_else(|_| never!("every text can be written as JSON", text.to_owned()), |text| inside(&text))
}

/// A quoted text without its quotes.
fn inside(quoted: &str) -> String {
    quoted[1..quoted.len() - 1].to_owned()
}

/// JSON that is restricted to ASCII.
fn ascii_json(text: &str, big: bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in json(text).chars() {
        if character.is_ascii() {
            escaped.push(character);
            continue;
        }
        for unit in character.encode_utf16(&mut [0; 2]) {
            escaped.push_str(&if big { format!("\\u{unit:04X}") } else { format!("\\u{unit:04x}") });
        }
    }
    escaped
}

/// With a backslash before each character that is special in a shell.
fn shell_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        let is_plain = !character.is_ascii() || character.is_ascii_alphanumeric() || "_-.,:+/@%=".contains(character);
        escaped.extend((!is_plain).then_some('\\'));
        escaped.push(character);
    }
    escaped
}

fn html(text: &str, with_quotes: bool) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    if with_quotes { escaped.replace('"', "&quot;").replace('\'', "&#39;") } else { escaped }
}

/// With upper-case digits, with lower-case digits, and with `+` for a space.
fn percent_encoded(text: &str) -> [String; 3] {
    let encode = |big: bool, plus: bool| {
        let mut encoded = String::with_capacity(text.len());
        for &byte in text.as_bytes() {
            match byte {
                b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(char::from(byte)),
                b' ' if plus => encoded.push('+'),
                other if big => encoded.push_str(&format!("%{other:02X}")),
                other => encoded.push_str(&format!("%{other:02x}")),
            }
        }
        encoded
    };
    [encode(true, false), encode(false, false), encode(true, true)]
}

/// Returns the base64 encoding, and the parts of it that appear in the encoding of a longer text that contains the
/// secret.
fn base64_forms(bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut forms = Vec::new();
    for engine in [&STANDARD_NO_PAD, &URL_SAFE_NO_PAD] {
        let whole = engine.encode(bytes);
        let padding = "=".repeat((4 - whole.len() % 4) % 4);
        forms.push(format!("{whole}{padding}").into_bytes());
        forms.push(whole.into_bytes());
        for offset in 0..3 {
            // Characters that contain bits of a neighbour are not part of the secret.
            let shifted = engine.encode([&[0; 2][..offset], bytes].concat());
            let first = (offset * 8).div_ceil(6);
            let last = (offset + bytes.len()) * 8 / 6;
            forms.extend(shifted.get(first..last).filter(|part| part.len() >= MIN_ENCODED_LENGTH).map(Into::into));
        }
    }
    forms
}
