//! `bunraku type schema`: a type as JSON Schema.

use clap::Args;
use pcore::schema;

use super::TypeOptions;
use crate::{failure::Failure, output::Answer};

/// Writes a type as JSON Schema (draft 2020-12)
///
/// The schema accepts the JSON documents, in rich data form, that are of the type. Where JSON Schema cannot say what
/// the type says (1 and 1.0, ranges of times and versions, some patterns), it accepts more, and a $comment says so.
#[derive(Args)]
#[command(after_help = "Example:
  bunraku type schema 'Struct[{port => Integer[1, 65535]}]' > port.schema.json")]
pub(crate) struct Schema {
    /// The type, as a manifest would write it
    #[arg(value_name = "TYPE")]
    exported: String,

    #[command(flatten)]
    pub(super) options: TypeOptions,
}

impl Schema {
    pub(super) fn run(&self) -> Result<Answer, Failure> {
        let registry = self.options.registry()?;
        Answer::json(&schema::json_schema(&self.options.parse(&self.exported, &registry)?))
    }
}
