//! `bunraku model generate`: translates types of the Puppet language.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use generate::Language;

use super::{Sources, names::SessionNames, write};
use crate::{arguments::Program, commands::Run, failure::Failure, output::Answer};

/// Translate types of the Puppet language into another language
///
/// Python and Lua code checks instances as bunraku does, with checks, invariants, defaults and derived features, and
/// has no dependencies. Rust, TypeScript and JSON Schema describe the format of documents; Markdown is for people.
/// Types that cannot be translated faithfully are errors with their location.
///
/// Exit codes: 0 on success, 2 if something cannot be read, translated or written.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model generate --lang python types/vhost.pp > models.py
  bunraku model generate --lang json-schema modules/apache --output schemas
  bunraku model generate --lang rust types --output models")]
pub(crate) struct Generate {
    #[command(flatten)]
    sources: Sources,

    /// The target language
    #[arg(long, value_enum)]
    lang: Lang,

    /// The directory to write to; by default, a single document is written to stdout, also the code of a crate, or all
    /// pages
    #[arg(long, value_name = "DIR")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Lang {
    /// A crate of structs with serde
    Rust,
    /// A module of dataclasses that checks instances
    Python,
    /// A module of interfaces
    #[value(name = "typescript")]
    TypeScript,
    /// A module that checks instances
    Lua,
    /// A schema for each type
    JsonSchema,
    /// A page for each type
    Markdown,
}

impl Lang {
    fn language(self) -> Language {
        match self {
            Lang::Rust => Language::Rust,
            Lang::Python => Language::Python,
            Lang::TypeScript => Language::TypeScript,
            Lang::Lua => Language::Lua,
            Lang::JsonSchema => Language::JsonSchema,
            Lang::Markdown => Language::Markdown,
        }
    }
}

impl Run for Generate {
    fn run(&self, _: &Program<'_>) -> Result<Answer, Failure> {
        let documents = self.sources.with_session(|session| {
            let types = Sources::types(session)?;
            let mut names = SessionNames::new(session);
            let result = generate::generate(self.lang.language(), &types, &mut names);
            result.map_err(|problem| names.failure(&problem))
        })?;
        let documents: Vec<(String, String)> =
            documents.into_iter().map(|document| (document.name, document.text)).collect();
        let documents = if self.output.is_some() { documents } else { self.for_stdout(documents) };
        write::answer(&documents, self.output.as_deref())
    }
}

impl Generate {
    /// The code without the files around it, and all pages as one.
    fn for_stdout(&self, mut documents: Vec<(String, String)>) -> Vec<(String, String)> {
        match self.lang {
            Lang::Rust => documents.retain(|(name, _)| name != "Cargo.toml"),
            Lang::Markdown => {
                let pages: Vec<String> = documents.into_iter().map(|(_, text)| text).collect();
                documents = vec![(String::from("types.md"), pages.join("\n"))];
            }
            Lang::Python | Lang::TypeScript | Lang::Lua | Lang::JsonSchema => {}
        }
        documents
    }
}
