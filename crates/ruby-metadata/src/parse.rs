//! Text to tree. A tree can be as deep as its text is long, so it is walked on a stack that is large enough for it.

use std::thread;

use diagnostics::{Diagnostic, Span};
use ruby_prism::Node;

/// How long a text may be. The longest type of a well-known module has a tenth of it.
const MAX_LENGTH: usize = 1 << 20;

/// Enough for a tree in which every second byte is a level. It is only touched as far as it is used.
const STACK: usize = 512 << 20;

/// Parses a text and hands its tree to a function.
pub(crate) fn with_tree<T: Send>(text: &str, work: impl FnOnce(&Node<'_>) -> T + Send) -> Result<T, Diagnostic> {
    if text.len() > MAX_LENGTH {
        let message = format!("the text has more than {MAX_LENGTH} bytes, which is too much for a resource type");
        return Err(Diagnostic::error(Span::default(), message));
    }
    let read = || {
        let parsed = ruby_prism::parse(text.as_bytes());
        if let Some(error) = parsed.errors().next() {
            let location = error.location();
            let span = Span { start: location.start(), end: location.end() };
            let message = format!("not valid Ruby: {}", String::from_utf8_lossy(error.message()));
            return Err(Diagnostic::error(span, message).hint("`ruby -c FILE` says more"));
        }
        Ok(work(&parsed.node()))
    };
    thread::scope(|scope| {
        let failure = |message: String| Err(Diagnostic::error(Span::default(), message));
        match thread::Builder::new().stack_size(STACK).spawn_scoped(scope, read) {
            Err(error) => failure(format!("could not allocate a stack for the parser: {error}")),
            Ok(thread) => thread.join().unwrap_or_else(|_| failure("it could not be read".into())),
        }
    })
}

/// A name of the tree as text.
pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}
