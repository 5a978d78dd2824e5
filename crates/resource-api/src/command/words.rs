//! Options as words, for providers in languages where they are not types.
//!
//! Whatever a word cannot say is an error before anything is executed.

use std::{path::PathBuf, time::Duration};

use pcore::Value;

use super::{CommandError, Destination, Encoding, OnInvalid, Options, Source, Stream, options::Output};
use crate::log::Level;

const LEVELS: [(&str, Level); 5] = [
    ("debug", Level::Debug),
    ("info", Level::Info),
    ("notice", Level::Notice),
    ("warning", Level::Warning),
    ("err", Level::Err),
];

/// The keys that an option map may have.
const KEYS: [&str; 24] = [
    "environment",
    "cwd",
    "noop",
    "ignore_exit_code",
    "timeout",
    "output_limit",
    "stdin",
    "stdin_source",
    "stdin_value",
    "stdin_io",
    "stdin_encoding",
    "stdin_encoding_opts",
    "stdout",
    "stdout_destination",
    "stdout_loglevel",
    "stdout_io",
    "stdout_encoding",
    "stdout_encoding_opts",
    "stderr",
    "stderr_destination",
    "stderr_loglevel",
    "stderr_io",
    "stderr_encoding",
    "stderr_encoding_opts",
];

impl Options {
    /// Reads options from a map with the names that the specification gives them, strings or symbols.
    ///
    /// An IO object is given as the path of a file. `stdin`, `stdout` and `stderr` are the older short forms: a path,
    /// or `undef` for a stream that is not connected. `timeout` is a number of seconds, `output_limit` one of bytes.
    ///
    /// ```
    /// use resource_api::command::Options;
    ///
    /// let words = pcore::yaml::parse("{stdout_destination: store, environment: {LANG: C}, timeout: 30}").unwrap();
    /// assert!(Options::from_value(&words).is_ok());
    ///
    /// let words = pcore::yaml::parse("{stdout_destination: printer}").unwrap();
    /// assert_eq!(
    ///     Options::from_value(&words).unwrap_err().to_string(),
    ///     "stdout_destination must be one of 'log', 'store', 'discard', 'io', got 'printer'"
    /// );
    /// ```
    pub fn from_value(words: &Value) -> Result<Options, CommandError> {
        let words = Words::new(words)?;
        let mut options = Options {
            cwd: words.text("cwd")?.map(PathBuf::from),
            noop: words.boolean("noop")?,
            ignore_exit_code: words.boolean("ignore_exit_code")?,
            timeout: words.seconds("timeout")?,
            output_limit: words.size("output_limit")?,
            stdin: words.source()?,
            stdin_encoding: words.encoding("stdin_encoding")?,
            stdin_on_invalid: words.on_invalid("stdin_encoding_opts")?,
            stdout: words.output(Stream::Stdout)?,
            stderr: words.output(Stream::Stderr)?,
            ..Options::default()
        };
        words.environment(&mut options)?;
        Ok(options)
    }
}

impl Destination {
    /// Reads a destination that needs no companion: `log` at the usual level of the stream, `store`, `discard` or, for
    /// stderr, `merge_to_stdout`.
    ///
    /// ```
    /// use resource_api::command::{Destination, Stream};
    ///
    /// assert!(matches!(Destination::parse(Stream::Stderr, "merge_to_stdout"), Ok(Destination::MergeToStdout)));
    /// assert!(Destination::parse(Stream::Stdout, "merge_to_stdout").is_err());
    /// ```
    pub fn parse(stream: Stream, word: &str) -> Result<Destination, CommandError> {
        destination(stream, word, None, None)
    }
}

impl Source {
    /// Reads a source that needs no companion, which is `none` alone.
    pub fn parse(word: &str) -> Result<Source, CommandError> {
        source(word, None, None)
    }
}

