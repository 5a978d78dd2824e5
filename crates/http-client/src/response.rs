//! Responses.

use std::io::{self, Read};

use ureq::{Body, http::Response as Answered};

/// How much of an error response is read.
const MAX_TEXT: u64 = 4096;

/// A response.
pub struct Response {
    answered: Answered<Body>,
    max_body: u64,
}

impl Response {
    pub(crate) fn new(answered: Answered<Body>, max_body: u64) -> Response {
        Response { answered, max_body }
    }

    /// The status code, for example 200.
    pub fn status(&self) -> u16 {
        self.answered.status().as_u16()
    }

    /// Whether the status code means success.
    pub fn is_success(&self) -> bool {
        self.answered.status().is_success()
    }

    /// Returns a header; `None` if it is missing or not text.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.answered.headers().get(name)?.to_str().ok()
    }

    /// Returns a reader for the body, which is streamed. Reading fails if the body exceeds the limit.
    pub fn into_reader(self) -> impl Read + Send {
        let (max, left) = (self.max_body, self.max_body);
        Limited { content: self.answered.into_body().into_with_config().limit(u64::MAX).reader(), max, left }
    }

    /// Returns the error message of the server: the beginning of the body, or the meaning of the status code.
    /// Characters that would affect a terminal or add lines to a log are escaped.
    pub fn into_text(self) -> String {
        let meaning = self.answered.status().canonical_reason().unwrap_or_default();
        let mut text = Vec::new();
        // What arrived before an error is still useful.
        let _ = self.into_reader().take(MAX_TEXT).read_to_end(&mut text);
        let text = String::from_utf8_lossy(&text);
        if text.trim().is_empty() { meaning.to_owned() } else { visible(text.trim_end()) }
    }
}

/// Escapes invisible characters: control characters, and those that change the direction of text.
pub(crate) fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
                visible.extend(letter.escape_unicode());
            }
            letter if letter.is_control() => visible.extend(letter.escape_default()),
            letter => visible.push(letter),
        }
    }
    visible
}

/// A body with a limit.
struct Limited<R> {
    content: R,
    max: u64,
    left: u64,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.content.read(buffer)?;
        let max = self.max;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            io::Error::other(format!(
                "the content is larger than {max} bytes; set BUNRAKU_MAX_DOWNLOAD to a larger number to allow it"
            ))
        })?;
        Ok(read)
    }
}
