//! Writes a pattern's tree in the dialect of the engine, `fancy-regex`.
//!
//! The engine runs a pattern in linear time as long as the pattern is regular,
//! and falls back on backtracking otherwise. Two of Ruby's anchors would cost
//! that by themselves: `\Z` is a look-ahead in the engine's terms, and `^` is
//! one wherever it could stand at the very end of a text. So `^` is written
//! plainly where a character must follow it, and a pattern that ends in `\Z`
//! gets a second form, [`Translation::search`], which may take the last newline
//! into the match: it tells *whether* there is a match, not *where* it ends.

use super::{
    error::{Problem, RegexpProblem},
    node::{Anchor, Greed, Look, Node, Repeat},
    parse::Pattern,
};

/// How deep the engine lets parentheses nest.
const MAX_ENGINE_NESTING: usize = 62;

/// How long the text may be that `(?~…)` is to avoid.
const MAX_ABSENT_LENGTH: u64 = 1_000;

const LAST_LINE_END: &str = r"(?=\n?\z)";
const LINE_START_BEFORE_TEXT_END: &str = r"(?:\A|^(?!\z))";
const ASCII_WORD_BOUNDARY: &str = r"(?:(?<=[a-zA-Z0-9_])(?![a-zA-Z0-9_])|(?<![a-zA-Z0-9_])(?=[a-zA-Z0-9_]))";
const NOT_ASCII_WORD_BOUNDARY: &str = r"(?:(?<=[a-zA-Z0-9_])(?=[a-zA-Z0-9_])|(?<![a-zA-Z0-9_])(?![a-zA-Z0-9_]))";
const LINE_BREAK: &str = r"(?>\r\n|[\n\x0B\f\r\x{85}\x{2028}\x{2029}])";
/// An extended grapheme cluster, by the rules of Unicode's annex 29.
const GRAPHEME: &str = r"(?>\r\n|\p{gcb=Prepend}*(?:\p{RI}\p{RI}|\p{ExtPict}(?:\p{gcb=EX}*\x{200D}\p{ExtPict})*|\p{gcb=L}*(?:\p{gcb=V}+|\p{gcb=LV}\p{gcb=V}*|\p{gcb=LVT})\p{gcb=T}*|\p{gcb=L}+|\p{gcb=T}+|[^\p{gcb=CN}\r\n])[\p{gcb=EX}\x{200D}\p{gcb=SM}]*|(?s:.))";

/// A pattern in the engine's dialect.
#[derive(Debug)]
pub(super) struct Translation {
    /// Says where the match is, and what every group took.
    pub exact: String,
    /// Says only whether there is a match; None where the exact form does so as well.
    pub search: Option<String>,
}

/// Translates a pattern.
pub(super) fn translate(pattern: &Pattern<'_>) -> Result<Translation, Problem> {
    let exact = write(pattern, Form::Exact)?;
    let search = if ends_in_last_line_end(&pattern.root) && !refers_to_itself(&pattern.root) {
        Some(write(pattern, Form::Search)?)
    } else {
        None
    };
    Ok(Translation { exact, search })
}

/// The number of each group as the engine counts, None where it does not capture.
pub(super) fn numbers(pattern: &Pattern<'_>) -> Vec<Option<usize>> {
    let only_names = pattern.only_names_capture();
    let mut count = 0;
    let number = |name: &Option<&str>| {
        let captures = !only_names || name.is_some();
        count += usize::from(captures);
        captures.then_some(count)
    };
    pattern.groups.iter().map(number).collect()
}

fn write(pattern: &Pattern<'_>, form: Form) -> Result<String, Problem> {
    let mut writer = Writer {
        text: String::new(),
        depth: 0,
        numbers: numbers(pattern),
        has_calls: pattern.root.any(&|node| matches!(node, Node::Call { .. })),
    };
    writer.node(&pattern.root, Place::start(form))?;
    Ok(writer.text)
}

/// Returns whether a `\Z` stands where nothing follows it.
fn ends_in_last_line_end(node: &Node) -> bool {
    match node {
        Node::Anchor(Anchor::LastLineEnd) => true,
        Node::Sequence(items) => items.last().is_some_and(ends_in_last_line_end),
        Node::Alternation(branches) => branches.iter().any(ends_in_last_line_end),
        Node::Group(inner) | Node::Capture { inner, .. } => ends_in_last_line_end(inner),
        _ => false,
    }
}

