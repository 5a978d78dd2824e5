//! Puppet's own Object types.

use std::sync::{Arc, LazyLock};

use ecow::EcoString;

use super::{ObjectType, instantiate::Constructor};
use crate::parse_literal;

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
    /// Returns the type of a deferred call, on the machine that applies the catalog.
    pub fn deferred() -> &'static Arc<ObjectType> {
        static TYPE: LazyLock<Arc<ObjectType>> = LazyLock::new(|| read("Deferred", DEFERRED));
        &TYPE
    }

    /// Returns the type of an error in a task or plan.
    pub fn error() -> &'static Arc<ObjectType> {
        static TYPE: LazyLock<Arc<ObjectType>> = LazyLock::new(|| read("Error", ERROR));
        &TYPE
    }

    /// Returns the type that all annotations inherit from.
    pub fn annotation() -> &'static Arc<ObjectType> {
        // Constructed directly: reading a definition needs this type.
        static TYPE: LazyLock<Arc<ObjectType>> =
            LazyLock::new(|| Arc::new(ObjectType::empty(Some("Annotation".into()))));
        &TYPE
    }

    /// Returns a type with nothing but a name.
    pub(super) fn empty(name: Option<EcoString>) -> ObjectType {
        ObjectType {
            name,
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

/// Reads one of our own definitions.
fn read(name: &str, definition: &str) -> Arc<ObjectType> {
    let literal = parse_literal(definition).expect("the compiled-in definitions are literals");
    let definition = literal.as_hash().expect("the compiled-in definitions are hashes");
    Arc::new(ObjectType::define(Some(name), definition).expect("the compiled-in definitions are valid"))
}
