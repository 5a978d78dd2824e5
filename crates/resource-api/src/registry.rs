//! Resource types with their providers, how a provider is selected, and the types that a run knows.
//!
//! Most types have one provider. If a type has several, the system decides: each [`ProviderEntry`] can say whether it
//! is suitable, on which systems it is the default, and how it ranks among the others. A resource can choose a provider
//! with the attribute `provider`, which no type defines itself.
//!
//! ```
//! use resource_api::{Context, ProviderEntry, ResourceType, State, SimpleProvider, Request, Outcome, TypeDefinition};
//! use resource_api::{log::{Log, Recorder}, registry::Suitability};
//! # use std::{path::Path, sync::Arc};
//! # struct Apt; struct Dnf;
//! # #[resource_api::provider]
//! # impl SimpleProvider for Apt {
//! #     type Resource = State;
//! #     fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<State>> { Ok(vec![]) }
//! # }
//! # #[resource_api::provider]
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
    types::{LazyTypeResult, Types, UnknownType},
};
use crate::{
    Context, DefinesType, Outcome, Provider, Resource, Simple, SimpleProvider, State, TypeDefinition,
    definition::{DefinitionError, relations::Relation},
    provider::Methods,
};

/// A resource type: its definition and its providers.
///
/// Nothing is global: whatever manages resources owns the types that it knows.
#[derive(Clone)]
pub struct ResourceType {
    definition: Arc<TypeDefinition>,
    /// Why its resources cannot be managed.
    problem: Option<DefinitionError>,
    providers: Vec<ProviderEntry>,
    dialect: Dialect,
    relate: Option<Relate>,
    check: Option<Check>,
    is_trusted: bool,
    /// The module file that defines it.
    file: Option<EcoString>,
    /// Names of providers that other implementations have, but we do not.
    unsupported: &'static [&'static str],
}

/// Validates the attributes of a resource and returns the attributes to declare.
type Check = Arc<dyn Fn(&str, &[(EcoString, Value)]) -> Outcome<Vec<(EcoString, Value)>> + Send + Sync>;

/// Finds the relations of a resource that its definition cannot express. The second argument returns whether the
/// catalog has a resource, given the type in lower case and the title.
type Relate = Arc<dyn Fn(&State, &dyn Fn(&str, &str) -> bool) -> Vec<Relation> + Send + Sync>;

/// How resources of a type are changed and displayed.
///
/// Operators know both dialects, and their scripts parse the output of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// Changes are logged before the provider makes them, and a failure fails the whole resource.
    #[default]
    ResourceApi,
    /// Like Puppet's own types: changes are logged after they were made, a failure fails one property, and the arrows
    /// in generated manifests are aligned.
    Puppet,
}

impl ResourceType {
    /// Creates a type without providers; [`with_provider`](ResourceType::with_provider) adds them.
    pub fn new(definition: TypeDefinition) -> ResourceType {
        ResourceType {
            definition: Arc::new(definition),
            problem: None,
            providers: Vec::new(),
            dialect: Dialect::default(),
            relate: None,
            check: None,
            is_trusted: false,
            file: None,
            unsupported: &[],
        }
    }

