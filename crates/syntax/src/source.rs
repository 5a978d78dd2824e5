//! Prints trees as source: everything that the logic and the bodies of types may contain.
//!
//! Parsing the printed text gives the same tree, except for locations. Heredocs become strings, and trees that were not
//! parsed from a text get the parentheses that they need. Resources, classes and everything else that logic cannot
//! contain are not printed ([`Unprintable`]).

mod expression;
mod interpolation;
mod text;
mod type_definition;

#[cfg(test)]
mod tests;

use crate::ast::{TypeAliasDefinition, TypeDefinition};

/// The maximum width of a line before its settings are printed on lines of their own.
const WIDTH: usize = 110;

/// The maximum height of a tree. The parser never exceeds it; higher trees are refused here before they overflow the
/// stack.
const MAX_HEIGHT: usize = 1100;

/// Why a tree cannot be printed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unprintable {
    /// It contains a construct that the logic of types does not allow.
    #[error("a {0} cannot be printed: it is not allowed in the logic of a type")]
    Foreign(String),
    /// It is higher than the limit.
    #[error("expressions that are nested deeper than {MAX_HEIGHT} levels cannot be printed")]
    TooDeep,
}

/// Prints `type X { … }`, without a trailing newline.
///
/// ```
/// use std::sync::Arc;
///
/// use diagnostics::Source;
/// use syntax::ast::Kind;
///
/// let parsed = syntax::parse(Arc::new(Source::new("", "type A { invariant {$a[1]  +  -(  2*$b )} }")));
/// let Kind::TypeDefinition(definition) = &parsed.program.body[0].kind else { panic!() };
/// let printed = syntax::source::type_definition(definition).unwrap();
/// assert_eq!(printed, "type A {\n  invariant { $a[1] + -(2 * $b) }\n}");
/// ```
pub fn type_definition(tree: &TypeDefinition) -> Result<String, Unprintable> {
    print(|printer| printer.type_definition(tree))
}

/// Prints `type X = …`, without a trailing newline.
pub fn type_alias(tree: &TypeAliasDefinition) -> Result<String, Unprintable> {
    print(|printer| {
        printer.out = format!("type {} = ", tree.name);
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

/// The text so far, and its nesting.
struct Printer {
    out: String,
    indent: usize,
    height: usize,
    /// The number of enclosing interpolations.
    interpolations: usize,
}

impl Printer {
    fn text(&mut self, text: &str) -> Printed {
        self.out.push_str(text);
        Ok(())
    }

    fn line(&mut self) {
        self.out.push('\n');
        self.out.extend(std::iter::repeat_n("  ", self.indent));
    }

    /// Writes items, separated by commas.
    fn separated<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T) -> Printed) -> Printed {
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            write(self, item)?;
        }
        Ok(())
    }

    /// Writes something between two texts.
    fn enclosed(&mut self, begin: &str, end: &str, write: impl FnOnce(&mut Self) -> Printed) -> Printed {
        self.out.push_str(begin);
        write(self)?;
        self.out.push_str(end);
        Ok(())
    }

    /// Writes items in braces, each on a line of its own.
    fn lines<T>(&mut self, items: &[T], mut write: impl FnMut(&mut Self, &T) -> Printed) -> Printed {
        self.out.push('{');
        self.indent += 1;
        for item in items {
            self.line();
            write(self, item)?;
        }
        self.indent -= 1;
        self.line();
        self.out.push('}');
        Ok(())
    }

    /// Puts what was written from an offset on in parentheses.
    fn parenthesize(&mut self, start: usize) {
        self.out.insert(start, '(');
        self.out.push(')');
    }

    /// Whether what was written from an offset on begins with one of these characters.
    fn begins_with(&self, start: usize, characters: &[char]) -> bool {
        self.out.get(start..).is_some_and(|text| text.starts_with(characters))
    }
}
