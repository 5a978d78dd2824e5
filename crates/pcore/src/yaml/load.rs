//! Converts nodes to values.
//!
//! The walk has Psych's order, which decides which of several errors is reported, and the target of an alias if a name
//! is defined twice. An alias shares its value with its anchor and is free here, but every later walk over the value
//! visits every copy; so the copies are counted and limited.

use std::{collections::HashMap, sync::Arc};

use ecow::{EcoString, EcoVec};

use super::{
    MAX_DEPTH, Node, NodeKind, Position, Scalar, YamlError, YamlProblem, moment,
    tag::{self, MappingForm, SequenceForm},
};
use crate::value::{Hash, Value};

/// The limit on the nodes that the aliases of a document expand to in total.
pub const MAX_ALIASED_NODES: usize = 1_000_000;

/// Returns the value of a document.
pub(super) fn load(root: &Node, options: ParseOptions) -> Result<Value, YamlError> {
    Loader { options, ..Loader::default() }.node(root, 1).map(|loaded| loaded.value)
}

/// Options of [`parse_with`](super::parse_with).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParseOptions {
    /// Reads points in time, which are an error otherwise. Those without a zone are in UTC.
    pub times: bool,
    /// Reads objects of Ruby classes as hashes of their content; they are an error otherwise.
    pub objects: bool,
}

#[derive(Default)]
struct Loader<'n> {
    options: ParseOptions,
    anchors: HashMap<&'n EcoString, Anchor>,
    aliased_nodes: usize,
}

enum Anchor {
    /// The node is being walked.
    Open,
    Closed(Loaded),
}

/// A value and its size.
#[derive(Clone)]
struct Loaded {
    value: Value,
    /// The number of nodes in its expansion, this one included.
    nodes: usize,
    /// The number of levels, this one included; a collection counts the level below it even if it is empty.
    height: usize,
}

impl Loaded {
    fn leaf(value: Value) -> Loaded {
        Loaded { value, nodes: 1, height: 1 }
    }
}

/// The accumulated size of a collection.
struct Extent {
    nodes: usize,
    height: usize,
}

impl Extent {
    fn new() -> Extent {
        Extent { nodes: 1, height: 2 }
    }

    fn take(&mut self, child: Loaded) -> Value {
        self.nodes = self.nodes.saturating_add(child.nodes);
        self.height = self.height.max(child.height + 1);
        child.value
    }

    fn of(self, value: Value) -> Loaded {
        Loaded { value, nodes: self.nodes, height: self.height }
    }
}

impl<'n> Loader<'n> {
    fn node(&mut self, node: &'n Node, depth: usize) -> Result<Loaded, YamlError> {
        // Psych registers the anchor of a collection before it walks it, that of a scalar after.
        if let (Some(anchor), NodeKind::Sequence(_) | NodeKind::Mapping(_)) = (&node.anchor, &node.kind) {
            self.anchors.insert(anchor, Anchor::Open);
        }
        let loaded = match &node.kind {
            NodeKind::Alias(name) => self.alias(name, node.at, depth)?,
            NodeKind::Scalar { .. } => Loaded::leaf(self.scalar(node)?),
            NodeKind::Sequence(items) => self.sequence(node, items, depth)?,
            NodeKind::Mapping(pairs) => self.mapping(node, pairs, depth)?,
        };
        if let Some(anchor) = &node.anchor {
            self.anchors.insert(anchor, Anchor::Closed(loaded.clone()));
        }
        Ok(loaded)
    }

