//! The parameters of a resource, each with who set it and where.

use ecow::EcoString;
use pcore::Value;
use pcore::keyed::{HashMap, RandomState};

use super::{places::Place, rights::Author};

/// A parameter that somebody set.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    /// The value; `undef` where it was unset on purpose.
    pub value: Value,
    /// Who set it: this decides about who may set it again.
    pub author: Author,
    pub place: Option<Place>,
    /// Whether it was written with `+>`.
    pub adds: bool,
}

/// Parameters by name, in the order in which they were set first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters {
    entries: Vec<(EcoString, Parameter)>,
    /// The places of the names, once there are many.
    index: Option<Box<HashMap<EcoString, usize>>>,
}

/// Parameters of which one is given twice, and where.
pub(crate) struct Repeated {
    pub entries: Vec<(EcoString, Parameter)>,
    pub places: [usize; 2],
}

/// With so many entries a table is faster than a look at each.
const MANY: usize = 24;

impl Parameters {
    pub fn with_capacity(capacity: usize) -> Parameters {
        Parameters { entries: Vec::with_capacity(capacity), index: None }
    }

    /// Parameters that are given in order. Where one is given twice, the places of the first two are handed back.
    pub fn unique(entries: Vec<(EcoString, Parameter)>) -> Result<Parameters, Repeated> {
        let mut parameters = Parameters { entries, index: None };
        let entries = &parameters.entries;
        let repeated = if entries.len() > MANY {
            let mut index = HashMap::with_capacity_and_hasher(entries.len(), RandomState::default());
            let mut places = entries.iter().enumerate();
            let repeated = places.find_map(|(place, (name, _))| Some([index.insert(name.clone(), place)?, place]));
            parameters.index = Some(Box::new(index));
            repeated
        } else {
            let first =
                |place: usize, name: &EcoString| entries.iter().take(place).position(|(known, _)| known == name);
            let mut places = entries.iter().enumerate();
            places.find_map(|(place, (name, _))| Some([first(place, name)?, place]))
        };
        match repeated {
            Some(places) => Err(Repeated { entries: parameters.entries, places }),
            None => Ok(parameters),
        }
    }

    pub fn get(&self, name: &str) -> Option<&Parameter> {
        self.position(name).and_then(|place| self.entries.get(place)).map(|(_, parameter)| parameter)
    }

    pub fn get_mut(&mut self, name: &str) -> Option<&mut Parameter> {
        self.position(name).and_then(|place| self.entries.get_mut(place)).map(|(_, parameter)| parameter)
    }

    /// The value of a parameter that is set to something.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.get(name).map(|parameter| &parameter.value).filter(|value| !value.is_undef())
    }

    pub fn contains(&self, name: &str) -> bool {
        self.position(name).is_some()
    }

    /// Sets a parameter.
    pub fn set(&mut self, name: EcoString, parameter: Parameter) {
        match self.position(&name) {
            Some(place) => {
                if let Some((_, known)) = self.entries.get_mut(place) {
                    *known = parameter;
                }
            }
            None => self.push(name, parameter),
        }
    }

    fn push(&mut self, name: EcoString, parameter: Parameter) {
        let place = self.entries.len();
        if let Some(index) = &mut self.index {
            index.insert(name.clone(), place);
        }
        self.entries.push((name, parameter));
        if self.index.is_none() && self.entries.len() > MANY {
            let places = self.entries.iter().enumerate().map(|(place, (name, _))| (name.clone(), place));
            self.index = Some(Box::new(places.collect()));
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
