//! The text encodings that Puppet's `Binary` is created from and printed in.

use base64::{
    Engine,
    engine::general_purpose::{STANDARD, URL_SAFE},
};
use ecow::EcoString;

/// Why a string cannot be decoded to bytes.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BinaryError {
    /// The string is not base64 of the requested kind.
    #[error("invalid base64")]
    InvalidBase64,
    /// There is no such format.
    #[error("Unsupported Base64 format '{0}'")]
    UnsupportedFormat(EcoString),
}

/// Decodes a string by a format of `Binary.new`.
///
/// ```
/// use pcore::binary::decode;
///
/// assert_eq!(decode("aGVsbG8=", "%B").unwrap(), b"hello");
/// assert_eq!(decode("aGV\nsbG8", "%b").unwrap(), b"hello");
/// assert!(decode("aGVsbG8", "%B").is_err());
/// ```
pub fn decode(text: &str, format: &str) -> Result<Vec<u8>, BinaryError> {
    match format {
        "%B" => decode_strict(text),
        "%b" => Ok(decode_relaxed(text)),
        "%u" => decode_url_safe(text),
        // The string itself, in UTF-8, and its bytes.
        "%s" | "%r" => Ok(text.as_bytes().to_vec()),
        other => Err(BinaryError::UnsupportedFormat(other.into())),
    }
}

/// Encodes bytes as base64 in one line: the text of a Binary.
pub fn encode_strict(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// Encodes bytes as base64 in lines of at most sixty characters, each with its line break.
pub fn encode_relaxed(bytes: &[u8]) -> String {
    bytes.chunks(45).map(|line| STANDARD.encode(line) + "\n").collect()
}

/// Encodes bytes as padded base64 in characters that are allowed in a URL.
pub fn encode_url_safe(bytes: &[u8]) -> String {
    URL_SAFE.encode(bytes)
}

/// Decodes base64 with padding and nothing else.
pub fn decode_strict(text: &str) -> Result<Vec<u8>, BinaryError> {
    STANDARD.decode(text).map_err(|_| BinaryError::InvalidBase64)
}

/// Decodes base64 with `-` and `_` instead of `+` and `/`; the padding is optional.
pub fn decode_url_safe(text: &str) -> Result<Vec<u8>, BinaryError> {
    let mut standard = text.replace('-', "+").replace('_', "/");
    // Missing padding is added; incomplete padding is an error.
    if !standard.ends_with('=') {
        let characters = standard.chars().count();
        standard.extend(std::iter::repeat_n('=', characters.next_multiple_of(4) - characters));
    }
    decode_strict(&standard)
}

/// Decodes base64 mixed with any other characters, as `unpack('m')` of Ruby does: up to the padding, and as much as
/// possible of an unfinished group.
pub fn decode_relaxed(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut group = [0; 4];
    let mut length = 0;
    for byte in text.bytes() {
        match sextet(byte) {
            Some(value) => {
                group[length] = value;
                length += 1;
            }
            // Before the third character of a group, `=` is not padding but an invalid character.
            None if byte == b'=' && length >= 2 => break,
            None => {}
        }
        if length == 4 {
            bytes.extend_from_slice(&join(group));
            length = 0;
        }
    }
    group[length..].fill(0);
    bytes.extend_from_slice(&join(group)[..length.saturating_sub(1)]);
    bytes
}

/// Returns the three bytes of four times six bits.
fn join([a, b, c, d]: [u8; 4]) -> [u8; 3] {
    [a << 2 | b >> 4, b << 4 | c >> 2, c << 6 | d]
}

fn sextet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

#[cfg(test)]
mod tests;
