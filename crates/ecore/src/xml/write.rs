//! Writes elements, indented by two blanks per level.

/// A text contains a character that XML cannot represent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("XML cannot hold the character U+{:04X} of '{}'", u32::from(*.character), .text.escape_debug())]
pub struct Unwritable {
    /// The character.
    pub character: char,
    /// The text, or its beginning.
    pub text: String,
}

/// A document that is being written.
pub(crate) struct Writer {
    out: String,
    /// The names of the elements that are open.
    names: Vec<String>,
    /// Whether the start tag of the innermost element is still open.
    in_tag: bool,
    /// Whether the innermost element contains text, so that no blanks may be added.
    in_text: bool,
    unwritable: Option<Unwritable>,
}

impl Writer {
    /// Begins a document.
    pub(crate) fn new() -> Writer {
        let mut writer = Writer::fragment();
        writer.out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        writer
    }

    /// Begins a part of another document.
    pub(crate) fn fragment() -> Writer {
        Writer { out: String::new(), names: Vec::new(), in_tag: false, in_text: false, unwritable: None }
    }

    pub(crate) fn begin(&mut self, name: &str) {
        self.end_tag();
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
        self.out.extend(std::iter::repeat_n("  ", self.names.len()));
        self.out.push('<');
        self.out.push_str(name);
        self.names.push(name.to_owned());
        self.in_tag = true;
    }

    /// Adds an attribute to the innermost element.
    pub(crate) fn attribute(&mut self, name: &str, value: &str) {
        self.out.push(' ');
        self.out.push_str(name);
        self.out.push_str("=\"");
        self.escaped(value, true);
        self.out.push('"');
    }

    /// Adds attributes to the innermost element.
    pub(crate) fn attributes(&mut self, attributes: &[(&str, &str)]) {
        attributes.iter().for_each(|(name, value)| self.attribute(name, value));
    }

    /// Adds an element that has only attributes.
    pub(crate) fn element(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.begin(name);
        self.attributes(attributes);
        self.end();
    }

    /// Adds an element that has only text.
    pub(crate) fn text_element(&mut self, name: &str, text: &str) {
        self.begin(name);
        self.end_tag();
        self.escaped(text, false);
        self.in_text = true;
        self.end();
    }

    /// Ends the innermost element.
    pub(crate) fn end(&mut self) {
        let Some(name) = self.names.pop() else { return };
        if self.in_tag {
            self.out.push_str("/>");
            self.in_tag = false;
        } else {
            if !self.in_text {
                self.out.push('\n');
                self.out.extend(std::iter::repeat_n("  ", self.names.len()));
            }
            self.out.push_str("</");
            self.out.push_str(&name);
            self.out.push('>');
        }
        self.in_text = false;
    }

    /// Returns the document, or the first character that could not be written.
    pub(crate) fn finish(mut self) -> Result<String, Unwritable> {
        while !self.names.is_empty() {
            self.end();
        }
        match self.unwritable.take() {
            Some(unwritable) => Err(unwritable),
            None => {
                self.out.push('\n');
                Ok(self.out)
            }
        }
    }

    fn end_tag(&mut self) {
        if self.in_tag {
            self.out.push('>');
            self.in_tag = false;
        }
    }

    fn escaped(&mut self, text: &str, in_attribute: bool) {
        for character in text.chars() {
            match character {
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '&' => self.out.push_str("&amp;"),
                '"' if in_attribute => self.out.push_str("&quot;"),
                // XML readers replace these by blanks.
                '\n' if in_attribute => self.out.push_str("&#10;"),
                '\t' if in_attribute => self.out.push_str("&#9;"),
                '\r' => self.out.push_str("&#13;"),
                _ if is_allowed(character) => self.out.push(character),
                _ => {
                    let text = text.chars().take(40).collect();
                    self.unwritable.get_or_insert(Unwritable { character, text });
                }
            }
        }
    }
}

/// Whether XML 1.0 allows a character.
pub(super) fn is_allowed(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}
