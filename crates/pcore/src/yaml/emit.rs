//! Writes values in block style, byte for byte like the library used by Psych.
//!
//! Collections are written in lines of their own. A scalar is written in the style that Psych selects (`style`), unless
//! its text needs a safer one; long ones continue on further lines.

use std::borrow::Cow;

use libyaml_safer::ScalarStyle;

use super::{
    events::is_break,
    style,
    write::{WriteOptions, float},
};
use crate::{
    time::Timestamp,
    value::{Hash, Value},
};

/// The column after which lines are broken.
const WIDTH: usize = 80;

/// The limit on the length of a key that is written in front of its value.
const MAX_KEY_LENGTH: usize = 128;

/// The levels of indentation.
const STEP: usize = 2;

/// Writes a value that has been checked.
pub(super) fn emit(value: &Value, options: WriteOptions<'_>) -> String {
    let mut emitter = Emitter {
        text: String::from("---"),
        column: 3,
        is_spaced: false,
        is_indented: false,
        keeps_breaks: false,
        offset: options.offset,
        second: None,
    };
    let context = Context { indent: None, is_in_hash: false, is_key: false };
    match value {
        Value::Hash(hash) => emitter.hash(hash, options.tag, context),
        other => emitter.value(other, context),
    }
    emitter.new_line(0);
    if emitter.keeps_breaks {
        emitter.text.push_str("...\n");
    }
    emitter.text
}

/// Where a value is.
#[derive(Clone, Copy)]
struct Context {
    /// The indentation of the collection that contains it.
    indent: Option<usize>,
    /// Whether that is a hash.
    is_in_hash: bool,
    /// Whether it is a key in front of its value.
    is_key: bool,
}

/// A scalar before its style is known.
struct Scalar<'t> {
    text: Cow<'t, str>,
    tag: Option<&'static str>,
    style: ScalarStyle,
    /// Whether quotes would change the meaning, so that a quoted one needs a tag.
    is_word: bool,
}

struct Emitter {
    text: String,
    /// The number of characters in the last line.
    column: usize,
    /// Whether the text ends with white space that separates.
    is_spaced: bool,
    /// Whether the last line has only indentation and indicators so far.
    is_indented: bool,
    /// Whether the last block scalar keeps its trailing line breaks.
    keeps_breaks: bool,
    /// The offset from UTC of points in time.
    offset: Option<i32>,
    /// The last second that was written, with its text and the zone: many points in time of a document are in few seconds.
    second: Option<(i64, String, String)>,
}

impl Emitter {
    fn value(&mut self, value: &Value, context: Context) {
        match value {
            Value::Array(items) if items.is_empty() => self.indicator("[]", true, false),
            Value::Array(items) => self.array(items, context),
            Value::Hash(hash) => self.hash(hash, None, context),
            other => {
                let scalar = self.scalar_of(other);
                self.scalar(&scalar, &Analysis::of(&scalar.text), context);
            }
        }
    }

    /// The text of a point in time.
    fn moment(&mut self, time: Timestamp, offset: i32) -> String {
        let second = time.seconds();
        if self.second.as_ref().is_none_or(|(known, ..)| *known != second) {
            self.second = Some((second, time.format_at("%F %T", offset), time.format_at("%:z", offset)));
        }
        let nanoseconds = time.as_nanoseconds() - i128::from(second) * 1_000_000_000;
        let (text, zone) = self.second.as_ref().map_or(("", ""), |(_, text, zone)| (text, zone));
        format!("{text}.{nanoseconds:09} {zone}")
    }

