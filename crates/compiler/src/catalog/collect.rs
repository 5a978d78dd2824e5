//! `File <| … |>`: collectors, and `realize()`.
//!
//! Evaluating them only registers them; they run repeatedly while definitions declare more resources. A collector keeps
//! track of what it has checked, and checks only new and changed resources.

use std::sync::Arc;

use ecow::EcoString;
use rustc_hash::FxHashSet;
use syntax::ast::{self, Expression, Kind};

use super::{
    kinds::ResourceKind,
    overrides::Override,
    parameters::Parameter,
    query::Query,
    store::{ResourceId, Resources},
    tags::{Tag, lowercase},
};
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
    scope::ScopeId,
};

/// A collector of a compilation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CollectorId(pub usize);

/// A collector with what it has found.
#[derive(Debug)]
pub(crate) struct Collector {
    kind: Arc<ResourceKind>,
    query: Option<Query>,
    /// Whether it asks for the exported resources of other machines, of which there are none.
    exported: bool,
    changes: Option<Override>,
    scope: ScopeId,
    /// How much of the journal it has read.
    read: usize,
    /// How often containers had got tags then.
    container_tags: u64,
    pub(super) collected: Vec<ResourceId>,
    known: FxHashSet<ResourceId>,
}

impl Compilation<'_> {
    pub(crate) fn add_collector(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        collector: &ast::Collector,
    ) -> Outcome<CollectorId> {
        if collector.exported {
            let message =
                "You cannot collect exported resources without storeconfigs being set; the collection will be ignored";
            self.warn(Some(&frame.location(expression)), message);
        }
        let type_name = match &collector.type_name.kind {
            Kind::TypeName(name) => lowercase(name),
            _ => EcoString::new(),
        };
        if type_name == "class" {
            return Err(Interrupt::unplaced("Classes cannot be collected"));
        }
        let Some(kind) = self.find_kind(&type_name)? else {
            let failure = Interrupt::unplaced(format!("Resource type {type_name} doesn't exist"));
            let failure = failure.focus(frame.location(&collector.type_name));
            return Err(self.similar_kind(failure, &type_name));
        };
        let changes = if collector.attributes.is_empty() {
            None
        } else {
            let parameters = self.attributes(frame, &collector.attributes)?.into();
            let location = Some(self.resources.locations.within(&frame.source, expression.anchor));
            Some(Override { parameters, author: self.author_of(frame.scope), location })
        };
        let query = match &collector.query {
            Some(query) => Some(self.query(frame, query)?),
            None => None,
        };
        let id = CollectorId(self.resources.collectors.len());
        self.resources.collectors.push(Collector {
            kind,
            query,
            exported: collector.exported,
            changes,
            scope: frame.scope,
            read: 0,
            container_tags: 0,
            collected: Vec::new(),
            known: FxHashSet::default(),
        });
        Ok(id)
    }

    /// Runs all collectors; returns whether they found something.
    pub(crate) fn collect(&mut self) -> Outcome<bool> {
        let mut found = false;
        for index in 0..self.resources.collectors.len() {
            found |= self.run_collector(index)?;
        }
        Ok(self.realize()? || found)
    }

    fn run_collector(&mut self, index: usize) -> Outcome<bool> {
        let new = self.resources.newly_matching(index);
        if new.is_empty() {
            return Ok(false);
        }
        for id in &new {
            self.make_real(*id);
        }
        let Some(collector) = self.resources.collectors.get_mut(index) else { return Ok(false) };
        collector.collected.extend(&new);
        collector.known.extend(&new);
        let (scope, kind) = (collector.scope, collector.kind.clone());
        if let Some(changes) = collector.changes.clone() {
            self.resources.authors.set_collects(changes.author);
            // Defaults in the scope of the collector come with the changes, as in Puppet.
            let defaults = self.defaults_for(scope, &kind);
            let changes = with_defaults(changes, defaults);
            for id in new {
                self.change(id, &changes)?;
            }
        }
        Ok(true)
    }

    /// Realizes the resources that `realize()` asked for; returns whether there were any.
    fn realize(&mut self) -> Outcome<bool> {
        let mut found = false;
        for reference in std::mem::take(&mut self.resources.realizations) {
            match self.find_resource(&reference)? {
                Some(id) => {
                    self.make_real(id);
                    found = true;
                }
                None => self.resources.realizations.push(reference),
            }
        }
        Ok(found)
    }

    fn make_real(&mut self, id: ResourceId) {
        let resource = self.resources.get_mut(id);
        if resource.is_virtual {
            resource.is_virtual = false;
            if !resource.evaluated && !resource.kind.is_native() {
                self.resources.ready.push(id);
            }
        }
    }
}

impl Resources {
    /// The resources that a collector matches now and did not before, in the order of the catalog.
    fn newly_matching(&mut self, index: usize) -> Vec<ResourceId> {
        let Some(collector) = self.collectors.get(index).filter(|collector| !collector.exported) else {
            return Vec::new();
        };
        let by_tags = collector.query.as_ref().is_some_and(Query::asks_for_tags);
        let since = if by_tags && collector.container_tags != self.container_tags { 0 } else { collector.read };
        // Collectors ignore what is declared before the main manifest.
        let first = self.main;
        let journal = self.journal(collector.kind.number, since);
        let read = since + journal.len();
        let mut new: Vec<ResourceId> = journal
            .iter()
            .copied()
            .filter(|id| Some(*id) > first && !collector.known.contains(id))
            .filter(|id| collector.query.as_ref().is_none_or(|query| query.matches(self, *id)))
            .collect();
        new.sort_unstable();
        new.dedup();
        let container_tags = self.container_tags;
        if let Some(collector) = self.collectors.get_mut(index) {
            (collector.read, collector.container_tags) = (read, container_tags);
        }
        new
    }

    /// Whether a resource or one of those that contain it has a tag.
    pub(super) fn is_tagged(&self, id: ResourceId, tag: Tag) -> bool {
        let mut next = Some(id);
        while let Some(id) = next {
            let resource = self.get(id);
            if resource.tags.contains(tag) {
                return true;
            }
            // A container was there before what it contains.
            next = resource.container.filter(|container| *container < id);
        }
        false
    }
}

fn with_defaults(changes: Override, defaults: Vec<(EcoString, Parameter)>) -> Override {
    if defaults.is_empty() {
        return changes;
    }
    let mut parameters = changes.parameters.to_vec();
    for (name, parameter) in defaults {
        if !parameters.iter().any(|(known, _)| *known == name) {
            parameters.push((name, parameter));
        }
    }
    Override { parameters: parameters.into(), ..changes }
}