    /// Creates a type from the struct of a [`SimpleProvider`], with this provider, which is created by `create` for each run.
    /// So definition and provider always belong together; [`#[provider]`](macro@crate::provider) has an example.
    ///
    /// A mistake in the definition that the compiler cannot see is reported when the type is registered.
    pub fn simple<P: SimpleProvider<Resource: DefinesType> + 'static>(
        name: impl Into<EcoString>,
        create: impl Fn(&Context) -> Outcome<P> + Send + Sync + 'static,
    ) -> ResourceType {
        ResourceType::of::<P::Resource>().with_provider(ProviderEntry::simple(name, create))
    }

    /// Creates a type from a struct, without a provider. A mistake in the definition that the compiler cannot see is reported
    /// when the type is registered.
    pub fn of<R: DefinesType>() -> ResourceType {
        R::definition().map_or_else(
            |problem| {
                let bare = TypeDefinition::bare(&R::type_name().unwrap_or_default().into());
                ResourceType { problem: Some(problem), ..ResourceType::new(bare) }
            },
            ResourceType::new,
        )
    }

    /// Checks that resources of this type can be managed: what its definition needs, and that its providers fit.
    pub fn check_usable(&self) -> Result<(), DefinitionError> {
        self.problem.clone().map_or_else(|| self.definition.check_usable(), Err)
    }

    /// Why the type must not be used, whatever its resources are.
    pub fn problem(&self) -> Option<&DefinitionError> {
        self.problem.as_ref()
    }

    /// Sets the names of providers that only other implementations have. A resource that asks for one of them fails
    /// when it is evaluated, and the other resources are applied. Any other unknown name is an error in the catalog.
    #[must_use]
    pub fn with_unsupported_providers(mut self, names: &'static [&'static str]) -> ResourceType {
        self.unsupported = names;
        self
    }

    /// Marks this type as defined by a module file instead of the program.
    #[must_use]
    pub fn defined_in(mut self, file: impl Into<EcoString>) -> ResourceType {
        self.file = Some(file.into());
        self
    }

    /// Marks this type as trusted: our tests have verified that its providers return what its definition says, so
    /// release builds skip the schema checks.
    pub(super) fn trusted(mut self) -> ResourceType {
        self.is_trusted = true;
        self
    }

    /// Whether this type and all of its providers are trusted.
    pub fn is_trusted(&self) -> bool {
        self.is_trusted
    }

    /// Adds a provider. The features of the type follow from its methods.
    ///
    /// A provider without a method that the definition relies on, or for another struct, is a
    /// [problem](ResourceType::problem) of the type, which is reported when it is registered.
    #[must_use]
    pub fn with_provider(mut self, provider: ProviderEntry) -> ResourceType {
        self.is_trusted = false;
        if self.problem.is_none() {
            self.problem = provider.check(&self.definition).err();
        }
        for feature in provider.methods.features().filter(|feature| !self.definition.has(*feature)).collect::<Vec<_>>()
        {
            Arc::make_mut(&mut self.definition).add_feature(feature);
        }
        self.providers.push(provider);
        self
    }

    /// Returns a copy of this type with an additional provider, for adding a provider to another author's type.
    #[must_use]
    pub fn extended(&self, provider: ProviderEntry) -> ResourceType {
        self.clone().with_provider(provider)
    }

    /// Sets the dialect.
    #[must_use]
    pub fn with_dialect(mut self, dialect: Dialect) -> ResourceType {
        self.dialect = dialect;
        self
    }

    /// Adds relations that the definition cannot express, such as that of a file to its nearest managed directory. They
    /// come after those of the definition.
    ///
    /// The function gets the desired state. It can ask whether the catalog has a resource, by its type in lower case
    /// and its title. Relations to resources that are not in the catalog are ignored.
    #[must_use]
    pub fn relating(
        mut self,
        relate: impl Fn(&State, &dyn Fn(&str, &str) -> bool) -> Vec<Relation> + Send + Sync + 'static,
    ) -> ResourceType {
        self.relate = Some(Arc::new(relate));
        self
    }

    /// Adds the checks that the compiler makes when a manifest declares a resource, for resources that are declared
    /// without a manifest.
    #[must_use]
    pub fn checked_by(
        mut self,
        check: impl Fn(&str, &[(EcoString, Value)]) -> Outcome<Vec<(EcoString, Value)>> + Send + Sync + 'static,
    ) -> ResourceType {
        self.check = Some(Arc::new(check));
        self
    }

    /// Whether it has checks of its own, as types defined in the language do.
    pub fn has_checks(&self) -> bool {
        self.check.is_some()
    }

    /// Returns the attributes to declare for a resource, or why it is refused. `None` if the type has no checks of its
    /// own.
    pub fn checked(&self, title: &str, attributes: &[(EcoString, Value)]) -> Option<Outcome<Vec<(EcoString, Value)>>> {
        self.check.as_ref().map(|check| check(title, attributes))
    }

    /// Returns the relations of a resource that its definition cannot express.
    pub fn relations(&self, should: &State, is_managed: &dyn Fn(&str, &str) -> bool) -> Vec<Relation> {
        self.relate.as_ref().map(|relate| relate(should, is_managed)).unwrap_or_default()
    }

    /// How resources of this type are changed and displayed.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The definition of the type.
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
    methods: Methods,
    /// The type that the struct of its resources defines.
    defines: Option<&'static str>,
    create: Create,
    suitable: Option<Suitable>,
    default_for: Option<DefaultFor>,
    priority: i32,
    is_never_default: bool,
    /// The device kinds that it supports; empty for a provider of this machine and of any device.
    devices: Arc<[EcoString]>,
    wants_parameters: bool,
}

