//! `Notify['x']['message']`: attributes of resources that were declared.

use pcore::Value;
use syntax::ast::Expression;

use super::{
    kinds::is_metaparameter,
    reference::Reference,
    store::{Code, ResourceId},
};
use crate::{Compilation, error::Outcome, frame::Frame};

impl Compilation<'_> {
    /// The value of an attribute of a resource or class that was declared; `undef` when it is not set.
    pub(crate) fn resource_attribute(
        &mut self,
        frame: &Frame,
        expression: &Expression,
        type_name: &str,
        title: &str,
        key: &Value,
    ) -> Outcome {
        let Some(id) = self.find_resource(&Reference::new(type_name, title))? else {
            return Err(frame.failure(expression, format!("Resource not found: {type_name}['{title}']")));
        };
        let attribute = key.to_string();
        let resource = self.resources.get(id);
        if let Some(value) = resource.parameters.value(&attribute) {
            return Ok(value.clone());
        }
        let defaults = self.defaults_for(resource.scope, &resource.kind);
        if let Some((_, default)) = defaults.into_iter().find(|(name, _)| *name == attribute) {
            return Ok(default.value);
        }
        if !self.may_have(id, &attribute) {
            let message = format!("The resource {type_name}['{title}'] does not have a parameter called '{attribute}'");
            return Err(frame.failure(expression, message));
        }
        Ok(Value::Undef)
    }

    fn may_have(&self, id: ResourceId, attribute: &str) -> bool {
        let resource = self.resources.get(id);
        match &resource.code {
            Code::Class { definition, .. } => {
                attribute == "name"
                    || is_metaparameter(attribute)
                    || definition.parameters.iter().any(|parameter| parameter.name == attribute)
            }
            Code::None | Code::Own | Code::Define | Code::Node { .. } => resource.kind.has_parameter(attribute),
        }
    }
}
