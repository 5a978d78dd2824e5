//! `bunraku ruby`: runs programs in Ruby, such as unit tests of modules, where their providers are run.

use std::{env, ffi::OsString, path::Path};

use resource_api::log::Level;

use crate::{
    arguments::Program,
    modules::{self, Known},
    startup::{self, Usage},
};

const USAGE: Usage = Usage {
    options: &[modules::PROVIDERS],
    introduction: "Runs a program in Ruby with what modules find of Puppet

Usage: {program} ruby [OPTIONS] -- <FILE> [ARGUMENTS]...

`require 'puppet/resource_api'` and the other files of Puppet that modules use are there, though no Puppet is installed,
and so are the libraries of the modules on the modulepath. FILE is a program in Ruby, or the name of one in PATH, such
as rspec.",
    examples: "Exit codes: that of the program; 1 when it could not be run.

Examples:
  {program} ruby --modulepath .. -- spec/unit/note_test.rb
  {program} ruby -- rspec spec/unit/puppet/provider",
};

/// Runs the command, and returns its exit code.
pub(super) fn run(program: &Program<'_>, arguments: &[OsString]) -> u8 {
    let begun = match startup::begin(program, &USAGE, arguments) {
        Ok(begun) => begun,
        Err(code) => return code,
    };
    let Some((file, arguments)) = begun.options.words.split_first() else {
        begun.log.line(Level::Err, "Could not run: say which program to run");
        return 1;
    };
    let ended = Known::new(program, &begun).and_then(|known| known.run_script(&found(file), arguments));
    ended.unwrap_or_else(|failure| startup::could_not_run(&begun.log, &begun.options, &failure))
}

/// The file of a program: a bare name that is no file here is looked for in `PATH`.
fn found(file: &str) -> String {
    let path = Path::new(file);
    if !path.exists() && !file.contains('/') {
        let folders = env::var_os("PATH").unwrap_or_default();
        if let Some(found) = env::split_paths(&folders).map(|folder| folder.join(file)).find(|path| path.is_file()) {
            return found.display().to_string();
        }
    }
    std::path::absolute(path).map_or_else(|_| file.to_owned(), |path| path.display().to_string())
}
