//! A type with its providers, which of them is used, and the types that a run knows.
//!
//! Most types have one provider. A type with several lets the system decide: each [`ProviderEntry`] can say when it is
//! suitable, which systems it is the default of, and how it ranks among the others. A resource can choose one by the
//! attribute `provider`, which no type defines itself.
//!
//! ```
//! use resource_api::{Context, ProviderEntry, ResourceType, State, SimpleProvider, Request, Outcome, TypeDefinition};
//! use resource_api::{log::{Log, Recorder}, registry::Suitability};
//! # use std::{path::Path, sync::Arc};
//! # struct Apt; struct Dnf;
//! # impl SimpleProvider for Apt {
//! #     type Resource = State;
//! #     fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> { Ok(vec![]) }
//! # }
//! # impl SimpleProvider for Dnf {
//! #     type Resource = State;
//! #     fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> { Ok(vec![]) }
//! # }
//! # let definition = pcore::yaml::parse("{name: software, desc: s, attributes: {
//! #     name: {type: String, desc: n, behaviour: namevar},
//! #     ensure: {type: 'Enum[present, absent]', desc: e}}}").unwrap();
//! # let definition = TypeDefinition::from_value(&definition).unwrap();
//! let software = ResourceType::new(definition)
//!     .with_provider(
//!         ProviderEntry::simple("apt", |_| Ok(Apt))
//!             .suitable_if(|_| {
//!                 let tool = Path::new("/nowhere/bin/apt-get");
//!                 if tool.exists() { Ok(()) } else { Err(format!("there is no {}", tool.display())) }
//!             })
//!             .priority(10),
//!     )
//!     .with_provider(ProviderEntry::simple("dnf", |_| Ok(Dnf)));
//!
//! # let log = Log::new(Arc::new(Recorder::default()), Arc::default());
//! # let context = Context::new(software.definition().clone(), log);
//! let mut suitability = Suitability::new(&software);
//! assert_eq!(suitability.default_provider(&context).unwrap().name(), "dnf");
//! assert_eq!(
//!     suitability.named("apt", &context).unwrap_err().to_string(),
//!     "Provider apt is not functional on this host: there is no /nowhere/bin/apt-get"
//! );
//! ```

mod selection;
mod types;

#[cfg(test)]
mod tests;

use std::{fmt, sync::Arc};

use ecow::EcoString;
use pcore::Value;

pub use self::{
    selection::{ProviderError, Suitability},
    types::{Found, Types, UnknownType},
};
use crate::{
    Context, Outcome, Provider, Simple, SimpleProvider, State, TypeDefinition, definition::relations::Relation,
};

/// A type of resources: its definition, and at least one provider.
///
/// Nothing is global: whoever runs resources holds the types that it knows.
#[derive(Clone)]
pub struct ResourceType {
    definition: Arc<TypeDefinition>,
    providers: Vec<ProviderEntry>,
    manner: Manner,
    relate: Option<Relate>,
    check: Option<Check>,
    is_part_of_program: bool,
    /// The file of a module that defines it.
    file: Option<EcoString>,
    /// Names of providers that exist elsewhere, and not here.
    unsupported: &'static [&'static str],
}

/// Checks what is said of a resource, and makes of it what is declared: a title, and attributes.
type Check = Arc<dyn Fn(&str, &[(EcoString, Value)]) -> Outcome<Vec<(EcoString, Value)>> + Send + Sync>;

/// Finds the relations of a resource that its definition cannot express. The second argument says whether the catalog
/// has a resource of a type, in small letters, with a title.
type Relate = Arc<dyn Fn(&State, &dyn Fn(&str, &str) -> bool) -> Vec<Relation> + Send + Sync>;

/// How resources of a type are changed and shown.
///
/// Operators know two manners, and their scripts read both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// Changes are logged before the provider makes them, and a failure is that of the whole resource.
    #[default]
    ResourceApi,
    /// As Puppet's own types do it: changes are logged when they are made, a failure is that of the property, and
    /// manifests have their arrows in one column.
    Puppet,
}

