//! The tree of a pattern, and properties that can be computed without running it.
//!
//! The tree holds the meaning of Ruby's pattern, with options resolved: no node depends on an option elsewhere. A
//! *group number* in the tree counts every parenthesis that could capture; which of them do is known only when the
//! whole pattern has been read (see `Pattern`).

/// A part of a pattern.
#[derive(Debug)]
pub enum Node {
    /// Nothing.
    Empty,
    /// A character.
    Character {
        /// The character.
        character: char,
        /// Whether case is ignored.
        ignore_case: bool,
    },
    /// `.`, with or without the newline.
    Any {
        /// Whether it matches a newline.
        newline: bool,
    },
    /// A bracket expression or shorthand, in the engine's dialect.
    Class {
        /// The text of the class.
        text: String,
        /// Whether case is ignored.
        ignore_case: bool,
    },
    /// `\R`.
    LineBreak,
    /// `\X`.
    Grapheme,
    /// An assertion about the position.
    Anchor(Anchor),
    /// One after the other.
    Sequence(Vec<Node>),
    /// The first of several that matches.
    Alternation(Vec<Node>),
    /// Parentheses that only group.
    Group(Box<Node>),
    /// A group that could capture.
    Capture {
        /// The number of the group.
        group: usize,
        /// What is inside.
        inner: Box<Node>,
    },
    /// `(?>…)`.
    Atomic(Box<Node>),
    /// A look-around.
    LookAround {
        /// Its direction, and whether it is negated.
        look: LookAround,
        /// What is inside.
        inner: Box<Node>,
    },
    /// A loop.
    Repeat(Box<Repeat>),
    /// Matches the text of the last of these groups that participated.
    Backreference {
        /// The groups.
        groups: Vec<usize>,
        /// Whether case is ignored.
        ignore_case: bool,
    },
    /// `\g<…>`: runs a group's pattern again; group 0 is the whole pattern.
    Call {
        /// The number of the group.
        group: usize,
    },
    /// `(?(1)…|…)`.
    Conditional {
        /// The number of the group.
        group: usize,
        /// The pattern if the group participated.
        yes: Box<Node>,
        /// The pattern if it did not.
        no: Box<Node>,
    },
    /// `(?~…)`: any text without a match of the inner pattern.
    Absent(Box<Node>),
}

/// An assertion about the position in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// `\A`.
    TextStart,
    /// `\z`.
    TextEnd,
    /// `\Z`: at the end, or before a newline at the end.
    LastLineEnd,
    /// `^`.
    LineStart,
    /// `$`.
    LineEnd,
    /// `\b`.
    WordBoundary,
    /// `\B`.
    NotWordBoundary,
    /// `\b` of ASCII words.
    AsciiWordBoundary,
    /// `\B` of ASCII words.
    NotAsciiWordBoundary,
    /// `\G`.
    SearchStart,
    /// `\K`.
    Keep,
}

/// The direction of a look-around, and whether it is negated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LookAround {
    /// `(?=…)`.
    Ahead,
    /// `(?!…)`.
    NotAhead,
    /// `(?<=…)`.
    Behind,
    /// `(?<!…)`.
    NotBehind,
}

/// A loop.
#[derive(Debug)]
pub struct Repeat {
    /// What is repeated.
    pub inner: Node,
    /// The minimum number of rounds.
    pub minimum: u32,
    /// The maximum; `None` if unlimited.
    pub maximum: Option<u32>,
    /// Which number of rounds is tried first.
    pub greed: Greed,
}

/// The greediness of a loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Greed {
    /// `*`.
    Greedy,
    /// `*?`.
    Reluctant,
    /// `*+`.
    Possessive,
}

/// The approximate number of states for a set of characters all over Unicode, as UTF-8.
const PROPERTY_WEIGHT: u64 = 1_000;

/// The approximate number of states for any character.
const ANY_WEIGHT: u64 = 10;

impl Node {
    /// Returns a sequence, or its only item.
    pub(super) fn sequence(mut items: Vec<Node>) -> Node {
        match items.len() {
            0 => Node::Empty,
            1 => items.remove(0),
            _ => Node::Sequence(items),
        }
    }

    /// Returns whether every match consumes at least one character.
    pub fn consumes(&self) -> bool {
        match self {
            Node::Character { .. } | Node::Any { .. } | Node::Class { .. } | Node::LineBreak | Node::Grapheme => true,
            Node::Empty
            | Node::Anchor(_)
            | Node::LookAround { .. }
            | Node::Backreference { .. }
            | Node::Call { .. }
            | Node::Absent(_) => false,
            Node::Sequence(items) => items.iter().any(Node::consumes),
            Node::Alternation(branches) => branches.iter().all(Node::consumes),
            Node::Group(inner) | Node::Capture { inner, .. } | Node::Atomic(inner) => inner.consumes(),
            Node::Repeat(repeat) => repeat.minimum > 0 && repeat.inner.consumes(),
            Node::Conditional { yes, no, .. } => yes.consumes() && no.consumes(),
        }
    }

