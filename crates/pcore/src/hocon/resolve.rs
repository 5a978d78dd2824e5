//! From a tree to a value: all that was said about a key is joined, and substitutions are made.

use std::sync::Arc;

use crate::{Hash, Value};

use super::Node;

/// How many values a text may become: substitutions can multiply it.
const MOST_VALUES: usize = 1_000_000;

/// How deep substitutions may lead.
const DEEPEST: usize = 200;

/// Why a tree has no value: the place in the text, and what is wrong there.
pub(super) type Problem = (usize, String);

pub(super) fn resolve(root: &Node) -> Result<Value, Problem> {
    let mut resolver = Resolver { root, active: Vec::new(), values: 0, depth: 0 };
    Ok(resolver.value(root, &mut Vec::new())?.unwrap_or_default())
}

struct Resolver<'n> {
    root: &'n Node,
    /// The fields whose values are being made, each with what of it is being looked at.
    active: Vec<(Vec<String>, usize)>,
    values: usize,
    depth: usize,
}

impl<'n> Resolver<'n> {
    /// The value of a node at a path; nothing for an optional substitution of nothing.
    fn value(&mut self, node: &'n Node, path: &mut Vec<String>) -> Result<Option<Value>, Problem> {
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err((0, format!("its substitutions make more than {MOST_VALUES} values")));
        }
        match node {
            Node::Plain { value, .. } => Ok(Some(value.clone())),
            Node::Array(items) => {
                let mut made = Vec::with_capacity(items.len());
                for item in items {
                    made.extend(self.value(item, path)?);
                }
                Ok(Some(made.into()))
            }
            Node::Object(fields) => {
                let mut made = Hash::with_capacity(fields.len());
                for (name, said) in fields {
                    path.push(name.clone());
                    let value = self.field(path, &said.iter().collect::<Vec<_>>());
                    path.pop();
                    if let Some(value) = value? {
                        made.insert(Value::from(name.as_str()), value);
                    }
                }
                Ok(Some(made.into()))
            }
            Node::Substitution { path, optional, at } => self.substituted(path, *optional, *at),
            Node::Row(row) => self.row(row, path),
        }
    }

    /// What all that was said about a field comes to: objects are merged, all else replaces what was before.
    fn field(&mut self, path: &mut Vec<String>, said: &[&'n Node]) -> Result<Option<Value>, Problem> {
        // From the end: what stands before something that replaces it need not be looked at.
        let mut objects: Vec<Arc<Hash>> = Vec::new();
        for (place, node) in said.iter().enumerate().rev() {
            self.active.push((path.clone(), place));
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
        Ok(in_order.reduce(|before, after| Arc::new(merged(before, &after))).map(Value::Hash))
    }

    fn substituted(&mut self, path: &[String], optional: bool, at: usize) -> Result<Option<Value>, Problem> {
        let shown = || format!("${{{}{}}}", if optional { "?" } else { "" }, path.join("."));
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err((
                at,
                format!("the substitution {} leads to itself, or through more than {DEEPEST} others", shown()),
            ));
        }
        let mut said = self.said_about(path, at)?;
        if let Some((_, place)) = self.active.iter().rev().find(|(active, _)| active == path) {
            // A field that speaks of itself means what was said about it before.
            said.truncate(*place);
        }
        let value = self.field(&mut path.to_vec(), &said)?;
        self.depth -= 1;
        match value {
            None if !optional => Err((at, format!("the substitution {} means nothing that is in the file", shown()))),
            value => Ok(value),
        }
    }

    /// All that is said about a path, in order.
    fn said_about(&mut self, path: &[String], at: usize) -> Result<Vec<&'n Node>, Problem> {
        let mut nodes = vec![self.root];
        for name in path {
            let mut next = Vec::new();
            for node in nodes {
                self.said_in(node, name, at, &mut next)?;
            }
            nodes = next;
        }
        self.values += nodes.len();
        Ok(nodes)
    }

    fn said_in(&mut self, node: &'n Node, name: &str, at: usize, found: &mut Vec<&'n Node>) -> Result<(), Problem> {
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err((at, format!("its substitutions make more than {MOST_VALUES} values")));
        }
        match node {
            Node::Object(fields) => found.extend(fields.get(name).into_iter().flatten()),
            Node::Row(row) => {
                for node in row {
                    self.said_in(node, name, at, found)?;
                }
            }
            Node::Substitution { path, .. } => {
                self.depth += 1;
                if self.depth > DEEPEST {
                    return Err((at, format!("the substitution ${{{}}} leads to itself", path.join("."))));
                }
                for node in self.said_about(path, at)? {
                    self.said_in(node, name, at, found)?;
                }
                self.depth -= 1;
            }
            // What was said before does not count any more.
            Node::Plain { .. } | Node::Array(_) => found.clear(),
        }
        Ok(())
    }

    /// Several in a row: arrays are joined, objects merged, all else is text with the blanks between.
    fn row(&mut self, row: &'n [Node], path: &mut Vec<String>) -> Result<Option<Value>, Problem> {
        let mut parts: Vec<(Value, Option<&str>)> = Vec::with_capacity(row.len());
        for node in row {
            let text = if let Node::Plain { text, .. } = node { Some(text.as_str()) } else { None };
            parts.extend(self.value(node, path)?.map(|value| (value, text)));
        }
        let is_blank = |text: Option<&str>| text.is_some_and(|text| text.trim().is_empty());
        let solid: Vec<&Value> = parts.iter().filter(|(_, text)| !is_blank(*text)).map(|(value, _)| value).collect();
        match solid.as_slice() {
            [] => return Ok(None),
            [only] if matches!(only, Value::Array(_) | Value::Hash(_)) => return Ok(Some((*only).clone())),
            _ => {}
        }
        if solid.iter().all(|value| matches!(value, Value::Array(_))) {
            return Ok(Some(solid.iter().filter_map(|value| value.as_array()).flatten().cloned().collect()));
        }
        if solid.iter().all(|value| matches!(value, Value::Hash(_))) {
            let hashes = solid.iter().filter_map(|value| if let Value::Hash(hash) = value { Some(hash) } else { None });
            return Ok(hashes.fold(None, |joined: Option<Value>, hash| match joined {
                Some(Value::Hash(before)) => Some(Value::from(merged(before, hash))),
                _ => Some(Value::Hash(hash.clone())),
            }));
        }
        if solid.iter().any(|value| matches!(value, Value::Array(_) | Value::Hash(_))) {
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
        // Blanks at the ends belong to nobody.
        Ok(Some(text.into()))
    }
}

/// Two objects as one: what was said later counts, and stands first.
fn merged(before: Arc<Hash>, after: &Hash) -> Hash {
    let mut made = Hash::with_capacity(before.len().max(after.len()));
    for (key, value) in after.iter() {
        let value = match (before.get(key), value) {
            (Some(Value::Hash(before)), Value::Hash(after)) => Value::from(merged(before.clone(), after)),
            (_, value) => value.clone(),
        };
        made.insert(key.clone(), value);
    }
    for (key, value) in before.iter().filter(|(key, _)| after.get(key).is_none()) {
        made.insert(key.clone(), value.clone());
    }
    made
}
