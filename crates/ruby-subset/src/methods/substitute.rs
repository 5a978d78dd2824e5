//! `String`: replacing, searching and counting.

use std::{cell::RefCell, rc::Rc, sync::Arc};

use ecow::EcoString;
use pcore::regexp::{Regexp, RegexpOptions};

use super::{Answer, Arguments, pattern, string_change};
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

pub(super) fn call(
    machine: &mut Machine<'_>,
    own: &EcoString,
    receiver: &Rc<RefCell<EcoString>>,
    arguments: &Arguments<'_>,
) -> Answer {
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
                    None => {
                        made.push(item);
                        machine.check_texts(made.len())?;
                    }
                }
            }
            match arguments.block {
                Some(_) => Object::text(own.clone()),
                None => Object::array(made),
            }
        }
        "tr" | "tr_s" => {
            let (from, to) = (arguments.text(0)?, arguments.text(1)?);
            Object::text(translate(machine, own, &from, &to, arguments.method == "tr_s")?)
        }
        "delete" => {
            let sets = sets(machine, own, arguments)?;
            Object::text(own.chars().filter(|letter| !sets.iter().all(|set| set.has(*letter))).collect::<String>())
        }
        "count" => {
            let sets = sets(machine, own, arguments)?;
            Object::size(own.chars().filter(|letter| sets.iter().all(|set| set.has(*letter))).count())
        }
        "squeeze" => {
            let sets = sets(machine, own, arguments)?;
            let mut made = String::with_capacity(own.len());
            for letter in own.chars() {
                if !(made.ends_with(letter) && sets.iter().all(|set| set.has(letter))) {
                    made.push(letter);
                }
            }
            Object::text(made)
        }
        _ => return string_change::call(machine, receiver, arguments),
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

fn substitute(machine: &mut Machine<'_>, own: &EcoString, arguments: &Arguments<'_>) -> Outcome<EcoString> {
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
            _ => fill(machine, &template, &found, &mut made)?,
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
fn fill(machine: &Machine<'_>, template: &str, found: &Match, made: &mut EcoString) -> Outcome<()> {
    let mut rest = template;
    while let Some(index) = rest.find('\\') {
        // One replacement may name what was found any number of times.
        machine.check_size(made.len())?;
        made.push_str(&rest[..index]);
        rest = &rest[index + 1..];
        let Some(letter) = rest.chars().next() else {
            made.push('\\');
            return Ok(());
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
    Ok(())
}

/// Characters as `tr` and `delete` name them: `a-z`, `^…` for all others.
struct Set {
    negated: bool,
    /// Each character with its first position, in the order of the characters.
    letters: Vec<(char, usize)>,
}

impl Set {
    fn new(machine: &mut Machine<'_>, text: &str) -> Outcome<Set> {
        let negated = text.chars().count() > 1 && text.starts_with('^');
        let letters = expand(machine, if negated { &text[1..] } else { text })?;
        let mut letters: Vec<(char, usize)> = letters.into_iter().zip(0..).collect();
        letters.sort_unstable();
        letters.dedup_by_key(|(letter, _)| *letter);
        Ok(Set { negated, letters })
    }

    fn position(&self, letter: char) -> Option<usize> {
        let found = self.letters.binary_search_by_key(&letter, |(known, _)| *known).ok()?;
        self.letters.get(found).map(|(_, position)| *position)
    }

    fn has(&self, letter: char) -> bool {
        self.position(letter).is_some() != self.negated
    }
}

/// The sets that the arguments name. Each character of the text is looked up in each of them.
fn sets(machine: &mut Machine<'_>, own: &str, arguments: &Arguments<'_>) -> Outcome<Vec<Set>> {
    machine.spend((own.len() / 64).saturating_mul(arguments.objects.len()))?;
    (0..arguments.objects.len()).map(|index| Set::new(machine, &arguments.text(index)?)).collect()
}

/// The characters that a text with ranges names.
fn expand(machine: &mut Machine<'_>, text: &str) -> Outcome<Vec<char>> {
    let mut letters = text.chars().peekable();
    let mut made = Vec::new();
    while let Some(letter) = letters.next() {
        if letter == '\\'
            && let Some(escaped) = letters.next()
        {
            made.push(escaped);
            continue;
        }
        let mut ahead = letters.clone();
        match (ahead.next(), ahead.next()) {
            (Some('-'), Some(to)) if letter <= to => {
                // A short text can name many ranges, each of all characters.
                machine.spend((to as usize - letter as usize) / 64)?;
                made.extend(letter..=to);
                letters = ahead;
            }
            _ => made.push(letter),
        }
        machine.check_count(made.len())?;
    }
    Ok(made)
}

fn translate(machine: &mut Machine<'_>, own: &str, from: &str, to: &str, squeeze: bool) -> Outcome<String> {
    machine.spend(own.len() / 64)?;
    let set = Set::new(machine, from)?;
    let to = expand(machine, to)?;
    let mut made = String::with_capacity(own.len());
    let mut last = None;
    for letter in own.chars() {
        if !set.has(letter) {
            made.push(letter);
            last = None;
            continue;
        }
        let index = if set.negated { usize::MAX } else { set.position(letter).unwrap_or(0) };
        let new = to.get(index).or(to.last()).copied();
        if let Some(new) = new
            && !(squeeze && last == Some(new))
        {
            made.push(new);
        }
        last = new;
    }
    Ok(made)
}
