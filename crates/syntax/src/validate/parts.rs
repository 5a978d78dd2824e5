//! What an expression consists of.

use crate::ast::{Attribute, Block, CallForm, Expression, Kind, Parameter};

/// Visits the expressions that an expression directly consists of, in the order of the text. A lambda is closed: what
/// stands in it is not visited.
pub(super) fn visit(expression: &Expression, visitor: &mut dyn FnMut(&Expression)) {
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
        Kind::Interpolated(parts) | Kind::Array(parts) | Kind::Block(parts) => parts.iter().for_each(visitor),
        Kind::Heredoc(heredoc) => visitor(&heredoc.text),
        Kind::Hash(entries) => pairs(entries, visitor),
        Kind::Unary(_, inner) | Kind::Parenthesized(inner) | Kind::Render(inner) => visitor(inner),
        Kind::Binary(_, sides)
        | Kind::Assignment(_, sides)
        | Kind::Relationship(_, sides)
        | Kind::TypeMapping(sides) => {
            visitor(&sides.0);
            visitor(&sides.1);
        }
        Kind::Access(of, keys) => {
            visitor(of);
            keys.iter().for_each(visitor);
        }
        Kind::Selector(of, entries) => {
            visitor(of);
            pairs(entries, visitor);
        }
        Kind::If(statement) => {
            visitor(&statement.condition);
            statement.then.iter().chain(statement.otherwise.iter().flatten()).for_each(visitor);
        }
        Kind::Case(statement) => {
            visitor(&statement.subject);
            statement.options.iter().flat_map(|option| option.values.iter().chain(&option.body)).for_each(visitor);
        }
        Kind::Call(call) => {
            if let CallForm::Method(of) = &call.form {
                visitor(of);
            }
            visitor(&call.callee);
            call.arguments.iter().for_each(visitor);
        }
        Kind::Resource(resource) => {
            visitor(&resource.type_name);
            for body in &resource.bodies {
                visitor(&body.title);
                values(&body.attributes, visitor);
            }
        }
        Kind::ResourceDefaults(defaults) => {
            visitor(&defaults.type_name);
            values(&defaults.attributes, visitor);
        }
        Kind::ResourceOverride(change) => {
            visitor(&change.resources);
            values(&change.attributes, visitor);
        }
        Kind::Collector(collector) => {
            visitor(&collector.type_name);
            collector.query.iter().for_each(&mut *visitor);
            values(&collector.attributes, visitor);
        }
        Kind::Class(class) => definition(&class.parameters, &class.body, visitor),
        Kind::Define(define) => definition(&define.parameters, &define.body, visitor),
        Kind::Function(function) => definition(&function.parameters, &function.body, visitor),
        Kind::Node(node) => node.parent.iter().chain(&node.matches).chain(&node.body).for_each(visitor),
        Kind::TypeAlias(alias) => visitor(&alias.definition),
        Kind::TypeDefinition(definition) => definition.body.iter().for_each(visitor),
        Kind::Template(template) => definition(&template.parameters, &template.body, visitor),
    }
}

fn pairs(entries: &[(Expression, Expression)], visitor: &mut dyn FnMut(&Expression)) {
    for (left, right) in entries {
        visitor(left);
        visitor(right);
    }
}

fn values(attributes: &[Attribute], visitor: &mut dyn FnMut(&Expression)) {
    attributes.iter().for_each(|attribute| visitor(&attribute.value));
}

fn definition(parameters: &[Parameter], body: &Block, visitor: &mut dyn FnMut(&Expression)) {
    let defaults = parameters.iter().filter_map(|parameter| parameter.default.as_ref());
    defaults.chain(body).for_each(visitor);
}
