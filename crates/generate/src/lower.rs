//! Translates the logic of types to the tree that Python and Lua share.
//!
//! The order of evaluation stays the same. The captures of `=~` are only kept if logic reads them. Logic that cannot be
//! translated with the same verdicts is refused, with its location.

mod call;
mod condition;
mod instance;
mod literal;
mod variable;

use std::sync::Arc;

use diagnostics::{Location, Problem, Source, Span};
use ecow::EcoString;
use model::{Logic, ModelType};
use pcore::{Type, regexp::Regexp};
use rustc_hash::FxHashSet;
use syntax::ast::{AssignmentOperator, BinaryOperator, Expression, Kind, UnaryOperator};

use self::variable::Scope;
use crate::{
    constants::Constants,
    tree::{Code, Function, Statement},
};

/// Resolves the names of types.
pub trait Names {
    /// Returns the data type of a name.
    fn named_type(&mut self, name: &str) -> Result<Option<Type>, Problem>;

    /// Returns the type with features of a name.
    fn model(&mut self, name: &str) -> Result<Option<Arc<ModelType>>, Problem>;
}

/// The state that is shared by all logic of a program.
pub(crate) struct Translator<'t> {
    pub names: &'t mut dyn Names,
    pub constants: Constants,
    /// The names of all features, which take precedence over functions after a dot.
    pub features: FxHashSet<EcoString>,
}

/// The variable for the captures of the last match.
pub(crate) const MATCH: &str = "m";

/// The variable for the features that `set` assigned.
pub(crate) const ASSIGNED: &str = "a";

/// Translates logic; `assigned` are the features that it may assign, if it is that of `set`.
pub(crate) fn lower(
    translator: &mut Translator<'_>,
    logic: &Logic,
    assignable: Option<&dyn Fn(&str) -> bool>,
) -> Result<Function, Problem> {
    let lambda = &logic.lambda;
    let mut lowering = Lowering {
        translator,
        source: &logic.source,
        scopes: Vec::new(),
        next: 0,
        steps: 0,
        keeps_captures: variable::reads_captures(&lambda.body),
        assigned: assignable.map(|is_feature| variable::assigned(&lambda.body, is_feature)).unwrap_or_default(),
    };
    let mut parameters: Vec<String> = Vec::new();
    let mut scope = Scope::default();
    for name in &logic.variables {
        let local = variable::mangled(name);
        scope.add(name.clone(), local.clone());
        parameters.push(local);
    }
    let mut body = Vec::new();
    if lowering.keeps_captures {
        body.push(Statement::Let(MATCH.to_owned(), Code::Call("captures", Vec::new())));
    }
    lowering.scopes.push(scope);
    lowering.typed_parameter(logic, &mut body)?;
    match &lambda.returns {
        None => lowering.block(&lambda.body, &Destination::Return, &mut body)?,
        Some(returns) => {
            let type_code = lowering.type_constant(returns)?;
            let kept = lowering.temporary();
            body.push(Statement::Let(kept.clone(), Code::Undef));
            lowering.block(&lambda.body, &Destination::Variable(kept.clone()), &mut body)?;
            let subject = Code::text("value returned from lambda has wrong type,");
            body.push(Statement::Do(Code::Call("expect_whole", vec![subject, type_code, Code::local(&kept)])));
            body.push(Statement::Return(Code::Local(kept)));
        }
    }
    body.insert(0, Statement::Spend(lowering.steps));
    let hoisted = lowering.scopes.pop().map(|scope| scope.hoisted).unwrap_or_default();
    Ok(Function { parameters, body: with_hoisted(hoisted, body) })
}

/// Declares variables that are set in branches at the beginning.
fn with_hoisted(hoisted: Vec<String>, body: Vec<Statement>) -> Vec<Statement> {
    let unset = |name: String| Statement::Let(name, Code::Call("unset", Vec::new()));
    hoisted.into_iter().map(unset).chain(body).collect()
}

/// Where a value goes.
#[derive(Clone)]
enum Destination {
    Return,
    Variable(String),
    Nowhere,
}

