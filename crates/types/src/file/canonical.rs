//! Validates what the definition of files cannot say.

use pcore::Value;
use resource_api::{
    Context, Outcome, State,
    render::{inspect, interpolate},
    secret::REDACTED,
};

use super::{
    checksum::Checksum,
    target_file::{OF_SOURCE, default_checksum},
};
use crate::subject::{Subject, unwrap_sensitive};

/// Validates a file, and brings the attributes that have a form of their own into the one that `get` returns.
pub(super) fn validate(context: &Context, subject: &Subject<'_>, file: &mut State) -> Outcome {
    backup(subject, file)?;
    content(subject, file)?;
    if let Some(word @ ("true" | "false")) = file.known("recurse").map(interpolate).as_deref() {
        file.insert("recurse", word == "true");
    }
    if let Some(given) = file.known("ignore").filter(|given| !matches!(given, Value::Boolean(_))) {
        file.insert("ignore", crate::munge::texts(given).into_iter().map(Value::from).collect::<Value>());
    }
    source(context, subject, file)?;
    ensure(file);
    check(context, subject, file)?;
    complete(file);
    Ok(())
}

fn backup(subject: &Subject<'_>, file: &mut State) -> Outcome {
    let word = match file.known("backup") {
        None => return Ok(()),
        Some(word @ (Value::Boolean(_) | Value::String(_) | Value::Symbol(_))) => interpolate(word),
        Some(other) => return Err(subject.refuse("backup", format!("Invalid backup type {}", inspect(other)))),
    };
    let backup = match word.as_str() {
        "true" => ".puppet-bak".into(),
        "false" => Value::Boolean(false),
        word => word.into(),
    };
    file.insert("backup", backup);
    Ok(())
}

fn content(subject: &Subject<'_>, file: &mut State) -> Outcome {
    let Some(content) = file.known("content") else { return Ok(()) };
    let is_secret = matches!(content, Value::Sensitive(_));
    let plain = match unwrap_sensitive(content) {
        Value::String(_) | Value::Binary(_) | Value::Symbol(_) => return Ok(()),
        // Puppet uses the last of several values.
        Value::Array(several) => several.last().cloned().unwrap_or_else(|| "".into()),
        other => {
            let class = match other {
                Value::Boolean(on) => on.to_string(),
                other => resource_api::definition::ruby_class(other).to_owned(),
            };
            let shown = if is_secret { REDACTED.to_owned() } else { interpolate(other) };
            return Err(subject.refuse(
                "content",
                format!(
                    "Munging failed for value {shown} in class content: no implicit conversion of {class} into String"
                ),
            ));
        }
    };
    file.insert("content", if is_secret { Value::sensitive(plain) } else { plain });
    Ok(())
}

/// Normalizes sources to an array of URIs; a path becomes a `file:` URI.
fn source(context: &Context, subject: &Subject<'_>, file: &mut State) -> Outcome {
    let given: Vec<String> = match file.known("source") {
        None => return Ok(()),
        Some(Value::Array(several)) => several.iter().map(interpolate).collect(),
        Some(one) => vec![interpolate(one)],
    };
    let mut sources = Vec::with_capacity(given.len());
    for source in given {
        super::web::scrub_password(context, &source);
        let kept = source.trim_end_matches('/');
        if source.starts_with('/') {
            sources.push(Value::from(format!("file://{}", if kept.is_empty() { "/" } else { kept })));
            continue;
        }
        let Some((scheme, rest)) = source.split_once(':').filter(|(scheme, _)| is_scheme(scheme)) else {
            return Err(subject.refuse("source", format!("Cannot use relative URLs '{source}'")));
        };
        if !rest.starts_with('/') {
            return Err(subject.refuse("source", format!("Cannot use opaque URLs '{source}'")));
        }
        if !["file", "puppet", "http", "https"].contains(&scheme) {
            let problem = format!("Cannot use URLs of type '{scheme}' as source for fileserving");
            return Err(subject.refuse("source", problem));
        }
        sources.push(Value::from(kept));
    }
    file.insert("source", Value::array(sources));
    Ok(())
}

/// Any value that is not a keyword is the target of a link.
fn ensure(file: &mut State) {
    let word = match file.known("ensure") {
        None => {
            let kind = match () {
                () if file.known("target").is_some() => "link",
                () if file.known("content").is_some() => "file",
                // With a known checksum the source is not read.
                () if file.known("source").is_some() && file.known("checksum_value").is_none() => "file",
                () => return,
            };
            file.insert("ensure", kind);
            return;
        }
        Some(Value::Boolean(false)) => "absent".to_owned(),
        Some(word) => interpolate(word),
    };
    match word.as_str() {
        "present" | "absent" | "file" | "directory" | "link" => drop(file.insert("ensure", word)),
        // `get` returns these, although they cannot be created.
        "fifo" | "socket" | "characterSpecial" | "blockSpecial" => drop(file.insert("ensure", word)),
        "false" => drop(file.insert("ensure", "absent")),
        _ => {
            file.insert("target", word);
            file.insert("ensure", "link");
        }
    }
}

/// Checks the combination of attributes.
fn check(context: &Context, subject: &Subject<'_>, file: &State) -> Outcome {
    let is_given = |name: &str| file.known(name).is_some_and(|value| !matches!(value, Value::Symbol(_)));
    let creators = ["content", "source", "target"];
    if creators.iter().filter(|name| is_given(name)).count() > 1 {
        let problem = format!("You cannot specify more than one of {}", creators.join(", "));
        return Err(subject.refuse_all(problem));
    }
    if file.text("recurse") == Some("remote") && !is_given("source") {
        return Err(subject.refuse_all("You cannot specify a remote recursion without a source"));
    }
    let checksum = file.text("checksum").and_then(Checksum::from_name).unwrap_or_else(|| default_checksum(context));
    if checksum == Checksum::None && is_given("source") {
        return Err(subject.refuse_all("You cannot specify source when using checksum 'none'"));
    }
    if (checksum.is_time() || checksum == Checksum::None) && is_given("content") {
        let problem = format!("You cannot specify content when using checksum '{}'", checksum.name());
        return Err(subject.refuse_all(problem));
    }
    if let Some(value) = file.text("checksum_value").filter(|value| !checksum.accepts(value)) {
        let problem = format!("Checksum value '{value}' is not a valid checksum type {}", checksum.name());
        return Err(subject.refuse_all(problem));
    }
    Ok(())
}

/// Marks the properties that are taken from the source.
fn complete(file: &mut State) {
    if file.known("source").is_none() || file.known("checksum_value").is_some() {
        return;
    }
    let mut of_source = vec!["content"];
    if matches!(file.text("source_permissions"), Some("use" | "use_when_creating")) {
        of_source.extend(["owner", "group", "mode"]);
    }
    for name in of_source {
        if file.known(name).is_none() {
            file.insert(name, Value::Symbol(OF_SOURCE.into()));
        }
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
}
