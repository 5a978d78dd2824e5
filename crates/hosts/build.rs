//! Puts the files of the Ruby program into the form in which a process reads them at its start, and which becomes a part
//! of this crate: whoever adds one need not name it anywhere, and nobody copies them at every start.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
};

fn main() -> io::Result<()> {
    let variable = |name: &str| env::var(name).map(PathBuf::from).map_err(io::Error::other);
    let folder = variable("CARGO_MANIFEST_DIR")?.join("ruby");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    if folder.is_dir() {
        collect(&folder, &folder, &mut files)?;
    }
    files.sort();
    let mut program = format!("{}\n", files.len());
    for (name, path) in &files {
        println!("cargo::rerun-if-changed={}", path.display());
        let text = fs::read_to_string(path)?;
        program.push_str(&format!("{name} {}\n{text}", text.len()));
    }
    fs::write(variable("OUT_DIR")?.join("ruby_program"), program)
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<(String, PathBuf)>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else if path.extension().is_some_and(|ending| ending == "rb") {
            let name = path.strip_prefix(root).map_err(io::Error::other)?;
            files.push((name.to_string_lossy().into_owned(), path));
        }
    }
    Ok(())
}
