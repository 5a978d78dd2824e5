//! Numbers, texts and switches as bytes.

use ecow::EcoString;

/// Writes bytes.
#[derive(Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub(super) fn tagged(&mut self, tag: u8, bytes: &[u8]) {
        self.byte(tag);
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn tagged_text(&mut self, tag: u8, text: &str) {
        self.byte(tag);
        self.text(text);
    }

    /// Seven bits per byte; the eighth is set if more follow.
    pub(super) fn number(&mut self, mut number: usize) {
        while number >= 0x80 {
            self.byte((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        self.byte(number as u8);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.number(text.len());
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// At most eight.
    pub(super) fn switches<const COUNT: usize>(&mut self, switches: [bool; COUNT]) {
        let bits = switches.into_iter().enumerate().map(|(index, is_on)| u8::from(is_on) << index);
        self.byte(bits.fold(0, |all, bit| all | bit));
    }

    pub(super) fn finish(self) -> Vec<u8> {
        self.bytes
    }
}

/// Reads bytes that may be anything.
pub(super) struct Reader<'b> {
    bytes: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { bytes }
    }

    pub(super) fn is_at_end(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(*first)
    }

    pub(super) fn eight(&mut self) -> Option<[u8; 8]> {
        let (first, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*first)
    }

    pub(super) fn number(&mut self) -> Option<usize> {
        let mut number: usize = 0;
        for index in 0..8 {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f).checked_shl(7 * index)?;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn text(&mut self) -> Option<EcoString> {
        let length = self.number()?;
        let (text, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(std::str::from_utf8(text).ok()?.into())
    }

    pub(super) fn switches<const COUNT: usize>(&mut self) -> Option<[bool; COUNT]> {
        let bits = self.byte()?;
        // An unknown bit means that something else wrote the file.
        let known = (0..COUNT).fold(0u8, |known, index| known | (1 << index));
        (bits & !known == 0).then(|| std::array::from_fn(|index| bits & (1 << index) != 0))
    }

    /// As many things as a number says. Each takes a byte at least, so no number can ask for more room than there is.
    pub(super) fn several<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        if count > self.bytes.len() {
            return None;
        }
        let mut all = Vec::with_capacity(count.min(256));
        for _ in 0..count {
            all.push(read(self)?);
        }
        Some(all)
    }
}
