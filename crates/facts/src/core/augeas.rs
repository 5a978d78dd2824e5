//! `augeas`: the version of Augeas, which its library has as a text.

use pcore::Value;

use crate::{
    record::{record, text},
    root::Root,
};

pub(super) fn fact(root: &Root) -> Option<Value> {
    if !root.has_command("augparse") {
        return None;
    }
    let hardware = root.names("/usr/lib").into_iter().filter(|name| name.contains("-linux-"));
    let directories = hardware.map(|name| format!("/usr/lib/{name}")).chain(["/usr/lib64".into(), "/usr/lib".into()]);
    let version =
        directories.filter_map(|directory| root.bytes(format!("{directory}/libaugeas.so.0"))).find_map(|b| version(&b));
    record([("version", text(version))])
}

/// The only text of a library that is three numbers.
fn version(library: &[u8]) -> Option<String> {
    let texts = library.split(|byte| *byte == 0).filter(|text| (5..=12).contains(&text.len()));
    let mut texts = texts.filter_map(|text| std::str::from_utf8(text).ok());
    let is_version = |text: &&str| {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        text.split('.').count() == 3 && text.split('.').all(is_number)
    };
    texts.find(is_version).map(str::to_owned)
}
