//! `bunraku greet`: greets somebody.

use clap::Args;

use super::{Command, Run};
use crate::{arguments::Program, failure::Failure, output::Answer};

/// The command.
pub(super) const COMMAND: Command = Command::args::<Greet>("greet");

/// Greet somebody
#[derive(Args)]
pub(crate) struct Greet {
    /// The name of the person
    name: String,
}

impl Run for Greet {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        Ok(Answer::text(format!("Hello {}!", self.name)))
    }
}
