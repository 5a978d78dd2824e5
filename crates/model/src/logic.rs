//! Checks that logic only computes: resources, definitions, side effects and outer variables are refused when a type is
//! loaded.

use std::sync::Arc;

use diagnostics::{Location, Problem, Source, Span};
use ecow::EcoString;
use rustc_hash::FxHashSet;
use syntax::{
    ast::{self, AssignmentOperator, Call, CallForm, Expression, Kind, Lambda},
    descend, label,
};

use crate::functions;

/// Checked logic.
#[derive(Clone, Debug)]
pub struct Logic {
    /// The code.
    pub lambda: Arc<Lambda>,
    /// The text that it is from.
    pub source: Arc<Source>,
    /// The name of the parameter; `it` if it is implicit.
    pub parameter: EcoString,
    /// The outer variables that it reads or assigns, in order of appearance.
    pub variables: Vec<EcoString>,
    /// The types whose instances it creates, and where.
    pub(crate) creates: Vec<(EcoString, Span)>,
}

impl Logic {
    /// Returns its location.
    pub fn location(&self) -> Location {
        Location { source: self.source.clone(), span: self.lambda.span }
    }
}

/// The variables and functions that logic can use.
pub struct Visibility<'s> {
    /// Returns why a variable is not visible, or `None` if it is.
    pub why_hidden: &'s dyn Fn(&str) -> Option<String>,
    /// Whether an outer variable may be assigned, as features in `set`.
    pub may_assign: &'s dyn Fn(&str) -> bool,
    /// Whether there is a function of that name outside of the function set.
    pub is_function: &'s dyn Fn(&str) -> bool,
}

/// Checks logic. A lambda without a parameter, a block and an expression have `$it` if there is a value for it.
pub fn check(logic: &ast::Logic, source: &Arc<Source>, visibility: &Visibility<'_>) -> Result<Logic, Problem> {
    let lambda = &logic.lambda;
    let parameter = lambda.parameters.first().map(|parameter| &parameter.name);
    let mut checker = Checker {
        source,
        visibility,
        parameter,
        locals: Vec::new(),
        variables: Vec::new(),
        creates: Vec::new(),
        mentioned: FxHashSet::default(),
    };
    checker.lambda_types(lambda)?;
    checker.all(&lambda.body)?;
    let Checker { variables, creates, .. } = checker;
    let parameter = parameter.cloned().unwrap_or_else(|| "it".into());
    Ok(Logic { lambda: lambda.clone(), source: source.clone(), parameter, variables, creates })
}

struct Checker<'c> {
    source: &'c Arc<Source>,
    visibility: &'c Visibility<'c>,
    parameter: Option<&'c EcoString>,
    /// The parameters of inner lambdas, and local variables.
    locals: Vec<EcoString>,
    variables: Vec<EcoString>,
    creates: Vec<(EcoString, Span)>,
    mentioned: FxHashSet<EcoString>,
}

type Checked = Result<(), Problem>;