/// Returns whether what one part takes decides what another one may take.
fn refers_to_itself(node: &Node) -> bool {
    node.any(&|node| matches!(node, Node::Backreference { .. } | Node::Call { .. } | Node::Conditional { .. }))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Exact,
    Search,
}

/// What is known about the surroundings of a part.
#[derive(Debug, Clone, Copy)]
struct Place {
    form: Form,
    /// Whether a character must follow before the match can end.
    more_follows: bool,
    /// Whether the match ends where this part ends.
    tail: bool,
    /// Whether all branches must keep their length.
    behind: bool,
}

impl Place {
    fn start(form: Form) -> Place {
        Place { form, more_follows: false, tail: true, behind: false }
    }

    fn inside(self) -> Place {
        Place { tail: false, ..self }
    }

    /// The inside of an assertion: what follows it in the pattern does not follow it in the text.
    fn apart(self, behind: bool) -> Place {
        Place { more_follows: false, tail: false, behind: self.behind || behind, ..self }
    }
}

struct Writer {
    text: String,
    depth: usize,
    /// The number of each group as the engine counts, None where it does not capture.
    numbers: Vec<Option<usize>>,
    has_calls: bool,
}

impl Writer {
    fn node(&mut self, node: &Node, place: Place) -> Result<(), Problem> {
        match node {
            Node::Empty => {}
            Node::Character { .. } => self.characters(std::slice::from_ref(node), place)?,
            Node::Any { newline: false } => self.text.push('.'),
            Node::Any { newline: true } => self.text.push_str("(?s:.)"),
            Node::Class { text, ignore_case } => self.cased(text, *ignore_case)?,
            Node::LineBreak => self.text.push_str(LINE_BREAK),
            Node::Grapheme => self.text.push_str(GRAPHEME),
            Node::Anchor(anchor) => self.anchor(*anchor, place),
            Node::Sequence(items) => self.sequence(items, place)?,
            Node::Alternation(branches) => {
                for (index, branch) in branches.iter().enumerate() {
                    if index > 0 {
                        self.text.push('|');
                    }
                    self.node(branch, place)?;
                }
            }
            Node::Group(inner) => self.grouped(inner, place)?,
            Node::Capture { group, inner } => {
                // A called group also runs elsewhere, where other things follow.
                let place = if self.has_calls { place.apart(false) } else { place };
                let open = if self.number(*group).is_some() { "(" } else { "(?:" };
                self.parenthesized(open, inner, place)?;
            }
            Node::Atomic(inner) => self.parenthesized("(?>", inner, place.inside())?,
            Node::Look { look, inner } => {
                let (open, behind) = match look {
                    Look::Ahead => ("(?=", false),
                    Look::NotAhead => ("(?!", false),
                    Look::Behind => ("(?<=", true),
                    Look::NotBehind => ("(?<!", true),
                };
                self.parenthesized(open, inner, place.apart(behind))?;
            }
            Node::Repeat(repeat) => self.repeat(repeat, place.inside())?,
            Node::Backreference { groups, ignore_case } => self.backreference(groups, *ignore_case)?,
            Node::Call { group: 0 } => self.text.push_str(r"\g<0>"),
            Node::Call { group } => {
                let number = self.number(*group).unwrap_or_default();
                self.text.push_str(&format!("\\g<{number}>"));
            }
            Node::Conditional { group, yes, no } => self.conditional(*group, yes, no, place.inside())?,
            Node::Absent(inner) => self.absent(inner, place)?,
        }
        Ok(())
    }

    fn number(&self, group: usize) -> Option<usize> {
        self.numbers.get(group - 1).copied().flatten()
    }

    fn open(&mut self, open: &str) -> Result<(), Problem> {
        self.depth += 1;
        if self.depth > MAX_ENGINE_NESTING {
            return Err(RegexpProblem::TooDeep { limit: MAX_ENGINE_NESTING }.anywhere());
        }
        self.text.push_str(open);
        Ok(())
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.text.push(')');
    }

    fn parenthesized(&mut self, open: &str, inner: &Node, place: Place) -> Result<(), Problem> {
        self.open(open)?;
        self.node(inner, place)?;
        self.close();
        Ok(())
    }

    /// Writes a part so that it stays together, with parentheses only where it would not.
    fn grouped(&mut self, node: &Node, place: Place) -> Result<(), Problem> {
        match node {
            Node::Alternation(_) => self.parenthesized("(?:", node, place),
            node => self.node(node, place),
        }
    }

