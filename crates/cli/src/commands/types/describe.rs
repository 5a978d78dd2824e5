//! `bunraku type describe`: what does a type accept?

use clap::Args;
use pcore::prose;

use super::TypeOptions;
use crate::{arguments::Format, failure::Failure, output::Answer};

/// Explains what a type accepts, in words and with examples
#[derive(Args)]
#[command(after_help = "Example:
  bunraku type describe 'Struct[{name => String[1], Optional[mode] => Enum[ro, rw]}]'")]
pub(crate) struct Describe {
    /// The type, as a manifest would write it
    #[arg(value_name = "TYPE")]
    described: String,

    #[command(flatten)]
    pub(super) options: TypeOptions,
}

impl Describe {
    pub(super) fn run(&self) -> Result<Answer, Failure> {
        let registry = self.options.registry()?;
        let description = prose::describe(&self.options.parse(&self.described, &registry)?);
        match self.options.format {
            Format::Text => Ok(Answer::text(description.to_string().trim_end())),
            Format::Json => Answer::json(&description.to_value()),
        }
    }
}
