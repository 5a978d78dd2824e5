//! `bunraku model diagram`: types of the language as a drawing.

use std::path::PathBuf;

use clap::Args;

use super::{Sources, names::SessionNames, written};
use crate::{failure::Failure, output::Answer};

/// Draws types of the language: a class diagram as SVG
///
/// Each type is a box with its features and how many values they have. Hollow arrows point to what a type extends, filled
/// diamonds mark what holds others as its parts, and dashed arrows are mere references.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model diagram types > types.svg
  bunraku model diagram modules/apache --output docs")]
pub(crate) struct Diagram {
    #[command(flatten)]
    sources: Sources,

    /// The folder to write models.svg to; without it, the drawing goes to stdout
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Diagram {
    pub(super) fn run(&self) -> Result<Answer, Failure> {
        let drawing = self.sources.with_session(|session| {
            let types = Sources::types(session)?;
            let mut names = SessionNames::new(session);
            let drawn = generate::diagram(&types, &mut names);
            drawn.map_err(|problem| names.failure(&problem))
        })?;
        written::answer(&[(String::from("models.svg"), drawing)], self.output.as_deref())
    }
}
