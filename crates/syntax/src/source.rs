//! Trees back to text: what the logic of types and their bodies may consist of, as source of the language.
//!
//! The law: what is printed and read again is the tree that was printed, but for places. Heredocs become strings, and
//! trees that nobody read from a text get the parentheses that they need. Resources, classes and whatever else logic
//! cannot hold are not printed ([`Unprintable`]).

mod expression;
mod interpolation;
mod text;
mod type_definition;

#[cfg(test)]
mod tests;

use crate::ast::{Expression, Lambda, Logic, TypeAliasDefinition, TypeDefinition};

pub use text::{regexp, string, word};

/// How wide a line may become before what it holds is spread over several.
const WIDTH: usize = 110;

/// How high a tree may be. The parser makes no higher ones; others are refused here, not by the end of the stack.
const MAX_HEIGHT: usize = 1100;

/// Why a tree has no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unprintable {
    /// It holds something that does not stand in the logic of types.
    #[error("a {0} cannot be printed: it does not stand in the logic of a type")]
    Foreign(String),
    /// It is higher than any that is read.
    #[error("expressions that are nested deeper than {MAX_HEIGHT} levels cannot be printed")]
    TooDeep,
}

/// Prints an expression.
///
/// ```
/// use std::sync::Arc;
///
/// use diagnostics::Source;
///
/// let parsed = syntax::parse(Arc::new(Source::new("", "$a[1]  +  -(  2*$b )")));
/// let printed = syntax::source::expression(&parsed.program.body[0]).unwrap();
/// assert_eq!(printed, "$a[1] + -(2 * $b)");
/// ```
pub fn expression(tree: &Expression) -> Result<String, Unprintable> {
    print(|printer| printer.statement(tree))
}

/// Prints logic as it stands behind `check =>`.
pub fn logic(tree: &Logic) -> Result<String, Unprintable> {
    print(|printer| printer.logic(tree))
}

/// Prints a lambda, with its parameters.
pub fn lambda(tree: &Lambda) -> Result<String, Unprintable> {
    print(|printer| printer.lambda(tree))
}

/// Prints `type X { … }`, without a newline at its end.
pub fn type_definition(tree: &TypeDefinition) -> Result<String, Unprintable> {
    print(|printer| printer.type_definition(tree))
}

/// Prints `type X = …`, without a newline at its end.
pub fn type_alias(tree: &TypeAliasDefinition) -> Result<String, Unprintable> {
    print(|printer| {
        printer.out.push_str("type ");
        printer.out.push_str(&tree.name);
        printer.out.push_str(" = ");
        if tree.parent.is_some() {
            return Err(Unprintable::Foreign("Type Alias with a parent".to_owned()));
        }
        printer.operand(&tree.definition, 0)
    })
}

fn print(write: impl FnOnce(&mut Printer) -> Printed) -> Result<String, Unprintable> {
    let mut printer = Printer { out: String::new(), indent: 0, height: 0, interpolations: 0 };
    write(&mut printer)?;
    Ok(printer.out)
}

type Printed = Result<(), Unprintable>;

/// The text so far, and how deep it stands.
struct Printer {
    out: String,
    indent: usize,
    height: usize,
    /// How many texts are open around what is written.
    interpolations: usize,
}

impl Printer {
    fn line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.indent));
    }

    /// Writes things with commas between them.
    fn separated<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T) -> Printed) -> Printed {
        for (place, item) in items.iter().enumerate() {
            if place > 0 {
                self.out.push_str(", ");
            }
            write(self, item)?;
        }
        Ok(())
    }
}
