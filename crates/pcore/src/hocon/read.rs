//! Parses a document into a tree.

use crate::Value;

use super::{Fields, HoconError, Node};

/// The limit on the nesting of objects and arrays.
const MAX_DEPTH: usize = 128;

/// Characters that are not allowed in unquoted strings.
const FORBIDDEN: &[char] =
    &['$', '"', '{', '}', '[', ']', ':', '=', ',', '+', '#', '`', '^', '?', '!', '@', '*', '&', '\\'];

pub(super) fn read(text: &str) -> Result<Node, HoconError> {
    let mut reader = Reader { text, offset: 0, depth: 0 };
    reader.skip_lines();
    let root = match reader.peek() {
        Some('{') => reader.object()?,
        Some('[') => reader.array()?,
        _ => Node::Object(reader.fields(None)?),
    };
    reader.skip_lines();
    match reader.peek() {
        None => Ok(root),
        Some(letter) => Err(reader
            .error(format!("expected the end of the file, found '{letter}'"))
            .with_redacted("expected the end of the file")),
    }
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

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.offset += letter.len_utf8();
        Some(letter)
    }

    fn take(&mut self, text: &str) -> bool {
        let is_next = self.rest().starts_with(text);
        if is_next {
            self.offset += text.len();
        }
        is_next
    }

    fn error(&self, message: impl Into<String>) -> HoconError {
        HoconError::at(self.text, self.offset, message)
    }

    fn is_comment(&self) -> bool {
        self.rest().starts_with('#') || self.rest().starts_with("//")
    }

    /// Skips blanks and comments up to the end of the line.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            if self.is_comment() {
                self.offset += rest.find('\n').unwrap_or(rest.len());
                return;
            }
            match self.peek() {
                Some(letter) if is_blank(letter) => self.offset += letter.len_utf8(),
                _ => return,
            }
        }
    }

    /// Skips blanks, comments and line ends; returns whether there was a line end.
    fn skip_lines(&mut self) -> bool {
        let start = self.offset;
        loop {
            self.skip_blanks();
            if !self.take("\n") {
                return self.text.get(start..self.offset).unwrap_or_default().contains('\n');
            }
        }
    }

    fn nested<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T, HoconError>) -> Result<T, HoconError> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error(format!("nested more than {MAX_DEPTH} levels deep")));
        }
        self.depth += 1;
        let result = work(self);
        self.depth -= 1;
        result
    }

    fn object(&mut self) -> Result<Node, HoconError> {
        self.bump();
        self.nested(|reader| reader.fields(Some('}'))).map(Node::Object)
    }

    /// Reads the fields up to the end of an object, or of the document.
    fn fields(&mut self, end: Option<char>) -> Result<Fields, HoconError> {
        let mut fields = Fields::default();
        self.skip_lines();
        loop {
            match (self.peek(), end) {
                (None, None) => return Ok(fields),
                (None, Some(end)) => return Err(self.error(format!("expected '{end}', found the end of the file"))),
                (Some(letter), Some(end)) if letter == end => {
                    self.bump();
                    return Ok(fields);
                }
                _ => {}
            }
            self.field(&mut fields)?;
            let new_line = self.skip_lines();
            let comma = self.take(",");
            self.skip_lines();
            if !new_line && !comma && self.peek().is_some() && self.peek() != end {
                return Err(self.error("expected a comma or a new line between two fields"));
            }
        }
    }

    fn field(&mut self, fields: &mut Fields) -> Result<(), HoconError> {
        let path = self.path()?;
        if let [word] = path.as_slice()
            && word.starts_with("include")
            && word.trim_start_matches("include").starts_with(char::is_whitespace)
        {
            return Err(self.error("'include' is not supported in data"));
        }
        self.skip_lines();
        let value = if self.peek() == Some('{') {
            self.value()?
        } else if self.take("+=") {
            self.skip_lines();
            let before = Node::Substitution { path: path.clone(), optional: true, at: self.offset };
            let added = self.value()?;
            Node::Row(vec![before, Node::Array(vec![added])])
        } else if self.take(":") || self.take("=") {
            self.skip_lines();
            self.value()?
        } else {
            return Err(self
                .error(format!("expected ':' or '=' after the key '{}'", path.join(".")))
                .with_redacted("expected ':' or '=' after a key"));
        };
        if self.depth + path.len() > MAX_DEPTH {
            return Err(self.error(format!("nested more than {MAX_DEPTH} levels deep")));
        }
        insert(fields, path, value);
        Ok(())
    }

    /// Reads the steps of a key: words separated by dots, or quoted strings.
    fn path(&mut self) -> Result<Vec<String>, HoconError> {
        let (mut steps, mut step, mut quoted) = (Vec::new(), String::new(), false);
        loop {
            match self.peek() {
                Some('"') => {
                    step.push_str(&self.quoted()?);
                    quoted = true;
                }
                Some('.') => {
                    self.bump();
                    steps.push(finished(&mut step, &mut quoted).ok_or_else(|| self.error("a key has an empty part"))?);
                }
                Some(letter) if is_blank(letter) => {
                    self.bump();
                    step.push(letter);
                }
                Some(letter) if !FORBIDDEN.contains(&letter) && letter != '\n' && !self.is_comment() => {
                    self.bump();
                    step.push(letter);
                }
                _ => break,
            }
        }
        steps.push(finished(&mut step, &mut quoted).ok_or_else(|| self.error("expected a key"))?);
        Ok(steps)
    }

    fn array(&mut self) -> Result<Node, HoconError> {
        self.bump();
        self.nested(|reader| {
            let mut items = Vec::new();
            reader.skip_lines();
            loop {
                match reader.peek() {
                    None => return Err(reader.error("expected ']', found the end of the file")),
                    Some(']') => {
                        reader.bump();
                        return Ok(Node::Array(items));
                    }
                    Some(_) => {}
                }
                items.push(reader.value()?);
                let new_line = reader.skip_lines();
                let comma = reader.take(",");
                reader.skip_lines();
                if !new_line && !comma && reader.peek().is_some_and(|letter| letter != ']') {
                    return Err(reader.error("expected a comma or a new line between two elements"));
                }
            }
        })
    }

    /// Reads a value, or several adjacent ones up to the end of the line.
    fn value(&mut self) -> Result<Node, HoconError> {
        let mut row: Vec<Node> = Vec::new();
        loop {
            let start = self.offset;
            self.skip_blanks();
            let blanks = self.text.get(start..self.offset).unwrap_or_default();
            let next = match self.peek() {
                Some('{') => self.object()?,
                Some('[') => self.array()?,
                Some('"') => {
                    let text = self.quoted()?;
                    Node::Plain { value: Value::from(text.as_str()), text }
                }
                Some('$') => self.substitution()?,
                Some(letter) if !FORBIDDEN.contains(&letter) && letter != '\n' && !self.is_comment() => self.word(),
                _ => break,
            };
            if !row.is_empty() && !blanks.is_empty() {
                row.push(Node::Plain { value: Value::from(blanks), text: blanks.to_owned() });
            }
            row.push(next);
        }
        match row.len() {
            0 => Err(self.error("expected a value")),
            1 => Ok(row.remove(0)),
            _ => Ok(Node::Row(row)),
        }
    }

    /// Reads an unquoted word: a number, `true`, `false`, `null`, or a string.
    fn word(&mut self) -> Node {
        let start = self.offset;
        while let Some(letter) = self.peek() {
            if FORBIDDEN.contains(&letter) || letter.is_whitespace() || self.is_comment() {
                break;
            }
            self.bump();
        }
        let text = self.text.get(start..self.offset).unwrap_or_default().to_owned();
        let value = match text.as_str() {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "null" => Value::Undef,
            word => number(word).unwrap_or_else(|| Value::from(word)),
        };
        Node::Plain { value, text }
    }

    fn substitution(&mut self) -> Result<Node, HoconError> {
        let at = self.offset;
        if !self.take("${") {
            return Err(self.error("expected '{' after '$'"));
        }
        let optional = self.take("?");
        let path = self.path()?;
        if !self.take("}") {
            return Err(self.error("expected '}' at the end of a substitution"));
        }
        Ok(Node::Substitution { path, optional, at })
    }

    fn quoted(&mut self) -> Result<String, HoconError> {
        if self.take("\"\"\"") {
            let rest = self.rest();
            let end = rest.find("\"\"\"").ok_or_else(|| self.error("unclosed triple-quoted string"))?;
            // Additional quotes at the end belong to the string.
            let more = rest.get(end + 3..).unwrap_or_default().bytes().take_while(|byte| *byte == b'"').count();
            let text = rest.get(..end + more).unwrap_or_default().to_owned();
            self.offset += end + more + 3;
            return Ok(text);
        }
        let start = self.offset;
        self.bump();
        loop {
            match self.bump() {
                Some('"') => break,
                Some('\\') => {
                    self.bump();
                }
                Some('\n') | None => return Err(self.error("unclosed string")),
                Some(_) => {}
            }
        }
        let text = self.text.get(start..self.offset).unwrap_or_default();
        match crate::json::parse(text) {
            Ok(Value::String(text)) => Ok(text.into()),
            _ => Err(self.error("invalid string: only the escapes of JSON are allowed")),
        }
    }
}

