//! `bunraku model diagram`: draws types of the Puppet language.

use std::path::PathBuf;

use clap::Args;

use super::{Sources, names::SessionNames, write};
use crate::{arguments::Program, commands::Run, failure::Failure, output::Answer};

/// Draw types of the Puppet language as a class diagram in SVG
///
/// Each type is a box with its features and their multiplicities. Hollow arrows point to parent types, filled diamonds
/// mark containment, and dashed arrows are references.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model diagram types > types.svg
  bunraku model diagram modules/apache --output docs")]
pub(crate) struct Diagram {
    #[command(flatten)]
    sources: Sources,

    /// The directory for models.svg; by default, the drawing is written to stdout
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Run for Diagram {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        let drawing = self.sources.with_session(|session| {
            let types = Sources::types(session)?;
            let mut names = SessionNames::new(session);
            let result = generate::diagram(&types, &mut names);
            result.map_err(|problem| names.failure(&problem))
        })?;
        write::answer(&[(String::from("models.svg"), drawing)], self.output.as_deref())
    }
}
