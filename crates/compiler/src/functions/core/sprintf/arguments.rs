//! Which value a directive means: the next, one by its number, or one by its name. A format uses one way only.

use pcore::Value;

use crate::functions::{Interrupt, Outcome, fail};

/// The values of a format, and how they were asked for so far.
pub(super) struct Arguments<'v> {
    values: &'v [Value],
    used: ArgumentStyle,
    /// The number of the next value, from 1.
    next: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ArgumentStyle {
    Nothing,
    /// Up to this number, one after the other.
    InOrder(usize),
    Numbers,
    Names,
}

impl<'v> Arguments<'v> {
    pub fn new(values: &'v [Value]) -> Arguments<'v> {
        Arguments { values, used: ArgumentStyle::Nothing, next: 1 }
    }

    /// The next value.
    pub fn following(&mut self) -> Outcome<&'v Value> {
        let number = self.next;
        match self.used {
            ArgumentStyle::Numbers => return fail(format!("unnumbered({number}) mixed with numbered")),
            ArgumentStyle::Names => return fail(format!("unnumbered({number}) mixed with named")),
            ArgumentStyle::Nothing | ArgumentStyle::InOrder(_) => self.used = ArgumentStyle::InOrder(number),
        }
        self.next += 1;
        self.at(number)
    }

    /// The value with a number.
    pub fn numbered(&mut self, number: usize) -> Outcome<&'v Value> {
        match self.used {
            ArgumentStyle::InOrder(last) => return fail(format!("numbered({number}) after unnumbered({last})")),
            ArgumentStyle::Names => return fail(format!("numbered({number}) after named")),
            ArgumentStyle::Nothing | ArgumentStyle::Numbers => self.used = ArgumentStyle::Numbers,
        }
        self.at(number)
    }

    /// The value with a name, which is given with its brackets: `<a>`, `{a}`.
    pub fn named(&mut self, bracketed: &str) -> Outcome<&'v Value> {
        match self.used {
            ArgumentStyle::InOrder(last) => return fail(format!("named{bracketed} after unnumbered({last})")),
            ArgumentStyle::Numbers => return fail(format!("named{bracketed} after numbered")),
            ArgumentStyle::Nothing | ArgumentStyle::Names => self.used = ArgumentStyle::Names,
        }
        let [Value::Hash(hash)] = self.values else {
            return fail("one hash required");
        };
        let name = bracketed.get(1..bracketed.len().saturating_sub(1)).unwrap_or_default();
        match hash.get_str(name) {
            Some(value) => Ok(value),
            None => fail(format!("key{bracketed} not found")),
        }
    }

    fn at(&self, number: usize) -> Outcome<&'v Value> {
        let value = number.checked_sub(1).and_then(|index| self.values.get(index));
        value.ok_or_else(|| Interrupt::unplaced("too few arguments"))
    }
}
