//! What a provider in another process reports, as calls of a context.

use pcore::Value;

use super::{
    Action, Context, Titles,
    blocks::{Block, Open, texts},
    scope::Statement,
};
use crate::{Failure, Outcome, log::Level, render::interpolate};

/// How many blocks may be open at the same time.
const MAX_BLOCKS: usize = 1000;

/// Passes on what a provider in another process or another language reports. Its blocks begin and end with messages, and
/// its arguments are dynamic.
#[derive(Clone, Copy)]
pub struct Relay<'c>(&'c Context);

impl<'c> Relay<'c> {
    /// Creates a relay to a context.
    pub fn new(context: &'c Context) -> Relay<'c> {
        Relay(context)
    }

    /// Opens a block that [`end_block`](Relay::end_block) closes. For hosts that learn about both from another
    /// process.
    pub fn begin_block(&self, action: Action, titles: impl Titles, message: Option<&str>) -> Outcome {
        if self.0.blocks.borrow().len() >= MAX_BLOCKS {
            return Err(Failure::developer(format!("too many nested blocks: at most {MAX_BLOCKS} are allowed")));
        }
        let titles = titles.shown();
        self.0.about(&titles, Statement::Open)?;
        let prefix = format!("{}: {}", self.0.subject(&titles), message.unwrap_or(action.message()));
        let texts = texts(action);
        let start = texts.start.clone();
        let opened = Some((self.0.clock.now(), texts));
        self.0.blocks.borrow_mut().push(Block { prefix: prefix.into(), titles, opened });
        self.0.message(Level::Debug, &start);
        Ok(())
    }

    /// Makes the block with these titles the innermost one, if there is one. For hosts whose providers work
    /// concurrently.
    pub fn select_block(&self, titles: impl Titles) {
        let titles = titles.shown();
        let mut blocks = self.0.blocks.borrow_mut();
        if let Some(index) = blocks.iter().rposition(|block| block.titles == titles && block.opened.is_some()) {
            let block = blocks.remove(index);
            blocks.push(block);
        }
    }

    /// Closes the innermost block that [`begin_block`](Relay::begin_block) opened.
    pub fn end_block(&self, ended: Outcome) -> Outcome {
        let opened =
            self.0.blocks.borrow_mut().last_mut().and_then(|block| Some((block.titles.clone(), block.opened.take()?)));
        let Some((titles, (start, texts))) = opened else {
            return Err(Failure::developer("there is no block to end"));
        };
        let _open = Open { context: self.0 };
        let took = self.0.clock.now().saturating_sub(start);
        self.0.end(&titles, ended, took, &texts)
    }

    /// Drops all blocks that were opened and never closed, and returns their number.
    pub fn forget_blocks(&self) -> usize {
        let mut blocks = self.0.blocks.borrow_mut();
        let all = blocks.len();
        blocks.retain(|block| block.opened.is_none());
        all - blocks.len()
    }

    /// Like [`Context::message`], for hosts whose providers work concurrently. While blocks for different
    /// resources are open, it is unknown which of them the line belongs to, so it is prefixed with the type.
    pub fn message_concurrent(&self, level: Level, message: &str) {
        let are_several = {
            let blocks = self.0.blocks.borrow();
            blocks.iter().zip(blocks.iter().skip(1)).any(|(one, other)| one.titles != other.titles)
        };
        match are_several {
            true => self.0.log.line(level, &format!("{}: {message}", self.0.definition.name())),
            false => self.0.message(level, message),
        }
    }

    /// Marks resources as failed without logging, because the provider logged the failure itself. Without titles it is unknown
    /// which resource of the `set` failed.
    pub fn mark_failed(&self, titles: impl Titles) -> Outcome {
        let titles = titles.shown();
        self.0.about(&titles, Statement::Action)?;
        self.0.fail_titles(&titles, Failure::new("the provider reported a failure"));
        Ok(())
    }

    /// Logs the arguments that a provider in a dynamic language passed to a function such as `notice`.
    ///
    /// One argument is a message; two are titles and a message. The message may be a map with the single key `message`,
    /// which is how such languages pass keyword arguments. More arguments are joined with commas.
    pub fn log_arguments(&self, level: Level, arguments: &[Value]) -> Outcome {
        match arguments {
            [message] => {
                self.0.message(level, &message_argument(message));
                Ok(())
            }
            [titles, message] => self.0.message_for(level, titles, &message_argument(message)),
            other => {
                let shown: Vec<String> = other.iter().map(interpolate).collect();
                self.0.log.line(level, &shown.join(", "));
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
