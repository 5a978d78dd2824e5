//! The regular expressions and types of a program: each is written once, and referred to by its index.

use std::sync::Arc;

use pcore::{Type, regexp::Regexp};
use rustc_hash::FxHashMap;

use crate::{
    pattern::{self, Pieces},
    types::{self, Aliases, TypeConstant, type_data},
};

#[derive(Default)]
pub(crate) struct Constants {
    pub patterns: Vec<PatternConstant>,
    pub types: Vec<TypeConstant>,
    pub(crate) aliases: Aliases,
    /// The indices of regular expressions, by their source.
    pattern_numbers: FxHashMap<String, usize>,
    /// The indices of types, by their text, which different types may share.
    type_numbers: FxHashMap<String, Vec<(Type, usize)>>,
}

pub(crate) struct PatternConstant {
    /// In the notation of the language.
    pub shown: String,
    pub pieces: Pieces,
}

impl Constants {
    /// Returns the index of a regular expression.
    pub fn pattern(&mut self, regexp: &Arc<Regexp>) -> Result<usize, String> {
        let shown = regexp.to_string();
        if let Some(index) = self.pattern_numbers.get(&shown) {
            return Ok(*index);
        }
        let pieces = pattern::pieces(regexp)?;
        let index = self.patterns.len();
        self.pattern_numbers.insert(shown.clone(), index);
        self.patterns.push(PatternConstant { shown, pieces });
        Ok(index)
    }

    /// Returns the index of a type with its mismatch messages.
    pub fn described(&mut self, described: &Type) -> Result<usize, String> {
        let text = described.to_string();
        let known = self.type_numbers.get(&text).and_then(|known| known.iter().find(|(known, _)| known == described));
        if let Some((_, number)) = known {
            return Ok(*number);
        }
        let number = self.reserve_type();
        self.type_numbers.entry(text).or_default().push((described.clone(), number));
        let code = types::code(self, described)?;
        let parts = match described.resolved() {
            Type::Array(array) => vec![(String::from("element"), self.described(&array.element)?)],
            Type::Hash(hash) => vec![
                (String::from("key"), self.described(&hash.key)?),
                (String::from("value"), self.described(&hash.value)?),
            ],
            Type::Tuple(tuple) => {
                let part = |(index, part): (usize, &Type)| Ok((index.to_string(), self.described(part)?));
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
        self.fill_type(
            number,
            TypeConstant { code, name: described.to_string(), messages: types::messages(described), parts },
        );
        Ok(number)
    }

    pub(crate) fn reserve_type(&mut self) -> usize {
        self.types.push(TypeConstant::of(type_data("Never", [])));
        self.types.len() - 1
    }

    pub(crate) fn fill_type(&mut self, number: usize, constant: TypeConstant) {
        if let Some(reserved) = self.types.get_mut(number) {
            *reserved = constant;
        }
    }
}
