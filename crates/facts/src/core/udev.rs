//! What udev found out about block devices, in its database.

use crate::root::Root;

/// What is known about a device, as `KEY=value` lines.
pub(super) struct Properties(String);

impl Properties {
    /// The properties of the device in a directory of `/sys`.
    pub(super) fn read(root: &Root, directory: &str) -> Properties {
        let number = root.word(format!("{directory}/dev"));
        let text = number.and_then(|number| root.text(format!("/run/udev/data/b{number}")));
        Properties(text.unwrap_or_default())
    }

    pub(super) fn get(&self, name: &str) -> Option<String> {
        let mut values =
            self.0.lines().filter_map(|line| line.strip_prefix("E:")?.strip_prefix(name)?.strip_prefix('='));
        values.next().map(|value| unescape(value, b"\\x", 16)).filter(|value| !value.is_empty())
    }
}

/// Undoes how udev writes bytes in names (`\x20`), and the kernel bytes that would end a word (`\040`).
pub(super) fn unescape(text: &str, mark: &[u8], base: u32) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let escape = rest.strip_prefix(mark).and_then(|digits| digits.split_at_checked(4 - mark.len()));
        let code = escape.and_then(|(digits, after)| {
            Some((u8::from_str_radix(std::str::from_utf8(digits).ok()?, base).ok()?, after))
        });
        let (byte, after) = code.unwrap_or((*first, tail));
        bytes.push(byte);
        rest = after;
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
