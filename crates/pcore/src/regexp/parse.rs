//! Parses a pattern of Ruby's dialect into a tree of [`Node`]s.
//!
//! The grammar of alternatives, sequences and quantifiers is here; what begins with a parenthesis is in
//! [`group`](super::group), with a bracket in [`class`](super::class), with a backslash here and in
//! [`escape`](super::escape).

use std::collections::VecDeque;

use super::{
    RegexpOptions,
    error::{Problem, RegexpProblem},
    node::{Anchor, Greed, Node, Repeat},
    property::{self, CharacterMode},
    reference,
};

/// The limit on the nesting of groups and classes.
pub(super) const MAX_NESTING: usize = 250;

/// The limit on the length of a pattern, in bytes.
pub(super) const MAX_SOURCE: usize = 256 * 1024;

/// The largest count in a quantifier; Ruby's own limit.
const MAX_REPEAT: u32 = 100_000;

/// The limit on the weight of a pattern with its repetitions expanded, see [`Node::weight`].
///
/// The engine limits each of its automata, but builds many of them for a pattern that is not regular.
pub(super) const MAX_WEIGHT: u64 = 1_000_000;

/// A valid pattern.
#[derive(Debug)]
pub(crate) struct Pattern<'s> {
    pub root: Node,
    /// The name of every group that could capture, in order of the opening parentheses.
    pub groups: Vec<Option<&'s str>>,
}

impl Pattern<'_> {
    /// Returns whether only named groups capture: the first name disables numbered groups.
    pub(super) fn only_names_capture(&self) -> bool {
        self.groups.iter().any(Option::is_some)
    }
}

/// Parses a whole pattern.
pub(crate) fn parse(source: &str, options: RegexpOptions) -> Result<Pattern<'_>, Problem> {
    if source.len() > MAX_SOURCE {
        return Err(RegexpProblem::TooLong(source.len()).anywhere());
    }
    let mut parser = Parser {
        source,
        position: 0,
        depth: 0,
        groups: Vec::new(),
        references: Vec::new(),
        pending_characters: VecDeque::new(),
        last_escape_was_a_byte: false,
        look_behind_problem: None,
    };
    let mut root = parser.alternation(Options {
        ignore_case: options.ignore_case,
        multiline: options.multiline,
        extended: options.extended,
        mode: CharacterMode::Default,
    })?;
    if parser.peek().is_some() {
        return Err(RegexpProblem::UnmatchedCloseParenthesis.at(parser.position));
    }
    let Parser { groups, references, look_behind_problem, .. } = parser;
    if root.weight() > MAX_WEIGHT {
        return Err(RegexpProblem::TooManyRepetitions.anywhere());
    }
    reference::resolve(&mut root, &groups, &references)?;
    match look_behind_problem {
        Some(problem) => Err(problem),
        None => Ok(Pattern { root, groups }),
    }
}

/// The options that apply at a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Options {
    pub ignore_case: bool,
    pub multiline: bool,
    pub extended: bool,
    pub mode: CharacterMode,
}

pub(super) struct Parser<'s> {
    source: &'s str,
    position: usize,
    depth: usize,
    /// One for every group opened so far.
    pub(super) groups: Vec<Option<&'s str>>,
    /// References that are checked once all groups are known.
    pub(super) references: Vec<reference::Reference<'s>>,
    /// The characters of a `\u{41 42}` in brackets after its first.
    pub(super) pending_characters: VecDeque<char>,
    /// Whether the last escape wrote a byte, which may be only a part of a character.
    pub(super) last_escape_was_a_byte: bool,
    /// The first invalid look-behind.
    pub(super) look_behind_problem: Option<Problem>,
}

impl<'s> Parser<'s> {
    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// Returns the unread rest.
    pub(super) fn rest(&self) -> &'s str {
        &self.source[self.position..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.position += character.len_utf8();
        Some(character)
    }

    pub(super) fn advance(&mut self) {
        self.next();
    }

    /// Skips text that has already been read.
    pub(super) fn skip(&mut self, length: usize) {
        self.position += length;
    }

    /// Unreads the last character.
    pub(super) fn step_back(&mut self, character: char) {
        self.position -= character.len_utf8();
    }

    pub(super) fn take(&mut self, expected: char) -> bool {
        let matches = self.peek() == Some(expected);
        if matches {
            self.advance();
        }
        matches
    }

