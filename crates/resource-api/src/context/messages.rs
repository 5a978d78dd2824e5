//! Log messages of a provider.

use pcore::Value;

use super::{Context, Titles, scope::Statement};
use crate::{Outcome, log::Level};

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

    pub(super) fn message_for(&self, level: Level, titles: &Value, message: &str) -> Outcome {
        self.about(titles, Statement::Message)?;
        self.log.line(level, &format!("{}: {message}", self.subject(titles)));
        Ok(())
    }
}
