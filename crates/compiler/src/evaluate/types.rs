//! Type names in expressions.

use pcore::{
    Type, Value, convert,
    types::{NATIVE_RESOURCES, ResourceType, builtin_type},
};
use syntax::ast::Expression;

use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
};

impl Compilation<'_> {
    pub(crate) fn evaluate_type_name(&mut self, frame: &Frame, expression: &Expression, name: &str) -> Outcome {
        match self.named_type(name)? {
            Some(known) => Ok(Value::from(known)),
            None => {
                let failure = frame.failure(expression, format!("Resource type not found: {}", bare(name)));
                Err(match pcore::similar_type_name(name, []) {
                    Some(similar) if similar != name => failure.hint(format!("did you mean '{similar}'?")),
                    _ => failure,
                })
            }
        }
    }

    /// The type of a name: one of Puppet's own, a kind of resource, or an alias or Object type.
    pub(crate) fn named_type(&mut self, name: &str) -> Outcome<Option<Type>> {
        let name = bare(name);
        if let Some(known) = builtin_type(name) {
            return Ok(Some(known));
        }
        // What manifests define hides a kind of resource: data may well be called User.
        if self.loader.has_type_definition(name)
            && let Some(known) = self.model_type(name)?
            && !known.is_resource
        {
            return Ok(Some(Type::Object(Some(known.object.clone()))));
        }
        // A kind of resource hides an alias of the same name; in one file that is a failure already.
        if self.is_resource_type(name)? {
            return Ok(Some(ResourceType::of_kind(name)));
        }
        if let Some(known) = self.loader.find_type(name)? {
            return Ok(Some(known));
        }
        let known = self.model_type(name)?;
        Ok(known.map(|known| Type::Object(Some(known.object.clone()))))
    }

    fn is_resource_type(&mut self, name: &str) -> Outcome<bool> {
        if NATIVE_RESOURCES.contains(&name) {
            return Ok(true);
        }
        let lower = name.to_lowercase();
        Ok(self.resource_model(&lower)?.is_some()
            || self.resource_types().find(&lower).is_some()
            || self.loader.define(&lower)?.is_some())
    }

    /// Makes an instance of a type: `Integer('5')`.
    pub(crate) fn new_instance(&mut self, wanted: &Type, arguments: &[Value]) -> Outcome {
        if let Some(known) = self.model_of_type(wanted)? {
            return match arguments {
                [only] if wanted.is_instance(only) => Ok(only.clone()),
                _ => self.make_instance(&known, arguments, None),
            };
        }
        let surroundings = convert::ConversionContext {
            names: &self.loader.types,
            now: self.options().now,
            utc_offset: self.options().utc_offset,
        };
        convert::new_instance_in(&surroundings, wanted, arguments)
            .map_err(|error| Interrupt::unplaced(error.to_string()))
    }
}

fn bare(name: &str) -> &str {
    name.strip_prefix("::").unwrap_or(name)
}
