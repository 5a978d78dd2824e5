//! What the catalog says of resources whose names do not tell where they are, such as those of `file_line`.
//!
//! `get` is asked by name, and only the catalog knows to which file a name belongs.

use ecow::EcoString;
use pcore::Value;
use resource_api::{Context, Outcome, State};
use rustc_hash::FxHashMap;

/// The resources of one type in the catalog.
#[derive(Default)]
pub(crate) struct Declared {
    /// The titles of resources that have another name, once somebody asked for one.
    titles: Option<FxHashMap<EcoString, EcoString>>,
}

impl Declared {
    /// The attributes of a resource, brought into their one form. Nothing where the catalog does not know the resource, or
    /// keeps a part of it secret.
    pub(crate) fn find(
        &mut self,
        context: &Context,
        name: &str,
        canonicalize: impl FnOnce(&mut State) -> Outcome,
    ) -> Option<State> {
        let catalog = context.catalog()?;
        let type_name = context.definition().name();
        let is_meant = |attributes: &State| attributes.text("name").is_none_or(|own| own == name);
        let found = catalog.find(type_name, name).filter(|found| is_meant(found.attributes()));
        let found = match found {
            Some(found) => found,
            None => {
                let titles = self.titles.get_or_insert_with(|| {
                    let named = |title: &EcoString, attributes: &State| {
                        Some((EcoString::from(attributes.text("name")?), title.clone()))
                    };
                    let all = catalog.list(type_name);
                    all.iter().filter_map(|resource| named(resource.title(), resource.attributes())).collect()
                });
                catalog.find(type_name, titles.get(name)?)?
            }
        };
        let is_own = |attribute: &EcoString| context.definition().attribute(attribute).is_some();
        let attributes = found.attributes().iter().filter(|(attribute, value)| is_own(attribute) && !value.is_undef());
        let mut state: State = attributes.map(|(attribute, value)| (attribute.clone(), value.clone())).collect();
        if state.iter().any(|(_, value)| matches!(value, Value::Sensitive(_))) {
            return None;
        }
        state.insert("name", name);
        canonicalize(&mut state).ok()?;
        Some(state)
    }
}
