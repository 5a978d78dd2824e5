//! The macros of `resource-api`: a struct defines a resource type, and the methods of a provider say what it can do.
//!
//! [`Resource`](macro@Resource), [`AttributeGroup`](macro@AttributeGroup) and [`provider`](macro@provider) are re-exported
//! there, so this crate is not used directly. It parses Puppet types with `pcore` while the author's crate is being
//! compiled, so that errors point to the field.
//!
//! An expansion has three steps: `input` parses the source, `check` finds mistakes, `expand` generates the code.

mod check;
mod documentation;
mod expand;
mod field_type;
mod input;
#[path = "../../resource-api/src/definition/keys.rs"]
mod keys;
mod literal;
mod options;
mod problems;
mod provider;
mod suggest;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use crate::{
    input::{Derive, Input},
    problems::Problems,
};

/// Defines a resource type from a struct.
///
/// Implements `Resource` (conversion from and to attributes) and `DefinesType` (the definition). Each field is an
/// attribute. Its Rust type determines its Puppet type; see the table of `resource_api::Data`. Doc comments become
/// descriptions.
///
/// ```
/// use resource_api::{DefinesType, Ensure, Resource, Sensitive};
///
/// /// An account at the mail server.
/// #[derive(Resource)]
/// #[resource(name = "mail_account", features(simple_get_filter), autorequire(file = "$home", package = "dovecot"))]
/// pub struct Account {
///     /// Whether the account exists.
///     #[attribute(default = "present")]
///     ensure: Ensure,
///     /// The address, in lower case.
///     #[attribute(namevar, type = r"Pattern[/\A[a-z.]+@[a-z.]+\z/]")]
///     address: String,
///     /// The directory for mail.
///     #[attribute(default = "/var/mail")]
///     home: String,
///     /// The password of the account.
///     password: Option<Sensitive<String>>,
///     /// The number of bytes in use.
///     #[attribute(read_only)]
///     size: Option<i64>,
/// }
///
/// let definition = Account::definition()?;
/// assert_eq!(definition.name(), "mail_account");
/// assert_eq!(definition.attribute("password").unwrap().type_text(), "Optional[Sensitive[String]]");
/// # Ok::<(), resource_api::definition::DefinitionError>(())
/// ```
///
/// # Options of the struct: `#[resource(…)]`
///
/// | option | meaning |
/// |---|---|
/// | `name = "apt_key"` | the name of the type; by default that of the struct: `AptKey` becomes `apt_key` |
/// | `features(simple_get_filter, …)` | what the provider promises: `supports_noop`, `remote_resource`, `simple_get_filter`, `ensure_states`. The other features follow from its [methods](macro@provider); `canonicalize`, `custom_insync`, `custom_generate` and `refreshable` are accepted, too |
/// | `title_pattern(r"^(?<name>.*)$", "the name alone")` | a title pattern, whose captures are namevars, and its description; may be repeated, the first match wins |
/// | `autorequire(file = "$source", package = ["apt", "gpg"])` | resources that come before this one, by type and title; `$source` is replaced by the value of an attribute |
/// | `autobefore(…)`, `autosubscribe(…)`, `autonotify(…)` | like `autorequire`, for the other relations |
/// | `batch = true`, `reads = "once"`, … | a key that steers the engine, as in a definition in YAML |
/// | `extra(since = "2.0")` | keys that the runtime does not know |
///
/// # Options of a field: `#[attribute(…)]`
///
/// | option | meaning |
/// |---|---|
/// | – | a property: managed, compared and reported |
/// | `namevar` | part of the identity; every type needs one |
/// | `parameter` | only influences the provider, and is never compared |
/// | `read_only` | is reported, and cannot be set; the field must be an `Option` |
/// | `init_only` | can be set only when the resource is created |
/// | `type = "Integer[1, 10]"` | the Puppet type, if it is more specific than the Rust type |
/// | `default = 8080` | the default value: a literal, a list of literals, or an expression of the field's type (`Ensure::Present`) |
/// | `sensitive` | values never appear in messages |
/// | `lazy` | is read only on request; the field must be an `Option` |
/// | `name = "type"` | the name of the attribute; by default that of the field (`r#type` is `type`) |
/// | `group` | includes the attributes of a struct with `#[derive(AttributeGroup)]` |
/// | `accepts = "Variant[Integer, String]"` | the Puppet type of what a manifest may write, if `canonicalize` converts it |
/// | `states = ["absent"]` | symbols that a state may have instead of a value |
/// | `idempotent = false` | each run sets the attribute |
/// | `extra(unit = "s")` | keys that the runtime does not know |
///
/// # Optional fields
///
/// A field that is not an `Option` is mandatory, unless it has a default: a resource without it is refused before the
/// provider is called. Fields that are `None` are omitted from the state.
#[proc_macro_derive(Resource, attributes(resource, attribute))]
pub fn derive_resource(input: TokenStream) -> TokenStream {
    derive(&parse_macro_input!(input as DeriveInput), Derive::Resource).into()
}

