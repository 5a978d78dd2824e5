//! Log lines that report what happened to resources.

use pcore::Value;

use super::{Context, Reported, Shown, Titles, scope::Statement};
use crate::{Failure, Outcome, log::Level, render::interpolate, secret::REDACTED};

impl Context {
    /// Reports that resources were created.
    pub fn created(&self, titles: impl Titles) -> Outcome {
        self.done(titles, "Created")
    }

    /// Reports that resources were updated.
    pub fn updated(&self, titles: impl Titles) -> Outcome {
        self.done(titles, "Updated")
    }

    /// Alias of [`updated`](Context::updated).
    pub fn changed(&self, titles: impl Titles) -> Outcome {
        self.updated(titles)
    }

    /// Reports that resources were deleted.
    pub fn deleted(&self, titles: impl Titles) -> Outcome {
        self.done(titles, "Deleted")
    }

    /// Reports in other words that resources were created, updated or deleted.
    pub fn done(&self, titles: impl Titles, message: &str) -> Outcome {
        let titles = titles.shown();
        self.about(&titles, Statement::Action)?;
        self.report(&titles, Reported::Done);
        self.message(Level::Notice, &format!("{message}: {}", interpolate(&titles)));
        Ok(())
    }

    /// Reports that a resource was brought from one state to another.
    pub fn processed(&self, title: impl Titles, is: impl Shown, should: impl Shown) -> Outcome {
        let title = title.shown();
        self.single(&title, "processed")?;
        self.about(&title, Statement::Action)?;
        self.report(&title, Reported::Done);
        let (is, should) = (self.value_text(&is), self.value_text(&should));
        self.message(Level::Notice, &format!("Processed {} from {is} to {should}", interpolate(&title)));
        Ok(())
    }

    /// Reports that resources needed no change. Logs nothing.
    pub fn unchanged(&self, titles: impl Titles) -> Outcome {
        let titles = titles.shown();
        self.about(&titles, Statement::Action)?;
        self.report(&titles, Reported::Done);
        Ok(())
    }

    /// Reports that resources could not be brought to their desired state. They fail.
    pub fn failed(&self, titles: impl Titles) -> Outcome {
        self.failed_as(titles, "Updating has failed")
    }

    /// Like [`failed`](Context::failed), with a custom message.
    pub fn failed_as(&self, titles: impl Titles, message: &str) -> Outcome {
        let titles = titles.shown();
        self.about(&titles, Statement::Action)?;
        self.fail_titles(&titles, Failure::new(message));
        self.log.line(Level::Err, &format!("{}: {message}", self.subject(&titles)));
        Ok(())
    }

    /// Ends the current block with a failure.
    ///
    /// ```
    /// # use resource_api::{Context, Outcome};
    /// fn set(context: &Context) -> Outcome {
    ///     context.updating("alice", || context.fail("the directory server does not answer"))
    /// }
    /// ```
    pub fn fail(&self, message: impl Into<String>) -> Outcome {
        Err(Failure::new(message).scrubbed(self.log.scrubber()))
    }

    /// Logs that an attribute of a resource changed.
    pub fn attribute_changed(
        &self,
        title: impl Titles,
        attribute: &str,
        is: impl Shown,
        should: impl Shown,
    ) -> Outcome {
        self.attribute(&title.shown(), attribute, &is.shown(), &should.shown(), None)
    }

    /// Like [`attribute_changed`](Context::attribute_changed), with a custom message appended.
    pub fn attribute_changed_as(
        &self,
        title: impl Titles,
        attribute: &str,
        is: impl Shown,
        should: impl Shown,
        message: &str,
    ) -> Outcome {
        self.attribute(&title.shown(), attribute, &is.shown(), &should.shown(), Some(message))
    }

    /// Like [`attribute_changed`](Context::attribute_changed), for the resource of the current block.
    pub fn attribute_changed_here(&self, attribute: &str, is: impl Shown, should: impl Shown) -> Outcome {
        self.attribute(&self.here()?, attribute, &is.shown(), &should.shown(), None)
    }

    /// The title of the current block. A list with one title counts as that title.
    fn here(&self) -> Outcome<Value> {
        let blocks = self.blocks.borrow();
        let block = blocks.last().ok_or_else(|| {
            Failure::developer("attribute_changed needs a title outside of a block such as `updating`")
        })?;
        Ok(match &block.titles {
            Value::Array(titles) if titles.len() == 1 => titles[0].clone(),
            titles => titles.clone(),
        })
    }

    fn attribute(&self, title: &Value, attribute: &str, is: &Value, should: &Value, message: Option<&str>) -> Outcome {
        self.single(title, "attribute_changed")?;
        self.about(title, Statement::Attribute)?;
        let declared = self.definition.attribute(attribute);
        let secret = |value: &Value| declared.is_some_and(|attribute| attribute.hides(value));
        let shown = |value: &Value| match value {
            Value::Undef | Value::Boolean(false) => "nil".to_owned(),
            hidden if secret(hidden) => REDACTED.to_owned(),
            Value::Integer(_) | Value::Float(_) => interpolate(value),
            other => format!("'{}'", interpolate(other)),
        };
        let (is, should) = (shown(is), shown(should));
        let message = message.map(|message| format!(": {message}")).unwrap_or_default();
        let title = interpolate(title);
        self.message(
            Level::Notice,
            &format!("{title}: attribute '{attribute}' changed from {is} to {should}{message}"),
        );
        Ok(())
    }

    /// Logs a failure that the provider handles itself.
    pub fn log_exception(&self, failure: &Failure) {
        self.log_exception_as(failure, "Error encountered", false);
    }

    /// Like [`log_exception`](Context::log_exception), with a custom message. Includes the causes of the failure if
    /// `trace` is true or the operator enabled traces.
    pub fn log_exception_as(&self, failure: &Failure, message: &str, trace: bool) {
        let mut text = format!("{message}: {failure}");
        if trace || self.trace {
            for cause in failure.causes() {
                text.push_str("\ncaused by: ");
                text.push_str(&cause);
            }
        }
        self.message(Level::Err, &text);
    }
}
