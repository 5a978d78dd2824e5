//! `String`: replacing, searching and counting.

use std::sync::Arc;

use ecow::EcoString;
use pcore::regexp::{Regexp, RegexpOptions};

use super::{Answer, Arguments, pattern};
use crate::{
    error::{Outcome, type_error},
    machine::Machine,
    object::{Match, Object},
    text,
};

/// A pattern, or a text as one: as it is, or as a pattern of its own.
pub(super) fn to_regexp(machine: &mut Machine<'_>, object: &Object, literally: bool) -> Outcome<Arc<Regexp>> {
    match object {
        Object::Regexp(regexp) => Ok(regexp.clone()),
        Object::String(text) => {
            let source = text.borrow().clone();
            let source = if literally { Regexp::escape(&source) } else { source.to_string() };
            machine.regexp(&source, RegexpOptions::default())
        }
        other => type_error(format!("wrong argument type {} (expected Regexp)", text::class_name(other))),
    }
}

pub(super) fn call(machine: &mut Machine<'_>, own: &EcoString, arguments: &Arguments<'_>) -> Answer {
    Ok(Some(match arguments.method {
        "sub" | "gsub" => {
            if arguments.objects.len() < 2 && arguments.block.is_none() {
                arguments.count(2, 2)?;
            }
            Object::text(substitute(machine, own, arguments)?)
        }
        "scan" => {
            let regexp = to_regexp(machine, arguments.object(0)?, true)?;
            let mut made = Vec::new();
            let mut from = Some(0);
            while let Some(start) = from
                && let Some(found) = pattern::search(machine, &regexp, own, start)?
            {
                from = after(own, &found, start);
                let item = match found.groups.len() {
                    1 => found.group(0),
                    count => Object::array((1..count).map(|group| found.group(group)).collect()),
                };
                match arguments.block {
                    Some(block) => {
                        machine.call_block(block, &[item])?;
                    }
                    None => made.push(item),
                }
            }
            match arguments.block {
                Some(_) => Object::text(own.clone()),
                None => Object::array(made),
            }
        }
        "tr" | "tr_s" => {
            let (from, to) = (arguments.text(0)?, arguments.text(1)?);
            Object::text(translate(own, &from, &to, arguments.method == "tr_s"))
        }
        "delete" => {
            let sets = sets(arguments)?;
            Object::text(own.chars().filter(|letter| !sets.iter().all(|set| set.has(*letter))).collect::<String>())
        }
        "count" => {
            let sets = sets(arguments)?;
            Object::size(own.chars().filter(|letter| sets.iter().all(|set| set.has(*letter))).count())
        }
        "squeeze" => {
            let sets = sets(arguments)?;
            let mut made = String::with_capacity(own.len());
            for letter in own.chars() {
                if !(made.ends_with(letter) && sets.iter().all(|set| set.has(letter))) {
                    made.push(letter);
                }
            }
            Object::text(made)
        }
        _ => return Ok(None),
    }))
}

/// Where to look for the next match; nothing at the end.
fn after(own: &str, found: &Match, start: usize) -> Option<usize> {
    let (begin, end) = found.whole();
    let end = end.max(start);
    if begin < end {
        return Some(end);
    }
    own[end..].chars().next().map(|letter| end + letter.len_utf8())
}