struct Lowering<'l, 't> {
    translator: &'l mut Translator<'t>,
    source: &'l Arc<Source>,
    /// The scopes of the logic and of the enclosing lambdas.
    scopes: Vec<Scope>,
    next: usize,
    /// The number of expressions since the last `Spend`.
    steps: u64,
    keeps_captures: bool,
    /// The features that it assigns.
    assigned: FxHashSet<EcoString>,
}

type Lowered<T = Code> = Result<T, Problem>;
type Statements = Vec<Statement>;

impl Lowering<'_, '_> {
    fn refuse(&self, span: Span, message: impl Into<String>) -> Problem {
        Problem::at(Location { source: self.source.clone(), span }, message)
            .hint("only Python and Lua need this translation")
    }

    fn temporary(&mut self) -> String {
        self.next += 1;
        format!("t{}", self.next)
    }

    /// Stores a value in a new variable.
    fn stored(&mut self, code: Code, out: &mut Statements) -> Code {
        let kept = self.temporary();
        out.push(Statement::Let(kept.clone(), code));
        Code::Local(kept)
    }

    /// Stores a value in a new variable, unless it can be evaluated more than once.
    fn repeatable(&mut self, code: Code, out: &mut Statements) -> Code {
        if is_plain(&code) { code } else { self.stored(code, out) }
    }

    /// The captures variable, for helpers that set it.
    fn matches(&self) -> Code {
        if self.keeps_captures { Code::local(MATCH) } else { Code::Undef }
    }

    fn typed_parameter(&mut self, logic: &Logic, out: &mut Statements) -> Lowered<()> {
        let Some(parameter) = logic.lambda.parameters.first() else { return Ok(()) };
        let Some(data_type) = &parameter.data_type else { return Ok(()) };
        let type_code = self.type_constant(data_type)?;
        let subject = Code::text(format!("parameter '{}'", parameter.name));
        let is_known = logic.variables.contains(&parameter.name);
        let value = if is_known { Code::Local(variable::mangled(&parameter.name)) } else { Code::Undef };
        out.push(Statement::Do(Code::Call("expect_whole", vec![subject, type_code, value])));
        Ok(())
    }

    /// Statements in order; the value of the last is the value of all.
    fn block(&mut self, block: &[Expression], destination: &Destination, out: &mut Statements) -> Lowered<()> {
        let Some((last, others)) = block.split_last() else {
            self.deliver(Code::Undef, destination, out);
            return Ok(());
        };
        for expression in others {
            self.deliver_value(expression, &Destination::Nowhere, out)?;
        }
        self.deliver_value(last, destination, out)
    }

    fn deliver(&self, code: Code, destination: &Destination, out: &mut Statements) {
        match destination {
            Destination::Return => out.push(Statement::Return(code)),
            Destination::Variable(name) => out.push(Statement::Set(name.clone(), code)),
            Destination::Nowhere => {
                if !is_plain(&code) {
                    out.push(Statement::Do(code));
                }
            }
        }
    }

