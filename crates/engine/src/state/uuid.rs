//! Random UUIDs.

#[cfg(test)]
mod tests;

use std::{fs::File, io, io::Read};

/// A random UUID, such as that of a run.
pub fn new_uuid() -> io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(written(u128::from_be_bytes(bytes)))
}

/// Random bits with the version and variant of UUID 4.
fn written(random: u128) -> String {
    let bits = random & !(0xf << 76) & !(0b11 << 62) | (0x4 << 76) | (0b10 << 62);
    let digits = format!("{bits:032x}");
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default().to_owned();
    [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")
}
