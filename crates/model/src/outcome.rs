//! The results of checks and invariants.

use diagnostics::Problem;
use ecow::EcoString;
use pcore::Value;

use crate::{Evaluator, Feature, Logic, ModelType, Variables, reading::bound, value::kind_of};

/// The meaning of a result; a refusal may have its own message.
enum Verdict {
    Accepted,
    Refused(Option<EcoString>),
}

/// Interprets a result, which must be a String, a Boolean or `undef`.
fn verdict(value: Value) -> Result<Verdict, Value> {
    match value {
        Value::Undef | Value::Boolean(true) => Ok(Verdict::Accepted),
        Value::Boolean(false) => Ok(Verdict::Refused(None)),
        Value::String(message) => Ok(Verdict::Refused(Some(message).filter(|message| !message.is_empty()))),
        other => Err(other),
    }
}

/// Checks a value of a feature by `check` or `validate`; each element of a list separately.
pub(crate) fn check<E: Evaluator>(
    evaluator: &mut E,
    feature: &Feature,
    word: &str,
    logic: &Logic,
    value: &Value,
) -> Result<(), E::Error> {
    for item in feature.items(value) {
        if let Some(refusal) = refusal(evaluator, feature, word, logic, item)? {
            return Err(refusal.into());
        }
    }
    Ok(())
}

/// Checks the defaults of a type. Their checks do not depend on other features, so errors can be reported before there
/// is an instance.
pub fn check_defaults<E: Evaluator>(evaluator: &mut E, model: &ModelType) -> Result<(), E::Error> {
    for feature in &model.features {
        let Some(default) = &feature.default else { continue };
        // The result of `set` may depend on other features.
        let check = feature.check.as_ref().filter(|_| feature.set.is_none());
        for (word, logic) in [("validate", feature.validate.as_ref()), ("check", check)] {
            let Some(logic) = logic else { continue };
            for item in feature.items(default) {
                if let Some(refusal) = refusal(evaluator, feature, word, logic, item)? {
                    let (name, reason) = (&feature.name, &refusal.message);
                    let message = format!("The default of the feature '{name}' is not acceptable: {reason}");
                    return Err(
                        Problem { location: Some(Box::new(feature.location.clone())), message, ..refusal }.into()
                    );
                }
            }
        }
    }
    Ok(())
}

/// Returns why a value of a feature is refused, if it is.
fn refusal<E: Evaluator>(
    evaluator: &mut E,
    feature: &Feature,
    word: &str,
    logic: &Logic,
    value: &Value,
) -> Result<Option<Problem>, E::Error> {
    let bound = bound(feature, logic, value);
    let known = |name: &EcoString| bound.iter().find(|(known, _)| known == name).cloned();
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
            Ok(Some(problem.label(logic.location(), format!("'{word}' of '{name}' of {owner} refuses it"))))
        }
        Err(other) => {
            let found = kind_of(&other);
            let message = format!(
                "{word} must return a String, Boolean or undef, got {found}; that of the feature '{name}' of {owner} \
                 is wrong"
            );
            Err(Problem::at(logic.location(), message).into())
        }
    }
}

/// Checks an invariant of a type or a define with the given variables.
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
            Err(Problem::new(message).label(logic.location(), format!("this must hold for {owner}")).into())
        }
        Err(other) => {
            let found = kind_of(&other);
            let message =
                format!("invariant must return a String, Boolean or undef, got {found}; that of {owner} is wrong");
            Err(Problem::at(logic.location(), message).into())
        }
    }
}
