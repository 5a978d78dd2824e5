//! The tree of a pattern, and what can be measured on it without running it.
//!
//! The tree holds what Ruby's pattern means, with options resolved: nothing in
//! it depends on an option that stands elsewhere. A *group number* in the tree
//! counts every parenthesis that could capture; which of them do is known only
//! when the whole pattern has been read (see `Pattern`).

/// A part of a pattern.
#[derive(Debug)]
pub enum Node {
    /// Nothing.
    Empty,
    /// A character.
    Character {
        /// The character.
        character: char,
        /// Whether upper and lower case are the same.
        ignore_case: bool,
    },
    /// `.`, with or without the newline.
    Any {
        /// Whether it matches a newline.
        newline: bool,
    },
    /// A bracket expression or shorthand, in the engine's spelling.
    Class {
        /// The text of the class.
        text: String,
        /// Whether upper and lower case are the same.
        ignore_case: bool,
    },
    /// `\R`.
    LineBreak,
    /// `\X`.
    Grapheme,
    /// A place.
    Anchor(Anchor),
    /// One after the other.
    Sequence(Vec<Node>),
    /// One of several, the first that fits.
    Alternation(Vec<Node>),
    /// Parentheses that do no more than hold things together.
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
    Look {
        /// Where it looks.
        look: Look,
        /// What is inside.
        inner: Box<Node>,
    },
    /// A loop.
    Repeat(Box<Repeat>),
    /// Matches what the last of these groups that took part has matched.
    Backreference {
        /// The groups.
        groups: Vec<usize>,
        /// Whether upper and lower case are the same.
        ignore_case: bool,
    },
    /// `\g<…>`: runs a group's pattern again; group 0 is the whole.
    Call {
        /// The number of the group.
        group: usize,
    },
    /// `(?(1)…|…)`.
    Conditional {
        /// The number of the group.
        group: usize,
        /// Where the group took part.
        yes: Box<Node>,
        /// Where it did not.
        no: Box<Node>,
    },
    /// `(?~…)`: any text in which the inner pattern matches nowhere.
    Absent(Box<Node>),
}

/// A place in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Anchor {
    /// `\A`.
    TextStart,
    /// `\z`.
    TextEnd,
    /// `\Z`: the end, or before a newline that ends the text.
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

/// Where a look-around looks, and what it wants to find.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
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
    /// How often at least.
    pub minimum: u32,
    /// None: without end.
    pub maximum: Option<u32>,
    /// Which number of rounds is tried first.
    pub greed: Greed,
}

/// How eager a loop is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Greed {
    /// `*`.
    Greedy,
    /// `*?`.
    Reluctant,
    /// `*+`.
    Possessive,
}

/// How many states a set of characters that is spread over Unicode takes, as UTF-8.
const PROPERTY_WEIGHT: u64 = 1_000;

/// How many states any character takes.
const ANY_WEIGHT: u64 = 10;

impl Node {
    /// Puts items in a row, without a row of one.
    pub(super) fn sequence(mut items: Vec<Node>) -> Node {
        match items.len() {
            0 => Node::Empty,
            1 => items.remove(0),
            _ => Node::Sequence(items),
        }
    }

    /// Returns whether every match takes at least one character.
    pub fn consumes(&self) -> bool {
        match self {
            Node::Character { .. } | Node::Any { .. } | Node::Class { .. } | Node::LineBreak | Node::Grapheme => true,
            Node::Empty
            | Node::Anchor(_)
            | Node::Look { .. }
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

    /// Returns whether no match takes any character, so far as the shape shows it.
    pub(super) fn is_zero_width(&self) -> bool {
        match self {
            Node::Empty | Node::Anchor(_) | Node::Look { .. } => true,
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

    /// Returns how many characters every match takes, if all take equally many.
    ///
    /// What Ruby never allows in a look-behind has no length here, so that the
    /// one question answers both.
    pub(super) fn fixed_length(&self) -> Option<u64> {
        match self {
            Node::Character { .. } | Node::Any { .. } | Node::Class { .. } => Some(1),
            Node::Anchor(Anchor::TextEnd | Anchor::LastLineEnd) => None,
            Node::Empty | Node::Anchor(_) => Some(0),
            Node::Look { look: Look::Behind | Look::NotBehind, .. } => Some(0),
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
            Node::Look { look: Look::Ahead | Look::NotAhead, .. }
            | Node::LineBreak
            | Node::Grapheme
            | Node::Atomic(_)
            | Node::Backreference { .. }
            | Node::Call { .. }
            | Node::Conditional { .. }
            | Node::Absent(_) => None,
        }
    }

    /// Returns how many states an automaton would have, roughly, with counted repetitions written out.
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

    /// Visits the parts right below this one until a visit says no; returns whether none did.
    pub(super) fn each_child<'n>(&'n self, visit: &mut dyn FnMut(&'n Node) -> bool) -> bool {
        match self {
            Node::Sequence(items) | Node::Alternation(items) => items.iter().all(visit),
            Node::Group(inner)
            | Node::Capture { inner, .. }
            | Node::Atomic(inner)
            | Node::Absent(inner)
            | Node::Look { inner, .. } => visit(inner),
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

    /// Returns whether the predicate holds for this part or one below it.
    pub(super) fn any(&self, predicate: &dyn Fn(&Node) -> bool) -> bool {
        predicate(self) || !self.each_child(&mut |child| !child.any(predicate))
    }
}
