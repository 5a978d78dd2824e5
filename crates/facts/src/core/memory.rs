//! `memory`: how much memory there is, and how much of it is in use.

use pcore::Value;

use crate::{
    record::{number, record, text},
    root::Root,
    units,
};

pub(super) fn fact(root: &Root) -> Option<Value> {
    let table = root.text("/proc/meminfo")?;
    let bytes = |name: &str| {
        let mut values =
            table.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(':')?.split_whitespace().next());
        values.next()?.parse::<u64>().ok()?.checked_mul(1024)
    };
    let available = || {
        // Old kernels do not say what is available.
        let parts = [bytes("MemFree")?, bytes("Buffers")?, bytes("Cached")?];
        Some(parts.into_iter().fold(0, u64::saturating_add))
    };
    let system = bytes("MemTotal").zip(bytes("MemAvailable").or_else(available));
    let swap = bytes("SwapTotal").filter(|total| *total > 0).zip(bytes("SwapFree"));
    let used = |(total, available)| usage(total, available);
    record([("swap", swap.and_then(used)), ("system", system.and_then(used))])
}

fn usage(total: u64, available: u64) -> Option<Value> {
    let used = total.saturating_sub(available);
    record([
        ("available", text(Some(units::size(available)))),
        ("available_bytes", Some(number(available))),
        ("capacity", text(Some(units::share(used, total)))),
        ("total", text(Some(units::size(total)))),
        ("total_bytes", Some(number(total))),
        ("used", text(Some(units::size(used)))),
        ("used_bytes", Some(number(used))),
    ])
}
