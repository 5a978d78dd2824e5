//! Regular expressions as pieces that every backtracking matcher supports: sets of characters, sequences, choices, loops,
//! groups and anchors.
//!
//! Everything that is special in Ruby's dialect is resolved here: options, classes, case. Constructs that a matcher of
//! another language could interpret differently are refused.

use pcore::regexp::{
    Regexp,
    node::{Anchor, Greed, LookAround, Node, Repeat},
};
use regex_syntax::{
    ParserBuilder,
    hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind},
};

/// The last code point.
const LAST: u32 = 0x10_FFFF;

/// A set of characters: ranges of code points, both ends included, in order and apart from each other.
pub(crate) type Ranges = Vec<(u32, u32)>;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Piece {
    /// One character of a set.
    Set(Ranges),
    Sequence(Vec<Piece>),
    Choice(Vec<Piece>),
    /// A group by its number.
    Capture(usize, Box<Piece>),
    Atomic(Box<Piece>),
    LookAround {
        behind: bool,
        negative: bool,
        inner: Box<Piece>,
    },
    Repeat {
        inner: Box<Piece>,
        min: u32,
        max: Option<u32>,
        greed: Greed,
    },
    Backreference(usize),
    TextStart,
    TextEnd,
    /// The end, or before a line break that ends the text.
    LastLineEnd,
    LineStart,
    LineEnd,
}

/// A pattern.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pieces {
    pub root: Piece,
    /// The number of capturing groups.
    pub groups: usize,
}

/// Converts a pattern, or returns why it cannot be converted.
pub(crate) fn pieces(regexp: &Regexp) -> Result<Pieces, String> {
    let (root, numbers) = regexp.tree().ok_or("the regular expression cannot be read")?;
    let groups = numbers.iter().flatten().copied().max().unwrap_or(0);
    let reader = Reader { numbers };
    Ok(Pieces { root: reader.piece(&root, false)?, groups })
}

struct Reader {
    numbers: Vec<Option<usize>>,
}

type Read = Result<Piece, String>;

fn untranslated(what: &str) -> Read {
    Err(format!("{what} in a regular expression cannot be translated"))
}

impl Reader {
    fn piece(&self, node: &Node, behind: bool) -> Read {
        Ok(match node {
            Node::Empty => Piece::Sequence(Vec::new()),
            Node::Character { .. } => self.sequence(std::slice::from_ref(node), behind)?,
            Node::Any { newline: true } => Piece::Set(vec![(0, LAST)]),
            Node::Any { newline: false } => Piece::Set(vec![(0, 9), (11, LAST)]),
            Node::Class { text, ignore_case } => Piece::Set(class(text, *ignore_case)?),
            Node::LineBreak => {
                let pair = Piece::Sequence(vec![single('\r'), single('\n')]);
                let one = Piece::Set(vec![(0x0A, 0x0D), (0x85, 0x85), (0x2028, 0x2029)]);
                Piece::Atomic(Box::new(Piece::Choice(vec![pair, one])))
            }
            Node::Grapheme => return untranslated("\\X"),
            Node::Anchor(anchor) => anchor_piece(*anchor)?,
            Node::Sequence(items) => self.sequence(items, behind)?,
            Node::Alternation(branches) => {
                Piece::Choice(branches.iter().map(|branch| self.piece(branch, behind)).collect::<Result<_, _>>()?)
            }
            Node::Group(inner) => self.piece(inner, behind)?,
            Node::Capture { group, inner } => {
                let inner = self.piece(inner, behind)?;
                match group.checked_sub(1).and_then(|index| self.numbers.get(index)).copied().flatten() {
                    Some(number) => Piece::Capture(number, Box::new(inner)),
                    None => inner,
                }
            }
            Node::Atomic(inner) => Piece::Atomic(Box::new(self.piece(inner, behind)?)),
            Node::LookAround { look, inner } => {
                let (is_behind, negative) = match look {
                    LookAround::Ahead => (false, false),
                    LookAround::NotAhead => (false, true),
                    LookAround::Behind => (true, false),
                    LookAround::NotBehind => (true, true),
                };
                let inner = Box::new(self.piece(inner, behind || is_behind)?);
                if is_behind && alternatives(&inner).iter().any(|branch| branch.width().is_none()) {
                    return untranslated("a look-behind without a fixed length");
                }
                if negative && inner.any(&|piece| matches!(piece, Piece::Capture(..))) {
                    return untranslated("a group in a negative look-around");
                }
                Piece::LookAround { behind: is_behind, negative, inner }
            }
            Node::Repeat(repeat) => self.repeat(repeat, behind)?,
            Node::Backreference { ignore_case: true, .. } => {
                return untranslated("a back-reference without regard to case");
            }
            Node::Backreference { groups, .. } => {
                let number = |group: &usize| self.numbers.get(group.checked_sub(1)?).copied().flatten();
                match groups.as_slice() {
                    [only] => match number(only) {
                        Some(number) => Piece::Backreference(number),
                        None => return untranslated("a back-reference to a group that does not capture"),
                    },
                    _ => return untranslated("a back-reference to several groups"),
                }
            }
            Node::Call { .. } => return untranslated("\\g<…>"),
            Node::Conditional { .. } => return untranslated("a condition"),
            Node::Absent(_) => return untranslated("(?~…)"),
        })
    }

