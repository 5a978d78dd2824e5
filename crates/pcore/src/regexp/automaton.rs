//! A complete automaton for the most common operation of types: does the string match at all?
//!
//! A regular pattern of ordinary size becomes a table that is walked byte by byte, without any setup for a search. A
//! pattern that is not regular, or whose table would be large, is left to the engine.

use std::sync::OnceLock;

use regex_automata::{
    Input,
    dfa::{Automaton as _, StartKind, dense},
    util::syntax,
};

use super::node::{Anchor, Greed, Node};

/// The limit on the size of a table and on the memory to build it; larger ones cost more than they save.
const MAX_TABLE: usize = 128 * 1024;

/// A pattern as a table, built on first use.
#[derive(Debug)]
pub(super) struct Automaton {
    pattern: String,
    table: OnceLock<Option<Box<dense::DFA<Vec<u32>>>>>,
}

impl Automaton {
    /// Takes a pattern in the engine's dialect; `None` if the tree it was written from is not regular.
    pub(super) fn new(pattern: &str, tree: &Node) -> Option<Automaton> {
        let regular = !tree.any(&is_irregular);
        regular.then(|| Automaton { pattern: pattern.to_owned(), table: OnceLock::new() })
    }

    /// Returns whether the text matches; `None` if only the engine can decide.
    pub(super) fn is_match(&self, text: &str) -> Option<bool> {
        let table = self.table.get_or_init(|| self.build()).as_ref()?;
        table.try_search_fwd(&Input::new(text).earliest(true)).ok().map(|matched| matched.is_some())
    }

    fn build(&self) -> Option<Box<dense::DFA<Vec<u32>>>> {
        let config = dense::Config::new()
            .start_kind(StartKind::Unanchored)
            .minimize(false)
            .dfa_size_limit(Some(MAX_TABLE))
            .determinize_size_limit(Some(MAX_TABLE));
        let mut builder = dense::Builder::new();
        builder.configure(config).syntax(syntax::Config::new().multi_line(true));
        builder.build(&self.pattern).ok().map(Box::new)
    }
}

/// Returns whether an automaton cannot express the node, or would read its spelling differently than the engine.
fn is_irregular(node: &Node) -> bool {
    match node {
        Node::Empty
        | Node::Character { .. }
        | Node::Any { .. }
        | Node::Class { .. }
        | Node::Sequence(_)
        | Node::Alternation(_)
        | Node::Group(_)
        | Node::Capture { .. } => false,
        Node::Anchor(anchor) => !matches!(
            anchor,
            Anchor::TextStart | Anchor::TextEnd | Anchor::LastLineEnd | Anchor::LineStart | Anchor::LineEnd
        ),
        // A second quantifier means "possessive" to the engine and "repeat again" to an automaton.
        Node::Repeat(repeat) => repeat.greed == Greed::Possessive,
        Node::LineBreak
        | Node::Grapheme
        | Node::Atomic(_)
        | Node::LookAround { .. }
        | Node::Backreference { .. }
        | Node::Call { .. }
        | Node::Conditional { .. }
        | Node::Absent(_) => true,
    }
}