    fn alias(&mut self, name: &EcoString, at: Position, depth: usize) -> Result<Loaded, YamlError> {
        let loaded = match self.anchors.get(name) {
            Some(Anchor::Closed(loaded)) => loaded.clone(),
            Some(Anchor::Open) => return Err(YamlProblem::RecursiveAlias(name.clone()).at(at)),
            None => return Err(YamlProblem::UnknownAlias(name.clone()).at(at)),
        };
        self.aliased_nodes = self.aliased_nodes.saturating_add(loaded.nodes);
        if self.aliased_nodes > MAX_ALIASED_NODES {
            return Err(YamlProblem::TooManyNodes.at(at));
        }
        // A scalar at the bottom does not count as a level.
        if depth + loaded.height > MAX_DEPTH + 2 {
            return Err(YamlProblem::TooDeep.at(at));
        }
        Ok(loaded)
    }

    fn sequence(&mut self, node: &'n Node, items: &'n [Node], depth: usize) -> Result<Loaded, YamlError> {
        let mut extent = Extent::new();
        match tag::sequence(node.tag.as_deref(), node.at)? {
            SequenceForm::List => {
                let mut list = EcoVec::with_capacity(items.len());
                for item in items {
                    list.push(extent.take(self.node(item, depth + 1)?));
                }
                Ok(extent.of(Value::Array(list)))
            }
            SequenceForm::OrderedHash => {
                let mut hash = Hash::with_capacity(items.len());
                for item in items {
                    let ends = match &item.kind {
                        NodeKind::Sequence(items) => items.first().zip(items.last()),
                        NodeKind::Mapping(pairs) => {
                            pairs.first().map(|pair| &pair.0).zip(pairs.last().map(|pair| &pair.1))
                        }
                        NodeKind::Scalar { .. } | NodeKind::Alias(_) => None,
                    };
                    let (key, value) = ends.ok_or_else(|| unusable(node))?;
                    let key = extent.take(self.node(key, depth + 1)?);
                    let value = extent.take(self.node(value, depth + 1)?);
                    hash.insert(key, value);
                }
                Ok(extent.of(Value::Hash(Arc::new(hash))))
            }
        }
    }

    fn mapping(&mut self, node: &'n Node, pairs: &'n [(Node, Node)], depth: usize) -> Result<Loaded, YamlError> {
        let mut extent = Extent::new();
        let is_object = |tag: &&str| tag.starts_with("!ruby/object:");
        let tag = node.tag.as_deref().filter(|tag| !(self.options.objects && is_object(tag)));
        match tag::mapping(tag, node.at)? {
            MappingForm::Hash => {
                let mut hash = Hash::with_capacity(pairs.len());
                self.fill(&mut hash, pairs, depth, &mut extent)?;
                Ok(extent.of(Value::Hash(Arc::new(hash))))
            }
            MappingForm::String => self.string(node, pairs, depth),
            MappingForm::Elements => {
                let mut hash = Hash::default();
                self.elements(node, pairs, depth, &mut hash, &mut extent)?;
                Ok(extent.of(Value::Hash(Arc::new(hash))))
            }
            MappingForm::ReadThen(error) => {
                for (key, value) in pairs {
                    self.node(key, depth + 1)?;
                    self.node(value, depth + 1)?;
                }
                Err(error)
            }
        }
    }

    fn scalar(&self, node: &Node) -> Result<Value, YamlError> {
        if let (true, Some(Ok(Scalar::Time(text)))) = (self.options.times, node.scalar()) {
            let refused = || YamlProblem::DisallowedClass("Time".into()).at(node.at);
            return moment::parse_time(&text).map(|(time, _)| Value::Timestamp(time)).ok_or_else(refused);
        }
        scalar(node)
    }

    /// Adds pairs to a hash. A later pair replaces an earlier one; `<<` merges.
    fn fill(
        &mut self,
        hash: &mut Hash,
        pairs: &'n [(Node, Node)],
        depth: usize,
        extent: &mut Extent,
    ) -> Result<(), YamlError> {
        for (key_node, value_node) in pairs {
            let key = extent.take(self.node(key_node, depth + 1)?);
            let value = extent.take(self.node(value_node, depth + 1)?);
            let merges = key.as_str() == Some("<<") && key_node.tag.as_deref() != Some("tag:yaml.org,2002:str");
            match merged(value_node, &value).filter(|_| merges) {
                Some(entries) => hash.extend(entries),
                None => {
                    hash.insert(key, value);
                }
            }
        }
        Ok(())
    }

