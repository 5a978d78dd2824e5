//! Blocks: a change of resources with a start, an end and a time, all of them logged.
//!
//! A failure inside a block is logged, marks the `set` as failed, and goes no further, so that a provider goes on with
//! its other resources. A [fatal](crate::failure::FailureKind::Fatal) one leaves the block as it came.

use std::time::Duration;

use ecow::EcoString;
use pcore::Value;

use super::{Context, Reported, Shown, Titles, clock::seconds, scope::Saying};
use crate::{Failure, Outcome, failure::FailureKind, log::Level, render::interpolate};

/// What a block does with its resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// They are made.
    Creating,
    /// They are changed.
    Updating,
    /// They are taken away.
    Deleting,
    /// They are found to be unmanageable: the block fails, whatever it does.
    Failing,
}

impl Action {
    /// The message of a block that is given none.
    pub fn message(self) -> &'static str {
        match self {
            Action::Creating => "Creating",
            Action::Updating => "Updating",
            Action::Deleting => "Deleting",
            Action::Failing => "Failing",
        }
    }
}

/// What the lines of a block say beside the message.
pub(super) struct Texts {
    start: String,
    finished: Box<dyn Fn(&str) -> String + Send>,
    failed: Box<dyn Fn(&str) -> String + Send>,
    finished_level: Level,
    always_fails: bool,
}

/// Takes the innermost block away when it is dropped, also by a panic.
struct Open<'c> {
    context: &'c Context,
}

impl Drop for Open<'_> {
    fn drop(&mut self) {
        self.context.blocks.borrow_mut().pop();
    }
}

/// A block that is open: its prefix, and what it is about.
pub(super) struct Block {
    pub(super) prefix: EcoString,
    pub(super) titles: Value,
    /// When it began and what it says at its end, where nobody else keeps that.
    pub(super) opened: Option<(Duration, Texts)>,
}

/// How many blocks may be open at the same time.
const MOST_BLOCKS: usize = 1000;

impl Context {
    /// Makes resources: logs the start, runs `body`, logs the end.
    ///
    /// `Err` comes only of a fatal failure, or of titles that are not managed here.
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

    /// As [`creating`](Context::creating), with a message of the author's.
    pub fn creating_as(&self, titles: impl Titles, message: &str, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Creating, titles, Some(message), Some(body))
    }

    /// Changes resources, as [`creating`](Context::creating) makes them.
    pub fn updating(&self, titles: impl Titles, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Updating, titles, None, Some(body))
    }

    /// As [`updating`](Context::updating), with a message of the author's.
    pub fn updating_as(&self, titles: impl Titles, message: &str, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Updating, titles, Some(message), Some(body))
    }

    /// Takes resources away, as [`creating`](Context::creating) makes them.
    pub fn deleting(&self, titles: impl Titles, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Deleting, titles, None, Some(body))
    }

    /// As [`deleting`](Context::deleting), with a message of the author's.
    pub fn deleting_as(&self, titles: impl Titles, message: &str, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Deleting, titles, Some(message), Some(body))
    }

    /// Says in a block why resources cannot be managed; they fail even when `body` does not.
    pub fn failing(&self, titles: impl Titles, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Failing, titles, None, Some(body))
    }

    /// As [`failing`](Context::failing), with a message of the author's.
    pub fn failing_as(&self, titles: impl Titles, message: &str, body: impl FnOnce() -> Outcome) -> Outcome {
        self.block(Action::Failing, titles, Some(message), Some(body))
    }

    /// What the four actions have in common, for callers that learn at run time which one it is.
    ///
    /// Without a body the block fails: a host of another language calls it so when its author forgot one.
    pub fn block<B: FnOnce() -> Outcome>(
        &self,
        action: Action,
        titles: impl Titles,
        message: Option<&str>,
        body: Option<B>,
    ) -> Outcome {
        self.run(titles.shown(), message.unwrap_or(action.message()), &texts(action), body)
    }

    /// Begins a block that [`end_block`](Context::end_block) ends, for hosts that hear of both from another process.
    pub fn begin_block(&self, action: Action, titles: impl Titles, message: Option<&str>) -> Outcome {
        if self.blocks.borrow().len() >= MOST_BLOCKS {
            return Err(Failure::developer(format!("there are {MOST_BLOCKS} blocks within each other already")));
        }
        let titles = titles.shown();
        self.about(&titles, Saying::Open)?;
        let prefix = format!("{}: {}", self.subject(&titles), message.unwrap_or(action.message()));
        let texts = texts(action);
        let start = texts.start.clone();
        let opened = Some((self.clock.now(), texts));
        self.blocks.borrow_mut().push(Block { prefix: prefix.into(), titles, opened });
        self.message(Level::Debug, &start);
        Ok(())
    }

    /// Makes the block about these resources the innermost one, if there is any: for hosts whose providers do several
    /// things at a time.
    pub fn turn_to_block(&self, titles: impl Titles) {
        let titles = titles.shown();
        let mut blocks = self.blocks.borrow_mut();
        if let Some(place) = blocks.iter().rposition(|block| block.titles == titles && block.opened.is_some()) {
            let block = blocks.remove(place);
            blocks.push(block);
        }
    }

    /// Ends the innermost block that [`begin_block`](Context::begin_block) began.
    pub fn end_block(&self, ended: Outcome) -> Outcome {
        let opened =
            self.blocks.borrow_mut().last_mut().and_then(|block| Some((block.titles.clone(), block.opened.take()?)));
        let Some((titles, (start, texts))) = opened else {
            return Err(Failure::developer("a block ends that never began"));
        };
        let _open = Open { context: self };
        let took = self.clock.now().saturating_sub(start);
        self.end(&titles, ended, took, &texts)
    }

    /// Forgets all blocks that were begun and never ended, and returns how many there were.
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

    /// As [`processing`](Context::processing), with a message of the author's.
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
        self.about(&titles, Saying::Open)?;
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

    /// Says how a block ended, while it is still the innermost one.
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

/// What the lines of a block say beside the message.
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
