//! Text to tree. A tree can be as deep as its text is long, so it is walked on a stack that is large enough for it.

use diagnostics::{Diagnostic, Span};
use ruby_prism::{CallNode, Node, NodeList};

/// How long a text may be. The longest type of a well-known module has a tenth of it.
const MAX_LENGTH: usize = 1 << 20;

/// How deep the parser nests expressions, at most.
const MAX_PARSER_DEPTH: usize = 10_000;

/// How much of the stack the parser needs for an expression in another one.
const STACK_PER_EXPRESSION: usize = 8 << 10;

/// How much of the stack a tree needs per byte of its text: long chains of calls become deep trees.
const STACK_PER_BYTE: usize = 256;

/// Parses a text and hands its tree to a function.
pub(crate) fn with_tree<T>(text: &str, work: impl FnOnce(&Node<'_>) -> T) -> Result<T, Diagnostic> {
    if text.len() > MAX_LENGTH {
        let message = format!("the text has more than {MAX_LENGTH} bytes, which is too much for a resource type");
        return Err(Diagnostic::error(Span::default(), message));
    }
    let stack = (1 << 20) + text.len().min(MAX_PARSER_DEPTH) * STACK_PER_EXPRESSION + text.len() * STACK_PER_BYTE;
    stacker::maybe_grow(stack, stack, || {
        let parsed = ruby_prism::parse(text.as_bytes());
        if let Some(error) = parsed.errors().next() {
            let location = error.location();
            let span = Span { start: location.start(), end: location.end() };
            let message = format!("not valid Ruby: {}", String::from_utf8_lossy(error.message()));
            return Err(Diagnostic::error(span, message).hint("`ruby -c FILE` says more"));
        }
        Ok(work(&parsed.node()))
    })
}

/// A name of the tree as text.
pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// The arguments of a call.
pub(crate) fn arguments<'pr>(call: &CallNode<'pr>) -> Vec<Node<'pr>> {
    call.arguments().map(|arguments| arguments.arguments().iter().collect()).unwrap_or_default()
}

/// The statement that a body consists of, if it is only one.
pub(crate) fn only_statement<'pr>(body: Option<Node<'pr>>) -> Option<Node<'pr>> {
    let statements = body?.as_statements_node()?.body();
    statements.first().filter(|_| statements.len() == 1)
}

/// The elements of a hash, with or without braces.
pub(crate) fn hash_elements<'pr>(node: &Node<'pr>) -> Option<NodeList<'pr>> {
    match node.as_hash_node() {
        Some(hash) => Some(hash.elements()),
        None => node.as_keyword_hash_node().map(|hash| hash.elements()),
    }
}
