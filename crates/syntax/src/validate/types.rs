//! `type X { … }`: the settings of features, their values, and which of them exclude each other.
//!
//! Checks that need other types (parents, references, conflicts with inherited features) or the functions that logic may
//! call are made when types are loaded.

use std::collections::HashMap;

use diagnostics::Span;

use super::{Checker, at};
use crate::ast::{
    Expression, Feature, FeatureKind, Kind, Logic, LogicForm, Setting, SettingValue, TypeDefinition, TypeStatement,
    UnaryOperator,
};

const CODE: &str = "ILLEGAL_TYPE_STATEMENT";

const FEATURE_SETTINGS: [&str; 8] =
    ["min", "max", "unsettable", "validate", "derived", "transient", "setable", "settable"];
const ATTRIBUTE_SETTINGS: [&str; 6] = ["default", "check", "set", "get", "behaviour", "desc"];
const REFERENCE_SETTINGS: [&str; 1] = ["containment"];

/// A part of a type that is an expression or logic.
pub(super) enum TypePart<'t> {
    Value(&'t Expression),
    Logic(&'t Logic),
}

/// The multiplicity that the settings of a feature declare.
#[derive(Default)]
struct Bounds {
    min: Option<i64>,
    max: Option<i64>,
}

impl Checker<'_> {
    /// Checks the statements of a type, and returns the expressions in them for the checks of all expressions.
    pub(super) fn type_statements<'t>(&mut self, definition: &'t TypeDefinition) -> Vec<TypePart<'t>> {
        let mut parts = Vec::new();
        let mut known: HashMap<&str, Span> = HashMap::new();
        let mut is_abstract: Option<Span> = None;
        for statement in &definition.statements {
            match statement {
                TypeStatement::Feature(feature) => {
                    let earlier = known.insert(&feature.name.text, feature.name.span);
                    self.feature_name(earlier, feature);
                    self.feature(feature, &mut parts);
                }
                TypeStatement::Invariant(invariant) => {
                    self.parameters_of(&invariant.logic, "invariant", 0, 1);
                    parts.push(TypePart::Logic(&invariant.logic));
                }
                TypeStatement::Abstract(span) => {
                    if let Some(first) = is_abstract.replace(*span) {
                        self.error(*span, CODE, "Duplicate 'abstract'");
                        self.label(first, "first one here");
                    }
                }
                TypeStatement::Automatic(_, hash) => parts.push(TypePart::Value(hash)),
                TypeStatement::Description(_) | TypeStatement::Features(..) => {}
            }
        }
        parts
    }

    fn feature_name(&mut self, earlier: Option<Span>, feature: &Feature) {
        let name = &feature.name.text;
        if let Some(earlier) = earlier {
            self.error(feature.name.span, CODE, format!("Duplicate feature '{name}'"));
            self.label(earlier, "first defined here");
        }
        if name.contains("::") || name.contains('-') {
            let message = format!("'{name}' is not a valid name of a feature: use only letters, digits and '_'");
            self.error(feature.name.span, CODE, message);
        }
        if matches!(name.as_str(), "it" | "meta") {
            let message = format!("A feature cannot be named '{name}': logic has a variable of that name");
            self.error(feature.name.span, CODE, message);
        }
    }

    fn feature<'t>(&mut self, feature: &'t Feature, parts: &mut Vec<TypePart<'t>>) {
        let mut bounds = Bounds::default();
        for (index, setting) in feature.settings.iter().enumerate() {
            let earlier = feature.settings.iter().take(index).find(|earlier| spelled(earlier) == spelled(setting));
            if let Some(earlier) = earlier {
                self.error(setting.name.span, CODE, format!("Duplicate setting '{}'", setting.name.text));
                self.label(earlier.span, "first set here");
            }
            self.setting(feature, setting, &mut bounds);
            match &setting.value {
                SettingValue::Literal(value) => parts.push(TypePart::Value(value)),
                SettingValue::Logic(logic) => parts.push(TypePart::Logic(logic)),
            }
        }
        if let (Some(min), Some(max)) = (bounds.min, bounds.max)
            && max < min
        {
            let span = find(feature, "max").map_or(feature.span, |setting| setting.span);
            let message = format!("'max' ({max}) is less than 'min' ({min}) of the feature '{}'", feature.name.text);
            self.error(span, CODE, message);
        }
        self.derived(feature);
    }

    fn setting(&mut self, feature: &Feature, setting: &Setting, bounds: &mut Bounds) {
        let name = setting.name.text.as_str();
        let own: &[&str] = match feature.kind {
            FeatureKind::Attribute => &ATTRIBUTE_SETTINGS,
            FeatureKind::Reference => &REFERENCE_SETTINGS,
        };
        if !FEATURE_SETTINGS.contains(&name) && !own.contains(&name) {
            self.unknown_setting(feature, setting, own);
            return;
        }
        match (&setting.value, name) {
            (SettingValue::Logic(logic), "derived") => {
                self.only_lambda(logic, "derived => || { … }", name);
                self.parameters_of(logic, name, 0, 0);
            }
            (SettingValue::Logic(logic), "set" | "get") => {
                self.only_lambda(logic, &format!("{name} => |$value| {{ … }}"), name);
                self.parameters_of(logic, name, 1, 1);
            }
            (SettingValue::Logic(logic), _) => self.parameters_of(logic, name, 0, 1),
            (SettingValue::Literal(value), "min") => bounds.min = self.bound(value, name, 0),
            (SettingValue::Literal(value), "max") => {
                let unbound = matches!(&value.kind, Kind::Name(word) | Kind::String(word) if word == "unbound");
                bounds.max = if unbound { None } else { self.bound(value, name, 1) };
            }
            (SettingValue::Literal(value), "default") => {
                if !is_literal(value) {
                    let message = "The value of 'default' must be a number, a string, a boolean or a name";
                    self.error(at(value), CODE, message);
                }
            }
            (SettingValue::Literal(value), "desc") => {
                if !matches!(value.kind, Kind::String(_) | Kind::Heredoc(_)) {
                    self.error(at(value), CODE, "The value of 'desc' must be a string");
                }
            }
            (SettingValue::Literal(value), "behaviour") => self.behaviour(value),
            (SettingValue::Literal(value), _) => {
                if !matches!(value.kind, Kind::Boolean(_)) {
                    self.error(at(value), CODE, format!("The value of '{name}' must be true or false"));
                }
            }
        }
    }

    fn unknown_setting(&mut self, feature: &Feature, setting: &Setting, own: &[&str]) {
        let (name, word) = (&setting.name.text, feature.kind.word());
        let message = format!("'{name}' is not a setting of '{word}'");
        self.error(setting.name.span, CODE, message);
        let elsewhere = match feature.kind {
            FeatureKind::Attribute => REFERENCE_SETTINGS.contains(&name.as_str()).then_some("has"),
            FeatureKind::Reference => ATTRIBUTE_SETTINGS.contains(&name.as_str()).then_some("attr"),
        };
        match elsewhere {
            Some(other) => self.hint(format!("it is a setting of '{other}'")),
            None => {
                let known: Vec<&str> = FEATURE_SETTINGS.iter().chain(own).copied().collect();
                self.hint(format!("the settings are {}", known.join(", ")));
            }
        }
    }

    fn behaviour(&mut self, value: &Expression) {
        let known = ["namevar", "parameter", "read_only", "init_only"];
        let word = match &value.kind {
            Kind::Name(word) | Kind::String(word) => word.as_str(),
            _ => "",
        };
        if !known.contains(&word) {
            let message = "The value of 'behaviour' must be namevar, parameter, read_only or init_only";
            self.error(at(value), CODE, message);
        }
    }

    fn bound(&mut self, value: &Expression, name: &str, min: i64) -> Option<i64> {
        match value.kind {
            Kind::Integer(number, _) if number >= min => Some(number),
            _ => {
                let or_unbound = if name == "max" { " or 'unbound'" } else { "" };
                let message = format!("The value of '{name}' must be an Integer of at least {min}{or_unbound}");
                self.error(at(value), CODE, message);
                None
            }
        }
    }

    fn only_lambda(&mut self, logic: &Logic, example: &str, name: &str) {
        if logic.form != LogicForm::Lambda {
            self.error(logic.lambda.span, CODE, format!("The value of '{name}' must be a lambda"));
            self.hint(format!("write {example}"));
        }
    }

    fn parameters_of(&mut self, logic: &Logic, name: &str, min: usize, max: usize) {
        let count = logic.lambda.parameters.len();
        if logic.form == LogicForm::Lambda && !(min..=max).contains(&count) {
            let expected = match (min, max) {
                (_, 0) => "no parameters",
                (1, _) => "one parameter",
                _ => "at most one parameter",
            };
            let message = format!("The lambda of '{name}' must have {expected}, not {count}");
            self.error(logic.lambda.span, CODE, message);
        }
    }

    /// Checks a derived feature, which stores no value of its own.
    fn derived(&mut self, feature: &Feature) {
        let name = &feature.name.text;
        let Some(derived) = find(feature, "derived") else { return };
        for other in ["default", "get", "check"] {
            if let Some(setting) = find(feature, other) {
                let message =
                    format!("The feature '{name}' is derived: it stores no value that '{other}' could apply to");
                self.error(setting.span, CODE, message);
                self.label(derived.span, "it is derived here");
            }
        }
        let setable = find(feature, "setable").filter(|setting| is_true(setting));
        match (setable, find(feature, "set")) {
            (Some(setting), None) => {
                let message = format!(
                    "The feature '{name}' is derived and setable: it needs 'set', which assigns other features"
                );
                self.error(setting.span, CODE, message);
            }
            (None, Some(setting)) => {
                let message = format!("The feature '{name}' is derived and cannot be set");
                self.error(setting.span, CODE, message);
                self.hint("setable => true allows it");
            }
            _ => {}
        }
    }

    fn label(&mut self, span: Span, text: &str) {
        if let Some(last) = self.problems.pop() {
            self.problems.push(last.label(span, text));
        }
    }
}

/// Finds a setting by its name; `settable` is another spelling of `setable`.
fn find<'f>(feature: &'f Feature, name: &str) -> Option<&'f Setting> {
    feature.settings.iter().find(|setting| spelled(setting) == name)
}

fn spelled(setting: &Setting) -> &str {
    match setting.name.text.as_str() {
        "settable" => "setable",
        other => other,
    }
}

fn is_true(setting: &Setting) -> bool {
    matches!(&setting.value, SettingValue::Literal(value) if matches!(value.kind, Kind::Boolean(true)))
}

fn is_literal(value: &Expression) -> bool {
    match &value.kind {
        Kind::Integer(..) | Kind::Float(_) | Kind::String(_) | Kind::Boolean(_) | Kind::Name(_) => true,
        Kind::Unary(UnaryOperator::Minus, inner) => matches!(inner.kind, Kind::Integer(..) | Kind::Float(_)),
        // A word of an enum may be capitalized.
        Kind::TypeName(name) => !name.contains("::"),
        _ => false,
    }
}
