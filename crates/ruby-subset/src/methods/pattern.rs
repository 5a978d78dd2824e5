//! `Regexp` and `MatchData`

use std::{rc::Rc, sync::Arc};

use ecow::EcoString;
use pcore::regexp::Regexp;

use super::{Answer, Arguments};
use crate::{
    error::{Outcome, raise, type_error},
    machine::{Machine, no_conversion},
    object::{Match, Object},
    text,
};

pub(super) fn call(machine: &mut Machine<'_>, regexp: &Arc<Regexp>, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "=~" => match subject(arguments.object(0)?)? {
            Some(subject) => search(machine, regexp, &subject, 0)?
                .map_or(Object::Nil, |found| Object::size(subject[..found.whole().0].chars().count())),
            None => {
                machine.last_match = None;
                Object::Nil
            }
        },
        "===" => match arguments.object(0)? {
            Object::String(_) | Object::Symbol(_) => {
                let subject = text::to_s(arguments.object(0)?)?;
                Object::Boolean(search(machine, regexp, &subject, 0)?.is_some())
            }
            _ => Object::Boolean(false),
        },
        "match" => match subject(arguments.object(0)?)? {
            Some(subject) => search(machine, regexp, &subject, 0)?.map_or(Object::Nil, Object::Match),
            None => Object::Nil,
        },
        "match?" => match subject(arguments.object(0)?)? {
            Some(subject) => Object::Boolean(matches(regexp, &subject)?),
            None => Object::Boolean(false),
        },
        "source" => Object::text(regexp.source()),
        "names" => Object::array(regexp.capture_names().map(Object::text).collect()),
        "options" => {
            let options = regexp.options();
            let bit = |set: bool, value: i64| if set { value } else { 0 };
            Object::Integer(bit(options.ignore_case, 1) | bit(options.extended, 2) | bit(options.multiline, 4))
        }
        _ => return Ok(None),
    }))
}

/// How many steps a match takes, wherever it is.
const STEPS_PER_MATCH: usize = 5;

fn subject(object: &Object) -> Outcome<Option<EcoString>> {
    match object {
        Object::Nil => Ok(None),
        Object::String(_) | Object::Symbol(_) => text::to_s(object).map(Some),
        other => type_error(no_conversion(other, "String")),
    }
}

pub(super) fn matches(regexp: &Regexp, subject: &str) -> Outcome<bool> {
    regexp.is_match(subject).or_else(|error| raise("RegexpError", error.to_string()))
}

/// Looks for the first match from a byte on, and remembers it as the last one.
pub(super) fn search(
    machine: &mut Machine<'_>,
    regexp: &Regexp,
    subject: &EcoString,
    start: usize,
) -> Outcome<Option<Rc<Match>>> {
    match regexp.captures_from(subject, start) {
        Ok(found) => {
            // What was walked to find it; the text itself is shared, not copied.
            let end = found.as_ref().map_or(subject.len(), |found| found.whole().end());
            machine.spend(STEPS_PER_MATCH + end.saturating_sub(start) / 64)?;
            machine.last_match = found.map(|captures| Rc::new(Match::new(subject.clone(), &captures)));
            Ok(machine.last_match.clone())
        }
        Err(error) => raise("RegexpError", error.to_string()),
    }
}

pub(super) fn call_match(machine: &mut Machine<'_>, found: &Rc<Match>, arguments: &Arguments<'_>) -> Answer {
    let groups = |from: usize| (from..found.groups.len()).map(|number| found.group(number)).collect::<Vec<_>>();
    let characters = |index: usize| Object::size(found.text[..index].chars().count());
    Ok(Some(match arguments.method {
        "[]" => match arguments.object(0)? {
            Object::Integer(number) if *number >= 0 && arguments.objects.len() == 1 => {
                found.group(usize::try_from(*number).unwrap_or(usize::MAX))
            }
            name @ (Object::String(_) | Object::Symbol(_)) => {
                let name = text::to_s(name)?;
                match found.named(&name) {
                    Some(object) => object,
                    None => return raise("IndexError", format!("undefined group name reference: {name}")),
                }
            }
            _ => return machine.call_method(&Object::array(groups(0)), arguments),
        },
        "to_a" => Object::array(groups(0)),
        "captures" => Object::array(groups(1)),
        "named_captures" => Object::hash(
            found.names.iter().map(|(name, _)| (Object::text(name.clone()), found.named(name).unwrap_or(Object::Nil))),
        )?,
        "names" => Object::array(found.names.iter().map(|(name, _)| Object::text(name.clone())).collect()),
        "pre_match" => Object::text(&found.text[..found.whole().0]),
        "post_match" => Object::text(&found.text[found.whole().1..]),
        "begin" | "end" => {
            let index = found.groups.get(arguments.size(0)?).copied().flatten();
            let index = index.map(|(start, end)| if arguments.method == "begin" { start } else { end });
            index.map_or(Object::Nil, characters)
        }
        "size" | "length" => Object::size(found.groups.len()),
        "values_at" => return machine.call_method(&Object::array(groups(0)), arguments),
        _ => return Ok(None),
    }))
}
