//! The walk through a tree: which values come, and in which order.

use std::collections::VecDeque;

use ecow::EcoVec;
use pcore::{Type, Value};

/// In which order the values come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// What is in a container comes right after it.
    DepthFirst,
    /// What is in a container comes after all containers of its own level.
    BreadthFirst,
}

/// What comes.
#[derive(Clone, Debug)]
pub(super) struct Options {
    /// What is opened; nothing for all that can be.
    pub containers: Option<Type>,
    pub with_root: bool,
    pub with_containers: bool,
    pub with_values: bool,
    pub order: Order,
}

impl Options {
    fn is_container(&self, value: &Value) -> bool {
        matches!(value, Value::Array(_) | Value::Hash(_) | Value::Object(_))
            && self.containers.as_ref().is_none_or(|wanted| wanted.is_instance(value))
    }
}

/// A walk through a tree; gives the path to each value and the value.
pub(super) struct Tree {
    options: Options,
    /// The containers that are open, the current one last in depth first order, and first in the other.
    open: VecDeque<Container>,
    /// The root, until it came.
    root: Option<Value>,
}

struct Container {
    path: EcoVec<Value>,
    parts: Box<dyn Iterator<Item = (Value, Value)>>,
}

impl Container {
    fn new(path: EcoVec<Value>, value: &Value) -> Container {
        let parts: Box<dyn Iterator<Item = (Value, Value)>> = match value {
            Value::Array(items) => Box::new((0_i64..).map(Value::Integer).zip(items.clone())),
            Value::Hash(hash) => {
                let hash = hash.clone();
                let mut index = 0;
                Box::new(std::iter::from_fn(move || {
                    let (key, value) = hash.at(index)?;
                    index += 1;
                    Some((key.clone(), value.clone()))
                }))
            }
            Value::Object(instance) => {
                let parts: Vec<_> =
                    instance.iter().map(|(name, value)| (Value::String(name.clone()), value.clone())).collect();
                Box::new(parts.into_iter())
            }
            _ => Box::new(std::iter::empty()),
        };
        Container { path, parts }
    }
}

impl Tree {
    /// Begins at a root, which is always opened.
    pub fn new(root: Value, options: Options) -> Tree {
        let opened = match &root {
            Value::Iterator(iterator) => Value::Array(iterator.to_items().unwrap_or_default()),
            other => other.clone(),
        };
        let open = VecDeque::from([Container::new(EcoVec::new(), &opened)]);
        Tree { root: options.with_root.then_some(root), options, open }
    }

    fn current(&mut self) -> Option<&mut Container> {
        match self.options.order {
            Order::DepthFirst => self.open.back_mut(),
            Order::BreadthFirst => self.open.front_mut(),
        }
    }

    fn close(&mut self) {
        match self.options.order {
            Order::DepthFirst => self.open.pop_back(),
            Order::BreadthFirst => self.open.pop_front(),
        };
    }
}

impl Iterator for Tree {
    type Item = (EcoVec<Value>, Value);

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(root) = self.root.take() {
            return Some((EcoVec::new(), root));
        }
        loop {
            let current = self.current()?;
            let Some((step, value)) = current.parts.next() else {
                self.close();
                continue;
            };
            let mut path = current.path.clone();
            path.push(step);
            let wanted = if self.options.is_container(&value) {
                self.open.push_back(Container::new(path.clone(), &value));
                self.options.with_containers
            } else {
                // Puppet leaves values out in one of the orders only.
                self.options.with_values || self.options.order == Order::BreadthFirst
            };
            if wanted {
                return Some((path, value));
            }
        }
    }
}
