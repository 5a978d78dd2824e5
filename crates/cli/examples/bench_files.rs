//! The minimum work to check that files are in sync: stat, open, read and compare each of them. `cargo xtask bench
//! --files` compares it with `bunraku apply`.
//!
//! `bench_files catalog FILE` reads the desired state from the same catalog that is applied, `bench_files list FILE`
//! from lines with a mode, a path and a second file with the content, or a length that is followed by the content. The
//! costs of the process are written to the file `BENCH_COSTS`, as by `bench_apply`.

#![allow(clippy::print_stdout, clippy::expect_used, reason = "a program of its own, on fixed input")]

use std::{
    env, fs,
    fs::File,
    io::{BufRead as _, BufReader, Read as _},
    os::unix::fs::MetadataExt as _,
};

use rustix::time::{ClockId, clock_gettime};

fn main() {
    let mut arguments = env::args().skip(1);
    let (kind, path) = (arguments.next().expect("a kind"), arguments.next().expect("a file"));
    let same = if kind == "catalog" { of_catalog(&path) } else { of_list(&path) };
    println!("{same}");
    if let Some(path) = env::var_os("BENCH_COSTS") {
        let status = fs::read_to_string("/proc/self/status").expect("this is Linux");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("it is always told");
        let worked = clock_gettime(ClockId::ProcessCPUTime);
        let worked = worked.tv_sec * 1_000_000_000 + worked.tv_nsec;
        fs::write(path, format!("{} {worked}", peak.trim().trim_end_matches(" kB"))).expect("the file can be written");
    }
}

fn of_catalog(path: &str) -> usize {
    let text = fs::read_to_string(path).expect("there is a catalog");
    let catalog: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let resources = catalog["resources"].as_array().expect("it has resources");
    let mut comparison = Comparison::default();
    for resource in resources.iter().filter(|resource| resource["type"] == "File") {
        let (path, wanted) = (resource["title"].as_str(), &resource["parameters"]);
        let mode = wanted["mode"].as_str().and_then(|mode| u32::from_str_radix(mode, 8).ok());
        let content = wanted["content"].as_str().map(str::as_bytes);
        comparison.compare(path.expect("a path"), mode.expect("a mode"), content, wanted["source"].as_str());
    }
    comparison.same
}

fn of_list(path: &str) -> usize {
    let mut list = BufReader::new(File::open(path).expect("there is a list"));
    let mut comparison = Comparison::default();
    let (mut line, mut content) = (String::new(), Vec::new());
    while list.read_line(&mut line).expect("the list can be read") > 0 {
        let mut words = line.trim_end().splitn(3, ' ');
        let mode = words.next().and_then(|mode| u32::from_str_radix(mode, 8).ok()).expect("a mode");
        let (path, rest) = (words.next().expect("a path"), words.next().expect("what it holds"));
        match rest.parse::<usize>() {
            Ok(length) => {
                content.resize(length, 0);
                list.read_exact(&mut content).expect("the content follows");
                comparison.compare(path, mode, Some(&content), None);
            }
            Err(_) => comparison.compare(path, mode, None, Some(rest)),
        }
        line.clear();
    }
    comparison.same
}

#[derive(Default)]
struct Comparison {
    same: usize,
    file: Vec<u8>,
    other: Vec<u8>,
}

impl Comparison {
    fn compare(&mut self, path: &str, mode: u32, content: Option<&[u8]>, source: Option<&str>) {
        let found = fs::symlink_metadata(path).expect("there is a file");
        let is_mine = found.is_file() && found.mode() & 0o7777 == mode && found.uid() == 0 && found.gid() == 0;
        read(path, &mut self.file);
        let content = match source {
            Some(source) => {
                read(source, &mut self.other);
                &self.other
            }
            None => content.unwrap_or_default(),
        };
        self.same += usize::from(is_mine && self.file == content);
    }
}

fn read(path: &str, into: &mut Vec<u8>) {
    into.clear();
    File::open(path).and_then(|mut file| file.read_to_end(into)).expect("it can be read");
}
