//! Expressions, with parentheses where the precedence of operators requires them.

use super::{MAX_HEIGHT, Printed, Printer, Unprintable, text};
use crate::ast::{BinaryOperator, Call, CallForm, Case, Expression, If, Kind, Lambda, Parameter, UnaryOperator};
use crate::dump::number;

/// The binding power of an assignment, which needs parentheses everywhere inside of another expression.
const ASSIGNMENT: u8 = 0;
/// A position in which only assignments need parentheses.
const OPEN: u8 = 1;
const SELECTOR: u8 = 3;
const PREFIX: u8 = 11;
/// What may precede a bracket, a dot or a parenthesis.
const PRIMARY: u8 = 12;

fn binding_power(operator: BinaryOperator) -> u8 {
    use BinaryOperator as Operator;
    match operator {
        Operator::Or => 1,
        Operator::And => 2,
        Operator::Less | Operator::LessOrEqual | Operator::Greater | Operator::GreaterOrEqual => 4,
        Operator::Equal | Operator::NotEqual => 5,
        Operator::ShiftLeft | Operator::ShiftRight => 6,
        Operator::Add | Operator::Subtract => 7,
        Operator::Multiply | Operator::Divide | Operator::Modulo => 8,
        Operator::Match | Operator::NoMatch => 9,
        Operator::In => 10,
    }
}

/// The binding power of the outermost operator of an expression.
fn binding_power_of(tree: &Expression) -> u8 {
    match &tree.kind {
        Kind::Assignment(..) => ASSIGNMENT,
        Kind::Binary(operator, _) => binding_power(*operator),
        Kind::Selector(..) => SELECTOR,
        Kind::Unary(..) => PREFIX,
        Kind::Integer(number, _) if *number < 0 => PREFIX,
        Kind::Float(number) if number.is_sign_negative() => PREFIX,
        Kind::Heredoc(heredoc) => binding_power_of(&heredoc.text),
        _ => PRIMARY,
    }
}

impl Printer {
    /// Writes an expression in a position that allows an assignment.
    pub(super) fn assignment(&mut self, tree: &Expression) -> Printed {
        match &tree.kind {
            Kind::Assignment(operator, sides) => {
                self.operand(&sides.0, OPEN)?;
                self.infix(operator.symbol());
                self.deeper(|printer| printer.assignment(&sides.1))
            }
            _ => self.operand(tree, OPEN),
        }
    }

    /// Writes an expression, in parentheses if its binding power is too low.
    pub(super) fn operand(&mut self, tree: &Expression, min_binding_power: u8) -> Printed {
        if binding_power_of(tree) < min_binding_power.max(OPEN) {
            let write = |printer: &mut Self| match &tree.kind {
                Kind::Assignment(..) => printer.assignment(tree),
                _ => printer.plain(tree),
            };
            return self.enclosed("(", ")", |printer| printer.deeper(write));
        }
        self.deeper(|printer| printer.plain(tree))
    }

    /// Writes an operator between its operands.
    fn infix(&mut self, symbol: &str) {
        self.out.push(' ');
        self.out.push_str(symbol);
        self.out.push(' ');
    }

    fn deeper(&mut self, write: impl FnOnce(&mut Self) -> Printed) -> Printed {
        if self.height >= MAX_HEIGHT {
            return Err(Unprintable::TooDeep);
        }
        self.height += 1;
        let printed = write(self);
        self.height -= 1;
        printed
    }

