//! Metaparameters of containers, which what they contain gets, too.
//!
//! The way leads from `Class[main]` along containment, so it reaches what the main manifest and a node declare, and
//! what defines there declare, but not what is in classes; as in Puppet.

use ecow::EcoString;
use rustc_hash::FxHashMap;

use super::{
    kinds::{METAPARAMETERS, is_relationship},
    parameters::Parameter,
    store::{ResourceId, Resources},
};

impl Resources {
    /// Passes metaparameters and tags down. Fails with an invalid tag and its resource.
    pub(super) fn spread_metaparameters(&mut self) -> Result<(), (ResourceId, EcoString)> {
        let Some(main) = self.main else { return Ok(()) };
        let children = self.children();
        let mut seen = vec![false; self.len()];
        let mut queue = std::collections::VecDeque::from([main]);
        while let Some(source) = queue.pop_front() {
            if std::mem::replace(&mut seen[source.index()], true) {
                continue;
            }
            let Some(targets) = children.get(&source) else { continue };
            let inherited = self.metaparameters(source);
            for target in targets {
                for (name, parameter) in &inherited {
                    if self.get(*target).parameters.value(name).is_none() {
                        let author = self.get(*target).author;
                        let own = Parameter { author, location: None, ..parameter.clone() };
                        self.set_parameter(*target, (*name).into(), own).map_err(|word| (*target, word))?;
                    }
                }
                self.merge_tags(source, *target);
            }
            queue.extend(targets);
        }
        Ok(())
    }

    /// What each container contains, in the order of the catalog.
    fn children(&self) -> FxHashMap<ResourceId, Vec<ResourceId>> {
        let mut children: FxHashMap<ResourceId, Vec<ResourceId>> = FxHashMap::default();
        for id in self.ids() {
            if let Some(holder) = self.get(id).holder {
                children.entry(holder).or_default().push(id);
            }
        }
        for (container, contained) in &self.contained {
            children.entry(*container).or_default().push(*contained);
        }
        children
    }

    fn metaparameters(&self, id: ResourceId) -> Vec<(&'static str, Parameter)> {
        let parameters = &self.get(id).parameters;
        if parameters.is_empty() {
            return Vec::new();
        }
        let spread = METAPARAMETERS.iter().filter(|name| !is_relationship(name));
        let set = spread.filter(|name| parameters.value(name).is_some());
        set.filter_map(|name| Some((*name, parameters.get(name)?.clone()))).collect()
    }
}
