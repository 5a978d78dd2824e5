//! Mutated inputs for everything that reads files, through the command line.
//!
//! Seeds are the valid and invalid files of the tests in this workspace, and files that the program itself writes.
//! Whatever they are mutated to, there is no panic and no signal, no command exceeds the time limit of a run, and none
//! needs more than a gigabyte. The commands run as an unprivileged user and only read.

mod commands;
mod mutate;
mod seeds;

use std::{
    collections::BTreeMap,
    fs::{self, File},
    os::unix::fs::chown,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use process::RunAs;

use self::{
    commands::{COMMANDS, Reader},
    seeds::Seeds,
};
use crate::{
    attacker::{MALLORY, as_mallory},
    random::Random,
    sandbox::{Run, TIME, sandbox},
    scale::{Rounds, rounds},
};

/// The memory limit of a command, in kilobytes.
const MEMORY: u64 = 1 << 20;

/// The result of a command that read an input.
struct Reading {
    run: Run,
    time: Duration,
    /// Its peak memory in kilobytes, as far as it was sampled.
    memory: u64,
}

impl Reading {
    fn fault(&self) -> Option<String> {
        let is_large = self.memory > MEMORY;
        self.run.fault().or_else(|| is_large.then(|| format!("needs {} MB", self.memory >> 10)))
    }
}

/// How many commands run at the same time.
const WORKERS: usize = 2;

#[test]
fn no_input_crashes_a_command() {
    let Some(sandbox) = sandbox("mutated inputs") else { return };
    let seeds = Seeds::collect(&sandbox);
    let rounds = Mutex::new(rounds("INPUTS", 1200));
    let found = Mutex::new(Vec::new());
    // The longest time of each command, and the peak memory of all.
    let most = Mutex::new((BTreeMap::new(), 0));
    thread::scope(|scope| {
        for worker in 0..WORKERS {
            let directory = sandbox.path(&format!("worker{worker}"));
            fs::create_dir(&directory).unwrap();
            chown(&directory, Some(MALLORY), Some(MALLORY)).unwrap();
            let (seeds, rounds, found, most) = (&seeds, &rounds, &found, &most);
            scope.spawn(move || work(&directory, seeds, rounds, found, most));
        }
    });
    let (times, memory) = most.into_inner().unwrap();
    let mut times: Vec<(Duration, &str)> = times.into_iter().map(|(name, time)| (time, name)).collect();
    times.sort();
    let slowest = &times[times.len().saturating_sub(3)..];
    eprintln!("slowest: {slowest:?}; most memory: {} MB", memory >> 10);
    let found = found.into_inner().unwrap();
    assert!(found.is_empty(), "{} inputs are too much:\n{}", found.len(), found.join("\n"));
}

/// If the commands fail before they read anything, the test shows nothing.
#[test]
fn each_command_reads_some_of_its_seeds() {
    let Some(sandbox) = sandbox("seeds of inputs") else { return };
    let seeds = Seeds::collect(&sandbox);
    let directory = sandbox.path("worker");
    fs::create_dir(&directory).unwrap();
    chown(&directory, Some(MALLORY), Some(MALLORY)).unwrap();
    let mut wrong = Vec::new();
    for reader in COMMANDS {
        // The seeds that were written for the command come last.
        let runs = seeds.of(reader.kind).iter().rev().map(|seed| read(&directory, reader, seed).run);
        let mut first = None;
        let mut is_read = |run: Run| {
            first.get_or_insert_with(|| run.tail());
            // The transport does not exist, so a device that was parsed is refused.
            run.code() == Some(0) || run.output.contains("lamp")
        };
        let is_read = { runs }.any(&mut is_read);
        if !is_read {
            wrong.push(format!("{} {}: {}", reader.words, reader.file, first.unwrap_or_default()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn endless_files_are_refused() {
    let Some(sandbox) = sandbox("endless files") else { return };
    let directory = sandbox.path("worker");
    fs::create_dir(&directory).unwrap();
    chown(&directory, Some(MALLORY), Some(MALLORY)).unwrap();
    let mut found = Vec::new();
    for reader in COMMANDS.iter().filter(|reader| reader.words.contains("%F") || reader.code.is_some()) {
        if let Some(fault) = run(&directory, reader, Path::new("/dev/zero")).fault() {
            found.push(format!("{} {}: {fault}", reader.words, reader.code.unwrap_or_default()));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// Runs rounds until there are no more.
fn work(
    directory: &Path,
    seeds: &Seeds,
    rounds: &Mutex<Rounds>,
    found: &Mutex<Vec<String>>,
    most: &Mutex<(BTreeMap<&'static str, Duration>, u64)>,
) {
    loop {
        let Some(round) = rounds.lock().unwrap().next() else { return };
        // A round depends only on the seed and its number, so it can be repeated.
        let mut random = Random::new(&format!("input {round}"));
        let reader = random.choose(COMMANDS);
        let input = mutate::mutate(seeds.of(reader.kind), &mut random);
        let reading = read(directory, reader, &input);
        if let Some(fault) = reading.fault() {
            let saved = keep(round, reader, &input);
            found.lock().unwrap().push(format!("{} with {}: {fault}", reader.words, saved.display()));
        }
        let (times, memory) = &mut *most.lock().unwrap();
        let slowest = times.entry(reader.words).or_default();
        *slowest = reading.time.max(*slowest);
        *memory = reading.memory.max(*memory);
    }
}

/// Saves an input that caused a failure.
fn keep(round: usize, reader: &Reader, input: &[u8]) -> PathBuf {
    let directory = std::env::temp_dir().join("bunraku-attack");
    let _ = fs::create_dir_all(&directory);
    let path = directory.join(format!("{round}.{}", reader.file.rsplit('/').next().unwrap_or("input")));
    let _ = fs::write(&path, input);
    path
}

/// Runs a command on an input.
fn read(directory: &Path, reader: &Reader, input: &[u8]) -> Reading {
    let _ = fs::remove_dir_all(directory.join("d"));
    let file = directory.join("d").join(reader.file);
    as_mallory(|| {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(&file, input).unwrap();
    });
    run(directory, reader, &file)
}

/// Runs a command with a file as its input.
fn run(directory: &Path, reader: &Reader, file: &Path) -> Reading {
    let expand = |text: &str| {
        let text = text.replace("%F", &file.display().to_string());
        let text = text.replace("%D", &directory.join("d").display().to_string());
        text.replace("%W", &seeds::workspace().display().to_string())
    };
    as_mallory(|| {
        for (name, text) in reader.extra {
            let path = directory.join("d").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, expand(text)).unwrap();
        }
    });
    let mut command = Command::new(env!("CARGO_BIN_EXE_bunraku"));
    command.args(reader.words.split(' ').map(|word| expand(&word.replace('~', " "))));
    command.args(reader.code.map(expand));
    command.env_clear().env("PATH", "/usr/bin:/bin").env("HOME", directory).current_dir(directory);
    let output = directory.join("output");
    let stream = File::create(&output).unwrap();
    command.stdin(Stdio::null()).stdout(stream.try_clone().unwrap()).stderr(stream);
    process::isolate(&mut command, &RunAs { user: Some(MALLORY), group: Some(MALLORY), umask: None }).unwrap();
    let start = Instant::now();
    let mut child = command.spawn().unwrap();
    let (state, mut memory) = (format!("/proc/{}/status", child.id()), 0);
    let status = loop {
        memory = peak_of(&state).unwrap_or_default().max(memory);
        match child.try_wait().unwrap() {
            Some(status) => break Some(status),
            None if start.elapsed() > TIME || memory > 4 * MEMORY => {
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    let output = String::from_utf8_lossy(&fs::read(&output).unwrap()).into_owned();
    Reading { run: Run { output, status }, time: start.elapsed(), memory }
}

/// The peak memory of a process so far, in kilobytes.
fn peak_of(state: &str) -> Option<u64> {
    let text = fs::read_to_string(state).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}
