//! Where types of the language find definitions and other types.

use std::sync::Arc;

use model::Definitions;
use pcore::{Type, types::builtin_type};
use syntax::ast::TypeDefinition;

use crate::{
    error::{Interrupt, Outcome},
    functions,
    loader::Loader,
};

impl Definitions for Loader {
    type Error = Interrupt;

    fn definition(&mut self, name: &str) -> Outcome<Option<Arc<TypeDefinition>>> {
        self.type_definition(name)
    }

    fn data_type(&mut self, name: &str) -> Outcome<Option<Type>> {
        match builtin_type(name.strip_prefix("::").unwrap_or(name)) {
            Some(known) => Ok(Some(known)),
            None => self.find_type(name),
        }
    }

    fn has_function(&self, name: &str) -> bool {
        functions::find(name).is_some() || self.function_names().any(|known| known == name)
    }
}
