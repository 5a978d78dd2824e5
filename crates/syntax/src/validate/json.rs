//! Whether a text is JSON, and where it stops being so, in the words of the parser that Puppet uses.
//!
//! That parser tells little: what is wrong in an object is told of the whole object, and what is wrong in an array of the
//! entry. It also reads comments, and any escape in a string.

/// The places in the source of json 2.6 that its messages begin with: the end of a document, and the entry of an array.
const DOCUMENT: u32 = 859;
const ENTRY: u32 = 451;
const CONSTANT: u32 = 225;

/// How deep arrays and objects may stand in each other.
const DEEPEST: usize = 100;

/// Says why a text is not JSON.
pub(super) fn problem(text: &str) -> Option<String> {
    let mut reader = Reader { text, offset: 0, depth: 0 };
    reader.skip();
    let start = reader.offset;
    match reader.value() {
        Ok(()) => {
            reader.skip();
            (reader.offset < text.len()).then(|| unexpected(DOCUMENT, reader.rest()))
        }
        Err(Wrong::Here) => Some(unexpected(DOCUMENT, text.get(start..).unwrap_or_default())),
        Err(Wrong::Told(message)) => Some(message),
    }
}

fn unexpected(place: u32, rest: &str) -> String {
    format!("{place}: unexpected token at '{rest}'")
}

/// Why a value cannot be read.
enum Wrong {
    /// It is for what it stands in to tell.
    Here,
    /// Nothing else will be told.
    Told(String),
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

    fn take(&mut self, wanted: &str) -> bool {
        let found = self.rest().starts_with(wanted);
        if found {
            self.offset += wanted.len();
        }
        found
    }

    fn value(&mut self) -> Result<(), Wrong> {
        match self.rest().as_bytes().first() {
            Some(b'{') => self.nested(Reader::object),
            Some(b'[') => self.nested(Reader::array),
            Some(b'"') => self.string(),
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'N' | b'I') if self.rest().starts_with("NaN") || self.rest().starts_with("Infinity") => {
                Err(Wrong::Told(unexpected(CONSTANT, self.rest())))
            }
            _ if self.take("true") || self.take("false") || self.take("null") => Ok(()),
            _ => Err(Wrong::Here),
        }
    }

    fn nested(&mut self, read: fn(&mut Reader<'t>) -> Result<(), Wrong>) -> Result<(), Wrong> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Wrong::Told(format!("nesting of {} is too deep", self.depth)));
        }
        self.offset += 1;
        read(self)?;
        self.depth -= 1;
        Ok(())
    }

    fn object(&mut self) -> Result<(), Wrong> {
        self.skip();
        if self.take("}") {
            return Ok(());
        }
        loop {
            self.skip();
            self.string()?;
            self.skip();
            if !self.take(":") {
                return Err(Wrong::Here);
            }
            self.skip();
            self.value()?;
            self.skip();
            if self.take("}") {
                return Ok(());
            }
            if !self.take(",") {
                return Err(Wrong::Here);
            }
        }
    }

    fn array(&mut self) -> Result<(), Wrong> {
        self.skip();
        if self.take("]") {
            return Ok(());
        }
        loop {
            self.skip();
            let start = self.offset;
            let told = |reader: &Reader<'t>, from: usize| {
                Err(Wrong::Told(unexpected(ENTRY, reader.text.get(from..).unwrap_or_default())))
            };
            match self.value() {
                Ok(()) => {}
                Err(Wrong::Here) => return told(self, start),
                Err(told) => return Err(told),
            }
            self.skip();
            if self.take("]") {
                return Ok(());
            }
            if !self.take(",") {
                return told(self, self.offset);
            }
        }
    }

    fn string(&mut self) -> Result<(), Wrong> {
        let bytes = self.rest().as_bytes();
        if bytes.first() != Some(&b'"') {
            return Err(Wrong::Here);
        }
        let mut at = 1;
        loop {
            match bytes.get(at) {
                None | Some(0..=0x1f) => return Err(Wrong::Here),
                Some(b'"') => break,
                Some(b'\\') => {
                    if bytes.get(at + 1) == Some(&b'u') {
                        let digits = bytes.get(at + 2..at + 6);
                        if !digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit)) {
                            return Err(Wrong::Here);
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

    fn number(&mut self) -> Result<(), Wrong> {
        let bytes = self.rest().as_bytes();
        let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
        let sign = usize::from(bytes.first() == Some(&b'-'));
        let whole = digits(sign);
        if whole == 0 || whole > 1 && bytes.get(sign) == Some(&b'0') {
            return Err(Wrong::Here);
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
