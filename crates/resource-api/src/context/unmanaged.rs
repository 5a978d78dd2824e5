//! Messages about instances that are not managed.

use pcore::Value;

use super::{Context, Titles};
use crate::log::Level;

/// Logs messages about unmanaged instances; see [`Context::unmanaged`].
pub struct Unmanaged<'c> {
    context: &'c Context,
    titles: Value,
}

impl Context {
    /// Returns a logger for instances that the provider found but that no resource manages.
    ///
    /// During a `set` the other functions refuse such titles, so that no line looks as if the instance were managed.
    /// These lines have a form of their own and never count as a reported change.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use resource_api::{Context, TypeDefinition, log::{Log, Recorder}};
    /// # let definition = pcore::yaml::parse("{name: apt_key, desc: A key, attributes: {id: {type: String, desc: n, behaviour: namevar}}}").unwrap();
    /// # let recorder = Arc::new(Recorder::default());
    /// # let context = Context::new(
    /// #     Arc::new(TypeDefinition::from_value(&definition).unwrap()), Log::new(recorder.clone(), Arc::default()));
    /// context.unmanaged("F1D2D2F9").warning("expired a year ago");
    /// assert_eq!(recorder.entries()[0].line(), "Warning: apt_key[F1D2D2F9] (unmanaged): expired a year ago");
    /// ```
    pub fn unmanaged(&self, titles: impl Titles) -> Unmanaged<'_> {
        Unmanaged { context: self, titles: titles.shown() }
    }
}

impl Unmanaged<'_> {
    /// Logs a message for debugging.
    pub fn debug(&self, message: impl AsRef<str>) {
        self.message(Level::Debug, message.as_ref());
    }

    /// Logs additional information.
    pub fn info(&self, message: impl AsRef<str>) {
        self.message(Level::Info, message.as_ref());
    }

    /// Logs something that an operator should see.
    pub fn notice(&self, message: impl AsRef<str>) {
        self.message(Level::Notice, message.as_ref());
    }

    /// Logs a potential problem.
    pub fn warning(&self, message: impl AsRef<str>) {
        self.message(Level::Warning, message.as_ref());
    }

    /// Logs an error.
    pub fn err(&self, message: impl AsRef<str>) {
        self.message(Level::Err, message.as_ref());
    }

    fn message(&self, level: Level, message: &str) {
        let subject = self.context.subject(&self.titles);
        self.context.log.line(level, &format!("{subject} (unmanaged): {message}"));
    }
}
