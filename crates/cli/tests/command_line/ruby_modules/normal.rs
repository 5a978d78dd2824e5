//! Lines without what varies: the counterpart of `lines` in `oracle/ruby_modules/record.rb`.

use std::sync::LazyLock;

use pcore::regexp::Regexp;

/// Patterns and their replacements; `\1` is the first group.
static REPLACED: LazyLock<Vec<(Regexp, &str)>> = LazyLock::new(|| {
    [
        (r"(in|after) \d+\.\d+ seconds", r"\1 N seconds"),
        (r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)? ?(?:[+-]\d\d:?\d\d|Z)", "TIME"),
        (r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?", "TIME"),
        (r"\(location: .*\)", "(location: LOCATION)"),
        (r##""clientversion": ".*""##, "\"clientversion\": \"VERSION\""),
        (r"#<(\w[\w:]*):0x\h+", r"#<\1:0xADDRESS"),
    ]
    .map(|(pattern, by)| (Regexp::new(pattern).unwrap(), by))
    .into()
});

/// Lines about the internals of Puppet or Bunraku.
static LEFT_OUT: LazyLock<Vec<Regexp>> = LazyLock::new(|| {
    [
        // Backtraces keep the lines of the modules.
        r"\A(\s*from )?(/usr/|/var/lib/gems|<internal:|bunraku-host|-e):?.*:\d+:in ",
        r"\AInfo: (Using environment|Applying configuration|Creating state file|Loading facts)",
        // We log the states of built-in types, too.
        r#"\ADebug: (Current|Target) State: .*(:path=>|:message=>|:title=>"%D)"#,
        r"warning: (already initialized constant|previous definition of)",
    ]
    .map(|pattern| Regexp::new(pattern).unwrap())
    .into()
});

/// The debug lines that are compared: those about the types of the modules.
static COMPARED_DEBUG: LazyLock<Vec<Regexp>> = LazyLock::new(|| {
    [
        format!(r"\ADebug: ({})(\[.*\])?: ", names().join("|")),
        r"\ADebug: (Current|Target) State: ".to_owned(),
        r"\ADebug: Executing(?: with uid=\w+)?: ".to_owned(),
        r"\ADebug: Registering auto".to_owned(),
        r"\ADebug: /Stage.*: (Adding|Skipping) (auto|device|host)".to_owned(),
        r"\ADebug: /Stage.*: (Nothing to manage|Resource is being skipped)".to_owned(),
        r"\ADebug: Told by a provider".to_owned(),
    ]
    .map(|pattern| Regexp::new(&pattern).unwrap())
    .into()
});

/// The names of the types and transports of the modules.
fn names() -> Vec<String> {
    let modules = std::fs::read_dir(super::modules()).unwrap().map(|module| module.unwrap().path());
    let directories =
        modules.flat_map(|module| ["type", "transport/schema"].map(|kind| module.join("lib/puppet").join(kind)));
    let files = directories.filter_map(|directory| std::fs::read_dir(directory).ok()).flatten();
    files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

/// The lines of a text that are compared.
pub fn lines(text: &str) -> Vec<String> {
    let mut text = text.to_owned();
    for (pattern, by) in REPLACED.iter() {
        text = pattern.replace_all(&text, by).unwrap().into_owned();
    }
    let matches = |patterns: &[Regexp], line: &str| patterns.iter().any(|pattern| pattern.is_match(line).unwrap());
    let is_compared =
        |line: &&str| !matches(&LEFT_OUT, line) && (!line.starts_with("Debug: ") || matches(&COMPARED_DEBUG, line));
    text.lines().filter(is_compared).map(str::to_owned).collect()
}
