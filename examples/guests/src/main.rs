//! A `bunraku` that can manage guests; the variable `GUESTS` is the path of the list.

use std::{env, path::PathBuf, process::ExitCode};

fn main() -> ExitCode {
    let path = env::var_os("GUESTS").map_or_else(|| PathBuf::from("guests.txt"), PathBuf::from);
    cli::App::new().with_provider("guest", example_guests::list(path)).run()
}
