//! Encodings of the input and output of processes.
//!
//! There are only five, with a few lines each. A table-driven library would bring a hundred more that no provider
//! needs, but lacks the real ISO-8859-1 and writing UTF-16.

use std::{borrow::Cow, env, fmt, mem};

use super::Captured;

/// A character encoding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// `UTF-8`.
    #[default]
    Utf8,
    /// `ISO-8859-1`, also called `latin1`.
    Latin1,
    /// `US-ASCII`.
    Ascii,
    /// `UTF-16LE`.
    Utf16LittleEndian,
    /// `UTF-16BE`.
    Utf16BigEndian,
    /// `ASCII-8BIT`, also called `BINARY`: bytes that are not converted.
    Binary,
}

/// What to do with invalid bytes, and with characters that the encoding lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OnInvalid {
    /// Fail.
    Refuse,
    /// Replace them with this text.
    Replace(String),
}

impl OnInvalid {
    /// Replaces them with `U+FFFD`.
    pub fn replace() -> OnInvalid {
        OnInvalid::Replace(char::REPLACEMENT_CHARACTER.to_string())
    }
}

const NAMES: [(&str, Encoding); 11] = [
    ("UTF-8", Encoding::Utf8),
    ("ISO-8859-1", Encoding::Latin1),
    ("US-ASCII", Encoding::Ascii),
    ("UTF-16LE", Encoding::Utf16LittleEndian),
    ("UTF-16BE", Encoding::Utf16BigEndian),
    ("ASCII-8BIT", Encoding::Binary),
    ("UTF8", Encoding::Utf8),
    ("ISO8859-1", Encoding::Latin1),
    ("LATIN1", Encoding::Latin1),
    ("ASCII", Encoding::Ascii),
    ("BINARY", Encoding::Binary),
];

impl Encoding {
    /// Returns the encoding of the system, which is the default for all streams: that of the locale (`LC_ALL`,
    /// `LC_CTYPE` or `LANG`), or UTF-8 if the locale does not name a known encoding.
    pub fn of_system() -> Encoding {
        Encoding::of_locale(|variable| env::var(variable).ok())
    }