impl ProviderEntry {
    /// Creates an entry whose provider is created by `create` for each run.
    pub fn new<P: Provider + 'static>(
        name: impl Into<EcoString>,
        create: impl Fn(&Context) -> Outcome<P> + Send + Sync + 'static,
    ) -> ProviderEntry {
        let entry = ProviderEntry::boxed(name, move |context| Ok(Box::new(create(context)?) as Box<dyn Provider>));
        ProviderEntry { methods: P::methods(), ..entry }
    }

    /// Like [`ProviderEntry::new`], for providers whose type is chosen at run time. The definition of their resources says
    /// which methods they have.
    pub fn boxed(
        name: impl Into<EcoString>,
        create: impl Fn(&Context) -> Outcome<Box<dyn Provider>> + Send + Sync + 'static,
    ) -> ProviderEntry {
        ProviderEntry {
            name: name.into(),
            methods: Methods::AsDeclared,
            defines: None,
            create: Arc::new(create),
            suitable: None,
            default_for: None,
            priority: 0,
            is_never_default: false,
            devices: Arc::default(),
            wants_parameters: false,
        }
    }

    /// Like [`ProviderEntry::new`], for a [`SimpleProvider`] that is added to a type. [`ResourceType::simple`] creates a type
    /// with its only provider.
    pub fn simple<P: SimpleProvider + 'static>(
        name: impl Into<EcoString>,
        create: impl Fn(&Context) -> Outcome<P> + Send + Sync + 'static,
    ) -> ProviderEntry {
        let entry = ProviderEntry::new(name, move |context| create(context).map(Simple));
        ProviderEntry { defines: P::Resource::type_name(), ..entry }
    }

    /// Checks that the provider fits a definition.
    fn check(&self, definition: &TypeDefinition) -> Result<(), DefinitionError> {
        match self.defines.filter(|name| definition.name() != name) {
            Some(other) => Err(DefinitionError::developer(format!(
                "the provider '{}' manages resources of the type `{other}`, not `{}`",
                self.name,
                definition.name()
            ))),
            None => self.methods.check(&self.name, definition),
        }
    }

    /// Restricts the provider to systems where a condition holds. The error says what is missing.
    ///
    /// The condition is evaluated at most once per run, and only if the provider could be selected.
    #[must_use]
    pub fn suitable_if(
        mut self,
        condition: impl Fn(&Context) -> Result<(), String> + Send + Sync + 'static,
    ) -> ProviderEntry {
        self.suitable = Some(Arc::new(condition));
        self
    }

    /// Prefers this provider on systems where a condition holds.
    #[must_use]
    pub fn default_for(mut self, condition: impl Fn(&Context) -> bool + Send + Sync + 'static) -> ProviderEntry {
        self.default_for = Some(Arc::new(condition));
        self
    }

    /// Sets the priority; the default is 0. Providers with a higher priority are preferred.
    ///
    /// Among equal providers the one that was added first is preferred.
    #[must_use]
    pub fn priority(mut self, priority: i32) -> ProviderEntry {
        self.priority = priority;
        self
    }

    /// Uses this provider only for resources that name it. It is never the default, even if no other provider is
    /// suitable.
    ///
    /// For providers that accept any name but may do something else than what was meant, such as the package manager of
    /// a programming language on a system whose own package manager is missing.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use resource_api::{Context, Outcome, ProviderEntry, Request, ResourceType, SimpleProvider, State, TypeDefinition};
    /// # use resource_api::{log::{Log, Recorder}, registry::Suitability};
    /// # struct Gems;
    /// # #[resource_api::provider]
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

    /// Passes the [parameters](crate::Request::parameters) of resources to `get`. Resources with different parameters
    /// are then read in separate calls.
    #[must_use]
    pub fn with_parameters(mut self) -> ProviderEntry {
        self.wants_parameters = true;
        self
    }

    /// Whether `get` receives the parameters of resources.
    pub fn wants_parameters(&self) -> bool {
        self.wants_parameters
    }

    /// Restricts this provider to devices of a kind, which is the name of their transport's schema. For such devices it
    /// is preferred over providers that support any device; elsewhere it is not used.
    ///
    /// ```
    /// # use resource_api::{Context, Outcome, ProviderEntry, Request, SimpleProvider, State};
    /// # struct Vlans;
    /// # #[resource_api::provider]
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

    /// Like [`for_device`](ProviderEntry::for_device), for several kinds.
    #[must_use]
    pub fn for_devices(mut self, kinds: impl IntoIterator<Item = impl Into<EcoString>>) -> ProviderEntry {
        self.devices = self.devices.iter().cloned().chain(kinds.into_iter().map(Into::into)).collect();
        self
    }

    /// The device kinds that it supports; empty for a provider of this machine and of any device.
    pub fn devices(&self) -> &[EcoString] {
        &self.devices
    }

    /// The name of the provider.
    pub fn name(&self) -> &EcoString {
        &self.name
    }

    /// Returns whether the provider can be used on this system; the error says why not.
    pub fn suitable(&self, context: &Context) -> Result<(), String> {
        self.suitable.as_ref().map_or(Ok(()), |condition| condition(context))
    }

    /// Creates the provider for a run.
    pub fn create(&self, context: &Context) -> Outcome<Box<dyn Provider>> {
        (self.create)(context)
    }

    /// The rank among the suitable providers; the highest wins.
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