fn substitute(machine: &mut Machine<'_>, own: &str, arguments: &Arguments<'_>) -> Outcome<EcoString> {
    let regexp = to_regexp(machine, arguments.object(0)?, true)?;
    let replacement = arguments.get(1);
    let template = match replacement {
        None | Some(Object::Hash(_)) => EcoString::new(),
        Some(_) => arguments.text(1)?,
    };
    let mut made = EcoString::new();
    let (mut copied, mut from) = (0, Some(0));
    let mut last = None;
    while let Some(start) = from
        && let Some(found) = pattern::search(machine, &regexp, own, start)?
    {
        last = Some(found.clone());
        let (begin, end) = found.whole();
        made.push_str(&own[copied..begin.max(copied)]);
        copied = end.max(copied);
        match (replacement, arguments.block) {
            (Some(Object::Hash(entries)), _) => {
                let object = super::hash::get(machine, entries, &found.group(0))?;
                made.push_str(&text::to_s(&object)?);
            }
            (None, Some(block)) => {
                let object = machine.call_block(block, &[found.group(0)])?;
                made.push_str(&text::to_s(&object)?);
            }
            _ => fill(&template, &found, &mut made),
        }
        machine.check_size(made.len())?;
        from = if arguments.method == "gsub" { after(own, &found, start) } else { None };
    }
    if last.is_some() {
        machine.last_match = last;
    }
    made.push_str(&own[copied..]);
    Ok(made)
}

/// Puts what was found into a replacement: `\1`, `\k<name>`, `\0`, `\&`.
fn fill(template: &str, found: &Match, made: &mut EcoString) {
    let mut rest = template;
    while let Some(place) = rest.find('\\') {
        made.push_str(&rest[..place]);
        rest = &rest[place + 1..];
        let Some(letter) = rest.chars().next() else {
            made.push('\\');
            return;
        };
        rest = &rest[letter.len_utf8()..];
        let (start, end) = found.whole();
        match letter {
            '0'..='9' => {
                let group = letter.to_digit(10).unwrap_or_default() as usize;
                made.push_str(&found.group(group).as_text().unwrap_or_default());
            }
            '&' => made.push_str(&found.text[start..end]),
            '`' => made.push_str(&found.text[..start]),
            '\'' => made.push_str(&found.text[end..]),
            '\\' => made.push('\\'),
            'k' if rest.starts_with('<') => match rest[1..].split_once('>') {
                Some((name, after)) => {
                    let group = found.named(name).and_then(|object| object.as_text());
                    made.push_str(&group.unwrap_or_default());
                    rest = after;
                }
                None => made.push_str("\\k"),
            },
            other => {
                made.push('\\');
                made.push(other);
            }
        }
    }
    made.push_str(rest);
}

/// Characters as `tr` and `delete` name them: `a-z`, `^…` for all others.
struct Set {
    negated: bool,
    letters: Vec<char>,
}

impl Set {
    fn new(text: &str) -> Set {
        let negated = text.chars().count() > 1 && text.starts_with('^');
        Set { negated, letters: expand(if negated { &text[1..] } else { text }) }
    }

    fn has(&self, letter: char) -> bool {
        self.letters.contains(&letter) != self.negated
    }
}

fn sets(arguments: &Arguments<'_>) -> Outcome<Vec<Set>> {
    (0..arguments.objects.len()).map(|place| Ok(Set::new(&arguments.text(place)?))).collect()
}

fn expand(text: &str) -> Vec<char> {
    let letters: Vec<char> = text.chars().collect();
    let mut made = Vec::new();
    let mut place = 0;
    while let Some(letter) = letters.get(place) {
        match (letter, letters.get(place + 1), letters.get(place + 2)) {
            ('\\', Some(escaped), _) => {
                made.push(*escaped);
                place += 2;
            }
            (from, Some('-'), Some(to)) if from <= to => {
                made.extend(*from..=*to);
                place += 3;
            }
            (letter, ..) => {
                made.push(*letter);
                place += 1;
            }
        }
    }
    made
}

fn translate(own: &str, from: &str, to: &str, squeeze: bool) -> String {
    let set = Set::new(from);
    let to = expand(to);
    let mut made = String::with_capacity(own.len());
    let mut last = None;
    for letter in own.chars() {
        if !set.has(letter) {
            made.push(letter);
            last = None;
            continue;
        }
        let place =
            if set.negated { usize::MAX } else { set.letters.iter().position(|known| *known == letter).unwrap_or(0) };
        let new = to.get(place).or(to.last()).copied();
        if let Some(new) = new
            && !(squeeze && last == Some(new))
        {
            made.push(new);
        }
        last = new;
    }
    made
}
