//! Writes a pattern's tree in the dialect of the engine, `fancy-regex`.
//!
//! The engine runs a pattern in linear time as long as the pattern is regular, and falls back on backtracking
//! otherwise. Two of Ruby's anchors alone would cost that: `\Z` is a look-ahead in the engine's terms, and so is `^`
//! wherever it could match at the very end of a text. So `^` is written plainly if a character must follow it, and a
//! pattern that ends in `\Z` gets a second form, [`Translation::search`], which may include the last newline in the
//! match: it reports *whether* there is a match, not *where* it ends.

use diagnostics::never;

use super::{
    error::{Problem, RegexpProblem},
    node::{Anchor, Greed, LookAround, Node, Repeat},
    parse::Pattern,
};

/// The engine's limit on the nesting of parentheses.
const MAX_ENGINE_NESTING: usize = 62;

/// The limit on the length of the text that `(?~…)` avoids.
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
    /// Reports the match and the captures.
    pub exact: String,
    /// Only reports whether there is a match; `None` if the exact form is as fast.
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

/// The number of each group in the engine; `None` if it does not capture.
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
    writer.node(&pattern.root, Context::start(form))?;
    Ok(writer.text)
}

/// Returns whether the pattern ends in `\Z`.
fn ends_in_last_line_end(node: &Node) -> bool {
    match node {
        Node::Anchor(Anchor::LastLineEnd) => true,
        Node::Sequence(items) => items.last().is_some_and(ends_in_last_line_end),
        Node::Alternation(branches) => branches.iter().any(ends_in_last_line_end),
        Node::Group(inner) | Node::Capture { inner, .. } => ends_in_last_line_end(inner),
        _ => false,
    }
}

/// Returns whether the match of one part depends on another.
fn refers_to_itself(node: &Node) -> bool {
    node.any(&|node| matches!(node, Node::Backreference { .. } | Node::Call { .. } | Node::Conditional { .. }))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Exact,
    Search,
}

/// The context of a node.
#[derive(Debug, Clone, Copy)]
struct Context {
    form: Form,
    /// Whether a character must follow before the match can end.
    more_follows: bool,
    /// Whether the match ends where this node ends.
    tail: bool,
    /// Whether all branches must keep their length.
    in_look_behind: bool,
}

impl Context {
    fn start(form: Form) -> Context {
        Context { form, more_follows: false, tail: true, in_look_behind: false }
    }

    fn inside(self) -> Context {
        Context { tail: false, ..self }
    }

    /// Returns the context inside an assertion: what follows it in the pattern does not follow it in the text.
    fn isolated(self, in_look_behind: bool) -> Context {
        Context { more_follows: false, tail: false, in_look_behind: self.in_look_behind || in_look_behind, ..self }
    }
}

struct Writer {
    text: String,
    depth: usize,
    /// The number of each group in the engine; `None` if it does not capture.
    numbers: Vec<Option<usize>>,
    has_calls: bool,
}

