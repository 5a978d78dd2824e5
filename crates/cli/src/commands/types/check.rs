//! `bunraku type check`: is this value of that type?

use clap::Args;
use pcore::{Hash, Value, mismatch};

use super::{TypeOptions, read_value};
use crate::{arguments::Format, failure::Failure, output::Answer};

/// Checks whether a value is of a type
///
/// Says nothing and exits with 0 when it is. When it is not, says why and exits with 1. A type or value that cannot be
/// read is an error: exit code 2.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku type check 'Integer[0, 65535]' 443
  bunraku type check 'Array[String[1]]' '[\"a\", \"\"]'
  echo '{\"port\": 80}' | bunraku type check 'Struct[{port => Port}]' - --alias 'Port=Integer[1]'")]
pub(crate) struct Check {
    /// The type, as a manifest would write it
    #[arg(value_name = "TYPE")]
    expected: String,

    /// The value in JSON, rich data included; - or nothing reads it from stdin
    #[arg(value_name = "VALUE", allow_negative_numbers = true)]
    value: Option<String>,

    #[command(flatten)]
    pub(super) options: TypeOptions,
}

impl Check {
    pub(super) fn run(&self) -> Result<Answer, Failure> {
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
}
