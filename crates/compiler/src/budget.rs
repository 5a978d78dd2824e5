//! Limits of an evaluation, so that no manifest can hang or exhaust the machine.

mod extent;

use pcore::Value;

use self::extent::{Excess, Extent, Measures};
use crate::error::{Interrupt, Outcome};

/// The resources that a compilation may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many expressions may be evaluated.
    pub steps: u64,
    /// How deep calls, lambdas and definitions may be nested.
    pub depth: u32,
    /// How many resources a catalog may have.
    pub resources: usize,
    /// How many bytes the texts in a value may have together; a value may hold a tenth as many values.
    pub size: usize,
    /// How deep arrays, hashes and other values that hold values may be nested.
    pub value_depth: u32,
    /// How much memory may be used, if limited.
    pub memory: Option<MemoryLimit>,
}

/// How much memory the process may use.
#[derive(Clone, Copy, Debug)]
pub struct MemoryLimit {
    /// How many bytes.
    pub bytes: u64,
    /// How many bytes are used now, if known.
    pub used: fn() -> Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            steps: 100_000_000,
            depth: 1_000,
            resources: 2_000_000,
            size: 100_000_000,
            value_depth: 1_000,
            memory: None,
        }
    }
}

/// How deep the expressions of one call may be nested, on average.
const EXPRESSIONS_PER_CALL: u32 = 20;

/// How much of the stack a level of a value takes at most when it is walked.
const STACK_PER_VALUE: usize = if cfg!(debug_assertions) { 16 * 1024 } else { 4 * 1024 };

impl Limits {
    /// How deep expressions may be nested.
    fn nesting(&self) -> u32 {
        self.depth.saturating_mul(EXPRESSIONS_PER_CALL)
    }

    /// How many bytes of stack an expression needs, apart from the expressions in it.
    pub(crate) fn stack_reserve(&self) -> usize {
        (self.value_depth as usize).saturating_mul(STACK_PER_VALUE).saturating_add(4 << 20)
    }
}

/// The number of steps between checks of memory use.
const CHECK_INTERVAL_STEPS: u64 = 100_000;

/// The number of bytes of new values between checks of memory use.
const CHECK_INTERVAL_BYTES: usize = 16 << 20;

/// How many parts of values can be walked in the time of a step.
const PARTS_PER_STEP: u64 = 16;

/// Parts of a value cost more than bytes, so this many times fewer are allowed, at all levels together.
const SIZE_PER_PART: usize = 10;

/// How many bytes of text can be walked in the time of a step.
const BYTES_PER_STEP: usize = 512;

/// What has been used of the limits.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    pub limits: Limits,
    /// How much of the stack an expression may need.
    stack_reserve: usize,
    steps: u64,
    /// The step at which limits are checked next.
    checkpoint: u64,
    depth: u32,
    nesting: u32,
    /// Bytes of new values since the last check of memory use.
    bytes_since_check: usize,
    measures: Measures,
    /// Whether the limit of steps is that of the logic of a type.
    is_logic: bool,
}

/// How many expressions the logic of a type may evaluate per run.
const LOGIC_STEPS: u64 = 1_000_000;

/// How large values may become in the logic of a type.
const LOGIC_SIZE: usize = 1_000_000;

/// The limits to restore after the logic of a type.
#[derive(Debug)]
pub(crate) struct SavedLimits {
    limits: Limits,
    is_logic: bool,
}

impl Budget {
    /// Sets narrower limits for the logic of a type; [`Budget::widen`] restores them.
    pub fn narrow(&mut self) -> SavedLimits {
        let before = SavedLimits { limits: self.limits, is_logic: self.is_logic };
        let end = self.steps.saturating_add(LOGIC_STEPS);
        if end < self.limits.steps {
            self.limits.steps = end;
            self.is_logic = true;
        }
        self.limits.size = self.limits.size.min(LOGIC_SIZE);
        self.checkpoint = self.checkpoint.min(self.limits.steps);
        before
    }

    /// Restores the limits.
    pub fn widen(&mut self, before: SavedLimits) {
        self.limits = before.limits;
        self.is_logic = before.is_logic;
    }

    pub fn new(limits: Limits) -> Budget {
        Budget { limits, stack_reserve: limits.stack_reserve(), ..Budget::default() }
    }

    /// Counts the start of an expression; each success needs a [`Budget::finish`].
    pub fn begin(&mut self) -> Outcome<()> {
        self.steps += 1;
        if self.steps > self.checkpoint {
            self.check_limits()?;
        }
        if self.nesting >= self.limits.nesting() {
            return Err(exceeded("nested expressions", u64::from(self.limits.nesting()), "max_evaluation_depth"));
        }
        self.nesting += 1;
        Ok(())
    }

    /// How much stack must be left, if that is to be checked for this expression: once in so many levels, since looking
    /// takes longer than evaluating a literal. They need far less than the reserve.
    pub fn stack_check(&self) -> Option<usize> {
        const LEVELS: u32 = 16;
        self.nesting.is_multiple_of(LEVELS).then_some(self.stack_reserve)
    }

    pub fn finish(&mut self) {
        self.nesting = self.nesting.saturating_sub(1);
    }

    /// Counts many steps at once.
    pub fn spend(&mut self, steps: u64) -> Outcome<()> {
        self.steps = self.steps.saturating_add(steps);
        if self.steps > self.checkpoint { self.check_limits() } else { Ok(()) }
    }

