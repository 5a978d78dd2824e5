//! Ruby's regular expressions in the dialect of ECMA 262, which JSON Schema uses.
//!
//! A schema only needs to know whether a pattern matches, not its captures, so groups need not keep their numbers and
//! an anchor at the very start or end of a pattern may consume the line break that it looks for. Most patterns then
//! need no look-around, which not every validator supports.
//!
//! Patterns without an exact counterpart are not translated: atomic groups and possessive quantifiers, backreferences
//! (one to a group that did not participate fails in Ruby and matches in ECMA 262), calls, conditions, `\R`, `\X`, and
//! ignoring case beyond ASCII.

use super::character_set::{CharacterSet, same_but_for_case};
use pcore::regexp::{
    Regexp,
    node::{Anchor, Greed, LookAround, Node, Repeat},
};

/// Returns the pattern in ECMA's dialect, to be read with its `u` flag.
pub(super) fn translate(regexp: &Regexp) -> Option<String> {
    let (root, _) = regexp.tree()?;
    let mut written = String::new();
    write(&root, NodePosition { first: true, last: true, more_follows: false }, &mut written)?;
    Some(written)
}

/// Returns a pattern that matches exactly the given text.
pub(super) fn escape(text: &str, ignore_case: bool) -> String {
    let mut written = String::new();
    for character in text.chars() {
        if ignore_case && character.is_ascii_alphabetic() {
            // Ruby's case-insensitive comparison of strings is limited to ASCII.
            written.extend(['[', character.to_ascii_uppercase(), character.to_ascii_lowercase(), ']']);
        } else {
            push_literal(character, &mut written);
        }
    }
    written
}

/// The position of a node in the whole pattern.
#[derive(Clone, Copy)]
struct NodePosition {
    /// Every match begins with this node.
    first: bool,
    /// Every match ends with this node.
    last: bool,
    /// A node that consumes a character follows.
    more_follows: bool,
}

impl NodePosition {
    const INSIDE: NodePosition = NodePosition { first: false, last: false, more_follows: false };
}

fn write(node: &Node, position: NodePosition, written: &mut String) -> Option<()> {
    match node {
        Node::Empty => {}
        Node::Character { character, ignore_case: true } if character.is_alphabetic() => {
            if !character.is_ascii() {
                return None;
            }
            written.push('[');
            written.extend(same_but_for_case(*character));
            written.push(']');
        }
        Node::Character { character, .. } => push_literal(*character, written),
        Node::Any { newline: true } => written.push_str(r"[\s\S]"),
        // ECMA's dot excludes more line breaks than Ruby's.
        Node::Any { newline: false } => written.push_str(r"[^\n]"),
        Node::Class { text, ignore_case } => {
            written.push_str(&CharacterSet::parse(text, *ignore_case)?.to_ecma()?);
        }
        Node::Anchor(anchor) => written.push_str(anchor_text(*anchor, position)),
        Node::Sequence(items) => write_sequence(items, position, written)?,
        Node::Alternation(branches) => {
            for (index, branch) in branches.iter().enumerate() {
                if index > 0 {
                    written.push('|');
                }
                write(branch, position, written)?;
            }
        }
        Node::Group(inner) => write_group("(?:", inner, position, written)?,
        Node::Capture { inner, .. } => write_group("(", inner, position, written)?,
        Node::LookAround { look, inner } => {
            let opening = match look {
                LookAround::Ahead => "(?=",
                LookAround::NotAhead => "(?!",
                LookAround::Behind => "(?<=",
                LookAround::NotBehind => "(?<!",
            };
            write_group(opening, inner, NodePosition::INSIDE, written)?;
        }
        Node::Repeat(repeat) => write_repeat(repeat, written)?,
        Node::LineBreak
        | Node::Grapheme
        | Node::Atomic(_)
        | Node::Backreference { .. }
        | Node::Call { .. }
        | Node::Conditional { .. }
        | Node::Absent(_) => return None,
    }
    Some(())
}