    fn sequence(&mut self, items: &[Node], place: Place) -> Result<(), Problem> {
        let last_taking = items.iter().rposition(Node::consumes);
        let mut index = 0;
        while index < items.len() {
            let run = items[index..].iter().take_while(|item| same_case(item, &items[index])).count();
            if run > 0 {
                self.characters(&items[index..index + run], place)?;
                index += run;
                continue;
            }
            let place = Place {
                more_follows: place.more_follows || last_taking.is_some_and(|last| last > index),
                tail: place.tail && index + 1 == items.len(),
                ..place
            };
            self.node(&items[index], place)?;
            index += 1;
        }
        Ok(())
    }

    /// Writes characters that are all to be folded, or all not.
    fn characters(&mut self, items: &[Node], place: Place) -> Result<(), Problem> {
        let ignore_case = matches!(items.first(), Some(Node::Character { ignore_case: true, .. }));
        if !ignore_case {
            characters(items).for_each(|character| push_literal(character, &mut self.text));
            return Ok(());
        }
        self.open("(?i:")?;
        let mut pending = characters(items).peekable();
        while let Some(character) = pending.next() {
            // The one fold between different lengths that people type. Ruby knows some
            // hundred more, ligatures for the most part.
            match character {
                'ß' | 'ẞ' if !place.behind => self.text.push_str("(?:[ßẞ]|ss)"),
                's' | 'S' if !place.behind && matches!(pending.peek(), Some('s' | 'S')) => {
                    pending.next();
                    self.text.push_str("(?:ss|[ßẞ])");
                }
                _ => push_literal(character, &mut self.text),
            }
        }
        self.close();
        Ok(())
    }

    fn cased(&mut self, text: &str, ignore_case: bool) -> Result<(), Problem> {
        if !ignore_case {
            self.text.push_str(text);
            return Ok(());
        }
        self.open("(?i:")?;
        self.text.push_str(text);
        self.close();
        Ok(())
    }

    fn anchor(&mut self, anchor: Anchor, place: Place) {
        self.text.push_str(match anchor {
            Anchor::TextStart => r"\A",
            Anchor::TextEnd => r"\z",
            Anchor::LastLineEnd if place.tail && place.form == Form::Search => r"\n?\z",
            Anchor::LastLineEnd => LAST_LINE_END,
            Anchor::LineStart if place.more_follows => "^",
            Anchor::LineStart => LINE_START_BEFORE_TEXT_END,
            Anchor::LineEnd => "$",
            Anchor::WordBoundary => r"\b",
            Anchor::NotWordBoundary => r"\B",
            Anchor::AsciiWordBoundary => ASCII_WORD_BOUNDARY,
            Anchor::NotAsciiWordBoundary => NOT_ASCII_WORD_BOUNDARY,
            Anchor::SearchStart => r"\G",
            Anchor::Keep => r"\K",
        });
    }

    fn repeat(&mut self, repeat: &Repeat, place: Place) -> Result<(), Problem> {
        let Repeat { inner, minimum, maximum, greed } = repeat;
        if inner.is_zero_width() {
            return self.repeated_zero_width(inner, *minimum, *greed, place);
        }
        if let Node::Capture { group, inner } = inner
            && maximum.is_none()
            && *greed == Greed::Greedy
            && self.ends_empty(inner)
        {
            return self.repeated_till_empty(*group, inner, *minimum, place);
        }
        if *greed == Greed::Possessive {
            self.open("(?>")?;
        }
        if is_atom(inner) {
            self.node(inner, place)?;
        } else {
            self.parenthesized("(?:", inner, place)?;
        }
        match (minimum, maximum) {
            (0, None) => self.text.push('*'),
            (1, None) => self.text.push('+'),
            (0, Some(1)) => self.text.push('?'),
            (minimum, None) => self.text.push_str(&format!("{{{minimum},}}")),
            (minimum, Some(maximum)) => self.text.push_str(&format!("{{{minimum},{maximum}}}")),
        }
        match greed {
            Greed::Greedy => {}
            Greed::Reluctant => self.text.push('?'),
            Greed::Possessive => self.close(),
        }
        Ok(())
    }

    /// Returns whether Ruby leaves the loop around a group only after the group took nothing.
    fn ends_empty(&self, inner: &Node) -> bool {
        let refers = |node: &Node| matches!(node, Node::Capture { .. } | Node::Backreference { .. });
        !self.has_calls && !inner.is_zero_width() && is_found_everywhere(inner) && !inner.any(&refers)
    }