    fn plain(&mut self, tree: &Expression) -> Printed {
        match &tree.kind {
            Kind::Unary(operator, operand) => {
                self.out.push(match operator {
                    UnaryOperator::Not => '!',
                    UnaryOperator::Minus => '-',
                    UnaryOperator::Splat => '*',
                });
                self.operand(operand, PREFIX)
            }
            Kind::Binary(operator, sides) => self.binary(*operator, &sides.0, &sides.1),
            Kind::Access(operand, keys) => {
                self.operand(operand, PRIMARY)?;
                self.enclosed("[", "]", |printer| printer.separated(keys, |printer, key| printer.operand(key, OPEN)))
            }
            Kind::Selector(subject, entries) => {
                self.operand(subject, SELECTOR)?;
                self.enclosed(" ? { ", " }", |printer| {
                    printer.pairs(entries, |printer, part| printer.operand(part, OPEN))
                })
            }
            Kind::Parenthesized(inner) => self.enclosed("(", ")", |printer| printer.assignment(inner)),
            Kind::Array(items) => self.enclosed("[", "]", |printer| printer.separated(items, Printer::assignment)),
            Kind::Hash(entries) if entries.is_empty() => self.enclosed("{", "}", |_| Ok(())),
            Kind::Hash(entries) => self.enclosed("{ ", " }", |printer| printer.pairs(entries, Printer::assignment)),
            Kind::Interpolated(parts) => self.interpolated(parts),
            Kind::Heredoc(heredoc) => self.plain(&heredoc.text),
            Kind::If(condition) => self.condition(condition),
            Kind::Case(case) => self.case(case),
            Kind::Call(call) => self.call(tree, call),
            _ => self.leaf(tree),
        }
    }

    fn pairs(
        &mut self,
        entries: &[(Expression, Expression)],
        mut write: impl FnMut(&mut Self, &Expression) -> Printed,
    ) -> Printed {
        self.separated(entries, |printer, (key, value)| {
            write(printer, key)?;
            printer.out.push_str(" => ");
            write(printer, value)
        })
    }

    fn binary(&mut self, operator: BinaryOperator, left: &Expression, right: &Expression) -> Printed {
        let start = self.out.len();
        self.operand(left, binding_power(operator))?;
        // After a brace, a keyword or a string within a string a slash would start a regular expression.
        let is_open = ends_open(&self.out) || self.interpolations > 0 && self.out.ends_with('"');
        if operator == BinaryOperator::Divide && is_open {
            self.parenthesize(start);
        }
        self.infix(operator.symbol());
        self.operand(right, binding_power(operator) + 1)
    }

    fn leaf(&mut self, tree: &Expression) -> Printed {
        match &tree.kind {
            Kind::Undef => self.out.push_str("undef"),
            Kind::Default => self.out.push_str("default"),
            Kind::Boolean(true) => self.out.push_str("true"),
            Kind::Boolean(false) => self.out.push_str("false"),
            Kind::Integer(value, radix) => self.out.push_str(&number::integer(*value, *radix)),
            // A number that is too large for a Float is read as infinity.
            Kind::Float(value) if value.is_infinite() => self.out.push_str("1e999"),
            Kind::Float(value) => self.out.push_str(&format!("{value:?}")),
            Kind::String(value) => self.out.push_str(&text::string(value)),
            Kind::Regexp(pattern) => self.out.push_str(&text::regexp(pattern)),
            Kind::Name(name) | Kind::TypeName(name) | Kind::Reserved(name) => self.out.push_str(name),
            Kind::Variable(name) => {
                self.out.push('$');
                self.out.push_str(name);
            }
            _ => return Err(foreign(tree)),
        }
        Ok(())
    }

    fn condition(&mut self, first: &If) -> Printed {
        let mut branch = first;
        self.out.push_str(if branch.negated { "unless " } else { "if " });
        loop {
            self.operand(&branch.condition, OPEN)?;
            self.out.push(' ');
            self.block(&branch.then)?;
            let Some(otherwise) = &branch.otherwise else { return Ok(()) };
            match otherwise.as_slice() {
                [Expression { kind: Kind::If(next), .. }] if !next.negated && !branch.negated => {
                    self.out.push_str(" elsif ");
                    branch = next;
                }
                _ => {
                    self.out.push_str(" else ");
                    return self.block(otherwise);
                }
            }
        }
    }

    fn case(&mut self, case: &Case) -> Printed {
        self.out.push_str("case ");
        self.operand(&case.subject, OPEN)?;
        self.out.push(' ');
        self.lines(&case.options, |printer, option| {
            printer.separated(&option.values, |printer, value| printer.operand(value, OPEN))?;
            printer.out.push_str(": ");
            printer.block(&option.body)
        })
    }

