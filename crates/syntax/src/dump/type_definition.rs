//! Statements of types as notation, which both formats use.

use ecow::EcoString;

use super::{Notation, transform};
use crate::ast::{Feature, FeatureType, Invariant, Logic, LogicForm, SettingValue, TypeStatement, Word};

pub(super) fn statement(statement: &TypeStatement) -> Notation {
    match statement {
        TypeStatement::Feature(feature) => of_feature(feature),
        TypeStatement::Invariant(invariant) => of_invariant(invariant),
        TypeStatement::Abstract(_) => Notation::Call("abstract", Vec::new()),
        TypeStatement::Description(text) => Notation::Call("desc", vec![word(text)]),
        TypeStatement::Features(words, _) => Notation::Call("features", words.iter().map(word).collect()),
        TypeStatement::Automatic(name, hash) => Notation::Call("auto", vec![word(name), transform::of(hash)]),
    }
}

/// An invariant of a type or a define.
pub(super) fn of_invariant(invariant: &Invariant) -> Notation {
    let title = invariant.title.as_ref().map_or(Notation::Nil, word);
    Notation::Call("invariant", vec![title, of_logic(&invariant.logic)])
}

fn of_feature(feature: &Feature) -> Notation {
    let data_type = match &feature.data_type {
        None => Notation::Nil,
        Some(FeatureType::Named(name)) => Notation::Call("qr", vec![word(name)]),
        Some(FeatureType::Enumeration(words, _)) => Notation::Call("enum", words.iter().map(word).collect()),
    };
    let mut parts = vec![word(&feature.name), data_type];
    if !feature.settings.is_empty() {
        let settings = feature.settings.iter().map(|setting| {
            let value = match &setting.value {
                SettingValue::Literal(value) => transform::of(value),
                SettingValue::Logic(logic) => of_logic(logic),
            };
            (EcoString::clone(&setting.name.text), value)
        });
        parts.push(Notation::Map(settings.collect()));
    }
    Notation::Call(feature.kind.word(), parts)
}

fn of_logic(logic: &Logic) -> Notation {
    match logic.form {
        LogicForm::Lambda => transform::of_lambda(&logic.lambda),
        LogicForm::Block => Notation::Call("block", transform::all_statements(&logic.lambda.body)),
        LogicForm::Expression => logic.lambda.body.first().map_or(Notation::Nil, transform::of),
    }
}

fn word(word: &Word) -> Notation {
    Notation::Text(word.text.clone())
}
