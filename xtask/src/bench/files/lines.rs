//! Many resources in one file of lines: how time and memory grow with their number.

use std::{fmt::Write as _, fs};

use anyhow::{Result, ensure};

use super::Bench;
use crate::bench::cost::{megabytes, seconds};

/// How many resources there are.
const SIZES: &[usize] = &[1_000, 10_000, 100_000];

pub(super) fn run(bench: &Bench) -> Result<()> {
    println!("\n| resources of one file | run | time | CPU time | each | memory |\n|---|---|---|---|---|---|");
    for kind in ["host", "file_line", "ini_setting"] {
        for size in SIZES {
            let folder = bench.folder.join("lines");
            fs::create_dir_all(&folder)?;
            let (file, manifest) = (folder.join("file"), folder.join("site.pp"));
            fs::write(&file, "")?;
            fs::write(&manifest, text(kind, *size, &file.to_string_lossy())?)?;
            for (name, is_in_sync) in [("created", false), ("in sync", true)] {
                let (cost, output) = bench.bunraku(&[manifest.as_os_str()])?;
                let told = String::from_utf8_lossy(&output.stdout).into_owned();
                let changes = told.lines().filter(|line| line.starts_with("Notice: /Stage[main]/")).count();
                let expected = if is_in_sync { 0 } else { *size };
                ensure!(changes == expected, "{kind}, '{name}': {changes} changes, not {expected}");
                println!(
                    "| {size} `{kind}` | {name} | {} | {} | {:.1} µs | {} |",
                    seconds(cost.wall),
                    seconds(cost.worked),
                    cost.worked.as_secs_f64() * 1e6 / *size as f64,
                    megabytes(cost.kilobytes)
                );
            }
            fs::remove_dir_all(&folder)?;
            // What earlier runs know of other resources is read at every run, and is no part of this.
            fs::remove_dir_all(bench.folder.join("var"))?;
        }
    }
    Ok(())
}

fn text(kind: &str, size: usize, file: &str) -> Result<String> {
    let mut text = String::new();
    for number in 0..size {
        match kind {
            "host" => {
                let (high, low) = (number / 256 % 256, number % 256);
                writeln!(
                    text,
                    "host {{ 'h{number}': ip => '10.{}.{high}.{low}', target => '{file}' }}",
                    number / 65536
                )?;
            }
            "file_line" => writeln!(text, "file_line {{ 'l{number}': path => '{file}', line => 'line {number}' }}")?,
            _ => writeln!(
                text,
                "ini_setting {{ 's{number}': path => '{file}', section => 's{}', setting => 'k{number}', value => '{number}' }}",
                number / 100
            )?,
        }
    }
    Ok(text)
}
