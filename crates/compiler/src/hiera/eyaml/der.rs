//! DER, as far as an envelope needs it: elements of a tag and a content, one after the other.
//!
//! Lengths of BER without a definite form are refused: OpenSSL writes none for envelopes in DER.

/// The bytes that were not read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader<'b> {
    rest: &'b [u8],
}

pub(super) const INTEGER: u8 = 0x02;
pub(super) const OCTET_STRING: u8 = 0x04;
pub(super) const OBJECT_IDENTIFIER: u8 = 0x06;
pub(super) const SEQUENCE: u8 = 0x30;
pub(super) const SET: u8 = 0x31;
/// `[0]`, with elements in it.
pub(super) const CONTEXT_0: u8 = 0xa0;
/// `[0]`, with bytes in it.
pub(super) const CONTEXT_0_PRIMITIVE: u8 = 0x80;

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { rest: bytes }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The tag of the next element.
    pub(super) fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    /// The tag and the content of the next element.
    pub(super) fn next(&mut self) -> Option<(u8, &'b [u8])> {
        let (tag, rest) = self.rest.split_first()?;
        let (first, rest) = rest.split_first()?;
        let (length, rest) = match first {
            0..=0x7f => (usize::from(*first), rest),
            // The number of length bytes that follow; more than four would be unreasonable.
            0x81..=0x84 => {
                let (bytes, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
                (bytes.iter().fold(0, |length, byte| (length << 8) | usize::from(*byte)), rest)
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        self.rest = rest;
        Some((*tag, content))
    }

    /// The content of the next element, which has a tag.
    pub(super) fn expect(&mut self, tag: u8) -> Option<&'b [u8]> {
        let (found, content) = self.next()?;
        (found == tag).then_some(content)
    }

    /// The elements in the next element, which has a tag.
    pub(super) fn enter(&mut self, tag: u8) -> Option<Reader<'b>> {
        self.expect(tag).map(Reader::new)
    }
}

/// An object identifier as people write it: `2.16.840.1.101.3.4.1.42`.
pub(super) fn dotted(identifier: &[u8]) -> String {
    let mut numbers: Vec<u64> = Vec::new();
    let mut number = 0_u64;
    for byte in identifier {
        number = number.wrapping_shl(7) | u64::from(byte & 0x7f);
        if byte & 0x80 == 0 {
            if numbers.is_empty() {
                let first = (number / 40).min(2);
                numbers.extend([first, number - first * 40]);
            } else {
                numbers.push(number);
            }
            number = 0;
        }
    }
    let numbers: Vec<String> = numbers.iter().map(u64::to_string).collect();
    numbers.join(".")
}
