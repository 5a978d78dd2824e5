//! Checksums of contents.

use std::io::{self, Read};

use md5::Md5;
use pcore::names::hexadecimal;
use sha1::Sha1;
use sha2::{Digest, Sha224, Sha256, Sha384, Sha512};

/// How many bytes of a file the `lite` checksums read.
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

impl Checksum {
    /// All of them, in the order of Puppet's messages.
    pub(super) const ALL: [Checksum; 12] = [
        Checksum::Sha256,
        Checksum::Sha256Lite,
        Checksum::Md5,
        Checksum::Md5Lite,
        Checksum::Sha1,
        Checksum::Sha1Lite,
        Checksum::Sha512,
        Checksum::Sha384,
        Checksum::Sha224,
        Checksum::Mtime,
        Checksum::Ctime,
        Checksum::None,
    ];

    pub(super) fn from_name(name: &str) -> Option<Checksum> {
        Checksum::ALL.into_iter().find(|checksum| checksum.name() == name)
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Checksum::Sha256 => "sha256",
            Checksum::Sha256Lite => "sha256lite",
            Checksum::Md5 => "md5",
            Checksum::Md5Lite => "md5lite",
            Checksum::Sha1 => "sha1",
            Checksum::Sha1Lite => "sha1lite",
            Checksum::Sha512 => "sha512",
            Checksum::Sha384 => "sha384",
            Checksum::Sha224 => "sha224",
            Checksum::Mtime => "mtime",
            Checksum::Ctime => "ctime",
            Checksum::None => "none",
        }
    }

    /// Whether it is a time, which content from a manifest does not have.
    pub(super) fn is_time(self) -> bool {
        matches!(self, Checksum::Mtime | Checksum::Ctime)
    }

    /// Whether it depends on all of the content.
    pub(super) fn covers_whole_content(self) -> bool {
        match self {
            Checksum::Sha256
            | Checksum::Md5
            | Checksum::Sha1
            | Checksum::Sha512
            | Checksum::Sha384
            | Checksum::Sha224 => true,
            Checksum::Sha256Lite
            | Checksum::Md5Lite
            | Checksum::Sha1Lite
            | Checksum::Mtime
            | Checksum::Ctime
            | Checksum::None => false,
        }
    }

    /// Whether a text has the form of such a checksum.
    pub(super) fn accepts(self, text: &str) -> bool {
        let digits = match self {
            Checksum::Sha256 | Checksum::Sha256Lite => 64,
            Checksum::Md5 | Checksum::Md5Lite => 32,
            Checksum::Sha1 | Checksum::Sha1Lite => 40,
            Checksum::Sha512 => 128,
            Checksum::Sha384 => 96,
            Checksum::Sha224 => 56,
            Checksum::Mtime | Checksum::Ctime => return !text.is_empty(),
            Checksum::None => return text.is_empty(),
        };
        text.len() == digits && text.bytes().all(|byte| byte.is_ascii_hexdigit())
    }

    /// The checksum of a reader's content, in hexadecimal digits. Everything is read, even if only the beginning
    /// counts.
    pub(super) fn of(self, content: &mut dyn Read) -> io::Result<String> {
        match self {
            Checksum::Sha256 => digest::<Sha256>(content, None),
            Checksum::Sha256Lite => digest::<Sha256>(content, Some(LITE)),
            Checksum::Md5 => digest::<Md5>(content, None),
            Checksum::Md5Lite => digest::<Md5>(content, Some(LITE)),
            Checksum::Sha1 => digest::<Sha1>(content, None),
            Checksum::Sha1Lite => digest::<Sha1>(content, Some(LITE)),
            Checksum::Sha512 => digest::<Sha512>(content, None),
            Checksum::Sha384 => digest::<Sha384>(content, None),
            Checksum::Sha224 => digest::<Sha224>(content, None),
            Checksum::Mtime | Checksum::Ctime | Checksum::None => {
                io::copy(content, &mut io::sink())?;
                Ok(String::new())
            }
        }
    }

    /// The checksum of bytes in memory, with its name: `{sha256}…`.
    pub(super) fn of_bytes(self, mut content: &[u8]) -> String {
        // Reading from memory does not fail.
        self.with_name(&self.of(&mut content).unwrap_or_default())
    }

    /// The checksum of a file, with its name. The file is opened only if its content is needed.
    pub(super) fn of_file<R: Read>(self, open: impl FnOnce() -> io::Result<R>) -> io::Result<String> {
        let limit = match self {
            Checksum::Sha256Lite | Checksum::Md5Lite | Checksum::Sha1Lite => LITE,
            Checksum::None => return Ok(self.with_name("")),
            _ => u64::MAX,
        };
        Ok(self.with_name(&self.of(&mut open()?.take(limit))?))
    }

    /// The checksum in the form of messages: `{md5}…`.
    pub(super) fn with_name(self, sum: &str) -> String {
        format!("{{{}}}{sum}", self.name())
    }
}

fn digest<D: Digest>(content: &mut dyn Read, limit: Option<u64>) -> io::Result<String> {
    let mut digest = D::new();
    let mut left = limit.unwrap_or(u64::MAX);
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
