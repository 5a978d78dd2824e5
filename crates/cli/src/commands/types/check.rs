//! `bunraku type check`: checks whether a value is of a type.

use clap::Args;
use pcore::{Hash, Value, mismatch};

use super::{TypeOptions, read_value};
use crate::{
    arguments::{Format, Program},
    commands::Run,
    failure::Failure,
    output::Answer,
};

/// Check whether a value is of a type
///
/// Prints nothing and exits with 0 if it is. Otherwise prints the reason and exits with 1. If the type or the value
/// cannot be read, exits with 2.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku type check 'Integer[0, 65535]' 443
  bunraku type check 'Array[String[1]]' '[\"a\", \"\"]'
  echo '{\"port\": 80}' | bunraku type check 'Struct[{port => Port}]' - --alias 'Port=Integer[1]'")]
pub(crate) struct Check {
    /// The type, as written in a manifest
    #[arg(value_name = "TYPE")]
    expected: String,

    /// The value in JSON, including rich data; - or no argument reads it from stdin
    #[arg(value_name = "VALUE", allow_negative_numbers = true)]
    value: Option<String>,

    #[command(flatten)]
    options: TypeOptions,
}

impl Run for Check {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        let registry = self.options.registry()?;
        let expected = self.options.parse(&self.expected, &registry)?;
        let value = read_value(self.value.as_deref(), &registry)?;
        let problem = mismatch::explain("value", &expected, &value);
        let negative = problem.is_some();
        let answer = match self.options.format {
            Format::Text => Answer::text(problem.unwrap_or_default()),
            Format::Json => {
                let mut document = Hash::default();
                document.insert("fits".into(), Value::Boolean(!negative));
                document.insert("type".into(), expected.to_string().into());
                if let Some(problem) = problem {
                    document.insert("message".into(), problem.into());
                }
                Answer::json(&document.into())?
            }
        };
        Ok(if negative { answer.negative() } else { answer })
    }

    fn format(&self) -> Format {
        self.options.format
    }
}
