//! `bunraku type infer`: infers the type of a value.

use clap::{Args, ValueEnum};
use pcore::{Value, infer};

use super::{TypeOptions, read_value};
use crate::{
    arguments::{Format, Program},
    commands::Run,
    failure::Failure,
    output::Answer,
};

/// Show the type of a value
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku type infer '[1, \"a\"]'
  bunraku type infer --detail generalized '{\"a\": [1, 2]}'")]
pub(crate) struct Infer {
    /// The value in JSON, including rich data; - or no argument reads it from stdin
    #[arg(value_name = "VALUE", allow_negative_numbers = true)]
    value: Option<String>,

    /// How detailed the type is; the JSON format contains all three
    #[arg(long, value_enum, default_value_t)]
    detail: Detail,

    #[command(flatten)]
    options: TypeOptions,
}

#[derive(Clone, Copy, ValueEnum, Default)]
enum Detail {
    /// Each element and each key has a type of its own
    #[default]
    Detailed,
    /// One type for all elements of an array, and one each for the keys and values of a hash
    Reduced,
    /// The reduced type without ranges and sizes
    Generalized,
}

impl Run for Infer {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
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

    fn format(&self) -> Format {
        self.options.format
    }
}
