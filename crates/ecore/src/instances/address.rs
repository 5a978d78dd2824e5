//! The path of an instance in its document: `#/shapes/0` in JSON and in the language, `//@shapes.0` in XMI.
//!
//! In a document with several outermost instances a path begins with the number of one: `#/1/shapes/0`, `/1/@shapes.0`.

use std::fmt::Write as _;

use ecow::EcoString;

use super::records::{Records, Slot};

/// A step from a container to a part: the feature, and the index in a list.
pub(crate) type Step = (EcoString, Option<usize>);

/// A path in XMI.
pub(crate) fn xmi(root: usize, roots: usize, steps: &[Step]) -> String {
    let mut text = if roots > 1 { format!("/{root}") } else { String::from("/") };
    for (feature, index) in steps {
        let _ = match index {
            Some(index) => write!(text, "/@{feature}.{index}"),
            None => write!(text, "/@{feature}"),
        };
    }
    text
}

/// A path in JSON.
pub(crate) fn json(root: usize, roots: usize, steps: &[Step]) -> String {
    let mut segments: Vec<String> = Vec::new();
    if roots > 1 {
        segments.push(root.to_string());
    }
    for (feature, index) in steps {
        segments.push(feature.to_string());
        segments.extend(index.map(|index| index.to_string()));
    }
    format!("#/{}", segments.join("/"))
}

impl Records {
    /// Resolves a URI: a path in either notation, or an identifier.
    pub(crate) fn resolve(&self, uri: &str) -> Option<usize> {
        let fragment = match uri.rsplit_once('#') {
            Some(("", fragment)) => fragment,
            Some((file, fragment)) => {
                let own = self.source.name.rsplit(['/', '\\']).next().unwrap_or_default();
                (file == own).then_some(fragment)?
            }
            None => uri,
        };
        if let Some(found) = self.identifiers.get(fragment) {
            return Some(*found);
        }
        let mut steps = fragment.strip_prefix('/')?.split('/').filter(|step| !step.is_empty()).peekable();
        let is_number = |step: &&str| step.bytes().all(|byte| byte.is_ascii_digit());
        let root = match steps.next_if(is_number) {
            Some(number) => *self.roots.get(number.parse::<usize>().ok()?)?,
            None => *self.roots.first()?,
        };
        let mut found = root;
        while let Some(step) = steps.next() {
            let (feature, index) = match step.strip_prefix('@') {
                Some(step) => match step.rsplit_once('.') {
                    Some((feature, index)) => (feature, Some(index.parse::<usize>().ok()?)),
                    None => (step, None),
                },
                None => (step, None),
            };
            let record = self.records.get(found)?;
            let Some(Slot::Parts(parts)) = record.slot(feature) else { return None };
            let index = match index {
                Some(index) => index,
                None => match steps.next_if(is_number) {
                    Some(index) => index.parse().ok()?,
                    None => 0,
                },
            };
            found = *parts.get(index)?;
        }
        Some(found)
    }

    /// The outermost instance that contains an instance, and the path from there.
    pub(crate) fn steps(&self, number: usize) -> (usize, Vec<Step>) {
        let mut steps = Vec::new();
        let mut part = number;
        while let Some((holder, feature)) = self.records.get(part).and_then(|record| record.holder.as_ref()) {
            let container = self.records.get(*holder);
            let is_list = container
                .and_then(|container| container.model.feature(feature))
                .is_some_and(|feature| feature.multiplicity.is_list());
            let index = match container.and_then(|container| container.slot(feature)) {
                // Parts are numbered in their order.
                Some(Slot::Parts(parts)) if is_list => parts.binary_search(&part).ok(),
                _ => None,
            };
            steps.push((feature.clone(), index));
            part = *holder;
        }
        steps.reverse();
        (part, steps)
    }
}
