//! Classes, defines, nodes, functions and types: where they are allowed, and the names of them and their parameters.

use std::collections::HashSet;

use diagnostics::Span;

use super::{Checker, FileKind, at, at_parameter, effect, from_anchor, literal, names};
use crate::{
    ast::{
        Block, ClassDefinition, Expression, FunctionDefinition, Kind, NodeDefinition, Parameter, TypeAliasDefinition,
    },
    label,
};

/// Where an expression is, as far as it matters for definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DefinitionContext {
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
    pub(super) fn class(&mut self, expression: &Expression, class: &ClassDefinition, context: DefinitionContext) {
        self.class_or_define(expression, &class.name, &class.parameters, &class.body, context);
        self.literal_types(&class.parameters);
    }

    pub(super) fn class_or_define(
        &mut self,
        expression: &Expression,
        name: &str,
        parameters: &[Parameter],
        body: &Block,
        context: DefinitionContext,
    ) {
        self.named(expression, name, context);
        self.no_rest(parameters, &label::with_article(expression));
        self.distinct(parameters);
        self.reserved_parameters(expression, parameters);
        self.last_statement(expression, body);
    }

    pub(super) fn function(
        &mut self,
        expression: &Expression,
        function: &FunctionDefinition,
        context: DefinitionContext,
    ) {
        self.named(expression, &function.name, context);
        if let Some(returns) = &function.returns {
            self.type_reference(returns, at(returns), &label::with_article(expression));
        }
        self.distinct(&function.parameters);
    }

    pub(super) fn type_alias(
        &mut self,
        expression: &Expression,
        alias: &TypeAliasDefinition,
        context: DefinitionContext,
    ) {
        self.named_type(expression, &alias.name, context);
        // `type X = { … }` and `type X = Y { … }` are short for an Object.
        if !matches!(alias.definition.kind, Kind::Hash(_)) {
            // Puppet has no location of an access here.
            let located = if let Kind::Access(..) = alias.definition.kind { expression } else { &alias.definition };
            self.type_reference(&alias.definition, at(located), &label::with_article(expression));
        }
    }

    /// Checks a definition with a capitalized name.
    pub(super) fn named_type(&mut self, expression: &Expression, name: &str, context: DefinitionContext) {
        self.only_at_top(expression, context);
        if !names::is_type(name) {
            self.illegal_name(expression, name);
        }
    }

    pub(super) fn node(&mut self, expression: &Expression, node: &NodeDefinition, context: DefinitionContext) {
        for host in &node.matches {
            self.host(expression, host);
        }
        self.at_top_or_in_class(expression, context);
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
        context: DefinitionContext,
    ) {
        self.at_top_or_in_class(expression, context);
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

    /// Checks a definition with a lower-case name.
    fn named(&mut self, expression: &Expression, name: &str, context: DefinitionContext) {
        match &expression.kind {
            Kind::Function(_) => self.only_at_top(expression, context),
            _ => self.at_top_or_in_class(expression, context),
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

    fn at_top_or_in_class(&mut self, expression: &Expression, context: DefinitionContext) {
        if let DefinitionContext::Block | DefinitionContext::Inside = context {
            let message = "Classes, definitions, and nodes may only appear at toplevel or inside other classes";
            self.error(at(expression), "NOT_TOP_LEVEL", message);
            self.hint(
                "define it at the top level, and declare it here: with include for a class, or name { 'title': } for a \
                 define",
            );
        }
    }

    fn only_at_top(&mut self, expression: &Expression, context: DefinitionContext) {
        match context {
            DefinitionContext::Top => {}
            DefinitionContext::Class | DefinitionContext::Block => {
                let message = format!("{} may only appear at toplevel", label::with_capital_article(expression));
                self.error(at(expression), "NOT_ABSOLUTE_TOP_LEVEL", message);
            }
            DefinitionContext::Inside => self.at_top_or_in_class(expression, context),
        }
    }

    /// Checks that the loader finds a definition by its name in this file of a module.
    fn namespace(&mut self, expression: &Expression, name: &str) {
        let fits = match &self.rules.file_kind {
            FileKind::Main | FileKind::Template => true,
            FileKind::Module { namespace } => name.to_lowercase().starts_with(namespace.as_str()),
            FileKind::OutsideDirectories => false,
        };
        if !fits {
            let file = self.file;
            let message = format!("Unacceptable location. The name '{name}' is unacceptable in file '{file}'");
            self.error(at(expression), "ILLEGAL_DEFINITION_LOCATION", message);
            self.hint(match &self.rules.file_kind {
                FileKind::Module { namespace } => format!("in this file the name must be '{namespace}'"),
                _ => "the classes and defines of a module belong in its directory 'manifests'".to_owned(),
            });
        }
    }

    /// Checks that a file of a module contains only definitions.
    pub(super) fn only_definitions(&mut self, statements: &[Expression]) {
        if let FileKind::Main | FileKind::Template = self.rules.file_kind {
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

    /// Checks that a class, define or node does not end with a value, which nothing could use.
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

    /// Checks that a type is a type name, with or without parameters.
    pub(super) fn type_reference(&mut self, expression: &Expression, span: Span, container: &str) {
        let name = match &expression.kind {
            Kind::Access(of, _) => of,
            _ => expression,
        };
        match &name.kind {
            Kind::TypeName(name) if names::is_future_word(name) => {
                self.future_word(span, &name.to_lowercase());
            }
            Kind::TypeName(_) => {}
            _ => self.illegal(expression, "a type reference", container),
        }
    }

    /// Checks that only the last parameter captures the rest.
    pub(super) fn rest_is_last(&mut self, parameters: &[Parameter]) {
        let Some((_, others)) = parameters.split_last() else { return };
        for parameter in others.iter().filter(|parameter| parameter.captures_rest) {
            let message = format!("Parameter ${} is not last, and has 'captures rest'", parameter.name);
            self.error(at_parameter(parameter), "CAPTURES_REST_NOT_LAST", message);
        }
    }

    /// Checks that no parameter captures the rest, which requires positional arguments.
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

    /// Checks that the types of parameters are literal, because tools read them without evaluation.
    fn literal_types(&mut self, parameters: &[Parameter]) {
        for parameter in parameters {
            if parameter.data_type.as_ref().is_some_and(|data_type| !literal::is_literal_type(data_type)) {
                // Only a type with parameters gets here, and this is Puppet's name for one.
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
        let span = from_anchor(parameter.anchor, parameter.span);
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
