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
    start: String,
    finished: Box<dyn Fn(&str) -> String + Send>,
    failed: Box<dyn Fn(&str) -> String + Send>,
    finished_level: Level,
    always_fails: bool,
}

/// Removes the innermost block when dropped, also during a panic.
struct Open<'c> {
    context: &'c Context,
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
    /// The start time and messages, for blocks that were opened with [`begin_block`](Context::begin_block).
    pub(super) opened: Option<(Duration, Texts)>,
}

/// How many blocks may be open at the same time.
const MAX_BLOCKS: usize = 1000;

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

    /// Like [`creating`](Context::creating), with a custom message.
    pub fn creating_as(&self, titles: impl Titles, message: &str, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Creating, titles, Some(message), Some(body))
    }

    /// Updates resources. Works like [`creating`](Context::creating).
    pub fn updating(&self, titles: impl Titles, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Updating, titles, None, Some(body))
    }

    /// Like [`updating`](Context::updating), with a custom message.
    pub fn updating_as(&self, titles: impl Titles, message: &str, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Updating, titles, Some(message), Some(body))
    }

    /// Deletes resources. Works like [`creating`](Context::creating).
    pub fn deleting(&self, titles: impl Titles, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Deleting, titles, None, Some(body))
    }

    /// Like [`deleting`](Context::deleting), with a custom message.
    pub fn deleting_as(&self, titles: impl Titles, message: &str, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Deleting, titles, Some(message), Some(body))
    }

    /// Explains in a block why resources cannot be managed. They fail even if `body` does not.
    pub fn failing(&self, titles: impl Titles, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Failing, titles, None, Some(body))
    }

    /// Like [`failing`](Context::failing), with a custom message.
    pub fn failing_as(&self, titles: impl Titles, message: &str, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Failing, titles, Some(message), Some(body))
    }

    /// The common implementation of the four actions, for callers that choose the action at run time.
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

    /// Opens a block that [`end_block`](Context::end_block) closes. For hosts that learn about both from another
    /// process.
    pub fn begin_block(&self, action: Action, titles: impl Titles, message: Option<&str>) -> Outcome {
        if self.blocks.borrow().len() >= MAX_BLOCKS {
            return Err(Failure::developer(format!("too many nested blocks: at most {MAX_BLOCKS} are allowed")));
        }
        let titles = titles.shown();
        self.about(&titles, Statement::Open)?;
        let prefix = format!("{}: {}", self.subject(&titles), message.unwrap_or(action.message()));
        let texts = texts(action);
        let start = texts.start.clone();
        let opened = Some((self.clock.now(), texts));
        self.blocks.borrow_mut().push(Block { prefix: prefix.into(), titles, opened });
        self.message(Level::Debug, &start);
        Ok(())
    }

    /// Makes the block with these titles the innermost one, if there is one. For hosts whose providers work
    /// concurrently.
    pub fn select_block(&self, titles: impl Titles) {
        let titles = titles.shown();
        let mut blocks = self.blocks.borrow_mut();
        if let Some(index) = blocks.iter().rposition(|block| block.titles == titles && block.opened.is_some()) {
            let block = blocks.remove(index);
            blocks.push(block);
        }
    }

    /// Closes the innermost block that [`begin_block`](Context::begin_block) opened.
    pub fn end_block(&self, ended: Outcome) -> Outcome {
        let opened =
            self.blocks.borrow_mut().last_mut().and_then(|block| Some((block.titles.clone(), block.opened.take()?)));
        let Some((titles, (start, texts))) = opened else {
            return Err(Failure::developer("there is no block to end"));
        };
        let _open = Open { context: self };
        let took = self.clock.now().saturating_sub(start);
        self.end(&titles, ended, took, &texts)
    }

    /// Drops all blocks that were opened and never closed, and returns their number.
    pub fn forget_blocks(&self) -> usize {
        let mut blocks = self.blocks.borrow_mut();
        let all = blocks.len();
        blocks.retain(|block| block.opened.is_none());
        all - blocks.len()
    }

    /// Brings one resource from one state to another.
    pub fn processing(
        &self,
        title: impl Titles,
        is: impl Shown,
        should: impl Shown,
        body: impl FnOnce() -> Outcome,
    ) -> Outcome {
        self.processing_as(title, is, should, "Processing", body)
    }

    /// Like [`processing`](Context::processing), with a custom message.
    pub fn processing_as(
        &self,
        title: impl Titles,
        is: impl Shown,
        should: impl Shown,
        message: &str,
        body: impl FnOnce() -> Outcome,
    ) -> Outcome {
        let title = title.shown();
        self.single(&title, "processing")?;
        let (named, is, should) = (interpolate(&title), self.value_text(&is), self.value_text(&should));
        let failed = named.clone();
        let texts = Texts {
            start: format!("Starting processing of {named} from {is} to {should}"),
            finished: Box::new(move |time| format!("Finished processing {named} in {time} seconds: {should}")),
            failed: Box::new(move |time| format!("Failed processing {failed} after {time} seconds")),
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
    fn end(&self, titles: &Value, ended: Outcome, took: Duration, texts: &Texts) -> Outcome {
        let time = seconds(took);
        match ended {
            Ok(()) => self.message(texts.finished_level, &(texts.finished)(&time)),
            Err(failure) if failure.kind() == FailureKind::Fatal => return Err(failure.scrubbed(self.log.scrubber())),
            Err(failure) => {
                self.log_exception_as(&failure, &(texts.failed)(&time), false);
                self.fail_titles(titles);
                return Ok(());
            }
        }
        if texts.always_fails {
            self.fail_titles(titles);
        } else {
            self.report(titles, Reported::Done);
        }
        Ok(())
    }

    pub(super) fn fail_titles(&self, titles: &Value) {
        self.failed.set(true);
        self.report(titles, Reported::Failed);
    }
}

/// The log messages of a block for an action.
fn texts(action: Action) -> Texts {
    let (finished, finished_level) = match action {
        Action::Failing => ("Finished failing in", Level::Warning),
        Action::Creating | Action::Updating | Action::Deleting => ("Finished in", Level::Notice),
    };
    Texts {
        start: "Start".to_owned(),
        finished: Box::new(move |time| format!("{finished} {time} seconds")),
        failed: Box::new(|time| format!("Failed after {time} seconds")),
        finished_level,
        always_fails: action == Action::Failing,
    }
}
