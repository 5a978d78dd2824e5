//! The messages about the change of one property.
//!
//! Values are shown as a manifest would write them; those of a secret property are redacted.

use std::borrow::Cow;

use pcore::Value;
use resource_api::{registry::Dialect, render, secret::REDACTED};

use crate::comparison::is_absent;

/// The message of the hidden property if its provider has none.
pub(crate) const TRIGGERED: &str = "Custom insync logic determined that this resource is out of sync";

/// A property that is out of sync.
pub(crate) struct Difference<'d> {
    pub(crate) property: &'d str,
    pub(crate) is: &'d Value,
    pub(crate) should: &'d Value,
    /// Whether the values are redacted.
    pub(crate) secret: bool,
    /// The style of the messages.
    pub(crate) dialect: Dialect,
}

impl Difference<'_> {
    /// The message of the change.
    pub(crate) fn changed(&self, noop: bool) -> String {
        let (is, should) = (self.shown_is(), self.shown_should());
        match (self.secret, noop) {
            (true, false) => format!("changed {is} to {should}"),
            (true, true) => format!("current_value {is}, should be {should} (noop)"),
            (false, noop) => mark(self.plainly_changed(&is, &should), noop),
        }
    }

    /// The message of the change in the provider's words, which are not shown for a secret property.
    pub(crate) fn changed_with(&self, message: &str, noop: bool) -> String {
        if self.secret { self.changed(noop) } else { mark(message.to_owned(), noop) }
    }

    /// The message when the property could not be compared or changed.
    pub(crate) fn failed(&self, message: &str) -> String {
        format!("change from {} to {} failed: {message}", self.shown_is(), self.shown_should())
    }

    fn plainly_changed(&self, is: &str, should: &str) -> String {
        let property = self.property;
        if let Some(words) = self.created_or_removed() {
            words.to_owned()
        } else if self.means_absent(self.is) {
            format!("defined '{property}' as {should}")
        } else if self.means_absent(self.should) {
            format!("undefined '{property}' from {is}")
        } else {
            format!("{property} changed {is} to {should}")
        }
    }

    /// Puppet's own types have one word for creation and removal.
    fn created_or_removed(&self) -> Option<&'static str> {
        let is_present = |value: &Value| value.as_str() == Some("present");
        if self.dialect != Dialect::Puppet || self.property != "ensure" {
            None
        } else if self.means_absent(self.is) && is_present(self.should) {
            Some("created")
        } else if is_present(self.is) && self.means_absent(self.should) {
            Some("removed")
        } else {
            None
        }
    }

    /// Only the symbol means that there is no value, except for `ensure`, where the string does, too.
    fn means_absent(&self, value: &Value) -> bool {
        is_absent(Some(value)) && (self.property == "ensure" || matches!(value, Value::Symbol(_)))
    }

    fn shown_is(&self) -> Cow<'static, str> {
        if self.secret { Cow::Borrowed(REDACTED) } else { Cow::Owned(render::display(self.is)) }
    }

    fn shown_should(&self) -> Cow<'static, str> {
        match self.should {
            _ if self.secret => Cow::Borrowed(REDACTED),
            // The Resource API keeps desired booleans as symbols, and so shows them in quotes.
            Value::Boolean(true) if self.dialect == Dialect::ResourceApi => Cow::Borrowed("'true'"),
            Value::Boolean(false) if self.dialect == Dialect::ResourceApi => Cow::Borrowed("'false'"),
            should => Cow::Owned(render::display(should)),
        }
    }
}

fn mark(mut text: String, noop: bool) -> String {
    if noop {
        text.push_str(" (noop)");
    }
    text
}
