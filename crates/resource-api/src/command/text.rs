//! What is given to a process as text: an argument, the value of a variable, its input.

use std::{
    ffi::{OsStr, OsString},
    fmt,
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

use ecow::EcoString;
use pcore::Value;

use crate::secret::Scrubber;

/// A text for a process: plain, or a value of Puppet that may be [`Sensitive`](Value::Sensitive).
///
/// A secret stays wrapped until the process is started. `Debug` never shows the text, since a plain one may hold a
/// secret as well.
///
/// ```
/// use pcore::Value;
/// use resource_api::command::Text;
///
/// let texts: [Text; 3] = ["--import".into(), 42.into(), Value::sensitive("s3cret".into()).into()];
/// assert_eq!(format!("{:?}", texts[2]), "Text(..)");
/// ```
#[derive(Clone)]
pub struct Text(Given);

#[derive(Clone)]
enum Given {
    Plain(OsString),
    Value(Value),
}

/// A text whose secret, if it is one, has been unwrapped.
pub(super) struct Revealed {
    pub(super) text: OsString,
    pub(super) secret: bool,
}

impl Revealed {
    /// Lets the scrubber know a secret, now that it leaves its wrapping.
    pub(super) fn teach(&self, scrubber: &Scrubber) {
        if self.secret {
            scrubber.learn_bytes(self.text.as_bytes());
        }
    }
}

impl Text {
    /// Returns the text as the process will see it, or what was given in place of one.
    pub(super) fn reveal(&self) -> Result<Revealed, &'static str> {
        match &self.0 {
            Given::Plain(text) => Ok(Revealed { text: text.clone(), secret: false }),
            Given::Value(value) => reveal(value, false),
        }
    }

    /// Whether the text consists of bytes in no encoding.
    pub(super) fn is_binary(&self) -> bool {
        match &self.0 {
            Given::Plain(text) => text.to_str().is_none(),
            Given::Value(value) => is_binary(value),
        }
    }
}

fn is_binary(value: &Value) -> bool {
    match value {
        Value::Sensitive(inner) => is_binary(inner),
        other => matches!(other, Value::Binary(_)),
    }
}

fn reveal(value: &Value, secret: bool) -> Result<Revealed, &'static str> {
    let text = match value {
        Value::Sensitive(inner) => return reveal(inner, true),
        Value::String(text) | Value::Symbol(text) => text.as_str().into(),
        Value::Binary(bytes) => OsString::from_vec(bytes.to_vec()),
        Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Uri(_) => crate::render::interpolate(value).into(),
        Value::Undef => return Err("undef"),
        Value::Default => return Err("default"),
        Value::Array(_) => return Err("an Array"),
        Value::Hash(_) => return Err("a Hash"),
        Value::Regexp(_) => return Err("a Regexp"),
        Value::Type(_) => return Err("a Type"),
        Value::Object(_) => return Err("an Object"),
        Value::Iterator(_) => return Err("an Iterator"),
    };
    Ok(Revealed { text, secret })
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Text(..)")
    }
}

macro_rules! text_from {
    ($($from:ty => |$given:ident| $made:expr;)*) => {
        $(impl From<$from> for Text {
            fn from($given: $from) -> Text { Text($made) }
        })*
    };
}

text_from! {
    &str => |given| Given::Plain(given.into());
    &&str => |given| Given::Plain(given.into());
    String => |given| Given::Plain(given.into());
    &String => |given| Given::Plain(given.into());
    EcoString => |given| Given::Plain(given.as_str().into());
    &EcoString => |given| Given::Plain(given.as_str().into());
    OsString => |given| Given::Plain(given);
    &OsString => |given| Given::Plain(given.clone());
    &OsStr => |given| Given::Plain(given.into());
    PathBuf => |given| Given::Plain(given.into());
    &PathBuf => |given| Given::Plain(given.into());
    &Path => |given| Given::Plain(given.into());
    i32 => |given| Given::Plain(given.to_string().into());
    i64 => |given| Given::Plain(given.to_string().into());
    u32 => |given| Given::Plain(given.to_string().into());
    u64 => |given| Given::Plain(given.to_string().into());
    Value => |given| Given::Value(given);
    &Value => |given| Given::Value(given.clone());
}

impl From<&Text> for Text {
    fn from(given: &Text) -> Text {
        given.clone()
    }
}
