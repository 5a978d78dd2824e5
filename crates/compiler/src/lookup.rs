//! Data from outside of manifests: where `lookup` and the parameters of classes find their values.
//!
//! What finds the data implements [`DataLookup`]; without it there is none.

use pcore::{Hash, Type, Value, mismatch, never, parse_type};

use crate::{
    Compilation,
    error::{Interrupt, Outcome},
    frame::Frame,
};

/// Where data comes from.
pub trait DataLookup: Sync {
    /// Finds the value of a key, as code in a frame sees it.
    ///
    /// Without a way to merge, what the data itself says about the key counts, or else the first value found.
    fn find(&self, compilation: &mut Compilation<'_>, frame: &Frame, query: &Query<'_>) -> Outcome<Option<Value>>;

    /// Calls a method of the `Puppet::LookupContext` that backend functions receive; `None` if there is no such method.
    fn context_method(
        &self,
        _compilation: &mut Compilation<'_>,
        _frame: &Frame,
        _name: &str,
        _arguments: &[Value],
        _block: Option<Block<'_>>,
    ) -> Option<Outcome> {
        None
    }
}

/// The lambda of a call.
pub type Block<'b> = &'b mut dyn FnMut(&mut Compilation<'_>, &[Value]) -> Outcome;

/// What is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Query<'q> {
    /// The key.
    pub key: &'q str,
    /// What to do with several values.
    pub merge: Option<&'q Merge>,
    /// Values that go before the variables that data asks for.
    pub overrides: &'q Hash,
    /// Defaults for variables and keys that data refers to and that do not exist.
    pub defaults: &'q Hash,
    /// Whether a legacy function (`hiera` and the like) asks. They search only the global layer if the environment has no
    /// data.
    pub legacy: bool,
}

/// No data at all.
pub struct NoData;

impl DataLookup for NoData {
    fn find(&self, _: &mut Compilation<'_>, _: &Frame, _: &Query<'_>) -> Outcome<Option<Value>> {
        Ok(None)
    }
}

/// What to do with several values of one key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merge {
    /// The way to do it.
    pub strategy: Strategy,
    /// Further options: `knockout_prefix` and the like.
    pub options: Hash,
}

/// The ways to make one value of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Strategy {
    /// Takes the first.
    First,
    /// Takes those that are found first, unless the data wants it otherwise.
    #[default]
    Default,
    /// Makes one array of all elements, each once.
    Unique,
    /// Makes one hash of all entries; of equal keys the first is taken.
    Hash,
    /// Makes one hash of all entries, and so with the hashes in it.
    Deep,
    /// The same from the other end.
    ReverseDeep,
    /// The same, whatever the values are.
    UnconstrainedDeep,
}

impl Strategy {
    const NAMES: [(&str, Strategy); 7] = [
        ("first", Strategy::First),
        ("default", Strategy::Default),
        ("unique", Strategy::Unique),
        ("hash", Strategy::Hash),
        ("deep", Strategy::Deep),
        ("reverse_deep", Strategy::ReverseDeep),
        ("unconstrained_deep", Strategy::UnconstrainedDeep),
    ];

    fn named(name: &str) -> Option<Strategy> {
        Strategy::NAMES.iter().find(|(known, _)| *known == name).map(|(_, strategy)| *strategy)
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        Strategy::NAMES.iter().find(|(_, strategy)| *strategy == self).map_or("", |(name, _)| name)
    }

    /// The type of its options.
    fn options(self) -> &'static str {
        match self {
            Strategy::First | Strategy::Default | Strategy::Unique | Strategy::Hash => {
                "Struct[{Optional['strategy'] => String[1]}]"
            }
            Strategy::Deep | Strategy::ReverseDeep | Strategy::UnconstrainedDeep => {
                "Struct[{Optional['strategy'] => String[1], 'knockout_prefix' => Optional[String], \
                 'merge_debug' => Optional[Boolean], 'merge_hash_arrays' => Optional[Boolean], \
                 'sort_merged_arrays' => Optional[Boolean]}]"
            }
        }
    }
}

impl Merge {
    /// Reads what a manifest says: a name, or a hash with the name as `strategy`; nothing for `undef`.
    pub(crate) fn read(given: &Value) -> Outcome<Option<Merge>> {
        let (name, options) = match given {
            Value::Undef => return Ok(None),
            Value::String(name) => (name.as_str(), Hash::default()),
            Value::Hash(options) => match options.get_str("strategy").and_then(Value::as_str) {
                Some(name) => (name, (**options).clone()),
                None => {
                    return Err(Interrupt::unplaced(
                        "The hash given as 'merge' must contain the name of a strategy in string form for the key \
                         'strategy'",
                    ));
                }
            },
            _ => return Err(Interrupt::unplaced("'merge' must be a text or a hash")),
        };
        let strategy =
            Strategy::named(name).ok_or_else(|| Interrupt::unplaced(format!("Unknown merge strategy: '{name}'")))?;
        let expected =
            parse_type(strategy.options()).unwrap_or_else(|_| never!("the types of options are valid", Type::Any));
        match mismatch::explain("The merge options has wrong type,", &expected, &Value::from(options.clone())) {
            Some(message) => Err(Interrupt::unplaced(message)),
            None => Ok(Some(Merge { strategy, options })),
        }
    }
}

/// Says that no data has any of the keys.
pub(crate) fn missing(names: &[Value]) -> Interrupt {
    let message = match names {
        [name] => format!("Function lookup() did not find a value for the name '{name}'"),
        names => {
            let names: Vec<_> = names.iter().map(|name| format!("'{name}'")).collect();
            format!("Function lookup() did not find a value for any of the names [{}]", names.join(", "))
        }
    };
    Interrupt::data(message)
}

/// A value, if it has the type that is wanted.
pub(crate) fn checked(subject: &str, wanted: Option<&Type>, value: Value) -> Outcome {
    let Some(wanted) = wanted.filter(|wanted| !wanted.is_instance(&value)) else { return Ok(value) };
    let subject = format!("{subject} has wrong type,");
    let message = mismatch::explain(&subject, wanted, &value);
    Err(Interrupt::unplaced(message.unwrap_or_else(|| format!("{subject} expects {wanted}"))))
}

impl Compilation<'_> {
    /// Finds the value of a key in the data.
    pub(crate) fn find_data(&mut self, frame: &Frame, query: &Query<'_>) -> Outcome<Option<Value>> {
        let data = self.data();
        data.find(self, frame, query)
    }

    /// Finds the value of a parameter that is not given.
    pub(crate) fn find_parameter(&mut self, frame: &Frame, key: &str) -> Outcome<Option<Value>> {
        let empty = Hash::default();
        self.find_data(frame, &Query { key, merge: None, overrides: &empty, defaults: &empty, legacy: false })
    }
}
