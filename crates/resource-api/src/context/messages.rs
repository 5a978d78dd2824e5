//! Log messages of a provider.

use pcore::Value;

use super::{Context, Titles, scope::Statement};
use crate::{Outcome, log::Level, render::interpolate};

macro_rules! levels {
    ($($(#[$about:meta])* $plain:ident $titled:ident $level:ident;)*) => {
        impl Context {
            $(
                $(#[$about])*
                ///
                /// The line is prefixed with the current block, or with the type.
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
    /// Logs a message for debugging.
    debug debug_for Debug;
    /// Logs additional information.
    info info_for Info;
    /// Logs something that an operator should see.
    notice notice_for Notice;
    /// Logs a potential problem.
    warning warning_for Warning;
    /// Logs an error. The resource does not fail because of it.
    err err_for Err;
    /// Alias of [`err`](Context::err).
    error error_for Err;
}

impl Context {
    /// Logs a line, prefixed with the current block or with the type.
    pub fn message(&self, level: Level, message: &str) {
        let line = match self.blocks.borrow().last() {
            Some(block) => format!("{}: {message}", block.prefix),
            None => format!("{}: {message}", self.definition.name()),
        };
        self.log.line(level, &line);
    }

    /// Like [`message`](Context::message), for hosts whose providers work concurrently. While blocks for different
    /// resources are open, it is unknown which of them the line belongs to, so it is prefixed with the type.
    pub fn message_concurrent(&self, level: Level, message: &str) {
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
        self.about(titles, Statement::Message)?;
        self.log.line(level, &format!("{}: {message}", self.subject(titles)));
        Ok(())
    }

    /// Logs the arguments that a provider in a dynamic language passed to a function such as `notice`.
    ///
    /// One argument is a message; two are titles and a message. The message may be a map with the single key `message`,
    /// which is how such languages pass keyword arguments. More arguments are joined with commas.
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

/// Returns the message in an argument of a dynamic language: the argument itself, or the value of a map's only key
/// `message`.
pub fn message_argument(argument: &Value) -> String {
    let keyword = argument.as_hash().filter(|map| map.len() == 1).and_then(|map| map.iter().next());
    match keyword {
        Some((Value::String(key) | Value::Symbol(key), message)) if key == "message" => interpolate(message),
        _ => interpolate(argument),
    }
}