    /// Counts the expressions in code that is not always evaluated.
    fn counted<T>(&mut self, work: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<(u64, T)> {
        let before = std::mem::take(&mut self.steps);
        let done = work(self);
        let steps = std::mem::replace(&mut self.steps, before);
        done.map(|done| (steps, done))
    }

    /// Translates statements that count their own steps.
    fn counted_block(&mut self, work: impl FnOnce(&mut Self, &mut Statements) -> Lowered<()>) -> Lowered<Statements> {
        let (steps, mut statements) = self.counted(|lowering| {
            let mut statements = Vec::new();
            work(lowering, &mut statements).map(|()| statements)
        })?;
        if steps > 0 {
            statements.insert(0, Statement::Spend(steps));
        }
        Ok(statements)
    }

    fn deliver_value(&mut self, expression: &Expression, to: &Destination, out: &mut Statements) -> Lowered<()> {
        if matches!(
            expression.kind,
            Kind::Parenthesized(_) | Kind::Block(_) | Kind::If(_) | Kind::Case(_) | Kind::Selector(..)
        ) {
            self.steps += 1;
        }
        match &expression.kind {
            Kind::Parenthesized(inner) => self.deliver_value(inner, to, out),
            Kind::Block(block) => self.block(block, to, out),
            Kind::If(condition) => self.condition(condition, to, out),
            Kind::Case(case) => self.case(case, to, out),
            Kind::Selector(subject, entries) => self.selector(subject, entries, to, out),
            _ => {
                let code = self.value(expression, out)?;
                self.deliver(code, to, out);
                Ok(())
            }
        }
    }

    /// Evaluates expressions in order. If one needs statements, the earlier ones are stored in variables before these.
    fn values<'e>(
        &mut self,
        expressions: impl IntoIterator<Item = &'e Expression>,
        out: &mut Statements,
    ) -> Lowered<Vec<Code>> {
        let mut codes: Vec<Code> = Vec::new();
        for expression in expressions {
            let mut needed = Vec::new();
            let code = self.value(expression, &mut needed)?;
            if needed.iter().any(|statement| !matches!(statement, Statement::Define(..))) {
                codes = codes.into_iter().map(|earlier| self.repeatable(earlier, out)).collect();
            }
            out.append(&mut needed);
            codes.push(code);
        }
        Ok(codes)
    }

    fn pair(&mut self, sides: &(Expression, Expression), out: &mut Statements) -> Lowered<Vec<Code>> {
        self.values([&sides.0, &sides.1], out)
    }

    fn value(&mut self, expression: &Expression, out: &mut Statements) -> Lowered {
        if !matches!(expression.kind, Kind::Block(_) | Kind::If(_) | Kind::Case(_) | Kind::Selector(..)) {
            self.steps += 1;
        }
        Ok(match &expression.kind {
            Kind::Undef | Kind::Nothing => Code::Undef,
            Kind::Default => Code::Default,
            Kind::Boolean(value) => Code::Boolean(*value),
            Kind::Integer(value, _) => Code::Integer(*value),
            Kind::Float(value) => Code::Float(*value),
            Kind::String(text) | Kind::Name(text) | Kind::Reserved(text) => Code::Text(text.clone()),
            Kind::Interpolated(parts) => {
                let parts = self.values(parts, out)?;
                Code::Call("interpolate", vec![Code::List(parts)])
            }
            Kind::Heredoc(heredoc) => {
                if !heredoc.syntax.is_empty() && matches!(heredoc.text.kind, Kind::Interpolated(_)) {
                    return Err(self.refuse(expression.span, "a heredoc with a syntax cannot be translated"));
                }
                self.value(&heredoc.text, out)?
            }
            Kind::Regexp(source) => self.pattern(expression, source)?,
            Kind::TypeName(_) => self.type_constant(expression)?,
            Kind::Variable(name) => self.variable(expression, name)?,
            Kind::Array(items) => self.list(items, out)?,
            Kind::Hash(entries) => {
                let codes = self.values(entries.iter().flat_map(|(key, value)| [key, value]), out)?;
                let mut codes = codes.into_iter();
                let mut pairs = Vec::with_capacity(entries.len());
                while let (Some(key), Some(value)) = (codes.next(), codes.next()) {
                    pairs.push((key, value));
                }
                let is_written_out = pairs.iter().all(|(key, value)| is_literal(key) && is_literal(value));
                checked(Code::Entries(pairs), is_written_out)
            }
            Kind::Unary(operator, operand) => self.unary(*operator, operand, out)?,
            Kind::Binary(operator, sides) => self.binary(expression, *operator, sides, out)?,
            Kind::Assignment(operator, sides) => self.assignment(*operator, &sides.0, &sides.1, out)?,
            Kind::Access(operand, keys) => self.access(expression, operand, keys, out)?,
            Kind::Parenthesized(inner) => self.value(inner, out)?,
            Kind::Block(_) | Kind::If(_) | Kind::Case(_) | Kind::Selector(..) => {
                let kept = self.temporary();
                out.push(Statement::Let(kept.clone(), Code::Undef));
                self.deliver_value(expression, &Destination::Variable(kept.clone()), out)?;
                Code::Local(kept)
            }
            Kind::Call(call) => self.call(expression, call, out)?,
            _ => return Err(self.refuse(expression.span, "this cannot be translated")),
        })
    }

