//! `bunraku model generate`: types of the language in other languages.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use generate::Language;

use super::{Sources, names::SessionNames, written};
use crate::{failure::Failure, output::Answer};

/// Writes types of the language in another language
///
/// Python and Lua check instances as bunraku does, with checks, invariants, defaults and what is derived; they need
/// nothing but themselves. Rust, TypeScript and JSON Schema say what documents look like; Markdown is for people. What
/// cannot be translated so that every verdict stays the same is an error, with its place.
///
/// Exit codes: 0 when all is written, 2 when something cannot be read, translated or written.
#[derive(Args)]
#[command(after_help = "Examples:
  bunraku model generate --lang python types/vhost.pp > models.py
  bunraku model generate --lang json-schema modules/apache --output schemas
  bunraku model generate --lang rust types --output models")]
pub(crate) struct Generate {
    #[command(flatten)]
    sources: Sources,

    /// The language
    #[arg(long, value_enum)]
    lang: Lang,

    /// The folder to write to; without it, a single document goes to stdout, and so do the code of a crate and all pages
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

impl Generate {
    pub(super) fn run(&self) -> Result<Answer, Failure> {
        let documents = self.sources.with_session(|session| {
            let types = Sources::types(session)?;
            let mut names = SessionNames::new(session);
            let made = generate::generate(self.lang.language(), &types, &mut names);
            made.map_err(|problem| names.failure(&problem))
        })?;
        let documents: Vec<(String, String)> =
            documents.into_iter().map(|document| (document.name, document.text)).collect();
        let documents = if self.output.is_some() { documents } else { self.for_stdout(documents) };
        written::answer(&documents, self.output.as_deref())
    }

    /// What somebody wants to read or to pipe: the code without what is around it, and pages one after the other.
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
