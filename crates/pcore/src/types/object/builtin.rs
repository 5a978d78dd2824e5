//! Puppet's own Object types.

use std::sync::{Arc, LazyLock};

use super::{ObjectType, instantiate::Constructor};
use crate::{parse_literal, value::Value};

const DEFERRED: &str = r"{
  attributes => {
    name      => Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/],
    arguments => Optional[Array],
  }
}";

const ERROR: &str = r"{
  type_parameters => {
    kind       => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]],
    issue_code => Variant[String, Regexp, Type[Enum], Type[Pattern], Type[NotUndef], Type[Undef]],
  },
  attributes => {
    msg        => String[1],
    kind       => Optional[String[1]],
    details    => Optional[Hash[String[1], Data]],
    issue_code => Optional[String[1]],
  },
  functions => {
    message => Callable[[0, 0], String[1]],
  }
}";

impl ObjectType {
    /// The type of a call that is made later, on the machine that applies the catalog.
    pub fn deferred() -> &'static Arc<ObjectType> {
        static TYPE: LazyLock<Arc<ObjectType>> = LazyLock::new(|| read("Deferred", DEFERRED));
        &TYPE
    }

    /// The type of what went wrong in a task or plan.
    pub fn error() -> &'static Arc<ObjectType> {
        static TYPE: LazyLock<Arc<ObjectType>> = LazyLock::new(|| read("Error", ERROR));
        &TYPE
    }

    /// The type that all annotations inherit from.
    pub fn annotation() -> &'static Arc<ObjectType> {
        // Made by hand: reading a definition asks for this type.
        static TYPE: LazyLock<Arc<ObjectType>> = LazyLock::new(|| Arc::new(ObjectType::empty("Annotation")));
        &TYPE
    }

    /// A type with a name and nothing else.
    fn empty(name: &str) -> ObjectType {
        ObjectType {
            name: Some(name.into()),
            parent: None,
            type_parameters: Vec::new(),
            attributes: Vec::new(),
            functions: Vec::new(),
            equality: None,
            equality_include_type: true,
            checks: None,
            annotations: None,
            constructor: Constructor::default(),
            model: None,
        }
    }
}

/// Reads a definition of ours; the tests see that each one can be read.
fn read(name: &str, definition: &str) -> Arc<ObjectType> {
    let object = match parse_literal(definition) {
        Ok(Value::Hash(definition)) => ObjectType::define(Some(name), &definition).ok(),
        _ => None,
    };
    debug_assert!(object.is_some(), "the definition of {name} is well formed");
    Arc::new(object.unwrap_or_else(|| ObjectType::empty(name)))
}
