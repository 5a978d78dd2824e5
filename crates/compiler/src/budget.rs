//! How far a manifest may go before it is stopped: nobody can hang or exhaust the machine with one.

use crate::error::{Interrupt, Outcome};

/// What a compilation may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many expressions may be evaluated.
    pub steps: u64,
    /// How deep calls, lambdas and definitions may be nested.
    pub depth: u32,
    /// How many resources a catalog may have.
    pub resources: usize,
    /// How many bytes a string, and how many elements a collection may have.
    pub size: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { steps: 2_000_000_000, depth: 1_000, resources: 2_000_000, size: 100_000_000 }
    }
}

/// How deep the expressions of one call may be nested, on average.
const EXPRESSIONS_PER_CALL: u32 = 20;

/// How much of the stack an expression takes at most; a test goes as deep as the limits allow.
const STACK_PER_EXPRESSION: usize = if cfg!(debug_assertions) { 24 * 1024 } else { 6 * 1024 };

impl Limits {
    /// How deep expressions may be nested.
    fn nesting(&self) -> u32 {
        self.depth.saturating_mul(EXPRESSIONS_PER_CALL)
    }

    /// How many bytes of stack an evaluation needs that goes as deep as allowed.
    pub fn stack_size(&self) -> usize {
        (self.nesting() as usize).saturating_mul(STACK_PER_EXPRESSION).saturating_add(4 * 1024 * 1024)
    }
}

/// What was used of it.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    pub limits: Limits,
    steps: u64,
    depth: u32,
    nesting: u32,
}

impl Budget {
    pub fn new(limits: Limits) -> Budget {
        Budget { limits, ..Budget::default() }
    }

    /// Counts an expression that begins; each success needs a [`Budget::finish`].
    pub fn begin(&mut self) -> Outcome<()> {
        self.steps += 1;
        if self.steps > self.limits.steps {
            return Err(exceeded("evaluated expressions", self.limits.steps, "max_evaluation_steps"));
        }
        if self.nesting >= self.limits.nesting() {
            return Err(exceeded("nested expressions", u64::from(self.limits.nesting()), "max_evaluation_depth"));
        }
        self.nesting += 1;
        Ok(())
    }

    pub fn finish(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }

    /// Counts many steps at once.
    pub fn spend(&mut self, steps: u64) -> Outcome<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.limits.steps {
            return Err(exceeded("evaluated expressions", self.limits.steps, "max_evaluation_steps"));
        }
        Ok(())
    }

    /// Sets so many bytes of the stack aside for something that does not count expressions; what it returns is to be
    /// given to [`Budget::release`].
    pub fn reserve(&mut self, bytes: usize) -> Outcome<u32> {
        let levels = u32::try_from(bytes / STACK_PER_EXPRESSION).unwrap_or(u32::MAX);
        if self.nesting.saturating_add(levels) > self.limits.nesting() {
            return Err(exceeded("nested expressions", u64::from(self.limits.nesting()), "max_evaluation_depth"));
        }
        self.nesting += levels;
        Ok(levels)
    }

    /// Gives back what was set aside.
    pub fn release(&mut self, levels: u32) {
        self.nesting = self.nesting.saturating_sub(levels);
    }

    /// Goes one level down; each success needs a [`Budget::leave`].
    pub fn enter(&mut self) -> Outcome<()> {
        if self.depth >= self.limits.depth {
            return Err(exceeded("nested calls", u64::from(self.limits.depth), "max_evaluation_depth"));
        }
        self.depth += 1;
        Ok(())
    }

    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Checks the size of something that is about to be made.
    pub fn size(&self, size: usize) -> Outcome<()> {
        if size > self.limits.size {
            return Err(exceeded("bytes or elements in one value", self.limits.size as u64, "max_value_size"));
        }
        Ok(())
    }
}

fn exceeded(what: &str, limit: u64, setting: &str) -> Interrupt {
    Interrupt::plain(format!("The limit of {limit} {what} is exceeded"))
        .hint(format!("if the manifest really needs more, raise it with --{setting}"))
}
