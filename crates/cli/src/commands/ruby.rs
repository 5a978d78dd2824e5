//! `bunraku ruby`: runs Ruby programs, such as unit tests of modules, in the environment of providers.

use std::{env, path::Path};

use resource_api::Failure;

use super::Command;
use crate::{
    arguments::Program,
    modules::{self, LoadedTypes},
    startup::{CommandContext, Refusal, Usage},
};

pub(super) const COMMAND: Command = Command::puppet("ruby", &USAGE, run);

const USAGE: Usage = Usage {
    options: &[modules::PROVIDERS],
    shared: &[],
    introduction: "Run a Ruby program in the environment of modules

Usage: {program} ruby [OPTIONS] -- <FILE> [ARGUMENTS]...

The program can require 'puppet/resource_api' and the other files of Puppet that modules use, even if Puppet is not
installed, and the libraries of the modules on the modulepath. FILE is a Ruby program, or the name of one in PATH,
such as rspec.",
    examples: "Exit codes: that of the program; 1 if it could not be run.

Examples:
  {program} ruby --modulepath .. -- spec/unit/note_test.rb
  {program} ruby -- rspec spec/unit/puppet/provider",
};

fn run(program: &Program<'_>, context: &CommandContext) -> Result<u8, Refusal> {
    let words = context.options.words.split_first();
    let (file, arguments) = words.ok_or_else(|| Failure::new("expected the name of a program"))?;
    Ok(LoadedTypes::new(program, context)?.run_script(&found(file), arguments)?)
}

/// The path of a program: a bare name that is not a file here is searched in `PATH`.
fn found(file: &str) -> String {
    let path = Path::new(file);
    if !path.exists() && !file.contains('/') {
        let directories = env::var_os("PATH").unwrap_or_default();
        if let Some(found) =
            env::split_paths(&directories).map(|directory| directory.join(file)).find(|path| path.is_file())
        {
            return found.display().to_string();
        }
    }
    std::path::absolute(path).map_or_else(|_| file.to_owned(), |path| path.display().to_string())
}