    /// `(a*)*` goes round until the group takes nothing, and that is what the group then holds.
    /// The engine would stop one round earlier.
    fn repeated_till_empty(&mut self, group: usize, inner: &Node, minimum: u32, place: Place) -> Result<(), Problem> {
        self.parenthesized("(?:", inner, place)?;
        match minimum {
            0 => self.text.push('*'),
            minimum => self.text.push_str(&format!("{{{minimum},}}")),
        }
        if self.number(group).is_some() {
            self.text.push_str("()");
        }
        Ok(())
    }

    /// The engine repeats no assertions; once is as good as often.
    fn repeated_zero_width(&mut self, inner: &Node, minimum: u32, greed: Greed, place: Place) -> Result<(), Problem> {
        self.open("(?:")?;
        if minimum == 0 && greed == Greed::Reluctant {
            self.text.push('|');
        }
        self.grouped(inner, place)?;
        if minimum == 0 && greed != Greed::Reluctant {
            self.text.push('|');
        }
        self.close();
        Ok(())
    }

    fn backreference(&mut self, groups: &[usize], ignore_case: bool) -> Result<(), Problem> {
        self.open(if ignore_case { "(?i:" } else { "(?:" })?;
        for (index, group) in groups.iter().enumerate() {
            if index > 0 {
                self.text.push('|');
            }
            let number = self.number(*group).unwrap_or_default();
            self.text.push_str(&format!("\\{number}"));
        }
        self.close();
        Ok(())
    }

    fn conditional(&mut self, group: usize, yes: &Node, no: &Node, place: Place) -> Result<(), Problem> {
        if matches!((yes, no), (Node::Empty, Node::Empty)) {
            return Ok(());
        }
        let number = self.number(group).unwrap_or_default();
        self.open(&format!("(?({number})"))?;
        self.grouped(yes, place)?;
        self.text.push('|');
        self.grouped(no, place)?;
        self.close();
        Ok(())
    }

    /// `(?~x)` takes as much as holds no `x`. Up to one character less than `x` is long, that is
    /// any text; from there on, `x` must not end at any character.
    fn absent(&mut self, inner: &Node, place: Place) -> Result<(), Problem> {
        let unsupported = || RegexpProblem::NotSupported("(?~…) around what has no fixed length").anywhere();
        if !inner.consumes() {
            // What is found everywhere is absent nowhere.
            if !is_found_everywhere(inner) {
                return Err(unsupported());
            }
            self.text.push_str("(?!)");
            return Ok(());
        }
        let length = inner.fixed_length().filter(|length| *length <= MAX_ABSENT_LENGTH).ok_or_else(unsupported)?;
        let free = length - 1;
        self.open("(?:")?;
        self.open(&format!("(?s:.){{{free}}}(?:(?s:.)"))?;
        self.parenthesized("(?<!", inner, place.apart(true))?;
        self.close();
        self.text.push('*');
        if free > 0 {
            self.text.push_str(&format!("|(?s:.){{0,{}}}", free - 1));
        }
        self.close();
        Ok(())
    }
}

fn characters(items: &[Node]) -> impl Iterator<Item = char> {
    items.iter().filter_map(|item| match item {
        Node::Character { character, .. } => Some(*character),
        _ => None,
    })
}

/// Returns whether both are characters, and folded alike.
fn same_case(node: &Node, first: &Node) -> bool {
    match (node, first) {
        (Node::Character { ignore_case, .. }, Node::Character { ignore_case: wanted, .. }) => ignore_case == wanted,
        _ => false,
    }
}

/// Returns whether a quantifier may follow without parentheses around.
fn is_atom(node: &Node) -> bool {
    match node {
        Node::Character { ignore_case, .. } | Node::Class { ignore_case, .. } => !ignore_case,
        Node::Any { .. } | Node::Capture { .. } => true,
        _ => false,
    }
}

/// Returns whether a part can match without taking anything, wherever it is tried.
fn is_found_everywhere(node: &Node) -> bool {
    match node {
        Node::Empty => true,
        Node::Alternation(branches) => branches.iter().any(is_found_everywhere),
        Node::Sequence(items) => items.iter().all(is_found_everywhere),
        Node::Group(inner) | Node::Capture { inner, .. } => is_found_everywhere(inner),
        Node::Repeat(repeat) => repeat.minimum == 0,
        _ => false,
    }
}

fn push_literal(character: char, text: &mut String) {
    const OPERATORS: &str = r"\.+*?()|[]{}^$";
    if OPERATORS.contains(character) {
        text.push('\\');
    }
    text.push(character);
}