impl Writer {
    fn node(&mut self, node: &Node, context: Context) -> Result<(), Problem> {
        match node {
            Node::Empty => {}
            Node::Character { .. } => self.characters(std::slice::from_ref(node), context)?,
            Node::Any { newline: false } => self.text.push('.'),
            Node::Any { newline: true } => self.text.push_str("(?s:.)"),
            Node::Class { text, ignore_case } => self.cased(text, *ignore_case)?,
            Node::LineBreak => self.text.push_str(LINE_BREAK),
            Node::Grapheme => self.text.push_str(GRAPHEME),
            Node::Anchor(anchor) => self.anchor(*anchor, context),
            Node::Sequence(items) => self.sequence(items, context)?,
            Node::Alternation(branches) => {
                for (index, branch) in branches.iter().enumerate() {
                    if index > 0 {
                        self.text.push('|');
                    }
                    self.node(branch, context)?;
                }
            }
            Node::Group(inner) => self.grouped(inner, context)?,
            Node::Capture { group, inner } => {
                // A called group also runs elsewhere, with a different continuation.
                let context = if self.has_calls { context.isolated(false) } else { context };
                let open = if self.number(*group).is_some() { "(" } else { "(?:" };
                self.parenthesized(open, inner, context)?;
            }
            Node::Atomic(inner) => self.parenthesized("(?>", inner, context.inside())?,
            Node::LookAround { look, inner } => {
                let (open, in_look_behind) = match look {
                    LookAround::Ahead => ("(?=", false),
                    LookAround::NotAhead => ("(?!", false),
                    LookAround::Behind => ("(?<=", true),
                    LookAround::NotBehind => ("(?<!", true),
                };
                self.parenthesized(open, inner, context.isolated(in_look_behind))?;
            }
            Node::Repeat(repeat) => self.repeat(repeat, context.inside())?,
            Node::Backreference { groups, ignore_case } => self.backreference(groups, *ignore_case)?,
            Node::Call { group: 0 } => self.text.push_str(r"\g<0>"),
            Node::Call { group } => {
                let number = self.number_of(*group);
                self.text.push_str(&format!("\\g<{number}>"));
            }
            Node::Conditional { group, yes, no } => self.conditional(*group, yes, no, context.inside())?,
            Node::Absent(inner) => self.absent(inner, context)?,
        }
        Ok(())
    }

    fn number(&self, group: usize) -> Option<usize> {
        self.numbers.get(group - 1).copied().flatten()
    }

    /// The number of a group that something refers to.
    fn number_of(&self, group: usize) -> usize {
        self.number(group).unwrap_or_else(|| never!("the parser refuses references to groups without a number", 0))
    }

    fn open(&mut self, open: &str) -> Result<(), Problem> {
        self.depth += 1;
        if self.depth > MAX_ENGINE_NESTING {
            return Err(RegexpProblem::TooDeep(MAX_ENGINE_NESTING).anywhere());
        }
        self.text.push_str(open);
        Ok(())
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.text.push(')');
    }

    fn parenthesized(&mut self, open: &str, inner: &Node, context: Context) -> Result<(), Problem> {
        self.open(open)?;
        self.node(inner, context)?;
        self.close();
        Ok(())
    }

    /// Writes a node as a unit, with parentheses only if necessary.
    fn grouped(&mut self, node: &Node, context: Context) -> Result<(), Problem> {
        match node {
            Node::Alternation(_) => self.parenthesized("(?:", node, context),
            node => self.node(node, context),
        }
    }

    fn sequence(&mut self, items: &[Node], context: Context) -> Result<(), Problem> {
        let last_taking = items.iter().rposition(Node::consumes);
        let mut index = 0;
        while index < items.len() {
            let run = items[index..].iter().take_while(|item| same_case(item, &items[index])).count();
            if run > 0 {
                self.characters(&items[index..index + run], context)?;
                index += run;
                continue;
            }
            let context = Context {
                more_follows: context.more_follows || last_taking.is_some_and(|last| last > index),
                tail: context.tail && index + 1 == items.len(),
                ..context
            };
            self.node(&items[index], context)?;
            index += 1;
        }
        Ok(())
    }

