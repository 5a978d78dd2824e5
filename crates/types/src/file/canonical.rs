//! Normalizes what manifests write about files, and validates it.

use pcore::Value;
use resource_api::{
    Context, Failure, Outcome, State,
    render::{inspect, interpolate},
    secret::REDACTED,
};

use super::{
    checksum::Checksum,
    mode,
    target_file::{OF_SOURCE, default_checksum},
};
use crate::{normalize::Normalization, subject::with_some_secrets_unwrapped};

/// Brings the attributes of a file into the form that `get` returns.
pub(super) fn canonicalize(context: &Context, file: &mut State) -> Outcome {
    NORMALIZATION.normalize(context, file, |file| {
        with_some_secrets_unwrapped("File", file, |name| name != "content", |file| canonicalize_plain(context, file))
    })
}

const NORMALIZATION: Normalization = Normalization {
    type_name: "File",
    arrays: &["content"],
    secrets: &["content", "owner", "group", "mode", "target"],
    marked_sensitive: &["source"],
};

fn canonicalize_plain(context: &Context, file: &mut State) -> Outcome {
    let subject = Subject { title: file.known("path").map(interpolate).unwrap_or_default() };
    let path = subject.absolute_path("path", &subject.title)?;
    if file.text("path") != Some(&path) {
        file.insert("path", path);
    }
    if let Some(Value::Array(several)) = file.known("backup") {
        let first = several.first().cloned().unwrap_or_else(|| "".into());
        file.insert("backup", first);
    }
    if file.text("group") == Some("") {
        return Err(subject.refuse("group", "Invalid group name '\"\"'"));
    }
    for name in ["owner", "group"] {
        if let Some(number) = file.text(name).and_then(|text| text.parse::<i64>().ok()) {
            file.insert(name, number);
        }
    }
    for name in ["purge", "force", "replace", "show_diff", "selinux_ignore_defaults"] {
        // Most values are in canonical form already, and there may be many files.
        if let Some(given) = file.known(name).filter(|given| !matches!(given, Value::Boolean(_))).cloned() {
            file.insert(name, subject.boolean(name, &given)?);
        }
    }
    for (name, valid) in [
        ("links", &["follow", "manage"][..]),
        ("sourceselect", &["first", "all"]),
        ("source_permissions", &["use", "use_when_creating", "ignore"]),
    ] {
        let is_valid = |given: &Value| matches!(given, Value::String(word) if valid.contains(&word.as_str()));
        if let Some(given) = file.known(name).filter(|given| !is_valid(given)).cloned() {
            file.insert(name, subject.keyword(name, &given, valid)?);
        }
    }
    for name in ["recurselimit", "max_files"] {
        if let Some(given) = file.known(name).filter(|given| !matches!(given, Value::Integer(0..))).cloned() {
            file.insert(name, subject.number(name, &given)?);
        }
    }
    subject.checksum(file)?;
    subject.recurse(file)?;
    subject.backup(file)?;
    subject.mode(file)?;
    subject.target(file)?;
    subject.content(file)?;
    subject.ignore(file)?;
    if let Some(location) = file.text("staging_location").map(str::to_owned) {
        file.insert("staging_location", subject.absolute_path("staging_location", &location)?);
    }
    subject.source(context, file)?;
    subject.ensure(file);
    subject.check(context, file)?;
    subject.complete(file);
    Ok(())
}

/// The file that messages are about.
struct Subject {
    title: String,
}

impl Subject {
    /// The failure of one parameter.
    fn refuse(&self, parameter: &str, problem: impl AsRef<str>) -> Failure {
        Failure::resource(format!("Parameter {parameter} failed on File[{}]: {}", self.title, problem.as_ref()))
    }

    /// The failure of the file as a whole.
    fn refuse_all(&self, problem: impl AsRef<str>) -> Failure {
        Failure::resource(format!("Validation of File[{}] failed: {}", self.title, problem.as_ref()))
    }

