//! `bunraku type schema`: converts a type to JSON Schema.

use clap::Args;
use type_tools::schema;

use super::TypeOptions;
use crate::{
    arguments::{Format, Program},
    commands::Run,
    failure::Failure,
    output::Answer,
};

/// Write a type as JSON Schema (draft 2020-12)
///
/// The schema accepts the JSON documents, in rich data form, that are of the type. Where JSON Schema cannot express a
/// type exactly (1 and 1.0, ranges of times and versions, some patterns), it accepts more and has a $comment about
/// that.
#[derive(Args)]
#[command(after_help = "Example:
  bunraku type schema 'Struct[{port => Integer[1, 65535]}]' > port.schema.json")]
pub(crate) struct Schema {
    /// The type, as written in a manifest
    #[arg(value_name = "TYPE")]
    exported: String,

    #[command(flatten)]
    options: TypeOptions,
}

impl Run for Schema {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        let registry = self.options.registry()?;
        Answer::json(&schema::json_schema(&self.options.parse(&self.exported, &registry)?))
    }

    fn format(&self) -> Format {
        self.options.format
    }
}