fn destination(
    stream: Stream,
    word: &str,
    level: Option<Level>,
    io: Option<PathBuf>,
) -> Result<Destination, CommandError> {
    let usual = match stream {
        Stream::Stdout => Level::Debug,
        Stream::Stderr => Level::Warning,
    };
    match word {
        "io" => io.map(Destination::Path).ok_or_else(|| {
            invalid(format!("{stream}_destination 'io' needs {stream}_io, the file that the output goes to"))
        }),
        _ if io.is_some() => Err(invalid(format!("{stream}_io needs {stream}_destination 'io', got '{word}'"))),
        "log" => Ok(Destination::Log(level.unwrap_or(usual))),
        "store" => Ok(Destination::Store),
        "discard" => Ok(Destination::Discard),
        "merge_to_stdout" if stream == Stream::Stderr => Ok(Destination::MergeToStdout),
        _ => {
            let merge = if stream == Stream::Stderr { ", 'merge_to_stdout'" } else { "" };
            Err(invalid(format!(
                "{stream}_destination must be one of 'log', 'store', 'discard', 'io'{merge}, got '{word}'"
            )))
        }
    }
}

fn source(word: &str, value: Option<&Value>, io: Option<PathBuf>) -> Result<Source, CommandError> {
    if value.is_some() && word != "value" {
        return Err(invalid(format!("stdin_value needs stdin_source 'value', got '{word}'")));
    }
    if io.is_some() && word != "io" {
        return Err(invalid(format!("stdin_io needs stdin_source 'io', got '{word}'")));
    }
    match word {
        "none" => Ok(Source::None),
        "value" => value
            .map(Source::from)
            .ok_or_else(|| invalid("stdin_source 'value' needs stdin_value, the text to write".to_owned())),
        "io" => {
            io.map(Source::Path).ok_or_else(|| invalid("stdin_source 'io' needs stdin_io, the file to read".to_owned()))
        }
        _ => Err(invalid(format!("stdin_source must be one of 'none', 'value', 'io', got '{word}'"))),
    }
}

fn invalid(message: String) -> CommandError {
    CommandError::InvalidArgument(message)
}

/// The string or symbol that a value is.
fn word(value: &Value) -> Option<&str> {
    match value {
        Value::String(text) | Value::Symbol(text) => Some(text),
        _ => None,
    }
}

/// A value as messages show it.
fn shown(value: &Value) -> String {
    word(value).map_or_else(|| value.to_string(), |word| format!("'{word}'"))
}

/// A map of options whose keys are known.
struct Words<'v> {
    entries: Vec<(&'v str, &'v Value)>,
}

impl<'v> Words<'v> {
    fn new(words: &'v Value) -> Result<Words<'v>, CommandError> {
        let entries = words
            .as_hash()
            .ok_or_else(|| invalid(format!("the options of a command must be a Hash, got {}", shown(words))))?;
        let known = |key: &'v Value| {
            word(key).filter(|key| KEYS.contains(key)).ok_or_else(|| {
                invalid(format!("{} is not an option of a command; these are: {}", shown(key), KEYS.join(", ")))
            })
        };
        let entries = entries.iter().map(|(key, value)| Ok((known(key)?, value))).collect::<Result<_, _>>()?;
        Ok(Words { entries })
    }

