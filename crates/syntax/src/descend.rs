//! Iteration over the nodes of a tree, for searches that do not depend on the structure.

use crate::ast::{
    Attribute, CallForm, Expression, Kind, Lambda, Parameter, SettingValue, TypeDefinition, TypeStatement,
};

/// Iterates over expressions and all their descendants in source order; a parent comes before its children.
///
/// ```
/// use std::sync::Arc;
///
/// use diagnostics::Source;
/// use syntax::{ast::Kind, descend};
///
/// let parsed = syntax::parse(Arc::new(Source::new("", "notice($a + [$b])")));
/// let variables = descend::all(&parsed.program.body).filter(|part| matches!(part.kind, Kind::Variable(_)));
/// assert_eq!(variables.count(), 2);
/// ```
pub fn all(body: &[Expression]) -> impl Iterator<Item = &Expression> {
    let mut waiting: Vec<&Expression> = body.iter().rev().collect();
    std::iter::from_fn(move || {
        let next = waiting.pop()?;
        let begin = waiting.len();
        push_parts(next, &mut waiting);
        // The stack is popped from its end.
        waiting.get_mut(begin..).unwrap_or_default().reverse();
        Some(next)
    })
}

/// Returns the resource attributes that an expression sets.
pub fn attributes(expression: &Expression) -> impl Iterator<Item = &Attribute> {
    let (bodies, attributes): (&[_], &[_]) = match &expression.kind {
        Kind::Resource(resource) => (&resource.bodies, &[]),
        Kind::ResourceDefaults(defaults) => (&[], &defaults.attributes),
        Kind::ResourceOverride(changes) => (&[], &changes.attributes),
        Kind::Collector(collector) => (&[], &collector.attributes),
        _ => (&[], &[]),
    };
    bodies.iter().flat_map(|body| &body.attributes).chain(attributes)
}

/// Adds the direct children of an expression, in source order.
fn push_parts<'e>(expression: &'e Expression, parts: &mut Vec<&'e Expression>) {
    push_open_parts(expression, parts);
    let lambda = match &expression.kind {
        Kind::Call(call) => call.lambda.as_ref(),
        Kind::Lambda(lambda) => Some(lambda),
        _ => None,
    };
    if let Some(lambda) = lambda {
        push_lambda(lambda, parts);
    }
}

/// Adds the direct children of an expression except for those of a lambda, which has a scope of its own.
pub fn push_open_parts<'e>(expression: &'e Expression, parts: &mut Vec<&'e Expression>) {
    match &expression.kind {
        Kind::Undef
        | Kind::Default
        | Kind::Boolean(_)
        | Kind::Integer(..)
        | Kind::Float(_)
        | Kind::String(_)
        | Kind::Regexp(_)
        | Kind::Name(_)
        | Kind::Reserved(_)
        | Kind::TypeName(_)
        | Kind::Variable(_)
        | Kind::Lambda(_)
        | Kind::RenderText(_)
        | Kind::Nothing => {}
        Kind::Interpolated(list) | Kind::Array(list) | Kind::Block(list) => parts.extend(list),
        Kind::Heredoc(heredoc) => parts.push(&heredoc.text),
        Kind::Hash(entries) => entries.iter().for_each(|(key, value)| parts.extend([key, value])),
        Kind::Unary(_, operand) | Kind::Parenthesized(operand) | Kind::Render(operand) => parts.push(operand),
        Kind::Binary(_, sides) | Kind::Assignment(_, sides) | Kind::Relationship(_, sides) => {
            parts.extend([&sides.0, &sides.1]);
        }
        Kind::TypeMapping(sides) => parts.extend([&sides.0, &sides.1]),
        Kind::Access(operand, keys) => {
            parts.push(operand);
            parts.extend(keys);
        }
        Kind::Selector(subject, entries) => {
            parts.push(subject);
            entries.iter().for_each(|(pattern, result)| parts.extend([pattern, result]));
        }
        Kind::If(condition) => {
            parts.push(&condition.condition);
            parts.extend(&condition.then);
            parts.extend(condition.otherwise.iter().flatten());
        }
        Kind::Case(case) => {
            parts.push(&case.subject);
            for option in &case.options {
                parts.extend(&option.values);
                parts.extend(&option.body);
            }
        }
        Kind::Call(call) => {
            if let CallForm::Method(receiver) = &call.form {
                parts.push(receiver);
            }
            parts.push(&call.callee);
            parts.extend(&call.arguments);
        }
        Kind::Resource(resource) => {
            parts.push(&resource.type_name);
            for body in &resource.bodies {
                parts.push(&body.title);
                parts.extend(body.attributes.iter().map(|attribute| &attribute.value));
            }
        }
        Kind::ResourceDefaults(defaults) => {
            parts.push(&defaults.type_name);
            parts.extend(defaults.attributes.iter().map(|attribute| &attribute.value));
        }
        Kind::ResourceOverride(changes) => {
            parts.push(&changes.resources);
            parts.extend(changes.attributes.iter().map(|attribute| &attribute.value));
        }
        Kind::Collector(collector) => {
            parts.push(&collector.type_name);
            parts.extend(&collector.query);
            parts.extend(collector.attributes.iter().map(|attribute| &attribute.value));
        }
        Kind::Class(class) => push_definition(&class.parameters, None, &class.body, parts),
        Kind::Define(define) => push_definition(&define.parameters, None, &define.body, parts),
        Kind::Function(function) => {
            push_definition(&function.parameters, function.returns.as_ref(), &function.body, parts);
        }
        Kind::Node(node) => {
            parts.extend(&node.matches);
            parts.extend(&node.parent);
            parts.extend(&node.body);
        }
        Kind::TypeAlias(alias) => parts.push(&alias.definition),
        Kind::TypeDefinition(definition) => push_type(definition, parts),
        Kind::Invariant(invariant) => push_lambda(&invariant.logic.lambda, parts),
        Kind::Template(template) => push_definition(&template.parameters, None, &template.body, parts),
    }
}

fn push_definition<'e>(
    parameters: &'e [Parameter],
    returns: Option<&'e Expression>,
    body: &'e [Expression],
    parts: &mut Vec<&'e Expression>,
) {
    for parameter in parameters {
        parts.extend(&parameter.data_type);
        parts.extend(&parameter.default);
    }
    parts.extend(returns);
    parts.extend(body);
}

fn push_type<'e>(definition: &'e TypeDefinition, parts: &mut Vec<&'e Expression>) {
    for statement in &definition.statements {
        match statement {
            TypeStatement::Feature(feature) => {
                for setting in &feature.settings {
                    match &setting.value {
                        SettingValue::Literal(value) => parts.push(value),
                        SettingValue::Logic(logic) => push_lambda(&logic.lambda, parts),
                    }
                }
            }
            TypeStatement::Invariant(invariant) => push_lambda(&invariant.logic.lambda, parts),
            TypeStatement::Automatic(_, hash) => parts.push(hash),
            TypeStatement::Abstract(_) | TypeStatement::Description(_) | TypeStatement::Features(..) => {}
        }
    }
}

fn push_lambda<'e>(lambda: &'e Lambda, parts: &mut Vec<&'e Expression>) {
    push_definition(&lambda.parameters, lambda.returns.as_ref(), &lambda.body, parts);
}
