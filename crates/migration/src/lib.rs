//! From a resource type in Ruby to one in the Puppet language.
//!
//! [`migrate`] reads a type with `ruby-metadata`, without running it, and writes the `type … inherits Resource { … }`
//! that says the same. What it cannot say is a [`Finding`] with its place, and a comment in the text at the same place:
//! nothing is dropped in silence. The result is loaded again before it is given out.
//!
//! This crate makes texts of texts: it knows nothing of files, catalogs or providers. Start reading at `assemble`.

mod assemble;
mod attribute;
mod data_type;
mod error;
mod finding;
mod layout;
mod literal;
mod logic;
mod values;
mod verify;

use std::sync::Arc;

use diagnostics::Source;
use ecow::EcoString;
use model::ModelType;
use ruby_metadata::outline::RemarkKind;

pub use error::MigrationError;
pub use finding::Finding;

/// How a type is written.
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

/// A type that was migrated.
#[derive(Debug)]
pub struct Migration {
    /// Its name: `apt_key`.
    pub name: EcoString,
    /// Its definition in the Puppet language.
    pub text: String,
    /// What could not be carried over, in the order of the Ruby text.
    pub findings: Vec<Finding>,
    /// The type, as the text defines it.
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
/// assert_eq!(note.findings.len(), 1);
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
    if outline.attributes.is_empty() && (may_add || !outline.is_older) {
        return Err(MigrationError::NoAttributes(outline.name.clone(), outline.span));
    }
    let again = others.iter().map(|other| Finding::again(other.span)).collect();
    let (text, findings) = assemble::assemble(source, outline, again, options);
    let model = verify::load(&outline.name, &text)?;
    Ok(Migration { name: outline.name.clone(), text, findings, model })
}
