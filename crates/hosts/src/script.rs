//! Programs in Ruby that are run where providers are: unit tests of modules.

use protocol::calls::{self, ScriptEnded, ScriptRun};
use resource_api::{Outcome, log::Log};

use crate::{Host, HostError};

impl Host {
    /// Runs a program in the Ruby host, and returns the exit code that it asked for.
    pub fn run_script(&self, file: &str, arguments: &[String], log: &Log) -> Outcome<u8> {
        let params = ScriptRun { file, arguments };
        // The user runs the script for its output.
        self.budget().lift();
        let ended: ScriptEnded = self.call(calls::SCRIPT_RUN, &params, log, None).map_err(HostError::into_failure)?;
        Ok(ended.status)
    }
}
