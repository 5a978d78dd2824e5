//! Checks whether a text is JSON, with the messages of the parser that Puppet uses (json 2.6).
//!
//! That parser reports an error in an object for the whole object, and an error in an array for its entry. It also
//! accepts comments, and any escape in a string.

/// The line numbers in the source of json 2.6 that its messages begin with: for a document, the entry of an array, and
/// `NaN` or `Infinity`.
const DOCUMENT: u32 = 859;
const ENTRY: u32 = 451;
const CONSTANT: u32 = 225;

/// How deep arrays and objects may be nested.
const MAX_DEPTH: usize = 100;

/// Returns why a text is not JSON, if it is not.
pub(super) fn problem(text: &str) -> Option<String> {
    let mut reader = Reader { text, offset: 0, depth: 0 };
    reader.skip();
    let start = reader.offset;
    match reader.value() {
        Ok(()) => {
            reader.skip();
            (reader.offset < text.len()).then(|| unexpected(DOCUMENT, reader.rest()))
        }
        Err(JsonError::Unreported) => Some(unexpected(DOCUMENT, text.get(start..).unwrap_or_default())),
        Err(JsonError::Final(message)) => Some(message),
    }
}

fn unexpected(line: u32, rest: &str) -> String {
    format!("{line}: unexpected token at '{rest}'")
}

/// Why a value cannot be read.
enum JsonError {
    /// The enclosing value reports it.
    Unreported,
    /// The final message.
    Final(String),
}

struct Reader<'t> {
    text: &'t str,
    offset: usize,
    depth: usize,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// Skips blanks and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            let skipped = match rest.as_bytes() {
                [b' ' | b'\t' | b'\r' | b'\n', ..] => 1,
                [b'/', b'/', ..] => rest.find('\n').map_or(rest.len(), |end| end + 1),
                [b'/', b'*', ..] => match rest.find("*/") {
                    Some(end) => end + 2,
                    None => return,
                },
                _ => return,
            };
            self.offset += skipped;
        }
    }

    fn take(&mut self, expected: &str) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.offset += expected.len();
        }
        found
    }

    fn value(&mut self) -> Result<(), JsonError> {
        match self.rest().as_bytes().first() {
            Some(b'{') => self.nested(Reader::object),
            Some(b'[') => self.nested(Reader::array),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'N' | b'I') if self.rest().starts_with("NaN") || self.rest().starts_with("Infinity") => {
                Err(JsonError::Final(unexpected(CONSTANT, self.rest())))
            }
            _ if self.take("true") || self.take("false") || self.take("null") => Ok(()),
            _ => Err(JsonError::Unreported),
        }
    }

    fn nested(&mut self, read: fn(&mut Reader<'t>) -> Result<(), JsonError>) -> Result<(), JsonError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(JsonError::Final(format!("nesting of {} is too deep", self.depth)));
        }
        self.offset += 1;
        read(self)?;
        self.depth -= 1;
        Ok(())
    }

    fn object(&mut self) -> Result<(), JsonError> {
        self.skip();
        if self.take("}") {
            return Ok(());
        }
        loop {
            self.skip();
            self.string()?;
            self.skip();
            if !self.take(":") {
                return Err(JsonError::Unreported);
            }
            self.skip();
            self.value()?;
            self.skip();
            if self.take("}") {
                return Ok(());
            }
            if !self.take(",") {
                return Err(JsonError::Unreported);
            }
        }
    }

    fn array(&mut self) -> Result<(), JsonError> {
        self.skip();
        if self.take("]") {
            return Ok(());
        }
        loop {
            self.skip();
            let start = self.offset;
            let fail = |reader: &Reader<'t>, from: usize| {
                Err(JsonError::Final(unexpected(ENTRY, reader.text.get(from..).unwrap_or_default())))
            };
            match self.value() {
                Ok(()) => {}
                Err(JsonError::Unreported) => return fail(self, start),
                Err(error) => return Err(error),
            }
            self.skip();
            if self.take("]") {
                return Ok(());
            }
            if !self.take(",") {
                return fail(self, self.offset);
            }
        }
    }

    fn string(&mut self) -> Result<(), JsonError> {
        let bytes = self.rest().as_bytes();
        if bytes.first() != Some(&b'"') {
            return Err(JsonError::Unreported);
        }
        let mut at = 1;
        loop {
            match bytes.get(at) {
                None | Some(0..=0x1f) => return Err(JsonError::Unreported),
                Some(b'"') => break,
                Some(b'\\') => {
                    if bytes.get(at + 1) == Some(&b'u') {
                        let digits = bytes.get(at + 2..at + 6);
                        if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                            return Err(JsonError::Unreported);
                        }
                    }
                    at += 2;
                }
                Some(_) => at += 1,
            }
        }
        self.offset += at + 1;
        Ok(())
    }

    fn number(&mut self) -> Result<(), JsonError> {
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
        let sign = usize::from(bytes.first() == Some(&b'-'));
        let whole = digits(sign);
        if whole == 0 || whole > 1 && bytes.get(sign) == Some(&b'0') {
            return Err(JsonError::Unreported);
        }
        let mut end = sign + whole;
        if bytes.get(end) == Some(&b'.') && digits(end + 1) > 0 {
            end += 1 + digits(end + 1);
        }
        if let Some(b'e' | b'E') = bytes.get(end) {
            let exponent = end + 1 + usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
            if digits(exponent) > 0 {
                end = exponent + digits(exponent);
            }
        }
        self.offset += end;
        Ok(())
    }
}
