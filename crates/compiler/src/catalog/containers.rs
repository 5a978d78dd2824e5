//! The containers that are always there, and nodes.

use std::sync::Arc;

use ecow::EcoString;
use pcore::Value;
use syntax::ast::NodeDefinition;

use super::{
    create::NewResource,
    kinds::ResourceKind,
    parameters::Parameters,
    rights::Authors,
    store::{Code, ResourceId},
};
use crate::{Compilation, error::Outcome, scope::Scopes};

impl Compilation<'_> {
    /// Adds `Stage[main]`, the first resource of every catalog.
    pub(crate) fn add_main_stage(&mut self) -> Outcome<()> {
        self.create(own(self.resources.containers.stage.clone(), "main", Code::Own))?;
        Ok(())
    }

    /// Adds the class `settings`.
    pub(crate) fn add_own_class(&mut self, title: &str) -> Outcome<ResourceId> {
        let id = self.add_evaluated_class(title)?;
        self.resources.add_class(super::tags::lowercase(title));
        Ok(id)
    }

    /// Adds `Class[main]`, which contains what the main manifest declares. No reference finds it.
    pub(crate) fn add_main(&mut self) -> Outcome<()> {
        let id = self.add_evaluated_class("main")?;
        self.resources.main = Some(id);
        self.scopes.get_mut(Scopes::TOP).container = Some(id);
        Ok(())
    }

    /// Adds the node that was found for the machine.
    pub(crate) fn add_node(
        &mut self,
        definition: Arc<NodeDefinition>,
        title: EcoString,
        captures: Vec<Value>,
    ) -> Outcome<ResourceId> {
        let code = Code::Node { definition, captures: captures.into() };
        let id = self.create(own(self.resources.containers.node.clone(), &title, code))?;
        self.resources.tag_catalog(id);
        Ok(id)
    }

    /// Adds a class of our own, which is in the main stage.
    fn add_evaluated_class(&mut self, title: &str) -> Outcome<ResourceId> {
        let id = self.create(own(self.resources.containers.class.clone(), title, Code::Own))?;
        let main_stage = self.resources.find(&self.resources.containers.stage, "main");
        let class = self.resources.get_mut(id);
        (class.evaluated, class.holder) = (true, main_stage);
        Ok(id)
    }

    /// What waits to be evaluated, in the order of the catalog.
    pub(crate) fn take_ready(&mut self) -> Vec<ResourceId> {
        let mut ready = std::mem::take(&mut self.resources.ready);
        ready.sort_unstable();
        ready.retain(|id| !self.resources.get(*id).evaluated);
        ready
    }

    /// The location of a resource with a space before it.
    pub(crate) fn location_suffix(&self, id: ResourceId) -> String {
        self.resources.locations.suffix(self.resources.get(id).location)
    }
}

fn own(kind: Arc<ResourceKind>, title: &str, code: Code) -> NewResource {
    NewResource {
        kind,
        title: title.into(),
        parameters: Parameters::default(),
        location: None,
        is_virtual: false,
        exported: false,
        author: Authors::MAIN,
        scope: Scopes::TOP,
        code,
    }
}