    /// The scalar of a value that is no collection.
    fn scalar_of<'v>(&mut self, value: &'v Value) -> Scalar<'v> {
        let word = |text: Cow<'v, str>| Scalar { text, tag: None, style: ScalarStyle::Plain, is_word: true };
        match (value, self.offset) {
            (Value::Boolean(value), _) => word(Cow::Borrowed(if *value { "true" } else { "false" })),
            (Value::Integer(number), _) => word(Cow::Owned(number.to_string())),
            (Value::Float(number), _) => word(Cow::Owned(float(*number))),
            (Value::Timestamp(time), Some(offset)) => word(Cow::Owned(self.moment(*time, offset))),
            (Value::Symbol(name), _) if name.is_empty() => {
                Scalar { text: Cow::Borrowed(""), tag: Some("!ruby/symbol"), style: ScalarStyle::Plain, is_word: true }
            }
            (Value::Symbol(name), _) => word(Cow::Owned(format!(":{name}"))),
            // A key that would merge needs a tag to stay a key.
            (Value::String(text), _) if text == "<<" => {
                let style = ScalarStyle::SingleQuoted;
                Scalar { text: Cow::Borrowed(text), tag: Some("!!str"), style, is_word: true }
            }
            (Value::String(text), _) => {
                Scalar { text: Cow::Borrowed(text), tag: None, style: style::of(text), is_word: false }
            }
            // Undef; what is not data has been refused.
            _ => word(Cow::Borrowed("")),
        }
    }

    fn array(&mut self, items: &[Value], context: Context) {
        // A list in a hash is not indented.
        let indent = match context.indent {
            Some(indent) if context.is_in_hash && !self.is_indented => indent,
            Some(indent) => indent + STEP,
            None => 0,
        };
        for item in items {
            self.new_line(indent);
            self.indicator("-", true, true);
            self.value(item, Context { indent: Some(indent), is_in_hash: false, is_key: false });
        }
    }

    fn hash(&mut self, hash: &Hash, tag: Option<&str>, context: Context) {
        if let Some(tag) = tag {
            self.indicator(tag, true, false);
        }
        if hash.is_empty() {
            return self.indicator("{}", true, false);
        }
        let indent = context.indent.map_or(0, |indent| indent + STEP);
        let context = Context { indent: Some(indent), is_in_hash: true, is_key: false };
        for (key, value) in hash.iter() {
            self.new_line(indent);
            if self.simple_key(key, context) {
                self.indicator(":", false, false);
            } else {
                self.indicator("?", true, true);
                self.value(key, context);
                self.new_line(indent);
                self.indicator(":", true, true);
            }
            self.value(value, context);
        }
    }

    /// Writes a key if it is short enough to be in front of its value.
    fn simple_key(&mut self, key: &Value, context: Context) -> bool {
        let context = Context { is_key: true, ..context };
        match key {
            Value::Array(items) if !items.is_empty() => false,
            Value::Hash(hash) if !hash.is_empty() => false,
            Value::Array(_) | Value::Hash(_) => {
                self.value(key, context);
                true
            }
            other => {
                let scalar = self.scalar_of(other);
                let analysis = Analysis::of(&scalar.text);
                let length = scalar.text.len() + scalar.tag.map_or(0, str::len);
                let is_simple = !analysis.has_breaks && length <= MAX_KEY_LENGTH;
                if is_simple {
                    self.scalar(&scalar, &analysis, context);
                }
                is_simple
            }
        }
    }

    fn scalar(&mut self, scalar: &Scalar<'_>, analysis: &Analysis, context: Context) {
        let text = &*scalar.text;
        let mut style = scalar.style;
        if context.is_key && analysis.has_breaks {
            style = ScalarStyle::DoubleQuoted;
        }
        if style == ScalarStyle::Plain && (!analysis.allows_plain || text.is_empty() && context.is_key) {
            style = ScalarStyle::SingleQuoted;
        }
        if style == ScalarStyle::SingleQuoted && !analysis.allows_single_quotes {
            style = ScalarStyle::DoubleQuoted;
        }
        if style == ScalarStyle::Literal && (!analysis.allows_block || context.is_key) {
            style = ScalarStyle::DoubleQuoted;
        }
        match scalar.tag {
            Some(tag) => self.indicator(tag, true, false),
            None if scalar.is_word && style != ScalarStyle::Plain => self.indicator("!", true, false),
            None => {}
        }
        let indent = context.indent.map_or(STEP, |indent| indent + STEP);
        let may_break = !context.is_key;
        match style {
            ScalarStyle::Literal => self.literal(text, indent),
            ScalarStyle::DoubleQuoted => self.double_quoted(text, indent, may_break),
            ScalarStyle::SingleQuoted => {
                self.indicator("'", true, false);
                self.folded(text, indent, may_break, true);
                self.indicator("'", false, false);
            }
            _ => {
                if !text.is_empty() {
                    self.space();
                }
                self.folded(text, indent, may_break, false);
                self.is_spaced = false;
                self.is_indented = false;
            }
        }
    }

    /// Writes a text with or without single quotes; its spaces may become line breaks.
    fn folded(&mut self, text: &str, indent: usize, may_break: bool, is_quoted: bool) {
        let needs_decision = |character: char| matches!(character, ' ' | '\'') || is_break(character);
        let (mut after_space, mut after_break) = (false, false);
        let mut rest = text;
        while let Some(character) = rest.chars().next() {
            let is_first = rest.len() == text.len();
            // What needs no decision is written at once.
            let length = rest.find(needs_decision).unwrap_or(rest.len()).max(character.len_utf8());
            let (piece, after) = rest.split_at(length);
            let next = after.chars().next();
            if character == ' ' {
                let is_inner = !is_quoted || !is_first && next.is_some();
                if may_break && !after_space && self.column > WIDTH && is_inner && next != Some(' ') {
                    self.new_line(indent);
                } else {
                    self.put(character);
                }
                after_space = true;
            } else if is_break(character) {
                if !after_break && character == '\n' {
                    self.put_break('\n');
                }
                self.put_break(character);
                after_break = true;
            } else {
                if after_break {
                    self.new_line(indent);
                }
                if is_quoted && character == '\'' {
                    self.put('\'');
                }
                self.text.push_str(piece);
                self.column += piece.chars().count();
                self.is_indented = false;
                (after_space, after_break) = (false, false);
            }
            rest = after;
        }
        if is_quoted && after_break {
            self.new_line(indent);
        }
    }

    fn double_quoted(&mut self, text: &str, indent: usize, may_break: bool) {
        self.indicator("\"", true, false);
        let mut after_space = false;
        let mut characters = text.chars().peekable();
        let mut is_first = true;
        while let Some(character) = characters.next() {
            let next = characters.peek();
            if character == ' ' && may_break && !after_space && self.column > WIDTH && !is_first && next.is_some() {
                self.new_line(indent);
                if next == Some(&' ') {
                    self.put('\\');
                }
            } else if is_printable(character) && !is_break(character) && !matches!(character, '"' | '\\') {
                self.put(character);
            } else {
                self.escaped(character);
            }
            after_space = character == ' ';
            is_first = false;
        }
        self.indicator("\"", false, false);
    }

    fn escaped(&mut self, character: char) {
        let code = u32::from(character);
        let letter = match character {
            '\0' => '0',
            '\u{7}' => 'a',
            '\u{8}' => 'b',
            '\t' => 't',
            '\n' => 'n',
            '\u{b}' => 'v',
            '\u{c}' => 'f',
            '\r' => 'r',
            '\u{1b}' => 'e',
            '\u{85}' => 'N',
            '\u{2028}' => 'L',
            '\u{2029}' => 'P',
            other => other,
        };
        let escape = match code {
            _ if letter != character || matches!(character, '"' | '\\') => letter.to_string(),
            0..=0xff => format!("x{code:02X}"),
            0x100..=0xffff => format!("u{code:04X}"),
            _ => format!("U{code:08X}"),
        };
        self.put('\\');
        escape.chars().for_each(|character| self.put(character));
    }

    fn literal(&mut self, text: &str, indent: usize) {
        self.indicator("|", true, false);
        if text.starts_with(|first| first == ' ' || is_break(first)) {
            self.indicator("2", false, false);
        }
        let mut last = text.chars().rev();
        let (ends_with_break, breaks_before) = (last.next().is_some_and(is_break), last.next().is_none_or(is_break));
        self.keeps_breaks = ends_with_break && breaks_before;
        match (ends_with_break, breaks_before) {
            (false, _) => self.indicator("-", false, false),
            (true, true) => self.indicator("+", false, false),
            (true, false) => {}
        }
        self.put_break('\n');
        self.is_spaced = true;
        let mut after_break = true;
        for character in text.chars() {
            if is_break(character) {
                self.put_break(character);
                after_break = true;
            } else {
                if after_break {
                    self.new_line(indent);
                }
                self.put(character);
                self.is_indented = false;
                after_break = false;
            }
        }
    }

    fn put(&mut self, character: char) {
        self.text.push(character);
        self.column += 1;
    }

    fn put_break(&mut self, character: char) {
        self.text.push(character);
        self.column = 0;
        self.is_indented = true;
    }

    fn space(&mut self) {
        if !self.is_spaced {
            self.put(' ');
        }
    }

    /// Writes a mark of the syntax. After those of collections, the line still counts as indentation.
    fn indicator(&mut self, mark: &str, needs_space: bool, indents: bool) {
        if needs_space {
            self.space();
        }
        self.text.push_str(mark);
        self.column += mark.chars().count();
        self.is_spaced = false;
        self.is_indented &= indents;
    }

    /// Begins a line with this indentation, unless the last one has no more than that.
    fn new_line(&mut self, indent: usize) {
        if !self.is_indented || self.column > indent || (self.column == indent && !self.is_spaced) {
            self.put_break('\n');
        }
        while self.column < indent {
            self.put(' ');
        }
        self.is_spaced = true;
        self.is_indented = true;
    }
}