    fn sequence(&self, items: &[Node], behind: bool) -> Read {
        let mut pieces = Vec::with_capacity(items.len());
        let mut rest = items;
        while let [first, others @ ..] = rest {
            rest = others;
            match (first, others) {
                // Ruby's one fold between different lengths that we know, too.
                (
                    Node::Character { character: 's' | 'S', ignore_case: true },
                    [Node::Character { character: 's' | 'S', ignore_case: true }, after @ ..],
                ) if !behind => {
                    pieces.push(sharp_s());
                    rest = after;
                }
                (Node::Character { character: 'ß' | 'ẞ', ignore_case: true }, _) if !behind => {
                    pieces.push(sharp_s())
                }
                (Node::Character { character, ignore_case: true }, _) => pieces.push(folded(*character)),
                (Node::Character { character, ignore_case: false }, _) => pieces.push(single(*character)),
                _ => pieces.push(self.piece(first, behind)?),
            }
        }
        Ok(match pieces.len() {
            1 => pieces.remove(0),
            _ => Piece::Sequence(pieces),
        })
    }

    fn repeat(&self, repeat: &Repeat, behind: bool) -> Read {
        let inner = self.piece(&repeat.inner, behind)?;
        let captures = inner.any(&|piece| matches!(piece, Piece::Capture(..)));
        if captures && !repeat.inner.consumes() {
            return untranslated("a loop around a group that may take nothing");
        }
        Ok(Piece::Repeat { inner: Box::new(inner), min: repeat.minimum, max: repeat.maximum, greed: repeat.greed })
    }
}

fn single(character: char) -> Piece {
    Piece::Set(vec![(u32::from(character), u32::from(character))])
}

fn folded(character: char) -> Piece {
    let mut class = ClassUnicode::new([ClassUnicodeRange::new(character, character)]);
    // Fails only without the Unicode tables, which are enabled.
    let _ = class.try_case_fold_simple();
    Piece::Set(ranges(&class))
}

/// `ss` or `ß`, in any case.
fn sharp_s() -> Piece {
    let pair = Piece::Sequence(vec![folded('s'), folded('s')]);
    Piece::Choice(vec![pair, Piece::Set(vec![(0xDF, 0xDF), (0x1E9E, 0x1E9E)])])
}

fn ranges(class: &ClassUnicode) -> Ranges {
    class.iter().map(|range| (u32::from(range.start()), u32::from(range.end()))).collect()
}

/// The characters of a class in the spelling of the engine.
fn class(text: &str, ignore_case: bool) -> Result<Ranges, String> {
    let parsed = ParserBuilder::new().case_insensitive(ignore_case).build().parse(text);
    let wrong = || format!("the class {text} in a regular expression cannot be translated");
    match parsed.map_err(|_| wrong())?.into_kind() {
        HirKind::Class(Class::Unicode(class)) => Ok(ranges(&class)),
        HirKind::Literal(literal) => match std::str::from_utf8(&literal.0) {
            Ok(text) => Ok(text.chars().map(|character| (u32::from(character), u32::from(character))).collect()),
            Err(_) => Err(wrong()),
        },
        HirKind::Empty => Ok(Vec::new()),
        _ => Err(wrong()),
    }
}

