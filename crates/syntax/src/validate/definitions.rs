//! Classes, defines, nodes, functions and types: where they may stand, and what they and their parameters may be called.

use std::collections::HashSet;

use diagnostics::Span;

use super::{Checker, Location, at, at_parameter, effect, literal, names, place};
use crate::{
    ast::{
        Block, ClassDefinition, DefineDefinition, Expression, FunctionDefinition, Kind, NodeDefinition, Parameter,
        TypeAliasDefinition, TypeDefinition,
    },
    label,
};

/// Where an expression stands, as far as definitions care.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Placement {
    /// A statement of the program.
    Top,
    /// A statement in the body of a class.
    Class,
    /// One of the statements of another block.
    Block,
    /// Anywhere else.
    Inside,
}

impl Checker<'_> {
    pub(super) fn class(&mut self, expression: &Expression, class: &ClassDefinition, placement: Placement) {
        self.named(expression, &class.name, placement);
        self.no_rest(&class.parameters, &label::with_article(expression));
        self.distinct(&class.parameters);
        self.reserved_parameters(expression, &class.parameters);
        self.last_statement(expression, &class.body);
        self.literal_types(&class.parameters);
    }

    pub(super) fn define(&mut self, expression: &Expression, define: &DefineDefinition, placement: Placement) {
        self.named(expression, &define.name, placement);
        self.no_rest(&define.parameters, &label::with_article(expression));
        self.distinct(&define.parameters);
        self.reserved_parameters(expression, &define.parameters);
        self.last_statement(expression, &define.body);
    }

    pub(super) fn function(&mut self, expression: &Expression, function: &FunctionDefinition, placement: Placement) {
        self.named(expression, &function.name, placement);
        if let Some(returns) = &function.returns {
            self.type_reference(returns, at(returns), &label::with_article(expression));
        }
        self.distinct(&function.parameters);
    }

    pub(super) fn type_alias(&mut self, expression: &Expression, alias: &TypeAliasDefinition, placement: Placement) {
        self.only_at_top(expression, placement);
        if !names::is_type(&alias.name) {
            self.illegal_name(expression, &alias.name);
        }
        // `type X = { … }` and `type X = Y { … }` stand for an Object.
        if !matches!(alias.definition.kind, Kind::Hash(_)) {
            // Puppet has no place for brackets here.
            let place = if let Kind::Access(..) = alias.definition.kind { expression } else { &alias.definition };
            self.type_reference(&alias.definition, at(place), &label::with_article(expression));
        }
    }

    pub(super) fn type_definition(
        &mut self,
        expression: &Expression,
        definition: &TypeDefinition,
        placement: Placement,
    ) {
        self.only_at_top(expression, placement);
        if !names::is_type(&definition.name) {
            self.illegal_name(expression, &definition.name);
        }
    }

    pub(super) fn node(&mut self, expression: &Expression, node: &NodeDefinition, placement: Placement) {
        for host in &node.matches {
            self.host(expression, host);
        }
        self.at_top_or_in_class(expression, placement);
        self.last_statement(expression, &node.body);
        if let Some(parent) = &node.parent {
            let message = "Node inheritance is not supported in Puppet >= 4.0.0. See \
                           http://links.puppet.com/puppet-node-inheritance-deprecation";
            self.error(at(parent), "ILLEGAL_NODE_INHERITANCE", message);
        }
    }

    fn host(&mut self, node: &Expression, host: &Expression) {
        match &host.kind {
            Kind::String(name) | Kind::Name(name) | Kind::TypeName(name) => {
                if !names::is_host(name) {
                    let message = format!(
                        "The hostname '{name}' contains illegal characters (only letters, digits, '_', '-', and '.' \
                         are allowed)"
                    );
                    self.error(at(host), "ILLEGAL_HOSTNAME_CHARS", message);
                }
            }
            Kind::Interpolated(parts) => {
                let dynamic = parts.iter().find(|part| !matches!(part.kind, Kind::String(_)));
                let message = "An interpolated expression is not allowed in a hostname of a node";
                self.error(at(dynamic.unwrap_or(host)), "ILLEGAL_HOSTNAME_INTERPOLATION", message);
            }
            Kind::Integer(..) | Kind::Float(_) | Kind::Default | Kind::Regexp(_) => {}
            _ => self.illegal(host, "hostname", &label::with_article(node)),
        }
    }

    pub(super) fn type_mapping(
        &mut self,
        expression: &Expression,
        (left, right): &(Expression, Expression),
        placement: Placement,
    ) {
        self.at_top_or_in_class(expression, placement);
        let keys = match &left.kind {
            Kind::Access(of, keys) if matches!(&of.kind, Kind::TypeName(name) if name == "Runtime") => keys,
            _ => {
                let what = label::with_article(expression);
                let message = format!("Expressions of type {what} are not supported in this version of Puppet");
                self.error(at(expression), "UNSUPPORTED_EXPRESSION", message);
                return;
            }
        };
        let by_pattern = keys.len() == 2 && is_pattern_with_replacement(&keys[1]);
        let fits = if is_pattern_with_replacement(right) { by_pattern } else { is_type(right) && !by_pattern };
        if !fits {
            let expected = if by_pattern { "Tuple[Regexp,String]" } else { "Type" };
            let what = label::with_capital_article(expression);
            let message = format!("Illegal type mapping. Expected a {expected} on the left side, got {what}");
            self.error(at(expression), "ILLEGAL_TYPE_MAPPING", message);
        }
    }

    /// What is checked of everything that has a name in lower case.
    fn named(&mut self, expression: &Expression, name: &str, placement: Placement) {
        match &expression.kind {
            Kind::Function(_) => self.only_at_top(expression, placement),
            _ => self.at_top_or_in_class(expression, placement),
        }
        if !names::is_definition(name) {
            self.illegal_name(expression, name);
        }
        self.namespace(expression, name);
        if names::is_reserved_type(name) {
            let what = label::with_article(expression);
            let message =
                format!("The name: '{name}' is already defined by Puppet and can not be used as the name of {what}.");
            self.error(at(expression), "RESERVED_TYPE_NAME", message);
        }
        if name == "plan" {
            self.future_word(at(expression), name);
        }
    }

    fn illegal_name(&mut self, expression: &Expression, name: &str) {
        let what = label::with_article(expression);
        let message = format!("Unacceptable name. The name '{name}' is unacceptable as the name of {what}");
        self.error(at(expression), "ILLEGAL_DEFINITION_NAME", message);
    }

    fn future_word(&mut self, span: Span, word: &str) {
        self.warning(span, "FUTURE_RESERVED_WORD", format!("Use of future reserved word: '{word}'"));
    }

    fn at_top_or_in_class(&mut self, expression: &Expression, placement: Placement) {
        if let Placement::Block | Placement::Inside = placement {
            let message = "Classes, definitions, and nodes may only appear at toplevel or inside other classes";
            self.error(at(expression), "NOT_TOP_LEVEL", message);
            self.hint(
                "define it outside, and declare it here: include what is a class, or name { 'title': } for a define",
            );
        }
    }

    fn only_at_top(&mut self, expression: &Expression, placement: Placement) {
        match placement {
            Placement::Top => {}
            Placement::Class | Placement::Block => {
                let message = format!("{} may only appear at toplevel", label::with_capital_article(expression));
                self.error(at(expression), "NOT_ABSOLUTE_TOP_LEVEL", message);
            }
            Placement::Inside => self.at_top_or_in_class(expression, placement),
        }
    }

    /// Things in a file of a module have names that the loader finds there.
    fn namespace(&mut self, expression: &Expression, name: &str) {
        let fits = match &self.rules.location {
            Location::Main | Location::Template => true,
            Location::Module { namespace, .. } => name.to_lowercase().starts_with(namespace.as_str()),
            Location::OutsideFolders => false,
        };
        if !fits {
            let file = self.file;
            let message = format!("Unacceptable location. The name '{name}' is unacceptable in file '{file}'");
            self.error(at(expression), "ILLEGAL_DEFINITION_LOCATION", message);
            self.hint(match &self.rules.location {
                Location::Module { namespace, .. } => format!("in this file it is called '{namespace}'"),
                _ => "a module keeps its classes and defines in its folder 'manifests'".to_owned(),
            });
        }
    }

    /// A file of a module holds definitions and nothing else.
    pub(super) fn only_definitions(&mut self, statements: &[Expression]) {
        if let Location::Main | Location::Template = self.rules.location {
            return;
        }
        for statement in statements {
            let allowed = matches!(
                statement.kind,
                Kind::Class(_)
                    | Kind::Define(_)
                    | Kind::Function(_)
                    | Kind::TypeAlias(_)
                    | Kind::TypeMapping(_)
                    | Kind::TypeDefinition(_)
                    | Kind::Nothing
            );
            if !allowed {
                let what = label::label(statement);
                let message = format!("This {what} is unacceptable as a top level construct in this location");
                self.error(at(statement), "ILLEGAL_TOP_CONSTRUCT_LOCATION", message);
            }
        }
    }

    /// A class, define or node is not called for a value.
    fn last_statement(&mut self, expression: &Expression, body: &Block) {
        let Some(last) = body.last().filter(|last| effect::is_pure(last)) else { return };
        if let Kind::Block(statements) = &last.kind
            && effect::resource_without_title(statements).is_some()
        {
            return;
        }
        let message = format!(
            "This {} has no effect. {} can not end with a value-producing expression without other effect",
            label::label(last),
            label::with_capital_article(expression)
        );
        self.error(at(last), "IDEM_NOT_ALLOWED_LAST", message);
    }

    /// What is said to be a type must be the name of one, with or without brackets.
    pub(super) fn type_reference(&mut self, expression: &Expression, place: Span, container: &str) {
        let name = match &expression.kind {
            Kind::Access(of, _) => of,
            _ => expression,
        };
        match &name.kind {
            Kind::TypeName(name) if names::is_future_word(name) => {
                self.future_word(place, &name.to_lowercase());
            }
            Kind::TypeName(_) => {}
            _ => self.illegal(expression, "a type reference", container),
        }
    }

    /// Only the last parameter of a lambda takes what is left.
    pub(super) fn rest_is_last(&mut self, parameters: &[Parameter]) {
        let Some((_, others)) = parameters.split_last() else { return };
        for parameter in others.iter().filter(|parameter| parameter.captures_rest) {
            let message = format!("Parameter ${} is not last, and has 'captures rest'", parameter.name);
            self.error(at_parameter(parameter), "CAPTURES_REST_NOT_LAST", message);
        }
    }

    /// What is called by names has no parameter for what is left.
    pub(super) fn no_rest(&mut self, parameters: &[Parameter], container: &str) {
        for parameter in parameters.iter().filter(|parameter| parameter.captures_rest) {
            let name = &parameter.name;
            let message = format!("Parameter ${name} has 'captures rest' - not supported in {container}");
            self.error(at_parameter(parameter), "CAPTURES_REST_NOT_SUPPORTED", message);
        }
    }

    pub(super) fn distinct(&mut self, parameters: &[Parameter]) {
        let mut seen = HashSet::with_capacity(parameters.len());
        for parameter in parameters {
            if !seen.insert(parameter.name.as_str()) {
                let name = &parameter.name;
                let message = format!("The parameter '{name}' is declared more than once in the parameter list");
                self.error(at_parameter(parameter), "DUPLICATE_PARAMETER", message);
            }
        }
    }

    fn reserved_parameters(&mut self, expression: &Expression, parameters: &[Parameter]) {
        for parameter in parameters.iter().filter(|parameter| matches!(parameter.name.as_str(), "name" | "title")) {
            let (name, what) = (&parameter.name, label::label(expression));
            let message = format!("The parameter ${name} redefines a built in parameter in the {what}");
            self.error(at_parameter(parameter), "RESERVED_PARAMETER", message);
        }
    }

    /// Tools read the types of classes without evaluating them.
    fn literal_types(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            if parameter.data_type.as_ref().is_some_and(|data_type| !literal::is_literal_type(data_type)) {
                // Only a type with brackets gets here, and this is what Puppet calls one.
                let message = format!(
                    "The parameter '${}' must be a literal type, not a Puppet::Pops::Model::AccessExpression",
                    parameter.name
                );
                self.warning(at_parameter(parameter), "ILLEGAL_NONLITERAL_PARAMETER_TYPE", message);
            }
        }
    }

    pub(super) fn parameter(&mut self, parameter: &Parameter) {
        let name = &parameter.name;
        let span = place(parameter.anchor, parameter.span);
        if names::is_numeric_parameter(name) {
            let message = format!(
                "The numeric parameter name '${name}' cannot be used (clashes with numeric match result variables)"
            );
            self.error(span, "ILLEGAL_NUMERIC_PARAMETER", message);
        }
        if !names::is_parameter(name) {
            let message = format!(
                "Illegal parameter name. The given name '{name}' does not conform to the naming rule /^[a-z_]\\w*$/"
            );
            self.error(span, "ILLEGAL_PARAM_NAME", message);
        }
        if let Some(default) = &parameter.default {
            self.no_assignment(default);
        }
    }
}

/// `[/a(.*)/, 'b\1']`
fn is_pattern_with_replacement(expression: &Expression) -> bool {
    let Kind::Array(values) = &expression.kind else { return false };
    matches!(&values[..], [Expression { kind: Kind::Regexp(_), .. }, Expression { kind: Kind::String(_), .. }])
}

fn is_type(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Access(of, _) => matches!(of.kind, Kind::TypeName(_)),
        kind => matches!(kind, Kind::TypeName(_)),
    }
}
