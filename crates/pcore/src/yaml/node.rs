//! The tree of a document, before it has values.

use ecow::EcoString;
use libyaml_safer::EventData;

use super::{Position, Scalar, YamlError, events::Events, tag, tag_comma::TagCommas};

/// A node of a document with its position, anchor and tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// What the node is.
    pub kind: NodeKind,
    /// Where it starts.
    pub at: Position,
    /// The name for aliases of it.
    pub anchor: Option<EcoString>,
    /// Its tag in full: `tag:yaml.org,2002:str` for `!!str`.
    pub tag: Option<EcoString>,
}

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NodeKind {
    /// A scalar; [`Node::scalar`] resolves it.
    Scalar {
        /// The text, without quotes and escapes.
        text: EcoString,
        /// Whether quotes or a block style make it a string, whatever its text is.
        quoted: bool,
    },
    /// A list.
    Sequence(Vec<Node>),
    /// Pairs of key and value in document order.
    Mapping(Vec<(Node, Node)>),
    /// A reference to an anchor.
    Alias(EcoString),
}

impl Node {
    /// Resolves a scalar as Psych does: by tag, then quotes, then text. `None` for other nodes.
    ///
    /// ```
    /// use pcore::yaml::{self, Scalar};
    ///
    /// let root = yaml::first_document("12345678901234567890").unwrap().unwrap();
    /// let Some(Ok(Scalar::BigInteger(number))) = root.scalar() else { panic!("not a big integer") };
    /// assert_eq!(number.to_string(), "12345678901234567890");
    /// assert_eq!(
    ///     yaml::parse("12345678901234567890").unwrap_err().to_string(),
    ///     "integer 12345678901234567890 is beyond 64 bits at line 1 column 1"
    /// );
    /// ```
    pub fn scalar(&self) -> Option<Result<Scalar, YamlError>> {
        let NodeKind::Scalar { text, quoted } = &self.kind else { return None };
        Some(tag::scalar(text, *quoted, self.tag.as_deref(), self.at))
    }
}

/// Parses the first document of a text and nothing after it.
pub fn first_document(text: &str) -> Result<Option<Node>, YamlError> {
    let source = TagCommas::new(text);
    document(&mut Events::new(&source))
}

/// Parses all documents of a text.
pub fn documents(text: &str) -> Result<Vec<Node>, YamlError> {
    let source = TagCommas::new(text);
    let mut events = Events::new(&source);
    let mut documents = Vec::new();
    while let Some(root) = document(&mut events)? {
        documents.push(root);
    }
    Ok(documents)
}

/// A collection whose end has not been reached.
struct Open {
    node: Node,
    /// Items; alternating keys and values for a mapping.
    children: Vec<Node>,
}

/// Reads up to the end of the next document.
fn document(events: &mut Events<'_>) -> Result<Option<Node>, YamlError> {
    let mut open: Vec<Open> = Vec::new();
    let mut root = None;
    while let Some((event, at)) = events.next()? {
        let node = match event {
            EventData::StreamStart { .. } | EventData::DocumentStart { .. } => continue,
            EventData::DocumentEnd { .. } => return Ok(root),
            EventData::StreamEnd => return Ok(None),
            EventData::Alias { anchor } => Node { kind: NodeKind::Alias(anchor.into()), at, anchor: None, tag: None },
            EventData::Scalar { anchor, tag, value, quoted_implicit, .. } => {
                node(NodeKind::Scalar { text: value.into(), quoted: quoted_implicit }, at, anchor, tag)
            }
            EventData::SequenceStart { anchor, tag, .. } => {
                let node = node(NodeKind::Sequence(Vec::new()), at, anchor, tag);
                open.push(Open { node, children: Vec::new() });
                continue;
            }
            EventData::MappingStart { anchor, tag, .. } => {
                let node = node(NodeKind::Mapping(Vec::new()), at, anchor, tag);
                open.push(Open { node, children: Vec::new() });
                continue;
            }
            EventData::SequenceEnd | EventData::MappingEnd => match open.pop() {
                Some(collection) => collection.close(),
                None => continue,
            },
        };
        match open.last_mut() {
            Some(parent) => parent.children.push(node),
            None => root = Some(node),
        }
    }
    Ok(None)
}

fn node(kind: NodeKind, at: Position, anchor: Option<String>, tag: Option<String>) -> Node {
    Node { kind, at, anchor: anchor.map(EcoString::from), tag: tag.map(|tag| tag::decoded(&tag)) }
}

impl Open {
    fn close(self) -> Node {
        let kind = match self.node.kind {
            NodeKind::Sequence(_) => NodeKind::Sequence(self.children),
            NodeKind::Mapping(_) => {
                let mut children = self.children.into_iter();
                let mut pairs = Vec::with_capacity(children.len() / 2);
                while let (Some(key), Some(value)) = (children.next(), children.next()) {
                    pairs.push((key, value));
                }
                NodeKind::Mapping(pairs)
            }
            kind @ (NodeKind::Scalar { .. } | NodeKind::Alias(_)) => kind,
        };
        Node { kind, ..self.node }
    }
}
