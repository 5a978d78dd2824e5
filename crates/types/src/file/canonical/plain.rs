//! Sees at one glance that a plain file is in canonical form. What is not plain is looked at closely elsewhere.

use pcore::Value;
use resource_api::State;

use super::super::wanted::OF_SOURCE;

/// Whether a file is surely in canonical form, and nothing is wrong with it. Most are no links, and have no checksum.
pub(super) fn is_canonical(file: &State) -> bool {
    let (mut has_content, mut has_path, mut has_ensure) = (false, false, false);
    let (mut has_source, mut is_of_source) = (false, false);
    let is_plain = file.iter().all(|(name, value)| match (name.as_str(), value) {
        ("path", Value::String(path)) => {
            has_path = true;
            is_normal(path)
        }
        ("ensure", Value::String(word)) => {
            has_ensure = true;
            matches!(word.as_str(), "present" | "absent" | "file" | "directory" | "link")
        }
        ("content", Value::Symbol(word)) => {
            is_of_source = true;
            word == OF_SOURCE
        }
        ("source", Value::Array(sources)) => {
            has_source = true;
            sources.iter().all(is_source)
        }
        ("content", content) => {
            has_content = true;
            is_content(content)
        }
        ("owner" | "group", Value::Integer(_)) => true,
        ("owner" | "group", Value::String(name)) => name.starts_with(|first: char| first.is_ascii_alphabetic()),
        ("mode", Value::String(mode)) => mode.len() == 4 && mode.bytes().all(|digit| matches!(digit, b'0'..=b'7')),
        ("purge" | "force" | "replace" | "show_diff" | "selinux_ignore_defaults", value) => {
            matches!(value, Value::Boolean(_))
        }
        ("links", Value::String(word)) => matches!(word.as_str(), "follow" | "manage"),
        ("sourceselect", Value::String(word)) => matches!(word.as_str(), "first" | "all"),
        ("source_permissions", Value::String(word)) => word == "ignore",
        ("max_files" | "recurselimit", value) => matches!(value, Value::Integer(0..)),
        ("backup" | "recurse", Value::Boolean(false)) => true,
        ("validate_replacement" | "type" | "ctime" | "mtime", Value::String(_)) => true,
        // Metaparameters are nobody's business here.
        ("title" | "require" | "before" | "notify" | "subscribe" | "tag" | "loglevel" | "noop", _) => true,
        _ => false,
    });
    let creates = has_content || has_source;
    is_plain && has_path && has_source == is_of_source && !(has_source && has_content) && (has_ensure || !creates)
}

/// Whether a source is a URI that nothing is left to do about.
fn is_source(value: &Value) -> bool {
    value.as_str().is_some_and(|uri| {
        (uri.starts_with("file:///") || uri.starts_with("puppet:///")) && !uri.ends_with('/') && !uri.contains('\0')
    })
}

fn is_content(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Binary(_) => true,
        Value::Sensitive(secret) => matches!(**secret, Value::String(_) | Value::Binary(_)),
        _ => false,
    }
}

/// Whether a path from the root on has no part that means nothing, or the part before it.
fn is_normal(path: &str) -> bool {
    let Some(rest) = path.strip_prefix('/') else { return false };
    // Every part is looked at in one pass: there may be many paths.
    let (mut start, bytes) = (0, rest.as_bytes());
    for (place, byte) in bytes.iter().chain(b"/").enumerate() {
        match byte {
            b'/' if matches!(&bytes[start..place], b"" | b"." | b"..") => return rest.is_empty(),
            b'/' => start = place + 1,
            0 => return false,
            _ => {}
        }
    }
    true
}