    /// Writes characters that are all folded, or all not.
    fn characters(&mut self, items: &[Node], context: Context) -> Result<(), Problem> {
        let ignore_case = matches!(items.first(), Some(Node::Character { ignore_case: true, .. }));
        if !ignore_case {
            characters(items).for_each(|character| push_literal(character, &mut self.text));
            return Ok(());
        }
        self.open("(?i:")?;
        let mut pending = characters(items).peekable();
        while let Some(character) = pending.next() {
            // The only fold between different lengths that people type. Ruby has some hundred more, mostly ligatures.
            match character {
                'ß' | 'ẞ' if !context.in_look_behind => self.text.push_str("(?:[ßẞ]|ss)"),
                's' | 'S' if !context.in_look_behind && matches!(pending.peek(), Some('s' | 'S')) => {
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

    fn anchor(&mut self, anchor: Anchor, context: Context) {
        self.text.push_str(match anchor {
            Anchor::TextStart => r"\A",
            Anchor::TextEnd => r"\z",
            Anchor::LastLineEnd if context.tail && context.form == Form::Search => r"\n?\z",
            Anchor::LastLineEnd => LAST_LINE_END,
            Anchor::LineStart if context.more_follows => "^",
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

    fn repeat(&mut self, repeat: &Repeat, context: Context) -> Result<(), Problem> {
        let Repeat { inner, minimum, maximum, greed } = repeat;
        if inner.is_zero_width() {
            return self.repeated_zero_width(inner, *minimum, *greed, context);
        }
        if let Node::Capture { group, inner } = inner
            && maximum.is_none()
            && *greed == Greed::Greedy
            && self.ends_empty(inner)
        {
            return self.repeated_till_empty(*group, inner, *minimum, context);
        }
        if *greed == Greed::Possessive {
            self.open("(?>")?;
        }
        if is_atom(inner) {
            self.node(inner, context)?;
        } else {
            self.parenthesized("(?:", inner, context)?;
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

    /// Returns whether Ruby leaves the loop around a group only after an empty round.
    fn ends_empty(&self, inner: &Node) -> bool {
        let refers = |node: &Node| matches!(node, Node::Capture { .. } | Node::Backreference { .. });
        !self.has_calls && !inner.is_zero_width() && is_found_everywhere(inner) && !inner.any(&refers)
    }

    /// In `(a*)*` Ruby repeats until a round is empty, and the group then is empty, too. The engine would stop one
    /// round earlier.
    fn repeated_till_empty(
        &mut self,
        group: usize,
        inner: &Node,
        minimum: u32,
        context: Context,
    ) -> Result<(), Problem> {
        self.parenthesized("(?:", inner, context)?;
        match minimum {
            0 => self.text.push('*'),
            minimum => self.text.push_str(&format!("{{{minimum},}}")),
        }
        if self.number(group).is_some() {
            self.text.push_str("()");
        }
        Ok(())
    }

    /// The engine cannot repeat assertions; once is equivalent.
    fn repeated_zero_width(
        &mut self,
        inner: &Node,
        minimum: u32,
        greed: Greed,
        context: Context,
    ) -> Result<(), Problem> {
        self.open("(?:")?;
        if minimum == 0 && greed == Greed::Reluctant {
            self.text.push('|');
        }
        self.grouped(inner, context)?;
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
            let number = self.number_of(*group);
            self.text.push_str(&format!("\\{number}"));
        }
        self.close();
        Ok(())
    }

    fn conditional(&mut self, group: usize, yes: &Node, no: &Node, context: Context) -> Result<(), Problem> {
        if matches!((yes, no), (Node::Empty, Node::Empty)) {
            return Ok(());
        }
        let number = self.number_of(group);
        self.open(&format!("(?({number})"))?;
        self.grouped(yes, context)?;
        self.text.push('|');
        self.grouped(no, context)?;
        self.close();
        Ok(())
    }

    /// `(?~x)` consumes as much as possible without an `x` in it. Up to one character less than the length of `x`, that
    /// is any text; from there on, `x` must not end at any character.
    fn absent(&mut self, inner: &Node, context: Context) -> Result<(), Problem> {
        let unsupported = || RegexpProblem::NotSupported("(?~…) around what has no fixed length").anywhere();
        if !inner.consumes() {
            // A pattern that matches the empty string everywhere is never absent.
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
        self.parenthesized("(?<!", inner, context.isolated(true))?;
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

/// Returns whether both are characters with the same case folding.
fn same_case(node: &Node, first: &Node) -> bool {
    match (node, first) {
        (Node::Character { ignore_case, .. }, Node::Character { ignore_case: expected, .. }) => ignore_case == expected,
        _ => false,
    }
}

/// Returns whether a quantifier may follow without parentheses.
fn is_atom(node: &Node) -> bool {
    match node {
        Node::Character { ignore_case, .. } | Node::Class { ignore_case, .. } => !ignore_case,
        Node::Any { .. } | Node::Capture { .. } => true,
        _ => false,
    }
}

/// Returns whether a node can match the empty string at every position.
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