    fn call(&mut self, tree: &Expression, call: &Call) -> Printed {
        match &call.form {
            CallForm::Statement => return Err(foreign(tree)),
            CallForm::Function => {
                self.operand(&call.callee, PRIMARY)?;
                self.arguments(call)?;
            }
            CallForm::Method(receiver) => {
                self.operand(receiver, PRIMARY)?;
                self.out.push('.');
                self.operand(&call.callee, PRIMARY)?;
                if !call.arguments.is_empty() {
                    self.arguments(call)?;
                }
            }
        }
        match &call.lambda {
            Some(lambda) => {
                self.out.push(' ');
                self.lambda(lambda)
            }
            None => Ok(()),
        }
    }

    fn arguments(&mut self, call: &Call) -> Printed {
        self.enclosed("(", ")", |printer| printer.separated(&call.arguments, Printer::assignment))
    }

    pub(super) fn lambda(&mut self, lambda: &Lambda) -> Printed {
        self.out.push('|');
        let last = lambda.parameters.last().map(std::ptr::from_ref);
        self.separated(&lambda.parameters, |printer, parameter| {
            printer.parameter(parameter, last == Some(std::ptr::from_ref(parameter)))
        })?;
        self.out.push_str("| ");
        if let Some(returns) = &lambda.returns {
            self.out.push_str(">> ");
            self.operand(returns, PRIMARY)?;
            self.out.push(' ');
        }
        self.block(&lambda.body)
    }

    fn parameter(&mut self, parameter: &Parameter, is_last: bool) -> Printed {
        if let Some(data_type) = &parameter.data_type {
            self.operand(data_type, PRIMARY)?;
            self.out.push(' ');
        }
        if parameter.captures_rest {
            self.out.push('*');
        }
        self.out.push('$');
        self.out.push_str(&parameter.name);
        if let Some(default) = &parameter.default {
            self.out.push_str(" = ");
            // After a call, the `|` that ends the parameters would start a lambda.
            self.operand(default, if is_last && ends_with_call(default) { u8::MAX } else { OPEN })?;
        }
        Ok(())
    }

    /// Writes statements in braces, on one line if there is a single one without blocks.
    pub(super) fn block(&mut self, body: &[Expression]) -> Printed {
        match body {
            [] => self.out.push_str("{ }"),
            [single] if is_flat(single) => {
                self.enclosed("{ ", " }", |printer| printer.deeper(|printer| printer.assignment(single)))?;
            }
            _ => {
                self.out.push('{');
                self.indent += 1;
                self.deeper(|printer| printer.statements(body))?;
                self.indent -= 1;
                self.line();
                self.out.push('}');
            }
        }
        Ok(())
    }

    fn statements(&mut self, body: &[Expression]) -> Printed {
        for (index, statement) in body.iter().enumerate() {
            let end = self.out.len();
            self.line();
            let start = self.out.len();
            self.assignment(statement)?;
            // Otherwise it would continue the previous statement.
            if index > 0 && self.begins_with(start, &['-', '*', '(', '[', '{', '/']) {
                self.out.insert(end, ';');
            }
        }
        Ok(())
    }
}

fn foreign(tree: &Expression) -> Unprintable {
    Unprintable::Foreign(crate::label::label(tree).into_owned())
}

/// Whether it fits on the line of its braces: it contains no block of statements.
pub(super) fn is_flat(tree: &Expression) -> bool {
    crate::descend::all(std::slice::from_ref(tree)).all(|part| match &part.kind {
        Kind::If(_) | Kind::Case(_) => false,
        Kind::Call(call) => call.lambda.as_ref().is_none_or(|lambda| lambda.body.len() <= 1),
        _ => true,
    })
}

/// Whether the text of an expression ends with a call that could take a lambda.
fn ends_with_call(tree: &Expression) -> bool {
    let mut last = tree;
    loop {
        last = match &last.kind {
            Kind::Call(call) => return call.lambda.is_none(),
            Kind::Binary(_, sides) => &sides.1,
            Kind::Unary(_, operand) => operand,
            _ => return false,
        }
    }
}

/// Whether a text ends with a brace or a keyword, after which a slash does not divide.
fn ends_open(text: &str) -> bool {
    text.ends_with('}')
        || ["undef", "default"].iter().any(|word| {
            text.strip_suffix(word).is_some_and(|before| {
                !before.ends_with(|last: char| last.is_ascii_alphanumeric() || matches!(last, '_' | ':' | '$'))
            })
        })
}