impl ResourceType {
    /// A type without a provider; [`with_provider`](ResourceType::with_provider) adds them.
    pub fn new(definition: TypeDefinition) -> ResourceType {
        ResourceType {
            definition: Arc::new(definition),
            providers: Vec::new(),
            manner: Manner::default(),
            relate: None,
            check: None,
            is_part_of_program: false,
            file: None,
            unsupported: &[],
        }
    }

    /// This type with the names of providers that other implementations have. A resource that asks for one of them fails
    /// when it is evaluated, and the others are applied; any other unknown name is an error in the catalog.
    #[must_use]
    pub fn with_unsupported_providers(mut self, names: &'static [&'static str]) -> ResourceType {
        self.unsupported = names;
        self
    }

    /// This type as one that a file of a module defines, and not whoever built the program.
    #[must_use]
    pub fn defined_in(mut self, file: impl Into<EcoString>) -> ResourceType {
        self.file = Some(file.into());
        self
    }

    /// This type as a part of the program, which its tests have seen to return what its definition says.
    pub(super) fn into_part_of_program(mut self) -> ResourceType {
        self.is_part_of_program = true;
        self
    }

    /// Whether this type and all of its providers are a part of the program.
    pub fn is_part_of_program(&self) -> bool {
        self.is_part_of_program
    }

    /// This type with one more provider.
    #[must_use]
    pub fn with_provider(mut self, provider: ProviderEntry) -> ResourceType {
        self.is_part_of_program = false;
        self.providers.push(provider);
        self
    }

    /// A type like this one, with one more provider: for whoever adds a provider to a type of somebody else.
    #[must_use]
    pub fn extended(&self, provider: ProviderEntry) -> ResourceType {
        self.clone().with_provider(provider)
    }

    /// This type in another manner.
    #[must_use]
    pub fn in_manner(mut self, manner: Manner) -> ResourceType {
        self.manner = manner;
        self
    }

    /// This type with relations that its definition cannot express, such as that of a file to the nearest folder which
    /// is managed. They come after those of the definition.
    ///
    /// The function gets what a resource should be, and can ask whether the catalog has a resource of a type (in small
    /// letters) with a title. What it returns and the catalog does not have is left out.
    #[must_use]
    pub fn relating(
        mut self,
        relate: impl Fn(&State, &dyn Fn(&str, &str) -> bool) -> Vec<Relation> + Send + Sync + 'static,
    ) -> ResourceType {
        self.relate = Some(Arc::new(relate));
        self
    }

    /// This type with checks of its own, which a compiler makes where a manifest declares resources. They are for whoever
    /// declares a resource without a manifest.
    #[must_use]
    pub fn checked_by(
        mut self,
        check: impl Fn(&str, &[(EcoString, Value)]) -> Outcome<Vec<(EcoString, Value)>> + Send + Sync + 'static,
    ) -> ResourceType {
        self.check = Some(Arc::new(check));
        self
    }

    /// Whether it has checks of its own, as types of the language have.
    pub fn has_checks(&self) -> bool {
        self.check.is_some()
    }

    /// What is declared of a resource with that title and these attributes, or why it is refused; nothing where the type has
    /// no checks of its own.
    pub fn checked(&self, title: &str, attributes: &[(EcoString, Value)]) -> Option<Outcome<Vec<(EcoString, Value)>>> {
        self.check.as_ref().map(|check| check(title, attributes))
    }

    /// The relations of a resource that its definition cannot express.
    pub fn relations(&self, should: &State, is_managed: &dyn Fn(&str, &str) -> bool) -> Vec<Relation> {
        self.relate.as_ref().map(|relate| relate(should, is_managed)).unwrap_or_default()
    }

    /// How resources of this type are changed and shown.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// What a resource of this type is.
    pub fn definition(&self) -> &Arc<TypeDefinition> {
        &self.definition
    }

    /// The providers, in the order in which they were added.
    pub fn providers(&self) -> &[ProviderEntry] {
        &self.providers
    }
}

