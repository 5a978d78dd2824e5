//! Turns a tree into a value: joins all definitions of a key and resolves substitutions.

use std::sync::Arc;

use crate::{Hash, Value};

use super::Node;

/// The limit on the number of resulting values: substitutions can multiply them.
const MAX_VALUES: usize = 1_000_000;

/// The limit on the nesting of substitutions.
const MAX_DEPTH: usize = 200;

/// Why a tree cannot be resolved: the offset in the document, and the message.
pub(super) type Problem = (usize, String);

pub(super) fn resolve(root: &Node) -> Result<Value, Problem> {
    let mut resolver = Resolver { root, active: Vec::new(), values: 0, depth: 0 };
    Ok(resolver.value(root, &mut Vec::new())?.unwrap_or_default())
}

struct Resolver<'n> {
    root: &'n Node,
    /// The fields that are being resolved, each with the index of its current definition.
    active: Vec<(Vec<String>, usize)>,
    values: usize,
    depth: usize,
}

impl<'n> Resolver<'n> {
    /// Returns the value of a node at a path; `None` for an optional substitution of an undefined path.
    fn value(&mut self, node: &'n Node, path: &mut Vec<String>) -> Result<Option<Value>, Problem> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err((0, format!("substitutions expand to more than {MAX_VALUES} values")));
        }
        match node {
            Node::Plain { value, .. } => Ok(Some(value.clone())),
            Node::Array(items) => {
                let mut values = Vec::with_capacity(items.len());
                for item in items {
                    values.extend(self.value(item, path)?);
                }
                Ok(Some(values.into()))
            }
            Node::Object(fields) => {
                let mut hash = Hash::with_capacity(fields.len());
                for (name, definitions) in fields {
                    path.push(name.clone());
                    let value = self.field(path, &definitions.iter().collect::<Vec<_>>());
                    path.pop();
                    if let Some(value) = value? {
                        hash.insert(Value::from(name.as_str()), value);
                    }
                }
                Ok(Some(hash.into()))
            }
            Node::Substitution { path, optional, at } => self.substituted(path, *optional, *at),
            Node::Row(row) => self.row(row, path),
        }
    }

    /// Combines all definitions of a field: objects are merged, everything else replaces earlier definitions.
    fn field(&mut self, path: &mut Vec<String>, definitions: &[&'n Node]) -> Result<Option<Value>, Problem> {
        // Backwards: definitions before one that replaces them need not be resolved.
        let mut objects: Vec<Arc<Hash>> = Vec::new();
        for (index, node) in definitions.iter().enumerate().rev() {
            self.active.push((path.clone(), index));
            let value = self.value(node, path);
            self.active.pop();
            match value? {
                None => {}
                Some(Value::Hash(object)) => objects.push(object),
                Some(other) if objects.is_empty() => return Ok(Some(other)),
                Some(_) => break,
            }
        }
        let in_order = objects.into_iter().rev();
        Ok(in_order.reduce(|before, after| Arc::new(merge(before, &after))).map(Value::Hash))
    }

    fn substituted(&mut self, path: &[String], optional: bool, at: usize) -> Result<Option<Value>, Problem> {
        let shown = || format!("${{{}{}}}", if optional { "?" } else { "" }, path.join("."));
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err((
                at,
                format!(
                    "the substitution {} refers to itself, or is nested more than {MAX_DEPTH} levels deep",
                    shown()
                ),
            ));
        }
        let mut definitions = self.definitions_of(path, at)?;
        if let Some((_, index)) = self.active.iter().rev().find(|(active, _)| active == path) {
            // In its own definition, a field refers to its earlier definitions.
            definitions.truncate(*index);
        }
        let value = self.field(&mut path.to_vec(), &definitions)?;
        self.depth -= 1;
        match value {
            None if !optional => Err((at, format!("the substitution {} is not defined in the file", shown()))),
            value => Ok(value),
        }
    }

    /// Returns all definitions of a path, in order.
    fn definitions_of(&mut self, path: &[String], at: usize) -> Result<Vec<&'n Node>, Problem> {
        let mut nodes = vec![self.root];
        for name in path {
            let mut next = Vec::new();
            for node in nodes {
                self.collect_definitions(node, name, at, &mut next)?;
            }
            nodes = next;
        }
        self.values += nodes.len();
        Ok(nodes)
    }

    fn collect_definitions(
        &mut self,
        node: &'n Node,
        name: &str,
        at: usize,
        definitions: &mut Vec<&'n Node>,
    ) -> Result<(), Problem> {
        self.values += 1;
        if self.values > MAX_VALUES {
            return Err((at, format!("substitutions expand to more than {MAX_VALUES} values")));
        }
        match node {
            Node::Object(fields) => definitions.extend(fields.get(name).into_iter().flatten()),
            Node::Row(row) => {
                for node in row {
                    self.collect_definitions(node, name, at, definitions)?;
                }
            }
            Node::Substitution { path, .. } => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err((at, format!("the substitution ${{{}}} refers to itself", path.join("."))));
                }
                for node in self.definitions_of(path, at)? {
                    self.collect_definitions(node, name, at, definitions)?;
                }
                self.depth -= 1;
            }
            // Earlier definitions are replaced.
            Node::Plain { .. } | Node::Array(_) => definitions.clear(),
        }
        Ok(())
    }

    /// Combines adjacent values: arrays are joined, objects merged, everything else is text including the blanks
    /// between.
    fn row(&mut self, row: &'n [Node], path: &mut Vec<String>) -> Result<Option<Value>, Problem> {
        let mut parts: Vec<(Value, Option<&str>)> = Vec::with_capacity(row.len());
        for node in row {
            let text = if let Node::Plain { text, .. } = node { Some(text.as_str()) } else { None };
            parts.extend(self.value(node, path)?.map(|value| (value, text)));
        }
        let is_blank = |text: Option<&str>| text.is_some_and(|text| text.trim().is_empty());
        let defined: Vec<&Value> = parts.iter().filter(|(_, text)| !is_blank(*text)).map(|(value, _)| value).collect();
        match defined.as_slice() {
            [] => return Ok(None),
            [only] if matches!(only, Value::Array(_) | Value::Hash(_)) => return Ok(Some((*only).clone())),
            _ => {}
        }
        if defined.iter().all(|value| matches!(value, Value::Array(_))) {
            return Ok(Some(defined.iter().filter_map(|value| value.as_array()).flatten().cloned().collect()));
        }
        if defined.iter().all(|value| matches!(value, Value::Hash(_))) {
            let hashes =
                defined.iter().filter_map(|value| if let Value::Hash(hash) = value { Some(hash) } else { None });
            return Ok(hashes.fold(None, |joined: Option<Value>, hash| match joined {
                Some(Value::Hash(before)) => Some(Value::from(merge(before, hash))),
                _ => Some(Value::Hash(hash.clone())),
            }));
        }
        if defined.iter().any(|value| matches!(value, Value::Array(_) | Value::Hash(_))) {
            return Err((0, format!("the parts of '{}' cannot be put together", path.join("."))));
        }
        if let [(only, _)] = parts.as_slice() {
            return Ok(Some(only.clone()));
        }
        let text: String = parts
            .iter()
            .map(|(value, text)| match text {
                Some(text) => (*text).to_owned(),
                None if value.is_undef() => "null".to_owned(),
                None => value.to_string(),
            })
            .collect();
        // Blanks at the ends are dropped.
        Ok(Some(text.into()))
    }
}

/// Merges two objects: later definitions replace earlier ones, and come first.
fn merge(before: Arc<Hash>, after: &Hash) -> Hash {
    let mut merged = Hash::with_capacity(before.len().max(after.len()));
    for (key, value) in after.iter() {
        let value = match (before.get(key), value) {
            (Some(Value::Hash(before)), Value::Hash(after)) => Value::from(merge(before.clone(), after)),
            (_, value) => value.clone(),
        };
        merged.insert(key.clone(), value);
    }
    for (key, value) in before.iter().filter(|(key, _)| after.get(key).is_none()) {
        merged.insert(key.clone(), value.clone());
    }
    merged
}
