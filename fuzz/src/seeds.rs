//! The seeds: files in the repository. Files with one case per line (`jsonl`, `txt`) give one input per line.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::target::Target;

/// The maximum number of inputs.
const MAX_SEEDS: usize = 400;

/// The maximum size of an input in bytes.
const MAX_SIZE: usize = 16 * 1024;

/// The inputs of a target, always in the same order.
pub fn of(target: &Target, root: &Path) -> io::Result<Vec<Vec<u8>>> {
    let mut files = Vec::new();
    find(&root.join(target.directory), target.endings, &mut files)?;
    files.sort();
    let mut seeds = Vec::new();
    for file in files {
        let content = fs::read(&file)?;
        match file.extension().and_then(|ending| ending.to_str()) {
            Some("jsonl" | "txt") => seeds.extend(content.split(|byte| *byte == b'\n').map(<[u8]>::to_vec)),
            // Examples of a format are in raw strings of tests.
            Some("rs") => {
                let text = String::from_utf8_lossy(&content).replace("\\n", "\n");
                seeds.extend(text.split('"').skip(1).step_by(2).map(|part| part.as_bytes().to_vec()));
                seeds.extend(text.split("r#\"").skip(1).filter_map(|part| Some(part.split_once("\"#")?.0.into())));
            }
            _ => seeds.push(content),
        }
    }
    seeds.retain(|seed| !seed.is_empty() && seed.len() <= MAX_SIZE);
    seeds.sort();
    seeds.dedup();
    let step = seeds.len().div_ceil(MAX_SEEDS).max(1);
    Ok(seeds.into_iter().step_by(step).collect())
}

fn find(directory: &Path, endings: &[&str], files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let metadata = path.symlink_metadata()?;
        if metadata.is_dir() {
            find(&path, endings, files)?;
        } else if metadata.is_file() && path.extension().is_some_and(|end| endings.iter().any(|ending| end == *ending))
        {
            files.push(path);
        }
    }
    Ok(())
}
