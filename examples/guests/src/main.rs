//! A `bunraku` that can manage guests; the variable `GUESTS` is the path of the list.

use std::{env, path::PathBuf, process::ExitCode};

fn main() -> ExitCode {
    let mut types = types::all();
    let path = env::var_os("GUESTS").map_or_else(|| PathBuf::from("guests.txt"), PathBuf::from);
    example_guests::provide(&mut types, path);
    cli::run(env::args_os(), &types)
}
