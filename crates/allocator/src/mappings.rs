//! What is mapped where, as `/proc/self/maps` tells it.

use std::ops::Range;

/// The mapping that an address is in, if it is memory that this process can write to.
pub(crate) fn around(text: &str, address: usize) -> Option<Range<usize>> {
    text.lines().filter_map(mapping).find(|mapping| mapping.contains(&address))
}

/// The range of a line: `7f1200000000-7f1240000000 rw-p …`.
fn mapping(line: &str) -> Option<Range<usize>> {
    let (range, rest) = line.split_once(' ')?;
    let (start, end) = range.split_once('-')?;
    let number = |text: &str| usize::from_str_radix(text, 16).ok();
    rest.starts_with("rw-p").then_some(number(start)?..number(end)?)
}
