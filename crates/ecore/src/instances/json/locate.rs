//! Finds the offset of a value in a valid JSON text.

/// A step into a value.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

/// The offset of the value at a path, or of the nearest container if there is none.
pub(crate) fn locate(text: &str, path: &[Step]) -> usize {
    let mut scanner = Scanner { bytes: text.as_bytes(), at: 0 };
    scanner.blank();
    for step in path {
        let start = scanner.at;
        if !scanner.enter(step) {
            return start;
        }
    }
    scanner.at
}

struct Scanner<'t> {
    bytes: &'t [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> u8 {
        self.bytes.get(self.at).copied().unwrap_or(0)
    }

    fn blank(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    /// Moves to the value of a step; returns whether there is one.
    fn enter(&mut self, step: &Step) -> bool {
        let mut left = match step {
            Step::Index(index) => *index,
            Step::Key(_) => usize::MAX,
        };
        self.at += 1;
        loop {
            self.blank();
            if matches!(self.peek(), b']' | b'}' | 0) {
                return false;
            }
            match step {
                Step::Index(_) if left == 0 => return true,
                Step::Index(_) => left -= 1,
                Step::Key(wanted) => {
                    let start = self.at;
                    self.string();
                    let written = self.bytes.get(start..self.at).unwrap_or_default();
                    let found = std::str::from_utf8(written).ok().and_then(|key| pcore::json::parse(key).ok());
                    self.blank();
                    self.at += 1;
                    self.blank();
                    if found.as_ref().and_then(pcore::Value::as_str) == Some(wanted) {
                        return true;
                    }
                }
            }
            self.value();
            self.blank();
            if self.peek() != b',' {
                return false;
            }
            self.at += 1;
        }
    }

    /// Skips a string.
    fn string(&mut self) {
        self.at += 1;
        loop {
            match self.peek() {
                b'"' | 0 => {
                    self.at += 1;
                    return;
                }
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
    }

    /// Skips a value of any depth.
    fn value(&mut self) {
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                0 => return,
                b'"' => self.string(),
                b'[' | b'{' => {
                    depth += 1;
                    self.at += 1;
                }
                b']' | b'}' if depth == 0 => return,
                b']' | b'}' => {
                    depth -= 1;
                    self.at += 1;
                }
                b',' if depth == 0 => return,
                _ => {
                    self.at += 1;
                    continue;
                }
            }
            if depth == 0 {
                return;
            }
        }
    }
}
