//! What a regular expression found.

use ecow::EcoString;
use pcore::regexp::Captures;

use super::Object;

/// What a match found: the text, the groups as places in it, and the names of groups.
#[derive(Debug)]
pub(crate) struct Match {
    pub text: EcoString,
    pub groups: Vec<Option<(usize, usize)>>,
    pub names: Vec<(EcoString, Option<(usize, usize)>)>,
}

impl Match {
    pub fn new(text: EcoString, captures: &Captures<'_>) -> Match {
        let place = |found: pcore::regexp::Match<'_>| (found.start(), found.end());
        Match {
            text,
            groups: captures.iter().map(|group| group.map(place)).collect(),
            names: captures.names().map(|name| (name.into(), captures.name(name).map(place))).collect(),
        }
    }

    fn slice(&self, place: Option<(usize, usize)>) -> Object {
        place.map_or(Object::Nil, |(start, end)| Object::text(self.text.get(start..end).unwrap_or_default()))
    }

    pub fn group(&self, number: usize) -> Object {
        self.slice(self.groups.get(number).copied().flatten())
    }

    pub fn named(&self, name: &str) -> Option<Object> {
        self.names.iter().find(|(known, _)| known == name).map(|(_, place)| self.slice(*place))
    }

    pub fn whole(&self) -> (usize, usize) {
        self.groups.first().copied().flatten().unwrap_or_default()
    }
}