    /// The value of an option, which may be `undef`.
    fn given(&self, key: &str) -> Option<&'v Value> {
        self.entries.iter().find(|(name, _)| *name == key).map(|(_, value)| *value)
    }

    /// The value of an option, unless it is missing or `undef`.
    fn get(&self, key: &str) -> Option<&'v Value> {
        self.given(key).filter(|value| !value.is_undef())
    }

    fn read<T>(
        &self,
        key: &str,
        expected: &str,
        read: impl Fn(&'v Value) -> Option<T>,
    ) -> Result<Option<T>, CommandError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let wrong = || invalid(format!("{key} must be {expected}, got {}", shown(value)));
        read(value).map(Some).ok_or_else(wrong)
    }

    fn text(&self, key: &str) -> Result<Option<&'v str>, CommandError> {
        self.read(key, "a String", word)
    }

    fn boolean(&self, key: &str) -> Result<Option<bool>, CommandError> {
        self.read(key, "true or false", |value| match value {
            Value::Boolean(boolean) => Some(*boolean),
            _ => None,
        })
    }

    fn seconds(&self, key: &str) -> Result<Option<Duration>, CommandError> {
        self.read(key, "a number of seconds", |value| match value {
            Value::Integer(seconds) => u64::try_from(*seconds).ok().map(Duration::from_secs),
            Value::Float(seconds) => Duration::try_from_secs_f64(*seconds).ok(),
            _ => None,
        })
    }

    fn size(&self, key: &str) -> Result<Option<usize>, CommandError> {
        self.read(key, "a number of bytes", |value| value.as_integer().and_then(|bytes| usize::try_from(bytes).ok()))
    }

    fn path(&self, key: &str) -> Result<Option<PathBuf>, CommandError> {
        Ok(self.read(key, "the path of a file", word)?.map(PathBuf::from))
    }

    fn encoding(&self, key: &str) -> Result<Option<Encoding>, CommandError> {
        self.text(key)?.map(Encoding::parse).transpose()
    }

    fn level(&self, key: &str) -> Result<Option<Level>, CommandError> {
        let names: Vec<String> = LEVELS.iter().map(|(name, _)| format!("'{name}'")).collect();
        self.read(key, &format!("one of {}", names.join(", ")), |value| {
            let name = word(value)?;
            LEVELS.iter().find(|(known, _)| *known == name).map(|(_, level)| *level)
        })
    }

    /// Reads `{invalid: replace, undef: replace, replace: '?'}`.
    fn on_invalid(&self, key: &str) -> Result<Option<OnInvalid>, CommandError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let entries = value.as_hash().ok_or_else(|| invalid(format!("{key} must be a Hash, got {}", shown(value))))?;
        let mut replaces = false;
        let mut replacement = None;
        for (name, value) in entries.iter() {
            match (word(name), word(value)) {
                (Some("invalid" | "undef"), Some("replace")) => replaces = true,
                (Some("invalid" | "undef"), None) if value.is_undef() => {}
                (Some("replace"), Some(text)) => replacement = Some(text),
                _ => {
                    return Err(invalid(format!(
                        "{key} can hold invalid: 'replace', undef: 'replace' and replace: a String, got {}",
                        shown(&Value::hash([(name.clone(), value.clone())]))
                    )));
                }
            }
        }
        Ok(Some(match (replaces, replacement) {
            (false, _) => OnInvalid::Refuse,
            (true, Some(text)) => OnInvalid::Replace(text.to_owned()),
            (true, None) => OnInvalid::replace(),
        }))
    }

    fn source(&self) -> Result<Option<Source>, CommandError> {
        let value = self.get("stdin_value");
        let io = self.path("stdin_io")?;
        match (self.text("stdin_source")?, self.given("stdin")) {
            (Some(word), None) => source(word, value, io).map(Some),
            (Some(_), Some(_)) => Err(invalid("stdin and stdin_source exclude each other".to_owned())),
            (None, None) if value.is_none() && io.is_none() => Ok(None),
            (None, None) => source("none", value, io).map(Some),
            (None, Some(Value::Undef)) => Ok(Some(Source::None)),
            (None, Some(_)) => Ok(self.path("stdin")?.map(Source::Path)),
        }
    }

    fn output(&self, stream: Stream) -> Result<Output, CommandError> {
        let level = self.level(&format!("{stream}_loglevel"))?;
        let io = self.path(&format!("{stream}_io"))?;
        let short = stream.to_string();
        let destination = match (self.text(&format!("{stream}_destination"))?, self.given(&short)) {
            (Some(word), None) => Some(destination(stream, word, level, io)?),
            (Some(_), Some(_)) => {
                return Err(invalid(format!("{stream} and {stream}_destination exclude each other")));
            }
            (None, None) if level.is_none() && io.is_none() => None,
            (None, None) => Some(destination(stream, "log", level, io)?),
            (None, Some(Value::Undef)) => Some(Destination::Discard),
            (None, Some(_)) => self.path(&short)?.map(Destination::Path),
        };
        Ok(Output {
            destination,
            encoding: self.encoding(&format!("{stream}_encoding"))?,
            on_invalid: self.on_invalid(&format!("{stream}_encoding_opts"))?,
        })
    }

    fn environment(&self, options: &mut Options) -> Result<(), CommandError> {
        let Some(value) = self.get("environment") else { return Ok(()) };
        let variables =
            value.as_hash().ok_or_else(|| invalid(format!("environment must be a Hash, got {}", shown(value))))?;
        for (name, value) in variables.iter() {
            let name = word(name)
                .ok_or_else(|| invalid(format!("the name of a variable must be a String, got {}", shown(name))))?;
            if value.is_undef() {
                options.environment.unset(name);
            } else {
                options.environment.set(name, value);
            }
        }
        Ok(())
    }
}
