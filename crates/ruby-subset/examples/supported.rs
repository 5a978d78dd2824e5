//! Says of ERB templates what they use that is not supported: `cargo run -p ruby-subset --example supported FOLDER…`

#![allow(clippy::print_stdout, reason = "an example that prints")]

use std::{env, fs, path::PathBuf};

use ruby_subset::Template;

fn main() {
    let mut waiting: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let (mut whole, mut all) = (0, 0);
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            let entries = fs::read_dir(&path).into_iter().flatten().flatten();
            waiting.extend(entries.map(|entry| entry.path()).filter(|path| !path.is_symlink()));
            continue;
        }
        if path.extension().is_none_or(|extension| extension != "erb") {
            continue;
        }
        let Ok(text) = fs::read_to_string(&path) else { continue };
        all += 1;
        match Template::read(&text) {
            Err(error) => println!("{}:{}: {}", path.display(), error.line, error.message),
            Ok(template) if template.unsupported().is_empty() => whole += 1,
            Ok(template) => {
                for (line, what) in template.unsupported() {
                    println!("{}:{line}: {what}", path.display());
                }
            }
        }
    }
    println!("{whole} of {all} templates are supported");
}
