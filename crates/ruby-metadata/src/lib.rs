//! What resource types written in Ruby look like, read without running them.
//!
//! A compiler must know which attributes a type has. Modules say so in `lib/puppet/type/*.rb`, in two ways: with
//! `Puppet::Type.newtype(:name) do … end`, which is code, and with `Puppet::ResourceApi.register_type(…)`, which is
//! data. [`read_types`] reads both. Code is followed as far as it is plain: literals, constants, loops over them, methods
//! of the same file. Where it is not, a type says that its attributes are not known, so that nothing is refused wrongly.
//!
//! This crate reads texts, not files, and never runs Ruby. Start reading at `body`.

mod attribute;
mod body;
mod evaluate;
mod facts;
mod helpers;
mod loops;
mod mentions;
mod parse;
mod plain;
mod record;
mod register;
mod search;
mod static_value;
mod walk;

pub mod outline;

#[cfg(test)]
mod tests;

use diagnostics::{Diagnostic, Source};
use ecow::EcoString;
use resource_api::TypeDefinition;

pub use attribute::{Attribute, AttributeKind};
pub use facts::{FactNames, read_facts};

/// A resource type, as far as its text defines it.
#[derive(Clone, Debug, Default)]
pub struct TypeMetadata {
    /// Its name.
    pub name: EcoString,
    /// Its attributes in the order of the text, metaparameters not among them; `None` when they cannot be known.
    ///
    /// `provider` is among them only if the text itself defines it: providers are defined in other files.
    pub attributes: Option<Vec<Attribute>>,
    /// The features that its providers may have.
    pub features: Vec<EcoString>,
    /// The providers that the text itself defines.
    pub providers: Vec<EcoString>,
    /// Whether titles are taken apart by patterns.
    pub has_title_patterns: bool,
    /// Whether several resources may have the same namevar.
    pub may_repeat: bool,
    /// Whether it is legacy, `Puppet::Type.newtype`, whose providers need Puppet itself.
    pub is_legacy: bool,
    /// The whole definition, if it is of the Resource API and consists of literals. Without it, a type
    /// that is not legacy must be loaded by Ruby.
    pub definition: Option<TypeDefinition>,
}

impl TypeMetadata {
    /// The names of the attributes that make up the identity of a resource.
    pub fn namevars(&self) -> impl Iterator<Item = &EcoString> {
        let all = self.attributes.iter().flatten();
        all.filter(|attribute| attribute.is_namevar()).map(|attribute| &attribute.name)
    }
}

/// Reads the types that a text defines.
///
/// What is wrong with the text comes as a diagnostic; a text without types is fine.
///
/// ```
/// let source = diagnostics::Source::new("note.rb", "Puppet::Type.newtype(:note) do
///   ensurable
///   newparam(:title_text, namevar: true) { desc 'What it is called.' }
///   %i[owner group].each { |attribute| newproperty(attribute) }
/// end");
/// let types = ruby_metadata::read_types(&source).unwrap();
/// let names: Vec<&str> = types[0].attributes.iter().flatten().map(|attribute| attribute.name.as_str()).collect();
/// assert_eq!(names, ["ensure", "title_text", "owner", "group"]);
/// assert_eq!(types[0].namevars().collect::<Vec<_>>(), ["title_text"]);
/// ```
pub fn read_types(source: &Source) -> Result<Vec<TypeMetadata>, Diagnostic> {
    parse::with_tree(&source.text, search::types)
}

/// Reads everything in the types of a text, with locations, for translating them into another language.
///
/// ```
/// let source = diagnostics::Source::new("note.rb", "Puppet::Type.newtype(:note) do
///   newparam(:force) { newvalues(:true, :false); defaultto :false; munge { |value| value } }
/// end");
/// let note = &ruby_metadata::read_outlines(&source).unwrap()[0];
/// let force = &note.attributes[0];
/// assert_eq!((force.values.len(), force.default.is_some(), force.remarks.len()), (2, true, 1));
/// ```
pub fn read_outlines(source: &Source) -> Result<Vec<outline::TypeOutline>, Diagnostic> {
    parse::with_tree(&source.text, search::outlines)
}
