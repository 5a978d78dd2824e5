//! The parameters of a resource, each with its author and location.

use ecow::EcoString;
use pcore::Value;
use pcore::keyed::{HashMap, RandomState};

use super::{locations::CompactLocation, rights::Author};

#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// The value; `undef` where it was unset on purpose.
    pub value: Value,
    /// The author that set it, which decides which code may set it again.
    pub author: Author,
    pub location: Option<CompactLocation>,
    /// Whether it was written with `+>`.
    pub adds: bool,
}

/// Parameters by name, in the order in which they were set first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters {
    entries: Vec<(EcoString, Parameter)>,
    /// The indexes of names, once there are many.
    index: Option<Box<HashMap<EcoString, usize>>>,
}

/// Parameters with a duplicate, and the indexes of both.
pub(crate) struct Repeated {
    pub entries: Vec<(EcoString, Parameter)>,
    pub indexes: [usize; 2],
}

/// From this many entries on, a table is faster than a linear search.
const INDEX_THRESHOLD: usize = 24;

impl Parameters {
    pub fn with_capacity(capacity: usize) -> Parameters {
        Parameters { entries: Vec::with_capacity(capacity), index: None }
    }

    /// Parameters in order. Fails with the indexes of the first duplicate.
    pub fn unique(entries: Vec<(EcoString, Parameter)>) -> Result<Parameters, Repeated> {
        let mut parameters = Parameters { entries, index: None };
        let entries = &parameters.entries;
        let repeated = if entries.len() > INDEX_THRESHOLD {
            let mut index = HashMap::with_capacity_and_hasher(entries.len(), RandomState::default());
            let mut positions = entries.iter().enumerate();
            let repeated =
                positions.find_map(|(position, (name, _))| Some([index.insert(name.clone(), position)?, position]));
            parameters.index = Some(Box::new(index));
            repeated
        } else {
            let first =
                |position: usize, name: &EcoString| entries.iter().take(position).position(|(known, _)| known == name);
            let mut positions = entries.iter().enumerate();
            positions.find_map(|(position, (name, _))| Some([first(position, name)?, position]))
        };
        match repeated {
            Some(indexes) => Err(Repeated { entries: parameters.entries, indexes }),
            None => Ok(parameters),
        }
    }

    pub fn get(&self, name: &str) -> Option<&Parameter> {
        self.position(name).and_then(|position| self.entries.get(position)).map(|(_, parameter)| parameter)
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut Parameter> {
        self.position(name).and_then(|position| self.entries.get_mut(position)).map(|(_, parameter)| parameter)
    }

    /// The value of a parameter that is set to something.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.get(name).map(|parameter| &parameter.value).filter(|value| !value.is_undef())
    }

    pub fn contains(&self, name: &str) -> bool {
        self.position(name).is_some()
    }

    pub fn set(&mut self, name: EcoString, parameter: Parameter) {
        match self.get_mut(&name) {
            Some(known) => *known = parameter,
            None => self.push(name, parameter),
        }
    }

    fn push(&mut self, name: EcoString, parameter: Parameter) {
        let position = self.entries.len();
        if let Some(index) = &mut self.index {
            index.insert(name.clone(), position);
        }
        self.entries.push((name, parameter));
        if self.index.is_none() && self.entries.len() > INDEX_THRESHOLD {
            let positions = self.entries.iter().enumerate().map(|(position, (name, _))| (name.clone(), position));
            self.index = Some(Box::new(positions.collect()));
        }
    }

    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&EcoString, &Parameter)> + Clone {
        self.entries.iter().map(|(name, parameter)| (name, parameter))
    }

    pub fn len(&self) -> usize {
        self.entries.len()
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn position(&self, name: &str) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(name).copied(),
            None => self.entries.iter().position(|(known, _)| known == name),
        }
    }
}