fn write_sequence(items: &[Node], position: NodePosition, written: &mut String) -> Option<()> {
    for (index, item) in items.iter().enumerate() {
        let after = &items[index + 1..];
        let inner = NodePosition {
            first: position.first && index == 0,
            last: position.last && after.is_empty(),
            more_follows: position.more_follows || after.iter().any(Node::consumes),
        };
        // In Ruby, `ß` equals `ss` if case is ignored.
        if let [
            Node::Character { character: 's' | 'S', ignore_case: true },
            Node::Character { character: 's' | 'S', .. },
            ..,
        ] = &items[index..]
        {
            return None;
        }
        match item {
            Node::Alternation(_) => write_group("(?:", item, inner, written)?,
            _ => write(item, inner, written)?,
        }
    }
    Some(())
}

fn write_group(opening: &str, inner: &Node, position: NodePosition, written: &mut String) -> Option<()> {
    written.push_str(opening);
    write(inner, position, written)?;
    written.push(')');
    Some(())
}

fn write_repeat(repeat: &Repeat, written: &mut String) -> Option<()> {
    let single = matches!(
        repeat.inner,
        Node::Character { .. } | Node::Any { .. } | Node::Class { .. } | Node::Group(_) | Node::Capture { .. }
    );
    if single {
        write(&repeat.inner, NodePosition::INSIDE, written)?;
    } else {
        write_group("(?:", &repeat.inner, NodePosition::INSIDE, written)?;
    }
    match (repeat.minimum, repeat.maximum) {
        (0, None) => written.push('*'),
        (1, None) => written.push('+'),
        (0, Some(1)) => written.push('?'),
        (minimum, None) => written.push_str(&format!("{{{minimum},}}")),
        (minimum, Some(maximum)) if minimum == maximum => written.push_str(&format!("{{{minimum}}}")),
        (minimum, Some(maximum)) => written.push_str(&format!("{{{minimum},{maximum}}}")),
    }
    match repeat.greed {
        Greed::Greedy => {}
        Greed::Reluctant => written.push('?'),
        Greed::Possessive => return None,
    }
    Some(())
}

fn anchor_text(anchor: Anchor, position: NodePosition) -> &'static str {
    match anchor {
        Anchor::TextStart | Anchor::SearchStart => "^",
        Anchor::TextEnd => "$",
        Anchor::LastLineEnd if position.last => r"\n?$",
        Anchor::LastLineEnd => r"(?=\n?$)",
        // After the line break that ends the text, no line starts.
        Anchor::LineStart if position.first && position.more_follows => r"(?:^|\n)",
        Anchor::LineStart => r"(?:^|(?<=\n)(?!$))",
        Anchor::LineEnd if position.last => r"(?:$|\n)",
        Anchor::LineEnd => r"(?=$|\n)",
        Anchor::AsciiWordBoundary => r"\b",
        Anchor::NotAsciiWordBoundary => r"\B",
        Anchor::WordBoundary => concat!(
            r"(?:(?<=[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}])(?![\p{Alphabetic}\p{M}\p{Nd}\p{Pc}])",
            r"|(?<![\p{Alphabetic}\p{M}\p{Nd}\p{Pc}])(?=[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]))"
        ),
        Anchor::NotWordBoundary => concat!(
            r"(?:(?<=[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}])(?=[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}])",
            r"|(?<![\p{Alphabetic}\p{M}\p{Nd}\p{Pc}])(?![\p{Alphabetic}\p{M}\p{Nd}\p{Pc}]))"
        ),
        Anchor::Keep => "",
    }
}

fn push_literal(character: char, written: &mut String) {
    match character {
        '^' | '$' | '\\' | '.' | '*' | '+' | '?' | '(' | ')' | '[' | ']' | '{' | '}' | '|' => {
            written.push('\\');
            written.push(character);
        }
        '\n' => written.push_str("\\n"),
        '\r' => written.push_str("\\r"),
        '\t' => written.push_str("\\t"),
        control if control.is_ascii_control() => written.push_str(&format!("\\x{:02X}", u32::from(control))),
        other => written.push(other),
    }
}
