//! What can be said on the command line.

use clap::{Parser, ValueEnum};

use crate::commands::Command;

/// Brings machines and devices to the state that a manifest describes.
#[derive(Parser)]
#[command(name = "bunraku", version, max_term_width = 100, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// How an answer is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub(crate) enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs: one JSON document.
    Json,
}
