//! The order of the checks: an expression first, then its children in the order of Puppet's model.

use diagnostics::Span;

use super::{
    Checker, FatalProblem, LocalKind, at, definitions::DefinitionContext, effect, from_anchor, types::TypePart,
};
use crate::{
    Program,
    ast::{
        Attribute, AttributeName, BinaryOperator, Block, Call, CallForm, Expression, Kind, Lambda, Logic, LogicForm,
        Parameter, ResourceBody, ResourceForm,
    },
    label,
};

type Checked = Result<(), FatalProblem>;

impl Checker<'_> {
    pub(super) fn program(&mut self, program: &Program) -> Checked {
        self.only_definitions(&program.body);
        if program.body.len() > 1 {
            self.block(&program.body, |_, first| at(first));
        }
        self.statements(&program.body, DefinitionContext::Top)
    }

    /// Checks a block as a whole; `begin` returns its location.
    fn block(&mut self, statements: &[Expression], begin: impl FnOnce(&Self, &Expression) -> Span) {
        if let Some(name) = effect::resource_without_title(statements) {
            let Some(first) = statements.first() else { return };
            let message =
                format!("This expression is invalid. Did you try declaring a '{name}' resource without a title?");
            let begin = begin(self, first);
            self.error(begin, "RESOURCE_WITHOUT_TITLE", message);
            self.hint(format!("start with the title and a colon: {name} {{ 'title': … }}"));
            return;
        }
        let Some((_, others)) = statements.split_last() else { return };
        // Only the first one is reported, because the others are often its consequences.
        if let Some(forgotten) = others.iter().find(|statement| effect::is_pure(statement)) {
            let message = format!(
                "This {} has no effect. A value was produced and then forgotten (one or more preceding expressions may \
                 have the wrong form)",
                label::label(forgotten)
            );
            self.error(at(forgotten), "IDEM_EXPRESSION_NOT_LAST", message);
            self.hint(match forgotten.kind {
                Kind::Binary(BinaryOperator::Equal, _) => "'==' compares; a variable is set with '='",
                _ => "assign it to a variable, pass it to a function, or remove it",
            });
        }
    }

    fn statements(&mut self, statements: &[Expression], context: DefinitionContext) -> Checked {
        statements.iter().try_for_each(|statement| self.expression(statement, context))
    }

    /// The body of a definition, which is a block even when it is a single statement.
    fn body(&mut self, body: &Block, context: DefinitionContext) -> Checked {
        self.block(body, |_, first| at(first));
        self.statements(body, context)
    }

    /// A branch, which is a block only if it has several statements.
    fn branch(&mut self, branch: &Block) -> Checked {
        match &branch[..] {
            [only] => self.inside(only),
            statements => {
                self.block(statements, |checker, first| checker.brace_before(first));
                self.statements(statements, DefinitionContext::Block)
            }
        }
    }

    /// The location of the block of a branch: from its brace.
    fn brace_before(&self, first: &Expression) -> Span {
        let before = self.text.get(..first.span.start as usize).unwrap_or_default();
        match before.rfind('{') {
            Some(brace) => Span::new(brace, first.span.end as usize),
            None => at(first),
        }
    }

    fn inside(&mut self, expression: &Expression) -> Checked {
        self.expression(expression, DefinitionContext::Inside)
    }

    fn all(&mut self, expressions: &[Expression]) -> Checked {
        expressions.iter().try_for_each(|expression| self.inside(expression))
    }

    fn expression(&mut self, expression: &Expression, context: DefinitionContext) -> Checked {
        match &expression.kind {
            Kind::Undef
            | Kind::Default
            | Kind::Boolean(_)
            | Kind::Integer(..)
            | Kind::Float(_)
            | Kind::String(_)
            | Kind::Regexp(_)
            | Kind::Name(_)
            | Kind::RenderText(_)
            | Kind::Nothing => Ok(()),
            Kind::Interpolated(parts) => parts.iter().try_for_each(|part| {
                self.value(part);
                self.inside(part)
            }),
            Kind::Heredoc(heredoc) => {
                self.embedded(heredoc)?;
                self.inside(&heredoc.text)
            }
            Kind::Reserved(word) => {
                self.reserved(expression, word);
                Ok(())
            }
            Kind::TypeName(name) => {
                self.type_name(expression, name);
                Ok(())
            }
            Kind::Variable(name) => {
                self.variable(expression, name);
                Ok(())
            }
            Kind::Array(values) => {
                values.iter().for_each(|value| self.value(value));
                self.all(values)
            }
            Kind::Hash(entries) => {
                self.duplicate_keys(entries);
                entries.iter().try_for_each(|(key, value)| {
                    self.value(key);
                    self.value(value);
                    self.inside(key)?;
                    self.inside(value)
                })
            }
            Kind::Unary(_, inner) | Kind::Parenthesized(inner) | Kind::Render(inner) => {
                self.value(inner);
                self.inside(inner)
            }
            Kind::Binary(_, sides) => {
                self.value(&sides.0);
                self.value(&sides.1);
                self.inside(&sides.0)?;
                self.inside(&sides.1)
            }
            Kind::Assignment(operator, sides) => {
                self.assignment(*operator, expression, sides);
                self.inside(&sides.0)?;
                self.inside(&sides.1)
            }
            Kind::Relationship(_, sides) => {
                self.relationship_side(&sides.0);
                self.relationship_side(&sides.1);
                self.inside(&sides.0)?;
                self.inside(&sides.1)
            }
            Kind::Access(of, keys) => {
                self.inside(of)?;
                self.all(keys)
            }
            Kind::Selector(of, entries) => {
                self.value(of);
                self.selector_defaults(expression, entries);
                self.inside(of)?;
                entries.iter().try_for_each(|(matched, value)| {
                    self.value(matched);
                    self.inside(matched)?;
                    self.inside(value)
                })
            }
            Kind::Block(statements) => {
                self.block(statements, |_, _| at(expression));
                self.statements(statements, DefinitionContext::Block)
            }
            Kind::If(statement) => {
                self.value(&statement.condition);
                self.inside(&statement.condition)?;
                self.branch(&statement.then)?;
                statement.otherwise.as_ref().map_or(Ok(()), |otherwise| self.branch(otherwise))
            }
            Kind::Case(statement) => {
                self.value(&statement.subject);
                self.case_defaults(expression, &statement.options);
                self.inside(&statement.subject)?;
                statement.options.iter().try_for_each(|option| {
                    option.values.iter().for_each(|value| self.value(value));
                    self.all(&option.values)?;
                    self.body(&option.body, DefinitionContext::Block)
                })
            }
            Kind::Call(call) => {
                self.callee(expression, call);
                if let CallForm::Method(of) = &call.form {
                    self.inside(of)?;
                }
                self.inside(&call.callee)?;
                self.all(&call.arguments)?;
                let first = if makes_instance(call) { LocalKind::Initialized } else { LocalKind::Plain };
                call.lambda.as_ref().map_or(Ok(()), |lambda| self.lambda(lambda, first))
            }
            Kind::Lambda(lambda) => self.lambda(lambda, LocalKind::Plain),
            Kind::Resource(resource) => {
                let is_class = matches!(&resource.type_name.kind, Kind::Name(name) if name == "class");
                if is_class && resource.form != ResourceForm::Regular {
                    self.error(at(expression), "CLASS_NOT_VIRTUALIZABLE", "Classes are not virtualizable");
                }
                self.inside(&resource.type_name)?;
                resource.bodies.iter().try_for_each(|body| self.resource_body(body))
            }
            Kind::ResourceDefaults(defaults) => {
                self.form(expression, defaults.form);
                self.inside(&defaults.type_name)?;
                self.attributes(&defaults.attributes, Some(&label::label(expression)))
            }
            Kind::ResourceOverride(change) => {
                self.form(expression, change.form);
                self.inside(&change.resources)?;
                self.attributes(&change.attributes, None)
            }
            Kind::Collector(collector) => {
                self.collector(expression, collector);
                self.inside(&collector.type_name)?;
                if let Some(query) = &collector.query {
                    self.query(query);
                    self.inside(query)?;
                }
                self.attributes(&collector.attributes, None)
            }
            Kind::Class(class) => {
                self.class(expression, class, context);
                self.parameters(&class.parameters)?;
                self.body(&class.body, DefinitionContext::Class)
            }
            Kind::Define(define) => {
                self.class_or_define(expression, &define.name, &define.parameters, &define.body, context);
                self.parameters(&define.parameters)?;
                self.body(&define.body, DefinitionContext::Block)
            }
            Kind::Node(node) => {
                self.node(expression, node, context);
                node.parent.as_ref().map_or(Ok(()), |parent| self.inside(parent))?;
                self.all(&node.matches)?;
                self.body(&node.body, DefinitionContext::Block)
            }
            Kind::Function(function) => {
                self.function(expression, function, context);
                self.parameters(&function.parameters)?;
                self.body(&function.body, DefinitionContext::Block)?;
                function.returns.as_ref().map_or(Ok(()), |returns| self.inside(returns))
            }
            Kind::TypeAlias(alias) => {
                self.type_alias(expression, alias, context);
                self.inside(&alias.definition)
            }
            Kind::TypeMapping(sides) => {
                self.type_mapping(expression, sides, context);
                self.inside(&sides.0)?;
                self.inside(&sides.1)
            }
            Kind::TypeDefinition(definition) => {
                self.named_type(expression, &definition.name, context);
                for part in self.type_statements(definition) {
                    match part {
                        TypePart::Value(value) => self.inside(value)?,
                        TypePart::Logic(logic) => {
                            self.sees_features = true;
                            let checked = self.logic(logic);
                            self.sees_features = false;
                            checked?;
                        }
                    }
                }
                Ok(())
            }
            Kind::Invariant(invariant) => self.logic(&invariant.logic),
            Kind::Template(template) => {
                self.rest_is_last(&template.parameters);
                self.parameters(&template.parameters)?;
                self.no_rest(&template.parameters, &label::with_article(expression));
                self.distinct(&template.parameters);
                self.body(&template.body, DefinitionContext::Block)
            }
        }
    }

    /// Checks logic; in braces it is a lambda without parameters.
    fn logic(&mut self, logic: &Logic) -> Checked {
        match logic.form {
            LogicForm::Lambda | LogicForm::Block => self.lambda(&logic.lambda, LocalKind::Plain),
            LogicForm::Expression => self.all(&logic.lambda.body),
        }
    }

    /// Checks a lambda; the first parameter of that of `new` is the instance under construction.
    fn lambda(&mut self, lambda: &Lambda, first: LocalKind) -> Checked {
        let level = self.locals.len();
        let kinds = std::iter::once(first).chain(std::iter::repeat(LocalKind::Plain));
        let named = lambda.parameters.iter().zip(kinds).map(|(parameter, kind)| (parameter.name.clone(), kind));
        self.locals.extend(named);
        let checked = self.lambda_parts(lambda);
        self.locals.truncate(level);
        checked
    }

    fn lambda_parts(&mut self, lambda: &Lambda) -> Checked {
        self.rest_is_last(&lambda.parameters);
        if let Some(returns) = &lambda.returns {
            self.type_reference(returns, at(returns), "a Lambda");
        }
        self.parameters(&lambda.parameters)?;
        self.body(&lambda.body, DefinitionContext::Block)?;
        lambda.returns.as_ref().map_or(Ok(()), |returns| self.inside(returns))
    }

    fn parameters(&mut self, parameters: &[Parameter]) -> Checked {
        parameters.iter().try_for_each(|parameter| {
            self.parameter(parameter);
            parameter.default.as_ref().map_or(Ok(()), |default| self.inside(default))?;
            parameter.data_type.as_ref().map_or(Ok(()), |data_type| self.inside(data_type))
        })
    }

    fn resource_body(&mut self, body: &ResourceBody) -> Checked {
        let splats = body.attributes.iter().filter(|attribute| attribute.name == AttributeName::Splat);
        for second in splats.skip(1) {
            let message = "Unfolding of attributes from Hash can only be used once per resource body";
            self.error(from_anchor(second.anchor, second.span), "MULTIPLE_ATTRIBUTES_UNFOLD", message);
        }
        self.inside(&body.title)?;
        self.attributes(&body.attributes, Some("Resource Instance Definition"))
    }

    /// `container` is the label of a construct that does not allow `+>`.
    fn attributes(&mut self, attributes: &[Attribute], container: Option<&str>) -> Checked {
        attributes.iter().try_for_each(|attribute| {
            if let Some(container) = container {
                self.adds(attribute, container);
            }
            self.value(&attribute.value);
            self.inside(&attribute.value)
        })
    }
}

/// Whether a call creates an instance: `T.new`, `new(T)`.
fn makes_instance(call: &Call) -> bool {
    matches!(&call.callee.kind, Kind::Name(name) if name == "new")
}