impl fmt::Debug for ResourceType {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ResourceType")
            .field("name", self.definition.name())
            .field("providers", &self.providers)
            .finish_non_exhaustive()
    }
}

type Create = Arc<dyn Fn(&Context) -> Outcome<Box<dyn Provider>> + Send + Sync>;
type Suitable = Arc<dyn Fn(&Context) -> Result<(), String> + Send + Sync>;
type DefaultFor = Arc<dyn Fn(&Context) -> bool + Send + Sync>;

/// One way to manage the resources of a type.
#[derive(Clone)]
pub struct ProviderEntry {
    name: EcoString,
    create: Create,
    suitable: Option<Suitable>,
    default_for: Option<DefaultFor>,
    priority: i32,
    is_never_default: bool,
    /// The kinds of devices that it is made for; none for a provider of any device and of this machine.
    devices: Arc<[EcoString]>,
    wants_parameters: bool,
}

impl ProviderEntry {
    /// A provider that `create` makes anew for every run.
    pub fn new<P: Provider + 'static>(
        name: impl Into<EcoString>,
        create: impl Fn(&Context) -> Outcome<P> + Send + Sync + 'static,
    ) -> ProviderEntry {
        ProviderEntry {
            name: name.into(),
            create: Arc::new(move |context| Ok(Box::new(create(context)?) as Box<dyn Provider>)),
            suitable: None,
            default_for: None,
            priority: 0,
            is_never_default: false,
            devices: Arc::default(),
            wants_parameters: false,
        }
    }

    /// As [`ProviderEntry::new`], where it is decided at run time what kind of provider it is.
    pub fn boxed(
        name: impl Into<EcoString>,
        create: impl Fn(&Context) -> Outcome<Box<dyn Provider>> + Send + Sync + 'static,
    ) -> ProviderEntry {
        ProviderEntry {
            name: name.into(),
            create: Arc::new(create),
            suitable: None,
            default_for: None,
            priority: 0,
            is_never_default: false,
            devices: Arc::default(),
            wants_parameters: false,
        }
    }

    /// As [`ProviderEntry::new`], for a [`SimpleProvider`].
    pub fn simple<P: SimpleProvider + 'static>(
        name: impl Into<EcoString>,
        create: impl Fn(&Context) -> Outcome<P> + Send + Sync + 'static,
    ) -> ProviderEntry {
        ProviderEntry::new(name, move |context| create(context).map(Simple))
    }

    /// This provider, where a condition holds; otherwise it says in words what is missing.
    ///
    /// It is asked once per run, and not before the provider could be used.
    #[must_use]
    pub fn suitable_if(
        mut self,
        condition: impl Fn(&Context) -> Result<(), String> + Send + Sync + 'static,
    ) -> ProviderEntry {
        self.suitable = Some(Arc::new(condition));
        self
    }

    /// This provider, preferred to all that are not made for the system at hand.
    #[must_use]
    pub fn default_for(mut self, condition: impl Fn(&Context) -> bool + Send + Sync + 'static) -> ProviderEntry {
        self.default_for = Some(Arc::new(condition));
        self
    }

    /// This provider, preferred to those of a lower priority; it is 0 unless given.
    ///
    /// Of equal providers the one that was added first is preferred.
    #[must_use]
    pub fn priority(mut self, priority: i32) -> ProviderEntry {
        self.priority = priority;
        self
    }

    /// This provider, for resources that name it only: it is never chosen by default, even if no other provider is
    /// suitable.
    ///
    /// It is for what can do something with any name, but not what is meant, as a language's package manager would where
    /// the system's is missing.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use resource_api::{Context, Outcome, ProviderEntry, Request, ResourceType, SimpleProvider, State, TypeDefinition};
    /// # use resource_api::{log::{Log, Recorder}, registry::Suitability};
    /// # struct Gems;
    /// # impl SimpleProvider for Gems {
    /// #     type Resource = State;
    /// #     fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> { Ok(vec![]) }
    /// # }
    /// # let definition = pcore::yaml::parse("{name: software, desc: s, attributes: {
    /// #     name: {type: String, desc: n, behaviour: namevar}}}").unwrap();
    /// # let definition = TypeDefinition::from_value(&definition).unwrap();
    /// let software =
    ///     ResourceType::new(definition).with_provider(ProviderEntry::simple("gem", |_| Ok(Gems)).never_default());
    ///
    /// # let log = Log::new(Arc::new(Recorder::default()), Arc::default());
    /// # let context = Context::new(software.definition().clone(), log);
    /// let mut suitability = Suitability::new(&software);
    /// assert!(suitability.named("gem", &context).is_ok());
    /// assert!(suitability.default_provider(&context).is_err());
    /// ```
    #[must_use]
    pub fn never_default(mut self) -> ProviderEntry {
        self.is_never_default = true;
        self
    }

    /// Whether it is used only for resources that name it.
    pub fn is_never_default(&self) -> bool {
        self.is_never_default
    }

    /// This provider, whose `get` sees the [parameters](crate::Request::parameters) of resources: those with different ones
    /// are asked for one after the other.
    #[must_use]
    pub fn with_parameters(mut self) -> ProviderEntry {
        self.wants_parameters = true;
        self
    }

    /// Whether its `get` sees the parameters of resources.
    pub fn wants_parameters(&self) -> bool {
        self.wants_parameters
    }

    /// This provider for devices of a kind, as their transport's schema is called: there, it counts more than providers
    /// that are made for no device in particular, and elsewhere it is not used.
    ///
    /// ```
    /// # use resource_api::{Context, Outcome, ProviderEntry, Request, SimpleProvider, State};
    /// # struct Vlans;
    /// # impl SimpleProvider for Vlans {
    /// #     type Resource = State;
    /// #     fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> { Ok(vec![]) }
    /// # }
    /// let provider = ProviderEntry::simple("nexus", |_| Ok(Vlans)).for_device("nexus");
    /// assert_eq!(provider.devices(), ["nexus"]);
    /// ```
    #[must_use]
    pub fn for_device(self, kind: impl Into<EcoString>) -> ProviderEntry {
        self.for_devices([kind])
    }

    /// As [`for_device`](ProviderEntry::for_device), for several kinds.
    #[must_use]
    pub fn for_devices(mut self, kinds: impl IntoIterator<Item = impl Into<EcoString>>) -> ProviderEntry {
        self.devices = self.devices.iter().cloned().chain(kinds.into_iter().map(Into::into)).collect();
        self
    }

    /// The kinds of devices that it is made for; none for a provider of any device and of this machine.
    pub fn devices(&self) -> &[EcoString] {
        &self.devices
    }

    /// What the provider is called.
    pub fn name(&self) -> &EcoString {
        &self.name
    }

    /// Whether the provider can be used on this system; the error says why not.
    pub fn suitable(&self, context: &Context) -> Result<(), String> {
        self.suitable.as_ref().map_or(Ok(()), |condition| condition(context))
    }

    /// Makes the provider of one run.
    pub fn create(&self, context: &Context) -> Outcome<Box<dyn Provider>> {
        (self.create)(context)
    }

    /// How it ranks among the others: the greatest is tried first.
    fn rank(&self, context: &Context) -> (bool, i32) {
        (self.default_for.as_ref().is_some_and(|condition| condition(context)), self.priority)
    }
}

impl fmt::Debug for ProviderEntry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ProviderEntry")
            .field("name", &self.name)
            .field("priority", &self.priority)
            .finish_non_exhaustive()
    }
}