fn is_blank(letter: char) -> bool {
    letter != '\n' && (letter.is_whitespace() || letter == '\u{feff}')
}

/// Returns a step of a key, without the blanks around it; `None` if it is empty.
fn finished(step: &mut String, quoted: &mut bool) -> Option<String> {
    let text = std::mem::take(step);
    let text = text.trim().to_owned();
    let was_quoted = std::mem::take(quoted);
    (was_quoted || !text.is_empty()).then_some(text)
}

/// Parses a number as JSON defines it; all other words are strings.
fn number(word: &str) -> Option<Value> {
    if !word.starts_with(|letter: char| letter == '-' || letter.is_ascii_digit()) {
        return None;
    }
    match crate::json::parse(word) {
        Ok(value @ (Value::Integer(_) | Value::Float(_))) => Some(value),
        _ => None,
    }
}

/// Adds a definition of a path: its last step is a field of the nested objects that the others name.
fn insert(fields: &mut Fields, path: Vec<String>, value: Node) {
    let mut steps = path.into_iter().rev();
    let mut value = value;
    let Some(mut name) = steps.next() else { return };
    for outer in steps {
        let mut inner = Fields::default();
        inner.insert(name, vec![value]);
        value = Node::Object(inner);
        name = outer;
    }
    fields.entry(name).or_default().push(value);
}
