//! What the result of a check or an invariant means.

use ecow::EcoString;
use pcore::Value;

use crate::{Evaluator, Feature, Logic, ModelType, Problem, Variables, reading::given, value::kind_of};

/// What the result means; a refusal may bring its own words.
enum Verdict {
    Accepted,
    Refused(Option<EcoString>),
}

/// Only a String, a Boolean and `undef` mean something.
fn verdict(value: Value) -> Result<Verdict, Value> {
    match value {
        Value::Undef | Value::Boolean(true) => Ok(Verdict::Accepted),
        Value::Boolean(false) => Ok(Verdict::Refused(None)),
        Value::String(message) => Ok(Verdict::Refused(Some(message).filter(|message| !message.is_empty()))),
        other => Err(other),
    }
}

/// Checks one value of a feature by `check` or `validate`; on a list, each element by itself.
pub(crate) fn check<E: Evaluator>(
    evaluator: &mut E,
    feature: &Feature,
    word: &str,
    logic: &Logic,
    value: &Value,
) -> Result<(), E::Error> {
    match value {
        Value::Array(items) if feature.multiplicity.is_list() => {
            items.iter().try_for_each(|item| check_one(evaluator, feature, word, logic, item))
        }
        single => check_one(evaluator, feature, word, logic, single),
    }
}

/// Checks the defaults of a type by their own rules, which see nothing else: whether they hold is the same for all
/// instances, so that it is told before there is any.
pub fn check_defaults<E: Evaluator>(evaluator: &mut E, model: &ModelType) -> Result<(), E::Error> {
    for feature in &model.features {
        let Some(default) = &feature.default else { continue };
        let items = match default {
            Value::Array(items) if feature.multiplicity.is_list() => items.as_slice(),
            single => std::slice::from_ref(single),
        };
        // What `set` makes of it may depend on others.
        let check = feature.check.as_ref().filter(|_| feature.set.is_none());
        for (word, logic) in [("validate", feature.validate.as_ref()), ("check", check)] {
            let Some(logic) = logic else { continue };
            for item in items {
                if let Some(refusal) = refusal(evaluator, feature, word, logic, item)? {
                    let (name, reason) = (&feature.name, &refusal.message);
                    let message = format!("The default of the feature '{name}' is not acceptable: {reason}");
                    return Err(Problem { at: Some(Box::new(feature.spot.clone())), message, ..refusal }.into());
                }
            }
        }
    }
    Ok(())
}

fn check_one<E: Evaluator>(
    evaluator: &mut E,
    feature: &Feature,
    word: &str,
    logic: &Logic,
    value: &Value,
) -> Result<(), E::Error> {
    match refusal(evaluator, feature, word, logic, value)? {
        Some(refusal) => Err(refusal.into()),
        None => Ok(()),
    }
}

/// Why a value of a feature is not acceptable; nothing if it is.
fn refusal<E: Evaluator>(
    evaluator: &mut E,
    feature: &Feature,
    word: &str,
    logic: &Logic,
    value: &Value,
) -> Result<Option<Problem>, E::Error> {
    let given = given(feature, logic, value);
    let known = |name: &EcoString| given.iter().find(|(known, _)| known == name).cloned();
    let variables = logic.variables.iter().filter_map(known).collect();
    let result = evaluator.evaluate(logic, variables)?;
    let (name, owner) = (&feature.name, &feature.owner);
    match verdict(result) {
        Ok(Verdict::Accepted) => Ok(None),
        Ok(Verdict::Refused(message)) => {
            let message = message.map_or_else(
                || format!("Illegal value: {value} is not an acceptable value for {name}"),
                |message| message.to_string(),
            );
            let problem = Problem::new(message);
            Ok(Some(problem.label(logic.spot(), format!("'{word}' of '{name}' of {owner} refuses it"))))
        }
        Err(other) => {
            let found = kind_of(&other);
            let message = format!(
                "{word} must return a String, Boolean or undef, got {found}; that of the feature '{name}' of {owner} \
                 is wrong"
            );
            Err(Problem::at(logic.spot(), message).into())
        }
    }
}

/// Checks an invariant of a type or a define, whose variables are known.
pub fn check_invariant<E: Evaluator>(
    evaluator: &mut E,
    title: Option<&str>,
    owner: &str,
    logic: &Logic,
    variables: Variables,
) -> Result<(), E::Error> {
    let result = evaluator.evaluate(logic, variables)?;
    match verdict(result) {
        Ok(Verdict::Accepted) => Ok(()),
        Ok(Verdict::Refused(message)) => {
            let message = message.as_deref().or(title).unwrap_or("Illegal invariant").to_owned();
            Err(Problem::new(message).label(logic.spot(), format!("this must hold for {owner}")).into())
        }
        Err(other) => {
            let found = kind_of(&other);
            let message =
                format!("invariant must return a String, Boolean or undef, got {found}; that of {owner} is wrong");
            Err(Problem::at(logic.spot(), message).into())
        }
    }
}
