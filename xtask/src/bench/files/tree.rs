//! Large trees: a directory whose files come from a source, and where what is not in it goes.

use std::{fs, path::Path};

use anyhow::{Result, ensure};

use super::{Bench, Cost};
use crate::bench::cost::{megabytes, seconds};

/// How many files bunraku manages.
const SIZES: &[usize] = &[1_000, 10_000, 100_000];

/// How many files the real Puppet manages.
const COMPARED: usize = 1_000;

/// How many files are in a folder.
const IN_FOLDER: usize = 100;

pub(super) fn run(bench: &Bench, without_puppet: bool) -> Result<()> {
    println!(
        "\n| tree, `recurse` and `purge` | run | time | CPU time | memory | lines of the log |\n|---|---|---|---|---|---|"
    );
    for size in SIZES {
        for who in ["bunraku", "Puppet"] {
            if who == "Puppet" && (without_puppet || *size > COMPARED) {
                continue;
            }
            let folder = bench.folder.join("tree");
            let place = folder.display();
            make(&folder.join("source"), *size)?;
            let copies = format!(
                "file {{ '{place}/tree': ensure => directory, source => '{place}/source', recurse => true, purge => true, \
                 force => true, max_files => -1 }}"
            );
            let purges = format!(
                "file {{ '{place}/tree': ensure => directory, recurse => true, purge => true, force => true, \
                 max_files => -1 }}"
            );
            let folders = size / IN_FOLDER;
            let all = size + folders;
            for (name, manifest, options, changes) in [
                ("all copied", &copies, &[][..], all + 1),
                ("in sync", &copies, &[], 0),
                ("nothing in the source: a dry run", &purges, &["--noop"], all),
                ("nothing in the source: all removed", &purges, &[], folders),
            ] {
                let mut arguments = vec!["-e", manifest];
                arguments.extend(options);
                let (cost, lines) = applied(bench, who, &arguments)?;
                // When a folder is gone, so is what was in it; who tells of it, and when, is not the same in both.
                ensure!(lines >= changes, "{who}, '{name}': {lines} lines tell of changes, not {changes}");
                println!(
                    "| {size} files, {who} | {name} | {} | {} | {} | {lines} |",
                    seconds(cost.wall),
                    seconds(cost.worked),
                    megabytes(cost.kilobytes)
                );
            }
            ensure!(fs::read_dir(folder.join("tree"))?.next().is_none(), "something was left");
            fs::remove_dir_all(folder)?;
        }
    }
    Ok(())
}

/// Applies a manifest; says how many lines tell of changes.
fn applied(bench: &Bench, who: &str, arguments: &[&str]) -> Result<(Cost, usize)> {
    let (cost, output) = if who == "Puppet" { bench.puppet_output(arguments)? } else { bench.bunraku(arguments)? };
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_change = |line: &&str| line.starts_with("Notice: /Stage[main]/Main/File[");
    Ok((cost, told.lines().filter(is_change).count()))
}

fn make(folder: &Path, size: usize) -> Result<()> {
    for number in 0..size {
        let inner = folder.join(format!("{}", number / IN_FOLDER));
        if number % IN_FOLDER == 0 {
            fs::create_dir_all(&inner)?;
        }
        fs::write(inner.join(format!("{number}.txt")), format!("This is file {number}.\n"))?;
    }
    Ok(())
}
