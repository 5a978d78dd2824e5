//! Names of files, as Ruby's `File` takes them apart.

/// All but the last part: `.` where there is only one.
pub fn dirname(path: &str) -> String {
    let rooted = path.starts_with('/');
    let trimmed = path.trim_end_matches('/');
    let head = trimmed.rsplit_once('/').map_or("", |(head, _)| head.trim_end_matches('/'));
    match (rooted, head.trim_start_matches('/')) {
        (true, head) => format!("/{head}"),
        (false, "") => ".".to_owned(),
        (false, head) => head.to_owned(),
    }
}

/// The last part.
pub fn basename(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match trimmed.rsplit_once('/') {
        Some((_, last)) => last,
        None if trimmed.is_empty() && !path.is_empty() => "/",
        None => trimmed,
    }
}

/// The last part without an ending; `.*` is any ending that begins with a dot.
pub fn basename_without<'p>(path: &'p str, ending: &str) -> &'p str {
    let name = basename(path);
    let shorter = match ending {
        ".*" => name.rfind('.').and_then(|dot| name.get(..dot)),
        ending => name.strip_suffix(ending),
    };
    shorter.filter(|shorter| !shorter.is_empty()).unwrap_or(name)
}

/// What the last part has from its last dot on, unless the name begins with it.
pub fn extname(path: &str) -> &str {
    let name = basename(path).trim_start_matches('.');
    name.rfind('.').and_then(|dot| name.get(dot..)).unwrap_or_default()
}
