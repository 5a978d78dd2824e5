//! Finds the attributes of resources in the catalog, for types such as `file_line`, whose names do not say which file
//! they are in.
//!
//! `get` only gets names, and only the catalog knows the file of a name.

use ecow::EcoString;
use pcore::keyed::HashMap;
use resource_api::{Context, State};

use crate::{
    munge::{Munger, Validate},
    subject::has_secret,
};

/// The resources of one type in the catalog.
#[derive(Default)]
pub(crate) struct Declared {
    /// The titles of resources that have another name; read when first needed.
    titles: Option<HashMap<EcoString, EcoString>>,
}

impl Declared {
    /// The normalized attributes of a resource. None if the catalog does not have it, or if one of them is secret.
    pub(crate) fn find(
        &mut self,
        context: &Context,
        name: &str,
        munger: &Munger,
        validate: Validate<'_>,
    ) -> Option<State> {
        let catalog = context.catalog()?;
        let type_name = context.definition().name();
        let matches = |attributes: &State| attributes.text("name").is_none_or(|own| own == name);
        let found = catalog.find(type_name, name).filter(|found| matches(found.attributes()));
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
        if has_secret(&state) {
            return None;
        }
        state.insert("name", name);
        munger.canonicalize_quietly(context.definition(), &mut state, validate).ok()?;
        Some(state)
    }
}
