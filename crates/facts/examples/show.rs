//! Prints the facts of this machine, and on stderr how long reading them took.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is there to print")]

use std::time::Instant;

use facts::{Facts, Options, Root};

fn main() {
    let options =
        Options { legacy: std::env::args().any(|argument| argument == "--show-legacy"), ..Options::default() };
    let runs = 50;
    let mut times = Vec::new();
    for _ in 0..runs {
        let begun = Instant::now();
        let _ = Facts::read_with(&Root::machine(), &options);
        times.push(begun.elapsed());
    }
    times.sort_unstable();
    eprintln!("{:?} at best, {:?} in the median of {runs}", times[0], times[times.len() / 2]);
    let facts = Facts::read_with(&Root::machine(), &options);
    println!("{}", pcore::json::write_pretty(&facts.hash().clone().into()).expect("facts have a form in JSON"));
}