impl Checker<'_> {
    fn problem(&self, span: Span, message: impl Into<String>) -> Problem {
        Problem::at(Location { source: self.source.clone(), span }, message)
    }

    fn refuse(&self, expression: &Expression) -> Problem {
        let what = label::with_capital_article(expression);
        self.problem(expression.span, format!("{what} is not allowed in the logic of a type"))
            .hint("logic can only compute: it cannot declare, define or change anything")
    }

    fn all(&mut self, expressions: &[Expression]) -> Checked {
        expressions.iter().try_for_each(|expression| self.expression(expression))
    }

    fn expression(&mut self, expression: &Expression) -> Checked {
        match &expression.kind {
            Kind::Variable(name) => self.variable(name, expression.span),
            Kind::Assignment(operator, sides) => {
                self.expression(&sides.1)?;
                self.target(*operator, &sides.0)
            }
            Kind::Call(call) => self.call(expression, call),
            Kind::Undef
            | Kind::Default
            | Kind::Boolean(_)
            | Kind::Integer(..)
            | Kind::Float(_)
            | Kind::String(_)
            | Kind::Regexp(_)
            | Kind::Name(_)
            | Kind::TypeName(_)
            | Kind::Nothing
            | Kind::Interpolated(_)
            | Kind::Array(_)
            | Kind::Block(_)
            | Kind::Heredoc(_)
            | Kind::Hash(_)
            | Kind::Unary(..)
            | Kind::Parenthesized(_)
            | Kind::Binary(..)
            | Kind::Access(..)
            | Kind::Selector(..)
            | Kind::If(_)
            | Kind::Case(_) => {
                let mut parts = Vec::new();
                descend::push_open_parts(expression, &mut parts);
                parts.into_iter().try_for_each(|part| self.expression(part))
            }
            _ => Err(self.refuse(expression)),
        }
    }

    fn variable(&mut self, name: &EcoString, span: Span) -> Checked {
        let is_match = name.bytes().all(|byte| byte.is_ascii_digit());
        if is_match || self.locals.contains(name) {
            return Ok(());
        }
        if Some(name) != self.parameter
            && let Some(why) = (self.visibility.why_hidden)(name)
        {
            return Err(self.problem(span, format!("unknown variable '${name}': {why}")));
        }
        self.mention(name);
        Ok(())
    }

    fn mention(&mut self, name: &EcoString) {
        if self.mentioned.insert(name.clone()) {
            self.variables.push(name.clone());
        }
    }

    fn target(&mut self, operator: AssignmentOperator, target: &Expression) -> Checked {
        match &target.kind {
            Kind::Variable(name) if operator == AssignmentOperator::Set => {
                let is_local = self.locals.contains(name);
                if !is_local && (self.visibility.may_assign)(name) {
                    self.mention(name);
                } else if !is_local && (Some(name) == self.parameter || (self.visibility.why_hidden)(name).is_none()) {
                    let message = format!("'${name}' cannot be assigned here: only 'set' can assign features");
                    return Err(self.problem(target.span, message));
                } else if !is_local {
                    self.locals.push(name.clone());
                }
                Ok(())
            }
            Kind::Array(targets) if operator == AssignmentOperator::Set => {
                targets.iter().try_for_each(|target| self.target(operator, target))
            }
            // Only the parameter of an initializer passed the checks of the language.
            Kind::Access(operand, keys) if operator != AssignmentOperator::Delete => {
                self.expression(operand)?;
                self.all(keys)
            }
            _ => Err(self.refuse(target)),
        }
    }

    fn call(&mut self, expression: &Expression, call: &Call) -> Checked {
        if let CallForm::Method(receiver) = &call.form {
            self.expression(receiver)?;
        }
        match &call.callee.kind {
            Kind::Name(name) if functions::CURRENT.find(name).is_some() => {
                let subject = match &call.form {
                    CallForm::Method(receiver) => Some(&**receiver),
                    CallForm::Function | CallForm::Statement => call.arguments.first(),
                };
                if name == "new" {
                    self.creates.extend(subject.and_then(type_of));
                }
            }
            // The feature of an instance.
            Kind::Name(name)
                if matches!(call.form, CallForm::Method(_))
                    && call.arguments.is_empty()
                    && call.lambda.is_none()
                    && !(self.visibility.is_function)(name) => {}
            Kind::Name(name) => return Err(self.forbidden_function(expression, call, name)),
            Kind::TypeName(_) => self.creates.extend(type_of(&call.callee)),
            Kind::Access(operand, keys) if matches!(operand.kind, Kind::TypeName(_)) => self.all(keys)?,
            _ => return Err(self.refuse(expression)),
        }
        self.all(&call.arguments)?;
        call.lambda.as_ref().map_or(Ok(()), |lambda| self.lambda(lambda))
    }

    fn forbidden_function(&self, expression: &Expression, call: &Call, name: &str) -> Problem {
        let set = &functions::CURRENT;
        let span = if call.callee.span.end > 0 { call.callee.span } else { expression.span };
        let message = format!("The function '{name}' is not allowed in the logic of a type");
        self.problem(span, message)
            .did_you_mean(name, set.functions.iter().map(|function| function.name))
            .hint(format!("logic can call the functions of {} {}", set.name, set.version))
    }

    fn lambda(&mut self, lambda: &Lambda) -> Checked {
        let level = self.locals.len();
        self.lambda_types(lambda)?;
        for parameter in &lambda.parameters {
            parameter.default.as_ref().map_or(Ok(()), |default| self.expression(default))?;
            self.locals.push(parameter.name.clone());
        }
        let checked = self.all(&lambda.body);
        self.locals.truncate(level);
        checked
    }

    fn lambda_types(&mut self, lambda: &Lambda) -> Checked {
        let types = lambda.parameters.iter().filter_map(|parameter| parameter.data_type.as_ref());
        types.chain(&lambda.returns).try_for_each(|data_type| self.expression(data_type))
    }
}

/// The type that an expression names.
fn type_of(expression: &Expression) -> Option<(EcoString, Span)> {
    match &expression.kind {
        Kind::TypeName(name) => Some((name.clone(), expression.span)),
        _ => None,
    }
}
