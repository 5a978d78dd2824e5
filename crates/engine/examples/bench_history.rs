//! How long the state file of 10,000 resources takes to read and to write.
//!
//! `cargo run --release -p engine --example bench_history [RESOURCES]`

#![allow(clippy::print_stdout, reason = "that is what a benchmark is for")]

use std::time::{Duration, Instant, SystemTime};

use engine::{
    state::Files,
    transaction::{History, Record, history::ByReference},
};

fn main() {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(10_000);
    let path = std::env::temp_dir().join(format!("bench-history-{}.yaml", std::process::id()));
    let files = Files { state: path.clone(), ..Files::default() };
    let now = SystemTime::now();
    let record = |number: u64| Record { checked: Some(now + Duration::from_nanos(number * 7919)), ..Record::default() };
    let records: ByReference<Record> =
        (0..count).map(|number| (format!("File[/srv/data/file{number}]").into(), record(number))).collect();
    let history = History { records, system_values: None };
    for _ in 0..5 {
        let started = Instant::now();
        files.write_history(&history, now, None, 0).expect("the state file should be writable");
        let written = started.elapsed();
        let started = Instant::now();
        let (read, problems) = files.read_history().expect("the state file should be readable");
        let took = started.elapsed();
        assert_eq!((read.records.len(), problems.len()), (history.records.len(), 0));
        println!("{count} resources: written in {written:.1?}, read in {took:.1?}");
    }
    let _ = std::fs::remove_file(&path);
}
