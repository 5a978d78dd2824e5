//! Where expressions may be used: on either side of an assignment, as a value, in a query, as a callee.

use super::{Checker, LocalKind, at, from_anchor, names};
use crate::{
    ast::{
        AssignmentOperator, Attribute, AttributeName, BinaryOperator, Call, CallForm, CaseOption, Collector,
        Expression, Kind, ResourceForm,
    },
    descend, label,
};

impl Checker<'_> {
    /// Reports an expression without a value that is used as one. For `(x)` the report is about `x`.
    pub(super) fn value(&mut self, expression: &Expression) {
        match &expression.kind {
            Kind::Parenthesized(inner) | Kind::Unary(_, inner) | Kind::Render(inner) => self.value(inner),
            Kind::Collector(_)
            | Kind::Class(_)
            | Kind::Define(_)
            | Kind::Node(_)
            | Kind::Function(_)
            | Kind::TypeAlias(_)
            | Kind::TypeMapping(_)
            | Kind::TypeDefinition(_)
            | Kind::Invariant(_) => {
                let what = label::with_capital_article(expression);
                let message = format!("Invalid use of expression. {what} does not produce a value");
                self.error(at(expression), "NOT_RVALUE", message);
            }
            _ => {}
        }
    }

    /// Checks an operand of `->`: anything that produces a value, and collectors.
    pub(super) fn relationship_side(&mut self, expression: &Expression) {
        if !matches!(expression.kind, Kind::Collector(_) | Kind::Relationship(..)) {
            self.value(expression);
        }
    }

    pub(super) fn assignment(
        &mut self,
        operator: AssignmentOperator,
        expression: &Expression,
        (left, right): &(Expression, Expression),
    ) {
        let sets_feature = self.sets_feature(left);
        if sets_feature && operator != AssignmentOperator::Delete {
            self.value(right);
            return;
        }
        if operator == AssignmentOperator::Set {
            self.assignable(left);
            self.value(right);
            return;
        }
        let symbol = operator.symbol();
        let message =
            format!("The operator '{symbol}' is no longer supported. See http://links.puppet.com/remove-plus-equals");
        self.error(at(expression), "APPENDS_DELETES_NO_LONGER_SUPPORTED", message);
        self.hint("variables are immutable: set another one, as in $more = $few + ['one']");
    }

    /// Whether the target of an assignment is `$x[feature]`, where `$x` is an instance under construction.
    fn sets_feature(&self, target: &Expression) -> bool {
        let Kind::Access(of, keys) = &target.kind else { return false };
        let Kind::Variable(name) = &of.kind else { return false };
        let local = self.locals.iter().rev().find(|(local, _)| local == name);
        keys.len() == 1 && local.is_some_and(|(_, kind)| *kind == LocalKind::Initialized)
    }

    fn assignable(&mut self, expression: &Expression) {
        match &expression.kind {
            Kind::Variable(name) => {
                if names::is_match_variable(name) {
                    let message = format!(
                        "Illegal attempt to assign to the numeric match result variable '${name}'. Numeric variables \
                         are not assignable"
                    );
                    self.error(at(expression), "ILLEGAL_NUMERIC_ASSIGNMENT", message);
                }
                if name.contains("::") {
                    let message = format!(
                        "Illegal attempt to assign to '{name}'. Cannot assign to variables in other namespaces"
                    );
                    self.error(at(expression), "CROSS_SCOPE_ASSIGNMENT", message);
                }
            }
            Kind::Access(..) => {
                let message = "Illegal attempt to assign via [index/key]. Not an assignable reference";
                self.error(at(expression), "ILLEGAL_INDEXED_ASSIGNMENT", message);
                self.hint("values are immutable: make a new one, as in $more = $few + { 'key' => 'value' }");
            }
            Kind::Array(targets) => targets.iter().for_each(|target| self.assignable(target)),
            _ => {
                let what = label::with_article(expression);
                let message = format!("Illegal attempt to assign to '{what}'. Not an assignable reference");
                self.error(at(expression), "ILLEGAL_ASSIGNMENT", message);
                if let Kind::Binary(BinaryOperator::Subtract, _) = expression.kind {
                    self.hint("variable names cannot contain hyphens: write $my_name");
                }
            }
        }
    }

    /// Checks that the default of a parameter contains no assignment outside of a lambda.
    pub(super) fn no_assignment(&mut self, expression: &Expression) {
        if let Kind::Assignment(..) = expression.kind {
            self.error(at(expression), "ILLEGAL_ASSIGNMENT_CONTEXT", "Assignment not allowed here");
            return;
        }
        let mut parts = Vec::new();
        descend::push_open_parts(expression, &mut parts);
        parts.into_iter().for_each(|part| self.no_assignment(part));
    }

    pub(super) fn callee(&mut self, expression: &Expression, call: &Call) {
        if matches!(call.form, CallForm::Method(_)) {
            return;
        }
        match &call.callee.kind {
            Kind::Name(_) | Kind::TypeName(_) => {}
            Kind::Access(of, _) if matches!(of.kind, Kind::TypeName(_)) => {}
            Kind::RenderText(_) => {
                let message = "Ambiguous EPP parameter expression. Probably missing '<%-' before parameters to remove \
                               leading whitespace";
                self.error(at(expression), "ILLEGAL_EPP_PARAMETERS", message);
            }
            _ => self.illegal(&call.callee, "function name", &label::with_article(expression)),
        }
    }

    /// Reports an expression that cannot be used as `used_as`.
    pub(super) fn illegal(&mut self, expression: &Expression, used_as: &str, container: &str) {
        let what = label::with_capital_article(expression);
        let message = format!("Illegal expression. {what} is unacceptable as {used_as} in {container}");
        self.error(at(expression), "ILLEGAL_EXPRESSION", message);
    }

    pub(super) fn collector(&mut self, expression: &Expression, collector: &Collector) {
        if !matches!(collector.type_name.kind, Kind::TypeName(_)) {
            self.illegal(&collector.type_name, "type name", &label::with_article(expression));
        }
    }

    /// Checks the query of a collector.
    pub(super) fn query(&mut self, expression: &Expression) {
        match &expression.kind {
            Kind::Binary(BinaryOperator::Equal | BinaryOperator::NotEqual, _)
            | Kind::Variable(_)
            | Kind::Name(_)
            | Kind::Integer(..)
            | Kind::Float(_)
            | Kind::String(_)
            | Kind::Boolean(_) => {}
            Kind::Binary(BinaryOperator::And | BinaryOperator::Or, sides) => {
                self.query(&sides.0);
                self.query(&sides.1);
            }
            Kind::Parenthesized(inner) => self.query(inner),
            _ => {
                let what = label::with_capital_article(expression);
                let message = format!("Illegal query expression. {what} cannot be used in a query");
                self.error(at(expression), "ILLEGAL_QUERY_EXPRESSION", message);
            }
        }
    }

    /// Checks that `+>` is not used in a declaration or a default, where there is no value to add to.
    pub(super) fn adds(&mut self, attribute: &Attribute, container: &str) {
        if let (true, AttributeName::Named(name)) = (attribute.adds, &attribute.name) {
            let message = format!(
                "Illegal +> operation on attribute {name}. This operator can not be used in {}",
                label::add_article(container)
            );
            let span = from_anchor(attribute.anchor, attribute.span);
            self.error(span, "ILLEGAL_ATTRIBUTE_APPEND", message);
        }
    }

    /// Checks that defaults and overrides are not virtual.
    pub(super) fn form(&mut self, expression: &Expression, form: ResourceForm) {
        if form != ResourceForm::Regular {
            self.error(at(expression), "NOT_VIRTUALIZEABLE", "Resource Defaults are not virtualizable");
        }
    }

    pub(super) fn case_defaults(&mut self, expression: &Expression, options: &[CaseOption]) {
        let values = options.iter().flat_map(|option| &option.values);
        for value in values.filter(|value| matches!(value.kind, Kind::Default)).skip(1) {
            self.second_default(expression, value);
        }
    }

    pub(super) fn selector_defaults(&mut self, expression: &Expression, entries: &[(Expression, Expression)]) {
        let mut defaults = entries.iter().map(|(value, _)| value).filter(|value| matches!(value.kind, Kind::Default));
        if let Some(second) = defaults.nth(1) {
            self.second_default(expression, second);
        }
    }

    fn second_default(&mut self, container: &Expression, value: &Expression) {
        let what = label::label(container);
        let message = format!("This {what} already has a 'default' entry - this is a duplicate");
        self.error(at(value), "DUPLICATE_DEFAULT", message);
    }

    pub(super) fn variable(&mut self, expression: &Expression, name: &str) {
        if name.starts_with(|first: char| first.is_ascii_digit()) {
            if !names::is_match_variable(name) {
                let message = format!(
                    "Illegal numeric variable name, The given name '{name}' must be a decimal value if it starts with \
                     a digit 0-9"
                );
                self.error(at(expression), "ILLEGAL_NUMERIC_VAR_NAME", message);
            }
        } else if !(names::is_variable(name) || self.sees_features && names::is_feature(name)) {
            let message = format!(
                "Illegal variable name, The given name '{name}' does not conform to the naming rule \
                 /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/"
            );
            self.error(at(expression), "ILLEGAL_VAR_NAME", message);
            if name.contains(|letter: char| letter.is_ascii_uppercase()) {
                self.hint(format!("variable names start with a lower-case letter: write ${}", name.to_lowercase()));
            }
        }
    }

    pub(super) fn type_name(&mut self, expression: &Expression, name: &str) {
        if !names::is_type_reference(name) {
            let message =
                format!("Illegal type reference. The given name '{name}' does not conform to the naming rule");
            self.error(at(expression), "ILLEGAL_CLASSREF", message);
        }
    }

    pub(super) fn reserved(&mut self, expression: &Expression, word: &str) {
        let message = format!("Use of reserved word: {word}, must be quoted if intended to be a String value");
        self.error(at(expression), "RESERVED_WORD", message);
    }
}
