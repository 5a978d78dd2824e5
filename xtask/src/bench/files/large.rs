//! Large files: what a run with a gigabyte takes, and how much memory it has.

use std::{
    fs::{self, File},
    io::Write as _,
    path::Path,
};

use anyhow::{Result, ensure};

use super::Bench;
use crate::bench::cost::{megabytes, seconds};

/// How large.
const SIZE: usize = 1 << 30;

/// How many files a directory of that size has.
const PARTS: usize = 1024;

pub(super) fn run(bench: &Bench) -> Result<()> {
    let folder = bench.folder.join("large");
    fs::create_dir_all(folder.join("parts"))?;
    write(&folder.join("source"), SIZE, 1)?;
    for part in 0..PARTS {
        write(&folder.join(format!("parts/{part}")), SIZE / PARTS, part)?;
    }
    let base = bench.bunraku(&["-e", "notify { 'x': }"])?.0;
    println!("\n| 1 GB | time | CPU time | memory |\n|---|---|---|---|");
    println!(
        "| nothing but a notify | {} | {} | {} |",
        seconds(base.wall),
        seconds(base.worked),
        megabytes(base.kilobytes)
    );
    let place = folder.display();
    let file = format!("file {{ '{place}/file': ensure => file, source => '{place}/source'");
    let directory = format!(
        "file {{ '{place}/directory': ensure => directory, source => '{place}/parts', recurse => true, max_files => -1 }}"
    );
    let steps: &[(&str, String, &[&str])] = &[
        ("a source is copied", format!("{file} }}"), &[]),
        ("it is in sync", format!("{file} }}"), &[]),
        ("it is in sync, by its checksum", format!("{file}, checksum => md5, checksum_value => '{{sum}}' }}"), &[]),
        ("one byte differs: it is kept in the bucket, and copied", format!("{file}, backup => puppet }}"), &[]),
        ("one byte differs: a dry run with a difference", format!("{file} }}"), &["--noop", "--show_diff"]),
        ("it is removed and kept", format!("file {{ '{place}/file': ensure => absent, backup => puppet }}"), &[]),
        ("a directory of 1,024 files is copied", directory.clone(), &[]),
        ("it is in sync", directory, &[]),
    ];
    for (name, manifest, options) in steps {
        if name.starts_with("one byte differs") {
            change(&folder.join("file"))?;
        }
        let manifest = match manifest.contains("{sum}") {
            true => manifest.replace("{sum}", &sum(&folder.join("file"))?),
            false => manifest.clone(),
        };
        let mut arguments = vec!["-e", &manifest];
        arguments.extend(*options);
        let (cost, output) = bench.bunraku(&arguments)?;
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let changes = told.lines().filter(|line| line.starts_with("Notice: /Stage[main]/")).count();
        ensure!((changes == 0) == name.starts_with("it is in sync"), "'{name}' told of {changes} changes: {told}");
        println!("| {name} | {} | {} | {} |", seconds(cost.wall), seconds(cost.worked), megabytes(cost.kilobytes));
    }
    Ok(fs::remove_dir_all(folder)?)
}

/// Writes a file of text in lines.
fn write(path: &Path, size: usize, seed: usize) -> Result<()> {
    let mut file = File::create(path)?;
    let block: String = (0..16 * 1024).map(|line| format!("{:063x}\n", line * 7919 + seed)).collect();
    let block = block.as_bytes();
    let mut left = size;
    while left > 0 {
        let part = left.min(block.len());
        file.write_all(&block[..part])?;
        left -= part;
    }
    Ok(())
}

/// Changes a byte in the middle.
fn change(path: &Path) -> Result<()> {
    use std::os::unix::fs::FileExt as _;
    let file = File::options().write(true).open(path)?;
    Ok(file.write_all_at(b"#", SIZE as u64 / 2)?)
}

fn sum(path: &Path) -> Result<String> {
    let told = crate::shell::capture(std::process::Command::new("md5sum").arg(path))?;
    Ok(told.split(' ').next().unwrap_or_default().to_owned())
}
