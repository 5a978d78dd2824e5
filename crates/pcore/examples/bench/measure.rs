//! The main program of benchmarks: lists, measures or repeats operations.
//!
//! Without arguments it measures every operation and prints one line each: the name, a tab, nanoseconds per round.
//! `--list` prints the names; a name and a number run that operation that many times and print nothing, for callgrind.

use std::{hint::black_box, time::Duration};

use rustix::time::{ClockId, clock_gettime};

/// An operation to measure, and its name.
pub type Operation = (&'static str, Box<dyn FnMut()>);

/// Names an operation, and prevents it from being optimized away.
pub fn operation<T>(name: &'static str, mut run: impl FnMut() -> T + 'static) -> Operation {
    (
        name,
        Box::new(move || {
            black_box(run());
        }),
    )
}

/// Executes the command line.
pub fn run(mut operations: Vec<Operation>) {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments[..] {
        [] => operations.iter_mut().for_each(|(name, operation)| println!("{name}\t{:.1}", measured(operation))),
        [list] if list == "--list" => operations.iter().for_each(|(name, _)| println!("{name}")),
        [name, rounds] => {
            let (_, operation) = operations.iter_mut().find(|(known, _)| known == name).unwrap();
            (0..rounds.parse::<u32>().unwrap()).for_each(|_| operation());
        }
        _ => println!("usage: bench [--list | NAME ROUNDS]"),
    }
}

/// Returns the nanoseconds per round: the best of five runs of at least 50 ms each.
fn measured(operation: &mut dyn FnMut()) -> f64 {
    let mut rounds: u32 = 1;
    loop {
        let spent = timed(operation, rounds);
        if spent > Duration::from_millis(50) {
            break;
        }
        rounds = rounds.saturating_mul(2);
    }
    let best = (0..5).map(|_| timed(operation, rounds)).min().unwrap_or_default();
    best.as_nanos() as f64 / f64::from(rounds)
}

fn timed(operation: &mut dyn FnMut(), rounds: u32) -> Duration {
    let start = worked();
    (0..rounds).for_each(|_| operation());
    worked().saturating_sub(start)
}

/// Returns the CPU time of this thread, which excludes other processes.
fn worked() -> Duration {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}
