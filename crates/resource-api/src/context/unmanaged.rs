//! Messages about instances that nobody asked to manage.

use pcore::Value;

use super::{Context, Titles};
use crate::log::Level;

/// Speaks about instances that are not managed; see [`Context::unmanaged`].
pub struct Unmanaged<'c> {
    context: &'c Context,
    titles: Value,
}

impl Context {
    /// Speaks about instances that a provider came across and that nobody asked to manage.
    ///
    /// During a `set` other functions refuse them, so that no line looks as if they were managed. These lines have a
    /// form of their own, and never count as anything that was done.
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
    /// Logs something for whoever looks for a mistake.
    pub fn debug(&self, message: impl AsRef<str>) {
        self.message(Level::Debug, message.as_ref());
    }

    /// Logs something that is good to know.
    pub fn info(&self, message: impl AsRef<str>) {
        self.message(Level::Info, message.as_ref());
    }

    /// Logs something that an operator should see.
    pub fn notice(&self, message: impl AsRef<str>) {
        self.message(Level::Notice, message.as_ref());
    }

    /// Logs something that may go wrong.
    pub fn warning(&self, message: impl AsRef<str>) {
        self.message(Level::Warning, message.as_ref());
    }

    /// Logs something that is wrong.
    pub fn err(&self, message: impl AsRef<str>) {
        self.message(Level::Err, message.as_ref());
    }

    fn message(&self, level: Level, message: &str) {
        let subject = self.context.subject(&self.titles);
        self.context.log.line(level, &format!("{subject} (unmanaged): {message}"));
    }
}
