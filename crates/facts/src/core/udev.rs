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
        values.next().map(unescape).filter(|value| !value.is_empty())
    }
}

/// Undoes how udev writes bytes in names: `\x20`.
fn unescape(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = match rest {
            [b'\\', b'x', high, low, ..] => {
                std::str::from_utf8(&[*high, *low]).ok().and_then(|digits| u8::from_str_radix(digits, 16).ok())
            }
            _ => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { rest.get(4..).unwrap_or_default() } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
