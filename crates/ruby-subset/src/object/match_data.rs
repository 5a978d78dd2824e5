//! What a regular expression found.

use ecow::EcoString;
use pcore::regexp::Captures;

use super::Object;

/// What a match found: the text, the bounds of the groups in it, and the names of groups.
#[derive(Debug)]
pub(crate) struct Match {
    pub text: EcoString,
    pub groups: Vec<Option<(usize, usize)>>,
    pub names: Vec<(EcoString, Option<(usize, usize)>)>,
}

impl Match {
    pub fn new(text: EcoString, captures: &Captures<'_>) -> Match {
        let bounds = |found: pcore::regexp::Match<'_>| (found.start(), found.end());
        Match {
            text,
            groups: captures.iter().map(|group| group.map(bounds)).collect(),
            names: captures.names().map(|name| (name.into(), captures.name(name).map(bounds))).collect(),
        }
    }

    fn slice(&self, bounds: Option<(usize, usize)>) -> Object {
        bounds.map_or(Object::Nil, |(start, end)| Object::text(self.text.get(start..end).unwrap_or_default()))
    }

    pub fn group(&self, number: usize) -> Object {
        self.slice(self.groups.get(number).copied().flatten())
    }

    pub fn named(&self, name: &str) -> Option<Object> {
        self.names.iter().find(|(known, _)| known == name).map(|(_, bounds)| self.slice(*bounds))
    }

    pub fn whole(&self) -> (usize, usize) {
        self.groups.first().copied().flatten().unwrap_or_default()
    }
}
