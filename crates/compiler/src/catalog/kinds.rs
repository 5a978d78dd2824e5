//! What a resource can be an instance of: a native type, a define, or one of the containers of the language.

use std::sync::Arc;

use ecow::EcoString;
use resource_api::log::capitalized;
use rustc_hash::FxHashSet;
use syntax::ast::DefineDefinition;

use super::tags::lowercase;
use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    resource_types::ResourceTypeInfo,
};

/// The parameters that every resource has, in Puppet's order.
pub(crate) const METAPARAMETERS: [&str; 11] =
    ["noop", "schedule", "audit", "loglevel", "alias", "tag", "require", "subscribe", "before", "notify", "stage"];

/// Whether a parameter is one that every resource has.
pub(crate) fn is_metaparameter(name: &str) -> bool {
    METAPARAMETERS.contains(&name)
}

/// Whether a metaparameter says in which order resources are managed.
pub(crate) fn is_relationship(name: &str) -> bool {
    matches!(name, "require" | "subscribe" | "before" | "notify")
}

/// What resources of one type have in common.
#[derive(Debug)]
pub(crate) struct ResourceKind {
    /// Its number: resources are kept by it.
    pub number: u32,
    /// The name as references write it: `Apache::Vhost`.
    pub display: EcoString,
    /// The name as a tag.
    pub tag: EcoString,
    pub form: KindForm,
}

#[derive(Debug)]
pub(crate) enum KindForm {
    Class,
    Node,
    Native { info: Arc<ResourceTypeInfo>, attributes: Option<FxHashSet<EcoString>> },
    Define(Arc<DefineDefinition>),
}

/// The kinds of containers, which no manifest defines.
#[derive(Debug)]
pub(crate) struct ContainerKinds {
    pub class: Arc<ResourceKind>,
    pub node: Arc<ResourceKind>,
    pub stage: Arc<ResourceKind>,
}

impl Default for ContainerKinds {
    fn default() -> ContainerKinds {
        let stage = ResourceTypeInfo {
            name: "stage".into(),
            attributes: Some(vec!["name".into()]),
            namevars: vec!["name".into()],
            ..ResourceTypeInfo::default()
        };
        ContainerKinds {
            class: ResourceKind::new(0, "class", KindForm::Class),
            node: ResourceKind::new(1, "node", KindForm::Node),
            stage: ResourceKind::native(2, Arc::new(stage)),
        }
    }
}

impl ResourceKind {
    fn new(number: u32, name: &str, form: KindForm) -> Arc<ResourceKind> {
        Arc::new(ResourceKind { number, display: capitalized(name).into(), tag: name.into(), form })
    }

    fn native(number: u32, info: Arc<ResourceTypeInfo>) -> Arc<ResourceKind> {
        let attributes = info.attributes.as_ref().map(|names| names.iter().cloned().collect());
        let name = info.name.clone();
        ResourceKind::new(number, &name, KindForm::Native { info, attributes })
    }

    pub fn is_class(&self) -> bool {
        matches!(self.form, KindForm::Class)
    }

    pub fn is_native(&self) -> bool {
        matches!(self.form, KindForm::Native { .. })
    }

    /// The one attribute that is the identity of a resource; `name` where there are several.
    pub fn namevar(&self) -> &str {
        match &self.form {
            KindForm::Native { info, .. } => match &info.namevars[..] {
                [only] => only,
                _ => "name",
            },
            KindForm::Class | KindForm::Node | KindForm::Define(_) => "name",
        }
    }

    /// Whether a resource can have a parameter of that name.
    pub fn has_parameter(&self, name: &str) -> bool {
        let is_own = match &self.form {
            KindForm::Native { attributes, .. } => attributes.as_ref().is_none_or(|known| known.contains(name)),
            KindForm::Define(define) => define.parameters.iter().any(|parameter| parameter.name == name),
            KindForm::Class | KindForm::Node => true,
        };
        is_own || name == "name" || is_metaparameter(name)
    }

    /// What a title says about the namevar: paths lose the slashes at their ends.
    pub fn name_in_title<'t>(&self, title: &'t str) -> &'t str {
        match &self.form {
            KindForm::Native { info, .. } if info.titles_are_paths => {
                let trimmed = title.trim_end_matches('/');
                // `/` stays, and so does the slash of `C:/`.
                if trimmed.is_empty() || trimmed.ends_with(':') {
                    title.get(..=trimmed.len()).unwrap_or(title)
                } else {
                    trimmed
                }
            }
            _ => title,
        }
    }
}

impl Compilation<'_> {
    /// The native type or define of a name, in any case and with or without leading colons.
    pub(crate) fn find_kind(&mut self, name: &str) -> Outcome<Option<Arc<ResourceKind>>> {
        if let Some(known) = self.resources.kinds.get(name) {
            return Ok(Some(known.clone()));
        }
        let wanted = lowercase(name.strip_prefix("::").unwrap_or(name));
        if wanted != name
            && let Some(known) = self.resources.kinds.get(&wanted)
        {
            return Ok(Some(known.clone()));
        }
        let model = self.resource_model(&wanted)?;
        let number = self.resources.next_kind();
        if let Some(found) = model {
            let kind = ResourceKind::native(number, Arc::new(found.info(&wanted)));
            self.add_resource_model(number, found);
            self.resources.add_kind(wanted, kind.clone());
            return Ok(Some(kind));
        }
        let native = if wanted.contains(':') { None } else { self.resource_types().find(&wanted) };
        let kind = match native {
            Some(info) => match &info.unusable {
                Some(reason) => return Err(Interrupt::unplaced(reason.as_str())),
                None => ResourceKind::native(number, info),
            },
            None => match self.find_define(&wanted)? {
                Some(define) => ResourceKind::new(number, &wanted, KindForm::Define(define)),
                None => return Ok(None),
            },
        };
        self.resources.add_kind(wanted, kind.clone());
        Ok(Some(kind))
    }
}