    fn invalid(&self, parameter: &str, given: &Value, valid: &str) -> Failure {
        self.refuse(parameter, format!("Invalid value {}. Valid values are {valid}.", inspect(given)))
    }

    /// An absolute path without `.`, `..` and superfluous slashes.
    fn absolute_path(&self, parameter: &str, path: &str) -> Outcome<String> {
        if !path.starts_with('/') {
            return Err(self.refuse(parameter, format!("File paths must be fully qualified, not '{path}'")));
        }
        if path.contains('\0') {
            return Err(self.refuse(parameter, "a path cannot contain a null byte"));
        }
        let mut parts = Vec::new();
        for part in path.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()),
                part => parts.push(part),
            }
        }
        Ok(format!("/{}", parts.join("/")))
    }

    fn boolean(&self, parameter: &str, given: &Value) -> Outcome<bool> {
        let word = interpolate(given).to_lowercase();
        match word.as_str() {
            "true" | "yes" => Ok(true),
            "false" | "no" => Ok(false),
            _ => Err(self.invalid(parameter, given, "true, false, yes, no")),
        }
    }

    fn keyword(&self, parameter: &str, given: &Value, valid: &[&str]) -> Outcome<String> {
        let word = interpolate(given);
        if valid.contains(&word.as_str()) { Ok(word) } else { Err(self.invalid(parameter, given, &valid.join(", "))) }
    }

    fn number(&self, parameter: &str, given: &Value) -> Outcome<i64> {
        let valid = if parameter == "max_files" { "/^[0-9]+$/, /^-1$/" } else { "/^[0-9]+$/" };
        let number = interpolate(given).parse::<i64>().ok();
        number.filter(|number| *number >= 0 || (parameter == "max_files" && *number == -1)).ok_or_else(|| {
            self.refuse(parameter, format!("Invalid value {}. Valid values match {valid}.", inspect(given)))
        })
    }

    fn checksum(&self, file: &mut State) -> Outcome {
        let Some(given) = file.known("checksum").cloned() else { return Ok(()) };
        let names: Vec<&str> = Checksum::ALL.iter().map(|checksum| checksum.name()).collect();
        let word = self.keyword("checksum", &given, &names)?;
        file.insert("checksum", word);
        Ok(())
    }

    fn recurse(&self, file: &mut State) -> Outcome {
        let Some(given) = file.known("recurse").cloned() else { return Ok(()) };
        let recurse = match interpolate(&given).as_str() {
            "true" => Value::Boolean(true),
            "false" => Value::Boolean(false),
            "remote" => "remote".into(),
            _ => return Err(self.refuse("recurse", format!("Invalid recurse value {}", inspect(&given)))),
        };
        file.insert("recurse", recurse);
        Ok(())
    }

    fn backup(&self, file: &mut State) -> Outcome {
        let backup = match file.known("backup") {
            None => return Ok(()),
            Some(Value::Boolean(true)) => ".puppet-bak".into(),
            Some(Value::Boolean(false)) => Value::Boolean(false),
            Some(Value::String(word) | Value::Symbol(word)) => match word.as_str() {
                "true" => ".puppet-bak".into(),
                "false" => Value::Boolean(false),
                word => word.into(),
            },
            Some(other) => return Err(self.refuse("backup", format!("Invalid backup type {}", inspect(other)))),
        };
        file.insert("backup", backup);
        Ok(())
    }

    fn mode(&self, file: &mut State) -> Outcome {
        let given = match file.known("mode") {
            None | Some(Value::Symbol(_)) => return Ok(()),
            Some(Value::String(given)) => given,
            Some(other) => {
                let class = resource_api::definition::ruby_class(other);
                let problem = format!("The file mode specification must be a string, not '{class}'");
                return Err(self.refuse("mode", problem));
            }
        };
        if !mode::is_mode(given) {
            let problem = format!("The file mode specification is invalid: {}", inspect(&given.clone().into()));
            return Err(self.refuse("mode", problem));
        }
        let mode = mode::normalize(given);
        file.insert("mode", mode);
        Ok(())
    }

    fn target(&self, file: &State) -> Outcome {
        match file.known("target") {
            None | Some(Value::String(_) | Value::Symbol(_)) => Ok(()),
            Some(other) => Err(self.refuse("target", format!("a target must be a path, not {}", inspect(other)))),
        }
    }

    fn content(&self, file: &mut State) -> Outcome {
        let content = match file.known("content") {
            None => return Ok(()),
            Some(content) => content.clone(),
        };
        let (is_secret, plain) = match &content {
            Value::Sensitive(secret) => (true, &**secret),
            plain => (false, plain),
        };
        let plain = match plain {
            Value::String(_) | Value::Binary(_) | Value::Symbol(_) => return Ok(()),
            // Puppet uses the last of several values.
            Value::Array(several) => several.last().cloned().unwrap_or_else(|| "".into()),
            other => {
                let class = match other {
                    Value::Boolean(on) => on.to_string(),
                    other => resource_api::definition::ruby_class(other).to_owned(),
                };
                let shown = if is_secret { REDACTED.to_owned() } else { interpolate(other) };
                return Err(self.refuse(
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

    fn ignore(&self, file: &mut State) -> Outcome {
        let patterns = match file.known("ignore") {
            None | Some(Value::Boolean(false)) => return Ok(()),
            Some(Value::Array(patterns)) => patterns.iter().map(interpolate).map(Value::from).collect(),
            Some(Value::String(pattern)) => Value::array([Value::from(pattern.clone())]),
            Some(_) => return Err(self.refuse("ignore", "Ignore must be a string or an Array")),
        };
        file.insert("ignore", patterns);
        Ok(())
    }

    /// Normalizes sources to an array of URIs; a path becomes a `file:` URI.
    fn source(&self, context: &Context, file: &mut State) -> Outcome {
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
                return Err(self.refuse("source", format!("Cannot use relative URLs '{source}'")));
            };
            if !rest.starts_with('/') {
                return Err(self.refuse("source", format!("Cannot use opaque URLs '{source}'")));
            }
            if !["file", "puppet", "http", "https"].contains(&scheme) {
                let problem = format!("Cannot use URLs of type '{scheme}' as source for fileserving");
                return Err(self.refuse("source", problem));
            }
            sources.push(Value::from(kept));
        }
        file.insert("source", Value::array(sources));
        Ok(())
    }

    /// Any value that is not a keyword is the target of a link.
    fn ensure(&self, file: &mut State) {
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
    fn check(&self, context: &Context, file: &State) -> Outcome {
        let is_given = |name: &str| file.known(name).is_some_and(|value| !matches!(value, Value::Symbol(_)));
        let creators = ["content", "source", "target"];
        if creators.iter().filter(|name| is_given(name)).count() > 1 {
            let problem = format!("You cannot specify more than one of {}", creators.join(", "));
            return Err(self.refuse_all(problem));
        }
        if file.text("recurse") == Some("remote") && !is_given("source") {
            return Err(self.refuse_all("You cannot specify a remote recursion without a source"));
        }
        let checksum = file.text("checksum").and_then(Checksum::from_name).unwrap_or_else(|| default_checksum(context));
        if checksum == Checksum::None && is_given("source") {
            return Err(self.refuse_all("You cannot specify source when using checksum 'none'"));
        }
        if (checksum.is_time() || checksum == Checksum::None) && is_given("content") {
            let problem = format!("You cannot specify content when using checksum '{}'", checksum.name());
            return Err(self.refuse_all(problem));
        }
        if let Some(value) = file.text("checksum_value").filter(|value| !checksum.accepts(value)) {
            let problem = format!("Checksum value '{value}' is not a valid checksum type {}", checksum.name());
            return Err(self.refuse_all(problem));
        }
        Ok(())
    }

    /// Marks the properties that are taken from the source.
    fn complete(&self, file: &mut State) {
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
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(|letter| letter.is_ascii_alphanumeric() || "+-.".contains(letter))
}
