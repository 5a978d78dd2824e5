//! `bunraku type describe`: explains a type.

use clap::Args;

use super::TypeOptions;
use crate::{
    arguments::{Format, Program},
    commands::Run,
    failure::Failure,
    output::Answer,
};

/// Explain what a type accepts, in words and with examples
#[derive(Args)]
#[command(after_help = "Example:
  bunraku type describe 'Struct[{name => String[1], Optional[mode] => Enum[ro, rw]}]'")]
pub(crate) struct Describe {
    /// The type, as written in a manifest
    #[arg(value_name = "TYPE")]
    described: String,

    #[command(flatten)]
    options: TypeOptions,
}

impl Run for Describe {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        let registry = self.options.registry()?;
        let description = type_tools::describe::describe(&self.options.parse(&self.described, &registry)?);
        match self.options.format {
            Format::Text => Ok(Answer::text(description.to_string().trim_end())),
            Format::Json => Answer::json(&description.to_value()),
        }
    }

    fn format(&self) -> Format {
        self.options.format
    }
}
