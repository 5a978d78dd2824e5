//! Blocks: logged changes of resources with a start, an end and a duration.
//!
//! A failure inside a block is logged and marks the `set` as failed, but is not returned, so the provider goes on with
//! its other resources. A [fatal](crate::failure::FailureKind::Fatal) failure is returned as it is.

use std::time::Duration;

use ecow::EcoString;
use pcore::Value;

use super::{Context, Reported, Shown, Titles, clock::seconds, scope::Statement};
use crate::{Failure, Outcome, failure::FailureKind, log::Level, render::interpolate};

/// What a block does to its resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Creates them.
    Creating,
    /// Updates them.
    Updating,
    /// Deletes them.
    Deleting,
    /// Reports that they cannot be managed. The block always counts as failed.
    Failing,
}

impl Action {
    /// The default message of a block.
    pub fn message(self) -> &'static str {
        match self {
            Action::Creating => "Creating",
            Action::Updating => "Updating",
            Action::Deleting => "Deleting",
            Action::Failing => "Failing",
        }
    }
}

/// The log messages of a block.
pub(super) struct Texts {
    pub(super) start: String,
    /// How the messages about its end begin.
    finished: String,
    failed: String,
    /// How the message about its success ends.
    result: String,
    finished_level: Level,
    always_fails: bool,
}

/// Removes the innermost block when dropped, also during a panic.
pub(super) struct Open<'c> {
    pub(super) context: &'c Context,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.context.blocks.borrow_mut().pop();
    }
}

/// An open block: the prefix of its log lines, and its titles.
pub(super) struct Block {
    pub(super) prefix: EcoString,
    pub(super) titles: Value,
    /// The start time and messages, for blocks that were opened with [`Relay::begin_block`](super::Relay::begin_block).
    pub(super) opened: Option<(Duration, Texts)>,
}

impl Context {
    /// Creates resources: logs the start, runs `body`, and logs the end.
    ///
    /// Returns `Err` only for fatal failures and for titles that this `set` does not manage.
    ///
    /// ```
    /// # use resource_api::{Context, Failure, Outcome};
    /// fn set(context: &Context) -> Outcome {
    ///     context.creating("alice", || {
    ///         context.notice("looking for a free uid");
    ///         Err(Failure::new("there is none"))
    ///     })?;
    ///     assert!(context.has_failed());
    ///     Ok(())
    /// }
    /// ```
    pub fn creating(&self, titles: impl Titles, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Creating, titles, None, Some(body))
    }

    /// Updates resources. Works like [`creating`](Context::creating).
    pub fn updating(&self, titles: impl Titles, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Updating, titles, None, Some(body))
    }

    /// Deletes resources. Works like [`creating`](Context::creating).
    pub fn deleting(&self, titles: impl Titles, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Deleting, titles, None, Some(body))
    }

    /// Explains in a block why resources cannot be managed. They fail even if `body` does not.
    pub fn failing(&self, titles: impl Titles, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Failing, titles, None, Some(body))
    }

    /// The common implementation of the four actions, for callers that choose the action at run time, or a message instead of
    /// its name.
    ///
    /// Without a body the block fails. Hosts use this if a provider in another language passes no block.
    pub fn block<B: FnOnce() -> Outcome>(
        &self,
        action: Action,
        titles: impl Titles,
        message: Option<&str>,
        body: Option<B>,
    ) -> Outcome {
        self.run(titles.shown(), message.unwrap_or(action.message()), &texts(action), body)
    }

    /// Brings one resource from one state to another.
    pub fn processing(
        &self,
        title: impl Titles,
        is: impl Shown,
        should: impl Shown,
        body: impl FnOnce() -> Outcome,
    ) -> Outcome {
        self.process(title.shown(), (&is.shown(), &should.shown()), "Processing", body)
    }

    pub(super) fn process(
        &self,
        title: Value,
        (is, should): (&Value, &Value),
        message: &str,
        body: impl FnOnce() -> Outcome,
    ) -> Outcome {
        self.single(&title, "processing")?;
        let (named, is, should) = (interpolate(&title), self.value_text(is), self.value_text(should));
        let texts = Texts {
            start: format!("Starting processing of {named} from {is} to {should}"),
            finished: format!("Finished processing {named}"),
            failed: format!("Failed processing {named}"),
            result: format!(": {should}"),
            finished_level: Level::Notice,
            always_fails: false,
        };
        self.run(title, message, &texts, Some(body))
    }

    fn run<B: FnOnce() -> Outcome>(&self, titles: Value, message: &str, texts: &Texts, body: Option<B>) -> Outcome {
        self.about(&titles, Statement::Open)?;
        let prefix = EcoString::from(format!("{}: {message}", self.subject(&titles)));
        self.blocks.borrow_mut().push(Block { prefix, titles: titles.clone(), opened: None });
        let _open = Open { context: self };
        let start = self.clock.now();
        self.message(Level::Debug, &texts.start);
        let ended = match body {
            Some(body) => body(),
            None => Err(Failure::new("no block given (yield)")),
        };
        let took = self.clock.now().saturating_sub(start);
        self.end(&titles, ended, took, texts)
    }

    /// Logs the end of a block while it is still the innermost one.
    pub(super) fn end(&self, titles: &Value, ended: Outcome, took: Duration, texts: &Texts) -> Outcome {
        let time = seconds(took);
        match ended {
            Ok(()) => {
                let message = format!("{} in {time} seconds{}", texts.finished, texts.result);
                self.message(texts.finished_level, &message);
            }
            Err(failure) if failure.kind() == FailureKind::Fatal => return Err(failure.scrubbed(self.log.scrubber())),
            Err(failure) => {
                self.log_exception_as(&failure, &format!("{} after {time} seconds", texts.failed), false);
                self.fail_titles(titles, failure);
                return Ok(());
            }
        }
        if texts.always_fails {
            self.fail_titles(titles, Failure::new("the provider cannot manage it"));
        } else {
            self.report(titles, Reported::Done);
        }
        Ok(())
    }

    pub(super) fn fail_titles(&self, titles: &Value, failure: Failure) {
        self.failed.set(true);
        self.first_failure.borrow_mut().get_or_insert(failure);
        self.report(titles, Reported::Failed);
    }
}

/// The log messages of a block for an action.
pub(super) fn texts(action: Action) -> Texts {
    let (finished, finished_level) = match action {
        Action::Failing => ("Finished failing", Level::Warning),
        Action::Creating | Action::Updating | Action::Deleting => ("Finished", Level::Notice),
    };
    Texts {
        start: "Start".to_owned(),
        finished: finished.to_owned(),
        failed: "Failed".to_owned(),
        result: String::new(),
        finished_level,
        always_fails: action == Action::Failing,
    }
}
