//! `processors`: how many there are, of which make, and how they share cores and sockets.

use std::collections::BTreeSet;

use pcore::Value;

use super::Release;
use crate::{
    record::{number, record, text},
    root::Root,
    units,
};

pub(super) fn fact(root: &Root, release: &Release) -> Option<Value> {
    let table = root.text("/proc/cpuinfo").unwrap_or_default();
    let (mut count, mut models, mut sockets, mut speed) = (0, Vec::new(), BTreeSet::new(), None);
    for line in table.lines() {
        let Some((name, value)) = line.split_once(':') else { continue };
        // For a value with a colon, only the part after it counts.
        let value = value.rsplit(':').next().unwrap_or_default().trim();
        match name.trim() {
            "processor" => count += 1,
            "model name" | "cpu" => models.push(Value::from(value)),
            "physical id" => {
                sockets.insert(value.to_owned());
            }
            "cpu MHz" | "clock" => speed = leading_number(value).or(speed),
            _ => {}
        }
    }
    let topology = Topology::read(root);
    let physical = if sockets.is_empty() { topology.sockets } else { sockets.len() };
    let known = !table.is_empty();
    record([
        ("cores", topology.cores_per_socket().map(|cores| number(cores as u64))),
        ("count", known.then_some(number(count))),
        ("isa", text(release.instruction_set(root))),
        ("models", known.then(|| Value::from(models))),
        ("physicalcount", known.then(|| number(physical as u64))),
        ("speed", text(speed.and_then(|megahertz: u64| units::speed(megahertz.saturating_mul(1_000_000))))),
        ("threads", topology.threads_per_core().map(|threads| number(threads as u64))),
    ])
}

fn leading_number(text: &str) -> Option<u64> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end)?.parse().ok()
}

/// How many of each there are that are in use.
struct Topology {
    threads: usize,
    cores: usize,
    sockets: usize,
}

impl Topology {
    fn read(root: &Root) -> Topology {
        const DIRECTORY: &str = "/sys/devices/system/cpu";
        let (mut threads, mut cores, mut sockets) = (0, BTreeSet::new(), BTreeSet::new());
        let is_processor = |name: &String| {
            let number = name.strip_prefix("cpu");
            number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
        };
        for name in root.names(DIRECTORY).into_iter().filter(is_processor) {
            let read = |file: &str| root.word(format!("{DIRECTORY}/{name}/topology/{file}"));
            let Some(socket) = read("physical_package_id") else { continue };
            threads += 1;
            // Thread siblings identify cores even if core numbers repeat within a socket.
            cores.insert(read("thread_siblings").unwrap_or(name));
            sockets.insert(socket);
        }
        Topology { threads, cores: cores.len(), sockets: sockets.len() }
    }

    fn cores_per_socket(&self) -> Option<usize> {
        self.cores.checked_div(self.sockets)
    }

    fn threads_per_core(&self) -> Option<usize> {
        self.threads.checked_div(self.cores)
    }
}
