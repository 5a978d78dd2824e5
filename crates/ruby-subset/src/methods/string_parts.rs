//! `String`: its parts.

use std::{cell::RefCell, rc::Rc};

use ecow::EcoString;

use super::{
    Answer, Arguments, enumerator::waiting, pattern, range_bounds, resolve_index, slice_bounds, substitute,
    substitute::to_regexp,
};
use crate::{error::Outcome, machine::Machine, object::Object};

pub(super) fn call(
    machine: &mut Machine<'_>,
    own: &EcoString,
    receiver: &Rc<RefCell<EcoString>>,
    arguments: &Arguments<'_>,
) -> Answer {
    Ok(Some(match arguments.method {
        "[]" | "slice" => {
            let found = part(machine, own, arguments)?;
            found.map_or(Object::Nil, |(start, end)| Object::text(&own[start..end]))
        }
        "split" => Object::array(split(machine, own, arguments)?),
        "lines" | "each_line" => {
            machine.check_texts(own.split_inclusive('\n').count())?;
            let lines: Vec<Object> = own
                .split_inclusive('\n')
                .map(|line| match arguments.objects {
                    [Object::Hash(_)] => Object::text(line.strip_suffix('\n').unwrap_or(line)),
                    _ => Object::text(line),
                })
                .collect();
            each(machine, receiver, arguments, lines, arguments.method == "lines")?
        }
        "chars" | "each_char" => {
            machine.check_texts(own.chars().count())?;
            let mut bytes = [0; 4];
            let characters = own.chars().map(|letter| Object::text(&*letter.encode_utf8(&mut bytes))).collect();
            each(machine, receiver, arguments, characters, arguments.method == "chars")?
        }
        "bytes" | "each_byte" => {
            machine.check_count(own.len())?;
            let bytes = own.bytes().map(|byte| Object::Integer(i64::from(byte))).collect();
            each(machine, receiver, arguments, bytes, arguments.method == "bytes")?
        }
        "codepoints" => {
            machine.check_count(own.chars().count())?;
            Object::array(own.chars().map(|letter| Object::Integer(i64::from(u32::from(letter)))).collect())
        }
        "partition" | "rpartition" => {
            let found = match arguments.object(0)? {
                Object::String(wanted) => {
                    let wanted = wanted.borrow().clone();
                    let index = if arguments.method == "partition" { own.find(&*wanted) } else { own.rfind(&*wanted) };
                    index.map(|index| (index, index + wanted.len()))
                }
                other if arguments.method == "partition" => {
                    let regexp = to_regexp(machine, other, false)?;
                    pattern::search(machine, &regexp, own, 0)?.map(|found| found.whole())
                }
                _ => return crate::error::not_supported("rpartition with a pattern"),
            };
            let parts = match (found, arguments.method) {
                (Some((start, end)), _) => [&own[..start], &own[start..end], &own[end..]],
                (None, "partition") => [own.as_str(), "", ""],
                (None, _) => ["", "", own.as_str()],
            };
            Object::array(parts.into_iter().map(Object::text).collect())
        }
        "index" | "byteindex" => {
            let start = arguments.optional_integer(1)?.unwrap_or(0);
            let Some(start) = byte(own, start) else { return Ok(Some(Object::Nil)) };
            let index = match arguments.object(0)? {
                Object::Regexp(regexp) => pattern::search(machine, regexp, own, start)?.map(|found| found.whole().0),
                _ => own[start..].find(arguments.text(0)?.as_str()).map(|index| index + start),
            };
            index.map_or(Object::Nil, |index| Object::size(own[..index].chars().count()))
        }
        "rindex" => {
            let index = own.rfind(arguments.text(0)?.as_str());
            index.map_or(Object::Nil, |index| Object::size(own[..index].chars().count()))
        }
        _ => return substitute::call(machine, own, receiver, arguments),
    }))
}

/// Hands parts to a block, or gathers them.
fn each(
    machine: &mut Machine<'_>,
    receiver: &Rc<RefCell<EcoString>>,
    arguments: &Arguments<'_>,
    parts: Vec<Object>,
    gathers: bool,
) -> Outcome {
    let itself = Object::String(receiver.clone());
    machine.spend(parts.len())?;
    match arguments.block {
        None if gathers => Ok(Object::array(parts)),
        None => Ok(waiting(&itself, "each", parts)?.unwrap_or(Object::Nil)),
        Some(block) => {
            machine.call_with_each(block, parts)?;
            Ok(itself)
        }
    }
}

/// The byte at which a character begins; the end for the one after the last.
fn byte(text: &str, number: i64) -> Option<usize> {
    if text.is_ascii() {
        return resolve_index(number, text.len()).filter(|index| *index <= text.len());
    }
    let count = text.chars().count();
    let index = resolve_index(number, count).filter(|index| *index <= count)?;
    Some(text.char_indices().nth(index).map_or(text.len(), |(index, _)| index))
}