    /// Runs one level deeper, up to the limit.
    pub(super) fn nested<T>(
        &mut self,
        start: usize,
        limit: usize,
        inner: impl FnOnce(&mut Self) -> Result<T, Problem>,
    ) -> Result<T, Problem> {
        if self.depth >= limit {
            return Err(RegexpProblem::TooDeep(limit).at(start));
        }
        self.depth += 1;
        let result = inner(self);
        self.depth -= 1;
        result
    }

    /// Reads alternatives up to a closing parenthesis or the end.
    pub(super) fn alternation(&mut self, options: Options) -> Result<Node, Problem> {
        let mut branches = vec![self.sequence(options)?];
        while self.take('|') {
            branches.push(self.sequence(options)?);
        }
        if branches.len() == 1 {
            return Ok(branches.remove(0));
        }
        Ok(Node::Alternation(branches))
    }

    fn sequence(&mut self, options: Options) -> Result<Node, Problem> {
        let mut items = Vec::new();
        loop {
            if self.skip_comment(options)? {
                continue;
            }
            match self.peek() {
                None | Some('|' | ')') => return Ok(Node::sequence(items)),
                Some('*' | '+' | '?' | '{') => self.quantifier_or_brace(&mut items, options)?,
                Some(_) => self.atom(&mut items, options)?,
            }
        }
    }