    /// A mapping for a Ruby string: its text under `str`, and instance variables, which are dropped.
    fn string(&mut self, node: &'n Node, pairs: &'n [(Node, Node)], depth: usize) -> Result<Loaded, YamlError> {
        let mut text = Loaded::leaf(Value::Undef);
        let mut has_variables = false;
        for (key, value) in pairs {
            let key = self.node(key, depth + 1)?.value;
            let value = self.node(value, depth + 1)?;
            if key.as_str() == Some("str") { text = value } else { has_variables = true }
        }
        let can_have_variables = matches!(text.value, Value::String(_) | Value::Array(_) | Value::Hash(_));
        if has_variables && !can_have_variables { Err(unusable(node)) } else { Ok(text) }
    }

    /// A mapping for a Ruby hash with instance variables, which are read and dropped.
    fn elements(
        &mut self,
        node: &'n Node,
        pairs: &'n [(Node, Node)],
        depth: usize,
        hash: &mut Hash,
        extent: &mut Extent,
    ) -> Result<(), YamlError> {
        for (key, value) in pairs {
            match (&key.kind, &value.kind) {
                (NodeKind::Scalar { text, .. }, NodeKind::Mapping(inner)) if text == "elements" => {
                    self.fill(hash, inner, depth + 1, extent)?;
                }
                (NodeKind::Scalar { text, .. }, NodeKind::Mapping(inner)) if text == "ivars" => {
                    self.fill(&mut Hash::default(), inner, depth + 1, &mut Extent::new())?;
                }
                // Psych ignores values under other keys.
                (NodeKind::Scalar { text, .. }, _) if text != "elements" && text != "ivars" => {}
                _ => return Err(unusable(node)),
            }
        }
        Ok(())
    }
}

/// Returns the entries that `<<` merges; `None` if the value cannot be merged, and the key is an ordinary one.
fn merged(node: &Node, value: &Value) -> Option<Vec<(Value, Value)>> {
    let entries = |hash: &Hash| hash.iter().map(|(key, value)| (key.clone(), value.clone())).collect::<Vec<_>>();
    match (&node.kind, value) {
        (NodeKind::Alias(_) | NodeKind::Mapping(_), Value::Hash(hash)) => Some(entries(hash)),
        (NodeKind::Sequence(_), Value::Array(items)) => {
            // The first of several hashes has precedence, and so it comes last.
            let mut all = Hash::default();
            for item in items.iter().rev() {
                all.extend(entries(item.as_hash()?));
            }
            Some(all.into_iter().collect())
        }
        _ => None,
    }
}

fn scalar(node: &Node) -> Result<Value, YamlError> {
    let at = node.at;
    Ok(match node.scalar().transpose()?.unwrap_or(Scalar::Null) {
        Scalar::Null => Value::Undef,
        Scalar::Boolean(value) => Value::Boolean(value),
        Scalar::Integer(number) => Value::Integer(number),
        Scalar::BigInteger(number) => return Err(YamlProblem::BigInteger(number.abbreviated()).at(at)),
        Scalar::Float(number) => Value::Float(number),
        Scalar::String(text) => Value::String(text),
        Scalar::Symbol(name) => Value::Symbol(name),
        Scalar::Date(_) => return Err(YamlProblem::DisallowedClass("Date".into()).at(at)),
        Scalar::Time(_) => return Err(YamlProblem::DisallowedClass("Time".into()).at(at)),
        Scalar::Binary(bytes) => {
            let text = std::str::from_utf8(&bytes).map_err(|_| YamlProblem::NotText.at(at))?;
            Value::from(text)
        }
    })
}

fn unusable(node: &Node) -> YamlError {
    YamlProblem::UnusableTag(node.tag.clone().unwrap_or_default()).at(node.at)
}
