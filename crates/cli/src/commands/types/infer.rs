//! `bunraku type infer`: which type does this value have?

use clap::{Args, ValueEnum};
use pcore::{Value, infer};

use super::{TypeOptions, read_value};
use crate::{arguments::Format, failure::Failure, output::Answer};

/// Shows the type of a value
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku type infer '[1, \"a\"]'
  bunraku type infer --detail generalized '{\"a\": [1, 2]}'")]
pub(crate) struct Infer {
    /// The value in JSON, rich data included; - or nothing reads it from stdin
    #[arg(value_name = "VALUE", allow_negative_numbers = true)]
    value: Option<String>,

    /// How much of the value the type tells; JSON tells all three
    #[arg(long, value_enum, default_value_t)]
    detail: Detail,

    #[command(flatten)]
    pub(super) options: TypeOptions,
}

#[derive(Clone, Copy, ValueEnum, Default)]
enum Detail {
    /// Each element and each key has its own type
    #[default]
    Detailed,
    /// One type for all elements of an array, and one each for the keys and values of a hash
    Reduced,
    /// The reduced type without ranges and sizes
    Generalized,
}

impl Infer {
    pub(super) fn run(&self) -> Result<Answer, Failure> {
        let registry = self.options.registry()?;
        let value = read_value(self.value.as_deref(), &registry)?;
        match self.options.format {
            Format::Text => Ok(Answer::text(match self.detail {
                Detail::Detailed => infer::detailed(&value).to_string(),
                Detail::Reduced => infer::reduced(&value).to_string(),
                Detail::Generalized => infer::generalized(&value).to_string(),
            })),
            Format::Json => Answer::json(&Value::hash([
                ("detailed".into(), infer::detailed(&value).to_string().into()),
                ("reduced".into(), infer::reduced(&value).to_string().into()),
                ("generalized".into(), infer::generalized(&value).to_string().into()),
            ])),
        }
    }
}