/// The stretch that an index means, in bytes.
pub(super) fn part(
    machine: &mut Machine<'_>,
    own: &EcoString,
    arguments: &Arguments<'_>,
) -> Outcome<Option<(usize, usize)>> {
    let bytes = |found: Option<(usize, usize)>| {
        let (start, length) = found?;
        let start = i64::try_from(start).ok()?;
        let end = start.checked_add(i64::try_from(length).ok()?)?;
        Some((byte(own, start)?, byte(own, end)?))
    };
    let count = || own.chars().count();
    Ok(match (arguments.object(0)?, arguments.get(1)) {
        (Object::Regexp(regexp), group) => {
            let Some(found) = pattern::search(machine, regexp, own, 0)? else { return Ok(None) };
            match group {
                None => Some(found.whole()),
                Some(Object::Integer(group)) => {
                    let count = found.groups.len();
                    resolve_index(*group, count).and_then(|group| found.groups.get(group).copied().flatten())
                }
                Some(name) => {
                    let name = crate::text::to_s(name)?;
                    found.names.iter().find(|(known, _)| *known == name).and_then(|(_, index)| *index)
                }
            }
        }
        (Object::String(wanted), None) => {
            let wanted = wanted.borrow();
            own.find(wanted.as_str()).map(|index| (index, index + wanted.len()))
        }
        (Object::Range(range), None) => bytes(range_bounds(range, count())?),
        (_, Some(_)) => bytes(slice_bounds(arguments.integer(0)?, arguments.integer(1)?, count())),
        (_, None) => {
            let total = count();
            bytes(resolve_index(arguments.integer(0)?, total).filter(|index| *index < total).map(|index| (index, 1)))
        }
    })
}

fn split(machine: &mut Machine<'_>, own: &EcoString, arguments: &Arguments<'_>) -> Outcome<Vec<Object>> {
    let limit = arguments.optional_integer(1)?.unwrap_or(0);
    let most = usize::try_from(limit).ok().filter(|limit| *limit > 0).unwrap_or(usize::MAX);
    machine.spend(own.len() / 16)?;
    if own.is_empty() {
        return Ok(Vec::new());
    }
    if most == 1 {
        return Ok(vec![Object::text(own.clone())]);
    }
    let mut parts: Vec<EcoString> = match arguments.get(0) {
        None | Some(Object::Nil) => words(machine, own, most)?,
        Some(Object::String(separator)) => {
            let separator = separator.borrow().clone();
            match separator.as_str() {
                " " => words(machine, own, most)?,
                "" => {
                    machine.check_texts(own.chars().count().min(most))?;
                    let mut parts: Vec<EcoString> = Vec::new();
                    let mut rest = own.chars();
                    while parts.len() + 1 < most
                        && let Some(letter) = rest.next()
                    {
                        parts.push(EcoString::from(letter));
                    }
                    if most < usize::MAX || limit < 0 {
                        parts.push(rest.as_str().into());
                    }
                    parts
                }
                separator => {
                    machine.check_texts(own.splitn(most, separator).count())?;
                    own.splitn(most, separator).map(EcoString::from).collect()
                }
            }
        }
        Some(other) => {
            let regexp = to_regexp(machine, other, true)?;
            by_pattern(machine, own, &regexp, most)?
        }
    };
    if limit == 0 {
        while parts.last().is_some_and(|part| part.is_empty()) {
            parts.pop();
        }
    }
    Ok(parts.into_iter().map(Object::text).collect())
}

/// Between blanks; those at the start do not count.
fn words(machine: &Machine<'_>, own: &str, most: usize) -> Outcome<Vec<EcoString>> {
    let blank = |letter: char| letter.is_ascii_whitespace() || letter == '\u{b}';
    let mut rest = own.trim_start_matches(blank);
    let mut parts = Vec::new();
    while parts.len() + 1 < most {
        let Some(index) = rest.find(blank) else { break };
        parts.push(rest[..index].into());
        machine.check_texts(parts.len())?;
        rest = rest[index..].trim_start_matches(blank);
    }
    parts.push(rest.into());
    Ok(parts)
}

fn by_pattern(
    machine: &mut Machine<'_>,
    own: &EcoString,
    regexp: &pcore::regexp::Regexp,
    most: usize,
) -> Outcome<Vec<EcoString>> {
    let mut parts = Vec::new();
    let (mut begin, mut from) = (0, 0);
    while parts.len() + 1 < most && from <= own.len() {
        machine.check_texts(parts.len())?;
        let Some(found) = pattern::search(machine, regexp, own, from)? else { break };
        let (start, end) = found.whole();
        let next = own[start..].chars().next().map_or(own.len() + 1, |letter| start + letter.len_utf8());
        if start == end {
            // Nothing was taken: one character is split off.
            if start >= own.len() {
                break;
            }
            if start == begin {
                if next >= own.len() {
                    break;
                }
                parts.push(own[begin..next].into());
                (begin, from) = (next, next);
                push_groups(&found, &mut parts);
                continue;
            }
        }
        parts.push(own[begin..start].into());
        push_groups(&found, &mut parts);
        begin = end;
        from = if start == end { next } else { end };
    }
    parts.push(own[begin..].into());
    Ok(parts)
}

fn push_groups(found: &crate::object::Match, parts: &mut Vec<EcoString>) {
    for (start, end) in found.groups.iter().skip(1).flatten() {
        parts.push(found.text[*start..*end].into());
    }
}