fn anchor_piece(anchor: Anchor) -> Read {
    Ok(match anchor {
        Anchor::TextStart => Piece::TextStart,
        Anchor::TextEnd => Piece::TextEnd,
        Anchor::LastLineEnd => Piece::LastLineEnd,
        Anchor::LineStart => Piece::LineStart,
        Anchor::LineEnd => Piece::LineEnd,
        Anchor::WordBoundary => boundary(r"\w", true)?,
        Anchor::NotWordBoundary => boundary(r"\w", false)?,
        Anchor::AsciiWordBoundary => boundary("[0-9A-Za-z_]", true)?,
        Anchor::NotAsciiWordBoundary => boundary("[0-9A-Za-z_]", false)?,
        Anchor::SearchStart => return untranslated("\\G"),
        Anchor::Keep => return untranslated("\\K"),
    })
}

/// A word boundary, or its negation.
fn boundary(word: &str, is_boundary: bool) -> Read {
    let set = class(word, false)?;
    let look =
        |behind: bool, negative: bool| Piece::LookAround { behind, negative, inner: Box::new(Piece::Set(set.clone())) };
    let side = |before: bool, after: bool| Piece::Sequence(vec![look(true, !before), look(false, !after)]);
    Ok(Piece::Choice(if is_boundary {
        vec![side(true, false), side(false, true)]
    } else {
        vec![side(true, true), side(false, false)]
    }))
}

/// The branches of a choice; anything else is a single branch.
pub(crate) fn alternatives(piece: &Piece) -> &[Piece] {
    match piece {
        Piece::Choice(branches) => branches,
        other => std::slice::from_ref(other),
    }
}

impl Piece {
    /// The number of characters of a match, if it is fixed.
    pub fn width(&self) -> Option<usize> {
        match self {
            Piece::Set(_) => Some(1),
            Piece::Sequence(items) => items.iter().map(Piece::width).sum(),
            Piece::Choice(branches) => {
                let mut widths = branches.iter().map(Piece::width);
                let first = widths.next()??;
                widths.all(|width| width == Some(first)).then_some(first)
            }
            Piece::Capture(_, inner) | Piece::Atomic(inner) => inner.width(),
            Piece::Repeat { inner, min, max, .. } => {
                let times = usize::try_from(*min).ok()?;
                (*max == Some(*min)).then(|| inner.width())??.checked_mul(times)
            }
            Piece::Backreference(_) => None,
            Piece::LookAround { .. }
            | Piece::TextStart
            | Piece::TextEnd
            | Piece::LastLineEnd
            | Piece::LineStart
            | Piece::LineEnd => Some(0),
        }
    }

    /// Whether this piece or one inside of it satisfies a predicate.
    pub fn any(&self, holds: &dyn Fn(&Piece) -> bool) -> bool {
        holds(self)
            || match self {
                Piece::Sequence(items) | Piece::Choice(items) => items.iter().any(|item| item.any(holds)),
                Piece::Capture(_, inner) | Piece::Atomic(inner) => inner.any(holds),
                Piece::LookAround { inner, .. } | Piece::Repeat { inner, .. } => inner.any(holds),
                _ => false,
            }
    }
}

/// Sets of characters that patterns refer to.
#[derive(Default)]
pub(crate) struct Sets(pub Vec<String>);

impl Sets {
    /// Whether a set is short enough to be written where it is used.
    pub fn is_inline(ranges: &[(u32, u32)]) -> bool {
        ranges.len() <= 24
    }

    /// The index of a set, which is added if it is new.
    pub fn index(&mut self, set: String) -> usize {
        self.0.iter().position(|known| *known == set).unwrap_or_else(|| {
            self.0.push(set);
            self.0.len() - 1
        })
    }
}