/// Which styles a text allows.
struct Analysis {
    has_breaks: bool,
    allows_plain: bool,
    allows_single_quotes: bool,
    allows_block: bool,
}

impl Analysis {
    fn of(text: &str) -> Analysis {
        // Most keys and many values are such words.
        if text.starts_with(|first: char| first.is_ascii_alphanumeric())
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            return Analysis { has_breaks: false, allows_plain: true, allows_single_quotes: true, allows_block: true };
        }
        let (mut has_breaks, mut has_specials, mut has_indicators) = (false, false, false);
        let (mut space_before_break, mut space_after_break) = (false, false);
        has_indicators |= text.starts_with("---") || text.starts_with("...");
        let mut previous = None;
        let mut characters = text.chars().peekable();
        while let Some(character) = characters.next() {
            let is_blank = |character: char| matches!(character, ' ' | '\t') || is_break(character);
            let is_last_of_word = characters.peek().is_none_or(|next| is_blank(*next));
            has_indicators |= match (character, previous) {
                ('#', previous) => previous.is_none_or(is_blank),
                (':', _) | ('-' | '?', None) => is_last_of_word,
                (first, None) => ",[]{}&*!|>'\"%@`".contains(first),
                _ => false,
            };
            has_specials |= !is_printable(character);
            let breaks = is_break(character);
            has_breaks |= breaks;
            space_before_break |= breaks && previous == Some(' ');
            space_after_break |= character == ' ' && previous.is_some_and(is_break);
            previous = Some(character);
        }
        let is_edge = |character: char| character == ' ' || is_break(character);
        let has_edge = text.starts_with(is_edge) || text.ends_with(is_edge);
        let is_difficult = space_before_break || has_specials;
        Analysis {
            has_breaks,
            allows_plain: !(has_indicators || has_breaks || has_edge || is_difficult),
            allows_single_quotes: !(space_after_break || is_difficult),
            allows_block: !(text.is_empty() || text.ends_with(' ') || is_difficult),
        }
    }
}

/// Whether a character is written as it is. Psych's library does not write those beyond U+FFFF.
fn is_printable(character: char) -> bool {
    matches!(character, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}') && character != '\u{feff}'
}