    /// Checks the limits that are too costly to check at every step.
    fn check_limits(&mut self) -> Outcome<()> {
        if self.steps > self.limits.steps && self.is_logic {
            let message = format!("The limit of {LOGIC_STEPS} expressions in the logic of a type is exceeded");
            return Err(Interrupt::unplaced(message));
        }
        if self.steps > self.limits.steps {
            return Err(exceeded("evaluated expressions", self.limits.steps, "max_evaluation_steps"));
        }
        self.checkpoint = self.steps.saturating_add(CHECK_INTERVAL_STEPS).min(self.limits.steps);
        self.bytes_since_check = 0;
        match self.limits.memory {
            Some(MemoryLimit { bytes, used }) if used().is_some_and(|used| used > bytes) => {
                Err(exceeded("megabytes of memory", bytes >> 20, "max_memory"))
            }
            _ => Ok(()),
        }
    }

    /// Counts the bytes of a value that may be new.
    pub fn record_allocation(&mut self, bytes: usize) -> Outcome<()> {
        self.bytes_since_check = self.bytes_since_check.saturating_add(bytes);
        if self.bytes_since_check > CHECK_INTERVAL_BYTES { self.check_limits() } else { Ok(()) }
    }

    /// Checks that a value that was built from others is neither nested too deep nor too large.
    pub fn check(&mut self, value: &Value) -> Outcome<()> {
        match value {
            Value::Array(_) | Value::Hash(_) | Value::Type(_) => self.measure(value).map(drop),
            Value::Sensitive(_) | Value::Object(_) | Value::Iterator(_) => self.measure(value).map(drop),
            Value::String(text) | Value::Symbol(text) => self.charge_bytes(text.len()),
            Value::Binary(bytes) => self.charge_bytes(bytes.len()),
            _ => Ok(()),
        }
    }

    /// Whether going through a value may take longer than a step.
    pub fn is_work(value: &Value) -> bool {
        match value {
            Value::String(text) => text.len() >= BYTES_PER_STEP,
            Value::Array(_) | Value::Hash(_) | Value::Type(_) | Value::Sensitive(_) | Value::Object(_) => true,
            _ => false,
        }
    }

    /// Charges for walking a value.
    pub fn charge(&mut self, value: &Value) -> Outcome<()> {
        self.charge_parts(value, PARTS_PER_STEP)
    }

    /// Charges for a function that handles every part of a value.
    pub fn charge_function(&mut self, value: &Value) -> Outcome<()> {
        self.charge_parts(value, 2)
    }

    #[inline]
    fn charge_parts(&mut self, value: &Value, parts_per_step: u64) -> Outcome<()> {
        match value {
            Value::String(text) => self.charge_bytes(text.len()),
            _ if Budget::is_work(value) => {
                let parts = self.measure(value)?;
                self.spend(parts / parts_per_step)
            }
            _ => Ok(()),
        }
    }

    /// Charges for walking a text.
    pub fn charge_bytes(&mut self, bytes: usize) -> Outcome<()> {
        if bytes < BYTES_PER_STEP {
            return Ok(());
        }
        self.spend((bytes / BYTES_PER_STEP) as u64)?;
        self.record_allocation(bytes)
    }

    /// How many parts a value has, if they are not too many.
    fn measure(&mut self, value: &Value) -> Outcome<u64> {
        let maximum =
            Extent { depth: self.limits.value_depth, parts: self.max_parts() as u64, bytes: self.limits.size as u64 };
        let (extent, walked) = self.measures.measure(value, maximum);
        if walked >= PARTS_PER_STEP {
            self.spend(walked / PARTS_PER_STEP)?;
            self.record_allocation(usize::try_from(walked).unwrap_or(usize::MAX).saturating_mul(size_of::<Value>()))?;
        }
        match extent {
            Ok(extent) => Ok(extent.parts),
            Err(Excess::Depth) => {
                Err(exceeded("levels of values in values", u64::from(self.limits.value_depth), "max_value_depth"))
            }
            Err(Excess::Parts) => Err(self.too_many()),
            Err(Excess::Bytes) => Err(self.too_large()),
        }
    }

    /// Goes one level down; each success needs a [`Budget::leave`].
    pub fn enter(&mut self) -> Outcome<()> {
        // Even an empty block takes time.
        self.spend(1)?;
        if self.depth >= self.limits.depth {
            return Err(exceeded("nested calls", u64::from(self.limits.depth), "max_evaluation_depth"));
        }
        self.depth += 1;
        Ok(())
    }

    pub fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// Checks the size of a text that is about to be created or extended.
    pub fn size(&self, bytes: usize) -> Outcome<()> {
        if bytes > self.limits.size {
            return Err(self.too_large());
        }
        Ok(())
    }

    /// Checks the size of a collection that is about to be created or extended.
    pub fn count(&self, elements: usize) -> Outcome<()> {
        if elements > self.max_parts() {
            return Err(self.too_many());
        }
        Ok(())
    }

    /// How many parts a value may have.
    pub fn max_parts(&self) -> usize {
        self.limits.size / SIZE_PER_PART
    }

    fn too_many(&self) -> Interrupt {
        exceeded("values in one value", self.max_parts() as u64, "max_value_size")
    }

    /// The error for a value that is too large.
    pub(crate) fn too_large(&self) -> Interrupt {
        exceeded("bytes or elements in one value", self.limits.size as u64, "max_value_size")
    }
}

fn exceeded(what: &str, limit: u64, setting: &str) -> Interrupt {
    Interrupt::unplaced(format!("The limit of {limit} {what} is exceeded"))
        .hint(format!("if the manifest really needs more, raise it with --{setting}"))
}
