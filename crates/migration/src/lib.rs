//! Migrates a resource type from Ruby to the Puppet language.
//!
//! [`migrate`] reads a type with `ruby-metadata`, without running it, and writes the `type … inherits Resource { … }`
//! with the same meaning. Parts that it cannot express are listed as [`Unsupported`], and marked by comments in the text,
//! so that nothing is lost silently. The result is loaded before it is returned.
//!
//! This crate converts text to text: it knows nothing about files, catalogs or providers. Start reading at `assemble`.

mod assemble;
mod attribute;
mod data_type;
mod error;
mod layout;
mod literal;
mod logic;
mod unsupported;
mod values;
mod verify;

use std::sync::Arc;

use diagnostics::Source;
use ecow::EcoString;
use model::ModelType;
use ruby_metadata::outline::RemarkKind;

pub use error::MigrationError;
pub use unsupported::Unsupported;

/// Options of the migration.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Whether descriptions are carried over.
    pub descriptions: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { descriptions: true }
    }
}

/// A migrated type.
#[derive(Debug)]
pub struct Migration {
    /// Its name: `apt_key`.
    pub name: EcoString,
    /// Its definition in the Puppet language.
    pub text: String,
    /// What could not be carried over, in the order of the Ruby text.
    pub unsupported: Vec<Unsupported>,
    /// The loaded type.
    pub model: Arc<ModelType>,
}

/// Writes the type that a Ruby text defines in the Puppet language.
///
/// ```
/// use diagnostics::Source;
///
/// let ruby = "Puppet::Type.newtype(:note) do
///   newparam(:title_text, namevar: true) { desc 'What it is called.' }
///   newproperty(:color) { newvalues(:red, :blue); defaultto :red }
///   newproperty(:size) { munge { |value| value.to_i } }
/// end";
/// let note = migration::migrate(&Source::new("note.rb", ruby), migration::Options::default()).unwrap();
/// assert!(note.text.contains("attr color, enum[red, blue] { default => red }"), "{}", note.text);
/// assert!(note.text.contains("# not carried over, line 4: munge of 'size'"), "{}", note.text);
/// assert_eq!(note.unsupported.len(), 1);
/// ```
pub fn migrate(source: &Source, options: Options) -> Result<Migration, MigrationError> {
    let outlines = ruby_metadata::read_outlines(source).map_err(MigrationError::NotRuby)?;
    let [outline, others @ ..] = outlines.as_slice() else { return Err(MigrationError::NoType) };
    if others.iter().any(|other| other.name != outline.name) {
        let types = outlines.into_iter().map(|outline| (outline.name, outline.span)).collect();
        return Err(MigrationError::SeveralTypes(types));
    }
    if !literal::is_type_name(&outline.name) {
        return Err(MigrationError::TypeName(outline.name.clone(), outline.span));
    }
    let may_add = outline.remarks.iter().any(|remark| remark.kind == RemarkKind::MayAdd);
    if outline.attributes.is_empty() && (may_add || !outline.is_legacy) {
        return Err(MigrationError::NoAttributes(outline.name.clone(), outline.span));
    }
    // A second definition of the same type, as in the branches of a condition.
    let reason = "the type is defined here again, and only the first definition is carried over";
    let again = others.iter().map(|other| Unsupported::new("definition", reason, other.span)).collect();
    let (text, unsupported) = assemble::assemble(source, outline, again, options);
    let model = verify::load(&outline.name, &text)?;
    Ok(Migration { name: outline.name.clone(), text, unsupported, model })
}
