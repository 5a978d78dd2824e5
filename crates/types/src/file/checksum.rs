//! Checksums of contents.

use std::io::{self, Read};

use md5::Md5;
use pcore::names::hexadecimal;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

/// How many bytes of a content the `lite` checksums cover.
const LITE: u64 = 512;

/// Buffer sizes: the first, and the one for files that turn out to be large.
const SMALL: usize = 8 * 1024;
const LARGE: usize = 128 * 1024;

/// How contents are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Checksum {
    Sha256,
    Sha256Lite,
    Md5,
    Md5Lite,
    Sha1,
    Sha1Lite,
    Sha512,
    Sha384,
    Sha224,
    /// The time of the last change of the content.
    Mtime,
    /// The time of the last change of the file.
    Ctime,
    /// Contents are not compared.
    None,
}

/// Each kind with its name and the number of its hexadecimal digits, in the order of the variants, which is that of
/// Puppet's messages.
pub(super) const KINDS: [(Checksum, &str, usize); 12] = [
    (Checksum::Sha256, "sha256", 64),
    (Checksum::Sha256Lite, "sha256lite", 64),
    (Checksum::Md5, "md5", 32),
    (Checksum::Md5Lite, "md5lite", 32),
    (Checksum::Sha1, "sha1", 40),
    (Checksum::Sha1Lite, "sha1lite", 40),
    (Checksum::Sha512, "sha512", 128),
    (Checksum::Sha384, "sha384", 96),
    (Checksum::Sha224, "sha224", 56),
    (Checksum::Mtime, "mtime", 0),
    (Checksum::Ctime, "ctime", 0),
    (Checksum::None, "none", 0),
];

impl Checksum {
    pub(super) fn from_name(name: &str) -> Option<Checksum> {
        KINDS.iter().find(|(_, known, _)| *known == name).map(|(checksum, ..)| *checksum)
    }

    pub(super) fn name(self) -> &'static str {
        KINDS[self as usize].1
    }

    /// Whether it is a time, which content from a manifest does not have.
    pub(super) fn is_time(self) -> bool {
        matches!(self, Checksum::Mtime | Checksum::Ctime)
    }

    /// Whether it depends on the beginning of the content only.
    fn is_lite(self) -> bool {
        matches!(self, Checksum::Sha256Lite | Checksum::Md5Lite | Checksum::Sha1Lite)
    }

    /// Whether it depends on all of the content.
    pub(super) fn covers_whole_content(self) -> bool {
        !self.is_lite() && !self.is_time() && self != Checksum::None
    }

    /// Whether a text has the form of such a checksum.
    pub(super) fn accepts(self, text: &str) -> bool {
        if self.is_time() {
            return !text.is_empty();
        }
        text.len() == KINDS[self as usize].2 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    /// The checksum of a reader's content, in hexadecimal digits. Everything is read, even if only the beginning
    /// counts.
    pub(super) fn of(self, content: &mut dyn Read) -> io::Result<String> {
        let limit = self.limit();
        match self {
            Checksum::Sha256 | Checksum::Sha256Lite => digest::<Sha256>(content, limit),
            Checksum::Md5 | Checksum::Md5Lite => digest::<Md5>(content, limit),
            Checksum::Sha1 | Checksum::Sha1Lite => digest::<Sha1>(content, limit),
            Checksum::Sha512 => digest::<Sha512>(content, limit),
            Checksum::Sha384 => digest::<Sha384>(content, limit),
            Checksum::Sha224 => digest::<Sha224>(content, limit),
            Checksum::Mtime | Checksum::Ctime | Checksum::None => {
                io::copy(content, &mut io::sink())?;
                Ok(String::new())
            }
        }
    }

    /// How many bytes count.
    fn limit(self) -> u64 {
        if self.is_lite() { LITE } else { u64::MAX }
    }

    /// The checksum of bytes in memory, with its name: `{sha256}…`.
    pub(super) fn of_bytes(self, mut content: &[u8]) -> String {
        // Reading from memory does not fail.
        self.with_name(&self.of(&mut content).unwrap_or_default())
    }

    /// The checksum of a file, with its name. The file is opened only if its content is needed.
    pub(super) fn of_file<R: Read>(self, open: impl FnOnce() -> io::Result<R>) -> io::Result<String> {
        if self == Checksum::None {
            return Ok(self.with_name(""));
        }
        Ok(self.with_name(&self.of(&mut open()?.take(self.limit()))?))
    }

    /// The checksum in the form of messages: `{md5}…`.
    pub(super) fn with_name(self, sum: &str) -> String {
        format!("{{{}}}{sum}", self.name())
    }
}

fn digest<D: Digest>(content: &mut dyn Read, mut left: u64) -> io::Result<String> {
    let mut digest = D::new();
    // Most files are small, and clearing a large buffer would take longer than reading them.
    let mut small = [0; SMALL];
    let mut large = Vec::new();
    loop {
        let buffer = if large.is_empty() { &mut small[..] } else { &mut large[..] };
        let read = match content.read(buffer) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let counted = usize::try_from(left).unwrap_or(usize::MAX).min(read);
        digest.update(&buffer[..counted]);
        left -= counted as u64;
        if read == SMALL && large.is_empty() {
            large.resize(LARGE, 0);
        }
    }
    Ok(hexadecimal(&digest.finalize()))
}
