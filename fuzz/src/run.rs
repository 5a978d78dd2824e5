//! Runs targets without a fuzzer, for some seconds each, with inputs that depend on a seed.
//!
//! The current input is in `target/fuzz/TARGET.input`: it remains there if the program is killed, runs out of stack, or
//! panics. An input that takes too long or needs too much memory ends the program as well.

use std::{
    fs::{self, File},
    io,
    os::unix::fs::FileExt as _,
    path::PathBuf,
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use clap::Parser;
use rustix::process::{Resource, Rlimit, setrlimit};

use crate::{
    TARGETS,
    mutate::{Random, mutate},
    seeds,
    target::Target,
};

/// The time limit for an input. Generous: the build is not optimized, and the machine may be busy.
const MAX_TIME: Duration = Duration::from_secs(30);

/// The memory limit of the program.
const MAX_MEMORY: u64 = 4 << 30;

/// Run a fuzz target with mutated inputs
#[derive(Parser)]
struct Arguments {
    /// The target
    target: String,
    /// Seconds to run
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Seed of the inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Run this input instead
    #[arg(long)]
    input: Option<PathBuf>,
}

/// The program.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(target) = TARGETS.iter().find(|target| target.name == arguments.target) else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        return failed(&format!("unknown fuzz target '{}', expected one of {}", arguments.target, names.join(", ")));
    };
    let limit = Rlimit { current: Some(MAX_MEMORY), maximum: Some(MAX_MEMORY) };
    if let Err(error) = setrlimit(Resource::As, limit) {
        return failed(&format!("cannot limit memory: {error}"));
    }
    match run(target, &arguments) {
        Ok(inputs) => {
            report(&format!("{}: {inputs} inputs", target.name));
            ExitCode::SUCCESS
        }
        Err(error) => failed(&format!("{}: {error}", target.name)),
    }
}

fn run(target: &'static Target, arguments: &Arguments) -> io::Result<u64> {
    if let Some(path) = &arguments.input {
        (target.run)(&fs::read(path)?);
        return Ok(1);
    }
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize()?;
    let seeds = seeds::of(target, &root)?;
    if seeds.is_empty() {
        return Err(io::Error::other(format!("no inputs to begin with in {}", target.directory)));
    }
    let directory = root.join("target/fuzz");
    fs::create_dir_all(&directory)?;
    let path = directory.join(format!("{}.input", target.name));
    let current = File::create(&path)?;
    let count = Arc::new(AtomicU64::new(0));
    watch(target.name, path, Arc::clone(&count));
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    let mut random = Random::new(arguments.seed);
    let mut mutated = Vec::new();
    for number in 0.. {
        // First unchanged, then mutated.
        mutated.clear();
        match seeds.get(number) {
            Some(seed) => mutated.extend_from_slice(seed),
            None => {
                mutated.extend_from_slice(&seeds[random.below(seeds.len())]);
                mutate(&mut mutated, &seeds, &mut random);
            }
        }
        current.set_len(0)?;
        current.write_all_at(&mutated, 0)?;
        count.fetch_add(1, Ordering::Relaxed);
        (target.run)(&mutated);
        if Instant::now() >= end {
            break;
        }
    }
    Ok(count.load(Ordering::Relaxed))
}

/// Ends the program when an input takes too long.
fn watch(name: &'static str, path: PathBuf, count: Arc<AtomicU64>) {
    thread::spawn(move || {
        let (mut last, mut since) = (0, Instant::now());
        loop {
            thread::sleep(Duration::from_millis(250));
            let now = count.load(Ordering::Relaxed);
            if now != last {
                (last, since) = (now, Instant::now());
            } else if since.elapsed() > MAX_TIME {
                report(&format!("{name}: an input takes more than {} seconds: {}", MAX_TIME.as_secs(), path.display()));
                std::process::exit(1);
            }
        }
    });
}

fn failed(message: &str) -> ExitCode {
    report(&format!("error: {message}"));
    ExitCode::FAILURE
}

#[expect(clippy::print_stderr, reason = "the program reports to people")]
fn report(message: &str) {
    eprintln!("{message}");
}
