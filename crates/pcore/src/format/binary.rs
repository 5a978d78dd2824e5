//! Bytes.

use super::{FormatError, grammar::Format};
use crate::{
    binary::{encode_relaxed, encode_strict, encode_url_safe},
    inspect::inspected_bytes,
};

/// Formats bytes, as text or in base64.
pub(super) fn binary(bytes: &[u8], format: &Format) -> Result<String, FormatError> {
    let text = match format.letter {
        's' if format.alternate() => return Ok(format.layout()?.text(&inspected_bytes(bytes))),
        's' => std::str::from_utf8(bytes).map_err(|error| not_text(bytes, error.valid_up_to()))?.to_owned(),
        // Width and precision apply to the base64, not to the text around it.
        'p' => return Ok(format!("Binary(\"{}\")", format.layout()?.text(&encode_strict(bytes)))),
        'b' => encode_relaxed(bytes),
        'B' => encode_strict(bytes),
        'u' => encode_url_safe(bytes),
        't' => String::from("Binary"),
        'T' => String::from("BINARY"),
        _ => return Err(format.illegal("Binary", "bButTsp")),
    };
    let layout = format.layout()?;
    Ok(if format.alternate() { layout.text(&inspected_bytes(text.as_bytes())) } else { layout.text(&text) })
}

/// Ruby reports the first byte beyond ASCII, which need not be the one that makes the text invalid.
fn not_text(bytes: &[u8], valid_up_to: usize) -> FormatError {
    let first = bytes.iter().find(|byte| !byte.is_ascii()).or(bytes.get(valid_up_to));
    FormatError::NotText(first.copied().unwrap_or_default())
}