    fn unary(&mut self, operator: UnaryOperator, operand: &Expression, out: &mut Statements) -> Lowered {
        Ok(match operator {
            UnaryOperator::Not => Code::Not(Box::new(self.value(operand, out)?.truth())),
            UnaryOperator::Minus => match self.value(operand, out)? {
                // A literal is never negative, so that the negation cannot overflow.
                Code::Integer(number) => Code::Integer(-number),
                Code::Float(number) => Code::Float(-number),
                other => Code::Call("negate", vec![other]),
            },
            UnaryOperator::Splat => Code::Call("unfold", vec![self.value(operand, out)?]),
        })
    }

    fn binary(
        &mut self,
        expression: &Expression,
        operator: BinaryOperator,
        sides: &(Expression, Expression),
        out: &mut Statements,
    ) -> Lowered {
        let helper = match operator {
            BinaryOperator::And | BinaryOperator::Or => return self.logical(operator, sides, out),
            BinaryOperator::Match | BinaryOperator::NoMatch => return self.matching(operator, sides, out),
            BinaryOperator::In => {
                let mut sides = self.pair(sides, out)?;
                sides.insert(0, self.matches());
                return Ok(Code::Call("within", sides));
            }
            BinaryOperator::NotEqual => {
                let sides = self.pair(sides, out)?;
                return Ok(Code::Not(Box::new(Code::Call("equal", sides))));
            }
            BinaryOperator::Add => "add",
            BinaryOperator::Subtract => "subtract",
            BinaryOperator::Multiply => "multiply",
            BinaryOperator::Divide => "divide",
            BinaryOperator::Modulo => "modulo",
            BinaryOperator::ShiftLeft => "shift_left",
            BinaryOperator::ShiftRight => "shift_right",
            BinaryOperator::Equal => "equal",
            BinaryOperator::Less => "less",
            BinaryOperator::LessOrEqual => "less_or_equal",
            BinaryOperator::Greater => "greater",
            BinaryOperator::GreaterOrEqual => "greater_or_equal",
        };
        let sides = self.pair(sides, out)?;
        if sides.iter().any(|side| matches!(side, Code::Type(_))) {
            return Err(self.refuse(expression.span, "a comparison of types cannot be translated"));
        }
        Ok(Code::Call(helper, sides))
    }

    fn logical(&mut self, operator: BinaryOperator, sides: &(Expression, Expression), out: &mut Statements) -> Lowered {
        let left = self.value(&sides.0, out)?.truth();
        let mut needed = Vec::new();
        let level = self.enter_branch();
        let (steps, right) = self.counted(|lowering| Ok(lowering.value(&sides.1, &mut needed)?.truth()))?;
        self.leave_branch(level);
        let is_and = operator == BinaryOperator::And;
        if needed.iter().all(|statement| matches!(statement, Statement::Define(..))) {
            out.append(&mut needed);
            let right = if is_plain(&right) { right } else { Code::Counted(steps, Box::new(right)) };
            let (left, right) = (Box::new(left), Box::new(right));
            return Ok(if is_and { Code::And(left, right) } else { Code::Or(left, right) });
        }
        let kept = self.temporary();
        out.push(Statement::Let(kept.clone(), left));
        needed.insert(0, Statement::Spend(steps));
        needed.push(Statement::Set(kept.clone(), right));
        let condition = if is_and { Code::local(&kept) } else { Code::Not(Box::new(Code::local(&kept))) };
        out.push(Statement::If(condition, needed, Vec::new()));
        Ok(Code::Truth(Box::new(Code::Local(kept))))
    }