    /// Skips what is ignored: `(?#…)`, and white space if it is allowed.
    fn skip_comment(&mut self, options: Options) -> Result<bool, Problem> {
        if let Some(comment) = self.rest().strip_prefix("(?#") {
            let mut escaped = false;
            for (index, character) in comment.char_indices() {
                if character == ')' && !escaped {
                    self.skip("(?#".len() + index + 1);
                    return Ok(true);
                }
                escaped = character == '\\' && !escaped;
            }
            return Err(RegexpProblem::EndInGroup.at(self.position));
        }
        if !options.extended {
            return Ok(false);
        }
        match self.peek() {
            Some(' ' | '\t' | '\n' | '\r' | '\u{c}') => self.advance(),
            Some('#') => {
                let line = self.rest().find('\n').unwrap_or(self.rest().len());
                self.skip(line);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn quantifier_or_brace(&mut self, items: &mut Vec<Node>, options: Options) -> Result<(), Problem> {
        let start = self.position;
        let (minimum, maximum, greed) = match self.next() {
            Some('*') => (0, None, self.greed()),
            Some('+') => (1, None, self.greed()),
            Some('?') => (0, Some(1), self.greed()),
            _ => match self.interval(start)? {
                Some(interval) => interval,
                None => {
                    items.push(Node::Character { character: '{', ignore_case: options.ignore_case });
                    return Ok(());
                }
            },
        };
        let inner = items.pop().ok_or_else(|| RegexpProblem::NothingToRepeat.at(start))?;
        items.push(repeat(inner, minimum, maximum, greed, start)?);
        Ok(())
    }

    fn greed(&mut self) -> Greed {
        if self.take('?') {
            Greed::Reluctant
        } else if self.take('+') {
            Greed::Possessive
        } else {
            Greed::Greedy
        }
    }

    /// Reads `{2}`, `{2,}`, `{,3}` or `{2,3}` after the brace; `None` if the brace is a literal.
    fn interval(&mut self, start: usize) -> Result<Option<(u32, Option<u32>, Greed)>, Problem> {
        let Some((body, _)) = self.rest().split_once('}') else {
            return Ok(None);
        };
        let (low, high) = match body.split_once(',') {
            Some((low, high)) => (low, Some(high)),
            None => (body, None),
        };
        let numeric = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !numeric(low) || !high.is_none_or(numeric) || (low.is_empty() && high.is_none_or(str::is_empty)) {
            return Ok(None);
        }
        let count = |text: &str| match text.parse() {
            Ok(count) if count <= MAX_REPEAT => Ok(count),
            _ => Err(RegexpProblem::RepeatTooBig.at(start)),
        };
        let minimum = if low.is_empty() { 0 } else { count(low)? };
        let maximum = match high {
            None => Some(minimum),
            Some("") => None,
            Some(high) => Some(count(high)?),
        };
        if maximum.is_some_and(|maximum| maximum < minimum) {
            return Err(RegexpProblem::RepeatOutOfOrder.at(start));
        }
        self.skip(body.len() + 1);
        // After a fixed count, `?` is a quantifier of its own; `+` is one after any count.
        let greed = if high.is_some() && self.take('?') { Greed::Reluctant } else { Greed::Greedy };
        Ok(Some((minimum, maximum, greed)))
    }

    fn atom(&mut self, items: &mut Vec<Node>, options: Options) -> Result<(), Problem> {
        let ignore_case = options.ignore_case;
        let start = self.position;
        let node = match self.next() {
            Some('(') => self.nested(start, MAX_NESTING, |parser| parser.group(start, options))?,
            Some('[') => Node::Class { text: self.class(options)?, ignore_case },
            Some('\\') => return self.escape(items, options),
            Some('.') => Node::Any { newline: options.multiline },
            Some('^') => Node::Anchor(Anchor::LineStart),
            Some('$') => Node::Anchor(Anchor::LineEnd),
            Some(character) => Node::Character { character, ignore_case },
            None => Node::Empty,
        };
        items.push(node);
        Ok(())
    }

    fn escape(&mut self, items: &mut Vec<Node>, options: Options) -> Result<(), Problem> {
        let start = self.position;
        let ignore_case = options.ignore_case;
        let letter = self.peek().ok_or_else(|| RegexpProblem::ShortEscape.at(start))?;
        if let Some(node) = simple_escape(letter, options) {
            self.advance();
            items.push(node);
            return Ok(());
        }
        let after = self.rest()[letter.len_utf8()..].chars().next();
        match (letter, after) {
            ('p' | 'P', Some('{')) => {
                self.advance();
                let text = self.property(letter == 'P')?.to_class();
                items.push(Node::Class { text, ignore_case });
            }
            ('k', Some('<' | '\'')) => {
                self.advance();
                items.push(self.named_backreference(ignore_case)?);
            }
            ('g', Some('<' | '\'')) => {
                self.advance();
                items.push(self.call()?);
            }
            ('1'..='9', _) => {
                if let Some(node) = self.numbered_backreference(ignore_case) {
                    items.push(node);
                    return Ok(());
                }
                self.characters(items, ignore_case)?;
            }
            _ => self.characters(items, ignore_case)?,
        }
        Ok(())
    }

    fn characters(&mut self, items: &mut Vec<Node>, ignore_case: bool) -> Result<(), Problem> {
        for character in self.escaped_characters()? {
            items.push(Node::Character { character, ignore_case });
        }
        Ok(())
    }
}

/// Returns the meaning of a one-letter escape, unless it is a character.
fn simple_escape(letter: char, options: Options) -> Option<Node> {
    if let Some(set) = property::shorthand(letter, options.mode) {
        // Folding would take the long s and the Kelvin sign into `\w`.
        return Some(Node::Class { text: set.to_class(), ignore_case: false });
    }
    let ascii = options.mode == CharacterMode::Ascii;
    Some(match letter {
        'R' => Node::LineBreak,
        'X' => Node::Grapheme,
        _ => Node::Anchor(match letter {
            'A' => Anchor::TextStart,
            'z' => Anchor::TextEnd,
            'Z' => Anchor::LastLineEnd,
            'b' if ascii => Anchor::AsciiWordBoundary,
            'b' => Anchor::WordBoundary,
            'B' if ascii => Anchor::NotAsciiWordBoundary,
            'B' => Anchor::NotWordBoundary,
            'G' => Anchor::SearchStart,
            'K' => Anchor::Keep,
            _ => return None,
        }),
    })
}

/// Repeats a node; a quantifier on a quantifier is one level deeper, or is merged with it.
fn repeat(mut inner: Node, minimum: u32, maximum: Option<u32>, greed: Greed, start: usize) -> Result<Node, Problem> {
    if let Node::Repeat(below) = &mut inner {
        let plain = |low: u32, high: Option<u32>| low <= 1 && high.is_none_or(|high| high == 1);
        let greedy = greed == Greed::Greedy && below.greed == Greed::Greedy;
        if greedy && plain(minimum, maximum) && plain(below.minimum, below.maximum) {
            below.minimum = below.minimum.min(minimum);
            below.maximum = below.maximum.and(maximum);
            return Ok(inner);
        }
        if stacked(below) >= MAX_STACKED {
            return Err(RegexpProblem::TooDeep(MAX_STACKED).at(start));
        }
    }
    Ok(Node::Repeat(Box::new(Repeat { inner, minimum, maximum, greed })))
}

/// The limit on stacked quantifiers.
const MAX_STACKED: usize = 20;

fn stacked(repeat: &Repeat) -> usize {
    match &repeat.inner {
        Node::Repeat(below) => 1 + stacked(below),
        _ => 1,
    }
}