    /// Returns the encoding of a locale such as `de_DE.ISO-8859-1@euro`.
    pub(super) fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Encoding {
        let mut locales = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(variable);
        let locale = locales.find(|locale| !locale.is_empty()).unwrap_or_default();
        let codeset = locale.split('@').next().and_then(|locale| locale.split_once('.'));
        let encoding = |(_, codeset): (_, &str)| NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(codeset));
        codeset.and_then(encoding).map(|(_, encoding)| *encoding).unwrap_or_default()
    }

    /// The name of the encoding.
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(_, encoding)| *encoding == self).map_or("", |(name, _)| name)
    }

    /// Encodes a text. Fails on a character that the encoding lacks.
    pub(super) fn encode(self, text: &str, on_invalid: &OnInvalid) -> Result<Vec<u8>, char> {
        let highest = match self {
            Encoding::Utf8 | Encoding::Binary => return Ok(text.as_bytes().to_vec()),
            Encoding::Utf16LittleEndian => return Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
            Encoding::Utf16BigEndian => return Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
            Encoding::Latin1 => 0xff,
            Encoding::Ascii => 0x7f,
        };
        let byte = |character: char| u8::try_from(u32::from(character)).ok().filter(|byte| *byte <= highest);
        let mut bytes = Vec::with_capacity(text.len());
        for character in text.chars() {
            match (byte(character), on_invalid) {
                (Some(byte), _) => bytes.push(byte),
                (None, OnInvalid::Refuse) => return Err(character),
                (None, OnInvalid::Replace(replacement)) => {
                    // The encoding may lack the replacement as well, as it does for U+FFFD.
                    bytes.extend(replacement.chars().map(|character| byte(character).unwrap_or(b'?')));
                }
            }
        }
        Ok(bytes)
    }

    /// Decodes all of the stored output. Fails on invalid bytes unless they may be replaced.
    pub(super) fn decode(self, bytes: Vec<u8>, on_invalid: &OnInvalid) -> Result<Captured, NotInEncoding> {
        let bytes = match self {
            Encoding::Binary => return Ok(Captured::Bytes(bytes)),
            // Nearly all output is UTF-8, which is not copied.
            Encoding::Utf8 => match String::from_utf8(bytes) {
                Ok(text) => return Ok(Captured::Text(text)),
                Err(invalid) => invalid.into_bytes(),
            },
            _ => bytes,
        };
        let mut decoder = Decoder::new(self, on_invalid.clone());
        let mut text = String::with_capacity(bytes.len());
        decoder.decode(&bytes, &mut text)?;
        decoder.finish(&mut text)?;
        Ok(Captured::Text(text))
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// The error for invalid bytes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NotInEncoding;

/// Decodes bytes that arrive in chunks, which may end inside a character.
pub(super) struct Decoder {
    encoding: Encoding,
    on_invalid: OnInvalid,
    /// The bytes of an incomplete character.
    pending: Vec<u8>,
}

impl Decoder {
    pub(super) fn new(encoding: Encoding, on_invalid: OnInvalid) -> Decoder {
        Decoder { encoding, on_invalid, pending: Vec::new() }
    }

    /// Appends the decoded bytes.
    pub(super) fn decode(&mut self, bytes: &[u8], text: &mut String) -> Result<(), NotInEncoding> {
        let mut bytes = Cow::Borrowed(bytes);
        if !self.pending.is_empty() {
            let mut joined = mem::take(&mut self.pending);
            joined.extend_from_slice(&bytes);
            bytes = Cow::Owned(joined);
        }
        match self.encoding {
            // Binary output is decoded only for the log, where UTF-8 is the best guess.
            Encoding::Utf8 | Encoding::Binary => self.decode_utf8(&bytes, text),
            Encoding::Latin1 => {
                text.extend(bytes.iter().map(|byte| char::from(*byte)));
                Ok(())
            }
            Encoding::Ascii => bytes.iter().try_for_each(|byte| {
                if byte.is_ascii() {
                    text.push(char::from(*byte));
                    Ok(())
                } else {
                    self.replace(text)
                }
            }),
            Encoding::Utf16LittleEndian => self.decode_utf16(&bytes, u16::from_le_bytes, text),
            Encoding::Utf16BigEndian => self.decode_utf16(&bytes, u16::from_be_bytes, text),
        }
    }

    /// Ends the input.
    pub(super) fn finish(&mut self, text: &mut String) -> Result<(), NotInEncoding> {
        if mem::take(&mut self.pending).is_empty() { Ok(()) } else { self.replace(text) }
    }

    fn replace(&self, text: &mut String) -> Result<(), NotInEncoding> {
        match &self.on_invalid {
            OnInvalid::Refuse => Err(NotInEncoding),
            OnInvalid::Replace(replacement) => {
                text.push_str(replacement);
                Ok(())
            }
        }
    }

    fn decode_utf8(&mut self, bytes: &[u8], text: &mut String) -> Result<(), NotInEncoding> {
        let mut chunks = bytes.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            text.push_str(chunk.valid());
            if chunk.invalid().is_empty() {
                continue;
            }
            if chunks.peek().is_none() && is_incomplete(chunk.invalid()) {
                self.pending = chunk.invalid().to_vec();
            } else {
                self.replace(text)?;
            }
        }
        Ok(())
    }

    fn decode_utf16(&mut self, bytes: &[u8], unit: fn([u8; 2]) -> u16, text: &mut String) -> Result<(), NotInEncoding> {
        let (pairs, odd) = bytes.as_chunks::<2>();
        let mut units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
        let waits_for_second = units.last().is_some_and(|last| (0xd800..0xdc00).contains(last));
        if waits_for_second {
            units.pop();
            self.pending.extend_from_slice(&pairs[pairs.len() - 1]);
        }
        self.pending.extend_from_slice(odd);
        for character in char::decode_utf16(units) {
            match character {
                Ok(character) => text.push(character),
                Err(_) => self.replace(text)?,
            }
        }
        Ok(())
    }
}

/// Whether more bytes could complete a character.
fn is_incomplete(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}
