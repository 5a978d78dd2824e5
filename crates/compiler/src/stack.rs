//! A stack that is deep enough for what the limits allow: it grows while expressions are evaluated.

use crate::{Compilation, budget::Limits};

/// By how much the stack grows.
const GROWTH: usize = 32 << 20;

/// Does some work with a stack on which most evaluations need no other one.
///
/// Evaluation grows the stack wherever that is necessary. In here it need not do so for each expression anew.
pub fn with_stack<T>(limits: &Limits, work: impl FnOnce() -> T) -> T {
    let size = limits.stack_reserve() + GROWTH;
    stacker::maybe_grow(size, size, work)
}

impl Compilation<'_> {
    /// Does a part of an evaluation with at least the stack that an expression needs besides those that are in it.
    #[inline]
    pub(crate) fn with_reserve<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        match self.budget.stack_check() {
            Some(reserve) => stacker::maybe_grow(reserve, reserve + GROWTH, || work(self)),
            None => work(self),
        }
    }
}