/// Defines a group of attributes that several types share.
///
/// Fields have the options of [`Resource`](macro@Resource). Groups may contain groups.
///
/// ```
/// use resource_api::{AttributeGroup, DefinesType, Resource};
///
/// #[derive(AttributeGroup)]
/// struct Ownership {
///     /// The owner.
///     owner: Option<String>,
///     /// The permissions.
///     #[attribute(type = r"Optional[Pattern[/\A0[0-7]{3}\z/]]")]
///     mode: Option<String>,
/// }
///
/// /// A note in a file.
/// #[derive(Resource)]
/// struct Note {
///     /// The path of the file.
///     #[attribute(namevar)]
///     path: String,
///     #[attribute(group)]
///     ownership: Ownership,
/// }
///
/// let definition = Note::definition()?;
/// assert!(definition.attribute("mode").is_some());
/// # Ok::<(), resource_api::definition::DefinitionError>(())
/// ```
#[proc_macro_derive(AttributeGroup, attributes(resource, attribute))]
pub fn derive_attribute_group(input: TokenStream) -> TokenStream {
    derive(&parse_macro_input!(input as DeriveInput), Derive::AttributeGroup).into()
}

/// Tells the runtime which methods a provider has, so that it can use them.
///
/// It stands above `impl Provider` or `impl SimpleProvider`. What a provider implements needs no declaration anywhere else:
/// with the method `canonicalize`, its type has the feature `canonicalize`. The other features of this kind are
/// `custom_insync` for `insync`, `custom_generate` for `generate`, and `refreshable` for `refresh`.
///
/// ```
/// use resource_api::{Context, Ensure, Feature, Identity, Outcome, Request, Resource, ResourceType, SimpleProvider, provider};
///
/// /// A note.
/// #[derive(Resource)]
/// struct Note {
///     /// Whether it exists.
///     ensure: Ensure,
///     /// Its name.
///     #[attribute(namevar)]
///     name: String,
/// }
///
/// struct Notes;
///
/// #[provider]
/// impl SimpleProvider for Notes {
///     type Resource = Note;
///
///     fn get(&mut self, _: &Context, _: &Request<'_>) -> Outcome<Vec<Note>> {
///         Ok(Vec::new())
///     }
///
///     fn canonicalize(&mut self, _: &Context, note: &mut Note) -> Outcome {
///         note.name = note.name.to_lowercase();
///         Ok(())
///     }
/// }
///
/// let note = ResourceType::simple("memory", |_| Ok(Notes));
/// assert!(note.definition().has(Feature::Canonicalize));
/// ```
///
/// `#[provider(as_declared)]` is for a provider that several types share, or that passes its calls on to another program:
/// only the features in the definition count then.
#[proc_macro_attribute]
pub fn provider(options: TokenStream, item: TokenStream) -> TokenStream {
    provider::expand(&options.into(), &item.into()).into()
}

fn derive(input: &DeriveInput, derive: Derive) -> proc_macro2::TokenStream {
    let mut problems = Problems::default();
    let read = Input::read(input, derive, &mut problems);
    if let Some(read) = &read {
        check::check(read, &mut problems);
    }
    match (problems.into_tokens(), read) {
        (None, Some(read)) => expand::expand(&read),
        (errors, _) if !input.generics.params.is_empty() => errors.unwrap_or_default(),
        (errors, _) => {
            let stubs = expand::stubs(&input.ident, derive);
            quote::quote!(#errors #stubs)
        }
    }
}