    fn matching(
        &mut self,
        operator: BinaryOperator,
        sides: &(Expression, Expression),
        out: &mut Statements,
    ) -> Lowered {
        let left = self.value(&sides.0, out)?;
        self.steps += 1;
        let mut right = &sides.1;
        while let Kind::Parenthesized(inner) = &right.kind {
            right = inner;
        }
        let pattern = match &right.kind {
            Kind::Regexp(source) | Kind::String(source) | Kind::Name(source) => self.pattern(right, source)?,
            Kind::TypeName(_) => self.type_constant(right)?,
            Kind::Access(operand, _) if matches!(operand.kind, Kind::TypeName(_)) => self.type_constant(right)?,
            _ => {
                let message = "only a literal regular expression or type can be translated after '=~'";
                return Err(self.refuse(right.span, message));
            }
        };
        let matched = Code::Call("matches", vec![self.matches(), left, pattern]);
        Ok(if operator == BinaryOperator::Match { matched } else { Code::Not(Box::new(matched)) })
    }

    fn pattern(&mut self, expression: &Expression, source: &str) -> Lowered {
        let regexp = Regexp::new(source).map_err(|error| self.refuse(expression.span, error.to_string()))?;
        self.known_pattern(expression, regexp)
    }

    fn known_pattern(&mut self, expression: &Expression, regexp: Regexp) -> Lowered {
        let number = self.translator.constants.pattern(&Arc::new(regexp));
        number.map(Code::Pattern).map_err(|reason| self.refuse(expression.span, reason))
    }

    fn list(&mut self, items: &[Expression], out: &mut Statements) -> Lowered {
        let is_splat = |item: &Expression| matches!(bare(item).kind, Kind::Unary(UnaryOperator::Splat, _));
        let codes = self.values(items, out)?;
        if !items.iter().any(is_splat) {
            let is_written_out = codes.iter().all(is_literal);
            return Ok(checked(Code::List(codes), is_written_out));
        }
        let part = |(item, code): (&Expression, Code)| if is_splat(item) { code } else { Code::List(vec![code]) };
        Ok(Code::Call("concat", vec![Code::List(items.iter().zip(codes).map(part).collect())]))
    }

    fn access(
        &mut self,
        expression: &Expression,
        operand: &Expression,
        keys: &[Expression],
        out: &mut Statements,
    ) -> Lowered {
        if matches!(bare(operand).kind, Kind::TypeName(_)) {
            return self.type_constant(expression);
        }
        let mut codes = self.values(std::iter::once(operand).chain(keys), out)?;
        let operand = codes.remove(0);
        Ok(Code::Call("access", vec![operand, Code::List(codes)]))
    }

    fn assignment(
        &mut self,
        operator: AssignmentOperator,
        target: &Expression,
        value: &Expression,
        out: &mut Statements,
    ) -> Lowered {
        if let Kind::Access(instance, keys) = &target.kind {
            return self.assignment_to_instance(operator, (instance, keys), value, out);
        }
        let code = self.value(value, out)?;
        let kept = self.repeatable(code, out);
        self.assign(target, kept.clone(), out)?;
        Ok(kept)
    }
}

/// An expression without the parentheses around it.
fn bare(expression: &Expression) -> &Expression {
    let mut expression = expression;
    while let Kind::Parenthesized(inner) = &expression.kind {
        expression = inner;
    }
    expression
}

/// Adds a check of the size, unless the value is a literal.
fn checked(code: Code, is_written_out: bool) -> Code {
    if is_written_out { code } else { Code::Call("checked", vec![code]) }
}

/// Whether it is a literal, so that its size is known.
fn is_literal(code: &Code) -> bool {
    match code {
        Code::List(items) => items.iter().all(is_literal),
        Code::Entries(entries) => entries.iter().all(|(key, value)| is_literal(key) && is_literal(value)),
        Code::Local(_) => false,
        other => is_plain(other),
    }
}

/// Whether it can be evaluated later, more than once, or never.
fn is_plain(code: &Code) -> bool {
    match code {
        Code::Undef
        | Code::Default
        | Code::Boolean(_)
        | Code::Integer(_)
        | Code::Float(_)
        | Code::Text(_)
        | Code::Pattern(_)
        | Code::Type(_)
        | Code::Local(_) => true,
        Code::Truth(inner) => is_plain(inner),
        _ => false,
    }
}