    /// Returns whether no match consumes any character, as far as the shape shows.
    pub(super) fn is_zero_width(&self) -> bool {
        match self {
            Node::Empty | Node::Anchor(_) | Node::LookAround { .. } => true,
            Node::Sequence(items) | Node::Alternation(items) => items.iter().all(Node::is_zero_width),
            Node::Group(inner) | Node::Atomic(inner) => inner.is_zero_width(),
            Node::Repeat(repeat) => repeat.inner.is_zero_width(),
            Node::Conditional { yes, no, .. } => yes.is_zero_width() && no.is_zero_width(),
            Node::Character { .. }
            | Node::Any { .. }
            | Node::Class { .. }
            | Node::LineBreak
            | Node::Grapheme
            | Node::Capture { .. }
            | Node::Backreference { .. }
            | Node::Call { .. }
            | Node::Absent(_) => false,
        }
    }

    /// Returns how many characters every match consumes, if all consume equally many.
    ///
    /// Patterns that Ruby never allows in a look-behind have no length here, so that this one method answers both
    /// questions.
    pub(super) fn fixed_length(&self) -> Option<u64> {
        match self {
            Node::Character { .. } | Node::Any { .. } | Node::Class { .. } => Some(1),
            Node::Anchor(Anchor::TextEnd | Anchor::LastLineEnd) => None,
            Node::Empty | Node::Anchor(_) => Some(0),
            Node::LookAround { look: LookAround::Behind | LookAround::NotBehind, .. } => Some(0),
            Node::Sequence(items) => {
                items.iter().try_fold(0u64, |length, item| Some(length.saturating_add(item.fixed_length()?)))
            }
            Node::Alternation(branches) => {
                let mut lengths = branches.iter().map(Node::fixed_length);
                let first = lengths.next()??;
                lengths.all(|length| length == Some(first)).then_some(first)
            }
            Node::Group(inner) | Node::Capture { inner, .. } => inner.fixed_length(),
            Node::Repeat(repeat) => {
                let fixed = repeat.maximum == Some(repeat.minimum) && repeat.greed != Greed::Possessive;
                let length = fixed.then(|| repeat.inner.fixed_length())??;
                Some(length.saturating_mul(u64::from(repeat.minimum)))
            }
            Node::LookAround { look: LookAround::Ahead | LookAround::NotAhead, .. }
            | Node::LineBreak
            | Node::Grapheme
            | Node::Atomic(_)
            | Node::Backreference { .. }
            | Node::Call { .. }
            | Node::Conditional { .. }
            | Node::Absent(_) => None,
        }
    }

    /// Returns the approximate number of states of an automaton, with counted repetitions expanded.
    pub(super) fn weight(&self) -> u64 {
        let own = match self {
            Node::Class { text, .. } if text.contains("\\p{") => PROPERTY_WEIGHT,
            Node::Class { text, .. } if text.contains("[^") => ANY_WEIGHT,
            Node::Any { .. } => ANY_WEIGHT,
            Node::Grapheme => PROPERTY_WEIGHT * 20,
            _ => 1,
        };
        let mut all = own;
        self.each_child(&mut |child| {
            all = all.saturating_add(child.weight());
            true
        });
        match self {
            Node::Repeat(repeat) => {
                let times = repeat.maximum.unwrap_or(repeat.minimum).max(1);
                all.saturating_mul(u64::from(times))
            }
            _ => all,
        }
    }

    /// Visits the direct children until a visit returns false; returns whether none did.
    pub(super) fn each_child<'n>(&'n self, visit: &mut dyn FnMut(&'n Node) -> bool) -> bool {
        match self {
            Node::Sequence(items) | Node::Alternation(items) => items.iter().all(visit),
            Node::Group(inner)
            | Node::Capture { inner, .. }
            | Node::Atomic(inner)
            | Node::Absent(inner)
            | Node::LookAround { inner, .. } => visit(inner),
            Node::Repeat(repeat) => visit(&repeat.inner),
            Node::Conditional { yes, no, .. } => visit(yes) && visit(no),
            Node::Empty
            | Node::Character { .. }
            | Node::Any { .. }
            | Node::Class { .. }
            | Node::LineBreak
            | Node::Grapheme
            | Node::Anchor(_)
            | Node::Backreference { .. }
            | Node::Call { .. } => true,
        }
    }

    /// Returns whether the predicate holds for this node or one below it.
    pub(super) fn any(&self, predicate: &dyn Fn(&Node) -> bool) -> bool {
        predicate(self) || !self.each_child(&mut |child| !child.any(predicate))
    }
}
