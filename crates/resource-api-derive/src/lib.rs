//! The derive macros of `resource-api`: a struct is the definition of a type.
//!
//! [`Resource`](macro@Resource) and [`AttributeGroup`](macro@AttributeGroup) are re-exported there; nobody needs this
//! crate directly. It reads Puppet types with `pcore` while the author's crate is compiled, so that a mistake is shown
//! at the field that has it. It knows nothing of providers.
//!
//! An expansion has three steps: `input` reads the source, `check` looks for mistakes, `expand` writes the code.

mod check;
mod documentation;
mod expand;
mod field_type;
mod input;
mod literal;
mod options;
mod problems;
mod suggest;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use crate::{
    input::{Derive, Input},
    problems::Problems,
};

/// Makes a struct the definition of a type of resources.
///
/// Implements `Resource` (the struct from attributes, and back) and `DefinesType` (the definition). Each field is an
/// attribute; its Rust type says which values it has, as the table of `resource_api::Data` tells. Doc comments are the
/// descriptions.
///
/// ```
/// use resource_api::{DefinesType, Ensure, Resource, Sensitive};
///
/// /// An account at the mail server.
/// #[derive(Resource)]
/// #[resource(name = "mail_account", features(simple_get_filter), autorequire(file = "$home", package = "dovecot"))]
/// pub struct Account {
///     /// Whether there is such an account.
///     #[attribute(default = "present")]
///     ensure: Ensure,
///     /// The address, in small letters.
///     #[attribute(namevar, type = r"Pattern[/\A[a-z.]+@[a-z.]+\z/]")]
///     address: String,
///     /// Where mail is kept.
///     #[attribute(default = "/var/mail")]
///     home: String,
///     /// What the owner logs in with.
///     password: Option<Sensitive<String>>,
///     /// How many bytes are in use.
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
/// | option | what it says |
/// |---|---|
/// | `name = "apt_key"` | the name of the type; otherwise that of the struct, `AptKey` becomes `apt_key` |
/// | `features(canonicalize, …)` | what the provider can do: `supports_noop`, `canonicalize`, `custom_insync`, `remote_resource`, `simple_get_filter`, `custom_generate` |
/// | `title_pattern(r"^(?<name>.*)$", "the name alone")` | a form of titles, whose captures are namevars; may be repeated, the first that matches wins |
/// | `autorequire(file = "$source", package = ["apt", "gpg"])` | resources that come first, by type and title; `$source` is the value of an attribute |
/// | `autobefore(…)`, `autosubscribe(…)`, `autonotify(…)` | as `autorequire`, for the other relations |
/// | `extra(since = "2.0")` | keys that the runtime does not know, for whoever reads the definition |
///
/// # Options of a field: `#[attribute(…)]`
///
/// | option | what it says |
/// |---|---|
/// | – | a property: managed, compared, reported |
/// | `namevar` | part of the identity; every type needs one |
/// | `parameter` | for the provider only, never compared |
/// | `read_only` | reported, never set; the field is an `Option` |
/// | `init_only` | set at creation only |
/// | `type = "Integer[1, 10]"` | the Puppet type, where the Rust type says too little |
/// | `default = 8080` | the value when none is given: a literal, a list of literals, or an expression of the field's type (`Ensure::Present`) |
/// | `sensitive` | values never appear in messages |
/// | `lazy` | read only when somebody asks; the field is an `Option` |
/// | `name = "type"` | the name of the attribute; otherwise that of the field (`r#type` is `type`) |
/// | `group` | the field is a struct with `#[derive(AttributeGroup)]`, whose attributes are meant |
/// | `extra(unit = "s")` | keys that the runtime does not know |
///
/// # What may be missing
///
/// A field that is not an `Option` is mandatory: a resource without it is refused before the provider is asked, unless
/// it has a default. What is `None` is left out of the state.
#[proc_macro_derive(Resource, attributes(resource, attribute))]
pub fn derive_resource(input: TokenStream) -> TokenStream {
    derive(&parse_macro_input!(input as DeriveInput), Derive::Resource).into()
}

/// Makes a struct a group of attributes that several types share.
///
/// Fields have the options of [`Resource`](macro@Resource); groups may contain groups.
///
/// ```
/// use resource_api::{AttributeGroup, DefinesType, Resource};
///
/// #[derive(AttributeGroup)]
/// struct Ownership {
///     /// Whose it is.
///     owner: Option<String>,
///     /// Who may do what.
///     #[attribute(type = r"Optional[Pattern[/\A0[0-7]{3}\z/]]")]
///     mode: Option<String>,
/// }
///
/// /// A note in a file.
/// #[derive(Resource)]
/// struct Note {
///     /// Where it lies.
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
