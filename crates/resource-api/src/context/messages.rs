//! Plain messages of a provider.

use pcore::Value;

use super::{Context, Titles, scope::Saying};
use crate::{Outcome, log::Level, render::interpolate};

macro_rules! levels {
    ($($(#[$about:meta])* $plain:ident $titled:ident $level:ident;)*) => {
        impl Context {
            $(
                $(#[$about])*
                ///
                /// The line begins with the block at hand, or with the type.
                pub fn $plain(&self, message: impl AsRef<str>) {
                    self.message(Level::$level, message.as_ref());
                }

                #[doc = concat!("As [`", stringify!($plain), "`](Context::", stringify!($plain), "), about resources.")]
                ///
                /// During a `set` only its own resources may be named.
                pub fn $titled(&self, titles: impl Titles, message: impl AsRef<str>) -> Outcome {
                    self.message_for(Level::$level, &titles.shown(), message.as_ref())
                }
            )*
        }
    };
}

levels! {
    /// Logs something for whoever looks for a mistake.
    debug debug_for Debug;
    /// Logs something that is good to know.
    info info_for Info;
    /// Logs something that an operator should see.
    notice notice_for Notice;
    /// Logs something that may go wrong.
    warning warning_for Warning;
    /// Logs something that went wrong. The resource does not fail by it.
    err err_for Err;
    /// Another name of [`err`](Context::err).
    error error_for Err;
}

impl Context {
    /// Logs a line that begins with the block at hand, or with the type.
    pub fn message(&self, level: Level, message: &str) {
        let line = match self.blocks.borrow().last() {
            Some(block) => format!("{}: {message}", block.prefix),
            None => format!("{}: {message}", self.definition.name()),
        };
        self.log.line(level, &line);
    }

    /// As [`message`](Context::message), for hosts whose providers do several things at a time: while blocks about
    /// different resources are open, nobody knows which of them the line is about, so that it begins with the type.
    pub fn message_beside_others(&self, level: Level, message: &str) {
        let are_several = {
            let blocks = self.blocks.borrow();
            blocks.iter().zip(blocks.iter().skip(1)).any(|(one, other)| one.titles != other.titles)
        };
        match are_several {
            true => self.log.line(level, &format!("{}: {message}", self.definition.name())),
            false => self.message(level, message),
        }
    }

    fn message_for(&self, level: Level, titles: &Value, message: &str) -> Outcome {
        self.about(titles, Saying::Message)?;
        self.log.line(level, &format!("{}: {message}", self.subject(titles)));
        Ok(())
    }

    /// Logs what a provider in a dynamic language passed to a function such as `notice`.
    ///
    /// One argument is a message, two are titles and a message; the message may be a map with the key `message`, which
    /// is how such languages pass a keyword. More are shown one after the other.
    pub fn log_arguments(&self, level: Level, arguments: &[Value]) -> Outcome {
        match arguments {
            [message] => {
                self.message(level, &message_argument(message));
                Ok(())
            }
            [titles, message] => self.message_for(level, titles, &message_argument(message)),
            other => {
                let shown: Vec<String> = other.iter().map(interpolate).collect();
                self.log.line(level, &shown.join(", "));
                Ok(())
            }
        }
    }
}

/// The message in an argument of a dynamic language: itself, or what a map says for its only key `message`.
pub fn message_argument(argument: &Value) -> String {
    let keyword = argument.as_hash().filter(|map| map.len() == 1).and_then(|map| map.iter().next());
    match keyword {
        Some((Value::String(key) | Value::Symbol(key), message)) if key == "message" => interpolate(message),
        _ => interpolate(argument),
    }
}
