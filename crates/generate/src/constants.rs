//! Regular expressions and types that a program mentions: each stands once, by its number.

use std::sync::Arc;

use pcore::{Type, regexp::Regexp};
use rustc_hash::FxHashMap;

use crate::{
    pattern::{self, Pieces},
    types::{self, Aliases, KnownType, TypeCode, Words},
};

/// What is mentioned by number.
#[derive(Default)]
pub(crate) struct Constants {
    /// Regular expressions with how they are written, and how Ruby writes them.
    pub patterns: Vec<KnownPattern>,
    pub types: Vec<KnownType>,
    pub(crate) aliases: Aliases,
    /// The numbers of regular expressions, by how they are written.
    known_patterns: FxHashMap<String, usize>,
    /// The numbers of types, by how they are written: those with the same text are few.
    known_types: FxHashMap<String, Vec<(Type, usize)>>,
}

/// A regular expression.
pub(crate) struct KnownPattern {
    /// As the language writes it.
    pub shown: String,
    pub pieces: Pieces,
}

impl Constants {
    /// The number of a regular expression.
    pub fn pattern(&mut self, regexp: &Arc<Regexp>) -> Result<usize, String> {
        let shown = regexp.to_string();
        if let Some(place) = self.known_patterns.get(&shown) {
            return Ok(*place);
        }
        let pieces = pattern::pieces(regexp)?;
        let place = self.patterns.len();
        self.known_patterns.insert(shown.clone(), place);
        self.patterns.push(KnownPattern { shown, pieces });
        Ok(place)
    }

    /// The number of a type, with the words that values are refused with.
    pub fn described(&mut self, described: &Type) -> Result<usize, String> {
        let text = described.to_string();
        let known = self.known_types.get(&text).and_then(|known| known.iter().find(|(known, _)| known == described));
        if let Some((_, number)) = known {
            return Ok(*number);
        }
        let number = self.reserve_type();
        self.known_types.entry(text).or_default().push((described.clone(), number));
        let code = types::code(self, described)?;
        let parts = match described.resolved() {
            Type::Array(array) => vec![(String::from("element"), self.described(&array.element)?)],
            Type::Hash(hash) => vec![
                (String::from("key"), self.described(&hash.key)?),
                (String::from("value"), self.described(&hash.value)?),
            ],
            Type::Tuple(tuple) => {
                let part = |(place, part): (usize, &Type)| Ok((place.to_string(), self.described(part)?));
                tuple.types.iter().enumerate().map(part).collect::<Result<_, String>>()?
            }
            Type::Struct(structure) => {
                let mut parts = Vec::with_capacity(structure.elements.len());
                for element in &structure.elements {
                    parts.push((element.name.to_string(), self.described(&element.value_type)?));
                }
                parts
            }
            _ => Vec::new(),
        };
        self.fill_type(number, KnownType { code, words: types::words(described), parts });
        Ok(number)
    }

    pub(crate) fn reserve_type(&mut self) -> usize {
        let nothing = KnownType { code: TypeCode::Kind("Never"), words: Words::default(), parts: Vec::new() };
        self.types.push(nothing);
        self.types.len() - 1
    }

    pub(crate) fn fill_type(&mut self, number: usize, known: KnownType) {
        if let Some(place) = self.types.get_mut(number) {
            *place = known;
        }
    }
}
