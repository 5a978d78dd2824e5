//! Phrases for types that fit into a sentence.

mod plain;

use super::parts::{Describer, is_compound};
use pcore::{
    types::{CallableType, HashType, IntegerRange, StringType, TupleType, Type},
    value::Value,
};

/// The phrases for the values of a type.
#[derive(Clone, Debug)]
pub(super) struct Phrase {
    /// One of them: `a string`.
    pub(super) one: String,
    /// One of them after a number: `string`.
    pub(super) single: String,
    /// Several of them: `strings`.
    pub(super) many: String,
    /// Several of them as a predicate: `strings`, or `each one of …`.
    pub(super) are: String,
}

impl Phrase {
    /// Returns phrases from a noun: `a`, `string`, `strings`, and what follows the noun.
    fn noun(article: &str, single: &str, many: &str, tail: &str) -> Phrase {
        let tail = if tail.is_empty() { String::new() } else { format!(" {tail}") };
        Phrase {
            one: format!("{article} {single}{tail}"),
            single: format!("{single}{tail}"),
            many: format!("{many}{tail}"),
            are: format!("{many}{tail}"),
        }
    }

    /// Returns phrases from something that is not a noun: `true or false`.
    fn clause(one: impl Into<String>) -> Phrase {
        let one = one.into();
        Phrase {
            single: format!("value that is {one}"),
            many: format!("values that are each {one}"),
            are: format!("each {one}"),
            one,
        }
    }
}

/// The maximum number of keys in a summary.
const LISTED_KEYS: usize = 6;

impl Describer {
    /// Returns the phrases for a type.
    pub(super) fn phrase(&mut self, described: &Type) -> Phrase {
        if !self.spend() {
            return Phrase::noun("a", "value", "values", &format!("of type {}", described.kind_name()));
        }
        match described {
            Type::Any | Type::Unit => {
                Phrase { one: String::from("any value"), ..Phrase::noun("a", "value", "values", "") }
            }
            Type::Undef | Type::Optional(None) => Phrase::clause("nothing (undef)"),
            Type::Default => Phrase::clause("the word default"),
            Type::Scalar => Phrase::clause("a string, number, boolean, regular expression, version or time"),
            Type::ScalarData => Phrase::clause("a string, a number or a boolean"),
            Type::Numeric => Phrase::noun("a", "number", "numbers", ""),
            Type::Binary => Phrase::noun("a", "piece", "pieces", "of binary data"),
            Type::SemVerRange => Phrase::noun("a", "range", "ranges", "of versions"),
            Type::Boolean(None) => Phrase::clause("true or false"),
            Type::Boolean(Some(only)) => Phrase::clause(only.to_string()),
            Type::Integer(range) => plain::integer(*range),
            Type::Float(range) => plain::float(*range),
            Type::String(string) => plain::string_phrase(string),
            Type::Enum(enumeration) => plain::enum_phrase(enumeration),
            Type::Pattern(pattern) if pattern.patterns.is_empty() => plain::string_phrase(&StringType::Any),
            Type::Pattern(pattern) => {
                let patterns: Vec<String> = pattern.patterns.iter().map(ToString::to_string).collect();
                let tail = |verb: &str| format!("that {verb} {}", or(&patterns));
                Phrase {
                    one: format!("text {}", tail("matches")),
                    single: format!("text {}", tail("matches")),
                    many: format!("texts {}", tail("match")),
                    are: format!("texts {}", tail("match")),
                }
            }
            Type::Regexp(None) => Phrase::noun("a", "regular expression", "regular expressions", ""),
            Type::Regexp(Some(only)) => Phrase::clause(format!("the regular expression {only}")),
            Type::Timespan(range) => Phrase::noun("a", "length of time", "lengths of time", &plain::time(range)),
            Type::Timestamp(range) => Phrase::noun("a", "point in time", "points in time", &plain::time(range)),
            Type::SemVer(ranges) if ranges.is_empty() => Phrase::noun("a", "version", "versions", "such as 1.2.3"),
            Type::SemVer(ranges) => {
                let ranges: Vec<String> = ranges.iter().map(|range| format!("'{}'", range.canonical())).collect();
                Phrase::noun("a", "version", "versions", &format!("in the range {}", or(&ranges)))
            }
            Type::Uri(parts) => {
                let parts = parts.as_ref().map(|parts| {
                    let parts: Vec<String> =
                        parts.parts.iter().map(|(name, expected)| self.uri_part(name, expected)).collect();
                    format!("whose {}", and(&parts))
                });
                Phrase::noun("a", "URI", "URIs", &parts.unwrap_or_default())
            }
            Type::Collection(size) => {
                let size = size.filter(|size| *size != IntegerRange::ANY_SIZE);
                let tail = size.map(|size| format!("of {}", counted(size, "entry", "entries"))).unwrap_or_default();
                Phrase::noun("a", "list or hash", "lists or hashes", &tail)
            }
            Type::Array(array) => {
                let size = array.size.unwrap_or(IntegerRange::ANY_SIZE);
                match (&array.element, size) {
                    (_, IntegerRange { to: 0, .. }) => Phrase::noun("an", "empty list", "empty lists", ""),
                    (Type::Any | Type::Unit, IntegerRange::ANY_SIZE) => Phrase::noun("a", "list", "lists", ""),
                    (element, size) => {
                        let element = self.phrase(element);
                        let tail = format!("of {}", counted(size, &element.single, &element.many));
                        Phrase::noun("a", "list", "lists", &tail)
                    }
                }
            }
            Type::Hash(hash) => self.hash(hash),
            Type::Tuple(tuple) => self.tuple(tuple),
            Type::Struct(structure) => plain::struct_phrase(structure),
            Type::Variant(types) if types.is_empty() => {
                Phrase::clause("a value of a Variant without types, which has no values")
            }
            Type::Variant(types) if is_compound(described) => {
                Phrase::clause(format!("one of {} alternatives", types.len()))
            }
            Type::Variant(types) => self.alternatives(types),
            Type::Optional(Some(contained)) => {
                let contained = self.phrase(contained);
                Phrase::clause(format!("nothing, or {}", contained.one))
            }
            Type::NotUndef(None) => Phrase::clause("any value but undef"),
            Type::NotUndef(Some(contained)) => match &**contained {
                Type::Optional(Some(inner)) => self.phrase(inner),
                Type::Variant(types) if types.contains(&Type::Undef) => {
                    let rest = types.iter().filter(|member| **member != Type::Undef).cloned();
                    self.phrase(&Type::variant(rest))
                }
                other if other.is_instance(&Value::Undef) => {
                    Phrase::clause(format!("{}, but not undef", self.phrase(other).one))
                }
                other => self.phrase(other),
            },
            Type::Sensitive(None) => Phrase::noun("a", "secret", "secrets", ""),
            Type::Sensitive(Some(contained)) => {
                let secret = self.phrase(contained).one;
                Phrase {
                    many: format!("secrets that each hold {secret}"),
                    are: format!("secrets that each hold {secret}"),
                    ..Phrase::noun("a", "secret", "secrets", &format!("that holds {secret}"))
                }
            }
            Type::Type(contained) => self.type_value(contained.as_deref()),
            Type::TypeSet(_) => Phrase::noun("a", "set", "sets", "of types"),
            Type::Iterable(None) => Phrase::clause("something to iterate over, such as a list or a hash"),
            Type::Iterable(Some(element)) => {
                let element = self.phrase(element).many;
                Phrase::clause(format!("something that gives {element} when it is iterated over"))
            }
            Type::Iterator(None) => Phrase::noun("a", "lazy sequence", "lazy sequences", ""),
            Type::Iterator(Some(element)) => {
                let element = self.phrase(element).many;
                Phrase::noun("a", "lazy sequence", "lazy sequences", &format!("of {element}"))
            }
            Type::Callable(callable) => self.callable(callable),
            Type::Init(init) => match &init.contained {
                None => Phrase::clause("a value from which another can be created"),
                Some(contained) => {
                    let instance = self.phrase(contained).one;
                    Phrase::clause(format!("{instance}, or anything that such a value can be created from"))
                }
            },
            Type::Runtime(runtime) => match (&runtime.runtime, &runtime.name) {
                (Some(language), Some(name)) => {
                    Phrase::noun("an", "object", "objects", &format!("of the {language} class {name}"))
                }
                _ => Phrase::noun("an", "object", "objects", "of a foreign runtime"),
            },
            Type::CatalogEntry => {
                Phrase::clause("a class or resource of the catalog itself (no value is; use Type[CatalogEntry])")
            }
            Type::Class(_) | Type::Resource(_) => {
                Phrase::clause(format!("{described} of the catalog itself (no value is; use Type[{described}])"))
            }
            Type::Object(None) => Phrase::noun("an", "object", "objects", ""),
            Type::Object(Some(object)) => plain::object_phrase(object),
            Type::ObjectExtension(extension) => {
                let base = plain::object_phrase(extension.base());
                Phrase::clause(format!("{} that matches {described}", base.one))
            }
            Type::Alias(alias) => match (alias.name().as_str(), alias.resolved()) {
                ("Data", _) if alias.is_builtin() => {
                    Phrase::clause("plain data: nothing, a string, number or boolean, or a list or hash of plain data")
                }
                ("RichData", _) if alias.is_builtin() => Phrase::clause(
                    "any data: plain data, times, versions, types, secrets, objects, or lists and hashes of them",
                ),
                (name, _) if self.is_open(name) => Phrase {
                    one: format!("another {name} value"),
                    ..Phrase::noun("a", &format!("further {name} value"), &format!("further {name} values"), "")
                },
                (name, Some(target)) => {
                    self.open.push(name.into());
                    let phrase = self.phrase(target);
                    self.open.pop();
                    phrase
                }
                (name, None) => Phrase::clause(format!("a value of type {name}, which has no definition yet")),
            },
            Type::Reference(name) => Phrase::clause(format!("a value of type {name}, which is unknown")),
        }
    }

    fn alternatives(&mut self, types: &[Type]) -> Phrase {
        let members: Vec<String> = types
            .iter()
            .map(|member| match member {
                // Avoids one `or`.
                Type::Boolean(None) => String::from("a boolean"),
                other => self.phrase(other).one,
            })
            .collect();
        // If an alternative is a list itself, a comma alone would be ambiguous.
        let nested = members.iter().any(|member| member.contains(", ") || member.contains(" or "));
        Phrase::clause(if nested { members.join(", or ") } else { or(&members) })
    }

    fn hash(&mut self, hash: &HashType) -> Phrase {
        let size = hash.size.unwrap_or(IntegerRange::ANY_SIZE);
        if size.to == 0 {
            return Phrase::noun("an", "empty hash", "empty hashes", "");
        }
        let mut tail = String::new();
        if size != IntegerRange::ANY_SIZE {
            tail = format!("of {}", counted(size, "entry", "entries"));
        }
        let mut details = Vec::new();
        for (what, part) in [("keys", &hash.key), ("values", &hash.value)] {
            if !matches!(part, Type::Any | Type::Unit) {
                details.push(format!("whose {what} are {}", self.phrase(part).are));
            }
        }
        if !details.is_empty() {
            let space = if tail.is_empty() { "" } else { " " };
            tail = format!("{tail}{space}{}", details.join(" and "));
        }
        Phrase::noun("a", "hash", "hashes", &tail)
    }

    fn tuple(&mut self, tuple: &TupleType) -> Phrase {
        let size = tuple.size_range();
        if size.to == 0 {
            return Phrase::noun("an", "empty list", "empty lists", "");
        }
        if tuple.types.is_empty() && size == IntegerRange::ANY_SIZE {
            return Phrase::noun("a", "list", "lists", "");
        }
        let mut tail = format!("of {}", counted(size, "element", "elements"));
        let maximum = usize::try_from(size.to).unwrap_or(usize::MAX);
        if !is_compound(&Type::Tuple(tuple.clone().into())) && !tuple.types.is_empty() {
            let positions: Vec<String> = tuple.types.iter().take(maximum).map(|part| self.phrase(part).one).collect();
            tail = format!("{tail}: {}", positions.join(", then "));
            if maximum > tuple.types.len() {
                tail.push_str(", then more of the last kind");
            }
        }
        Phrase::noun("a", "list", "lists", &tail)
    }

    fn type_value(&mut self, contained: Option<&Type>) -> Phrase {
        match contained {
            None | Some(Type::Any) => Phrase::noun("a", "type", "types", "such as Integer or File"),
            Some(Type::CatalogEntry) => Phrase::noun("a", "reference", "references", "to a class or resource"),
            Some(Type::Class(None)) => Phrase::noun("a", "reference", "references", "to a class, such as Class['ntp']"),
            Some(Type::Class(Some(name))) => {
                Phrase::noun("a", "reference", "references", &format!("to the class {name}"))
            }
            Some(named @ Type::Resource(resource)) => {
                let tail = match (&resource.type_name, &resource.title) {
                    (None, _) => String::from("to a resource, such as File['/etc/motd']"),
                    (Some(_), None) => format!("to a {named} resource"),
                    (Some(_), Some(_)) => format!("to the resource {named}"),
                };
                Phrase::noun("a", "reference", "references", &tail)
            }
            Some(contained) => {
                let values = self.phrase(contained).are;
                Phrase::noun(
                    "a",
                    "type",
                    "types",
                    &format!("whose values are all {values}").replace("all each", "each"),
                )
            }
        }
    }

    fn callable(&mut self, callable: &CallableType) -> Phrase {
        let mut tail = match &callable.parameters {
            None => String::new(),
            Some(parameters) => match parameters.size_range() {
                IntegerRange { to: 0, .. } => String::from("without parameters"),
                size => format!("that takes {}", counted(size, "argument", "arguments")),
            },
        };
        if let Some(returns) = &callable.returns {
            let space = if tail.is_empty() { "" } else { " and " };
            tail = format!("{tail}{space}that returns {}", self.phrase(returns).one);
        }
        Phrase::noun("a", "lambda or function", "lambdas or functions", &tail)
    }

    fn uri_part(&mut self, name: &Value, expected: &Value) -> String {
        match expected {
            Value::Undef => format!("{name} is missing"),
            Value::Regexp(regexp) => format!("{name} matches {regexp}"),
            Value::Type(secret) => match &**secret {
                Type::NotUndef(None) => format!("{name} is present"),
                Type::Undef => format!("{name} is missing"),
                other => format!("{name} is {}", self.phrase(other).one),
            },
            text => format!("{name} is {text:?}"),
        }
    }
}

/// Returns a count of things: `at least 1 string`, or just `strings` for any number.
fn counted(size: IntegerRange, single: &str, many: &str) -> String {
    let noun = |count: i64| if count == 1 { single } else { many };
    match (size.from, size.to) {
        (0, i64::MAX) => many.to_owned(),
        (from, i64::MAX) => format!("at least {from} {}", noun(from)),
        (0, to) => format!("at most {to} {}", noun(to)),
        (from, to) if from == to => format!("exactly {from} {}", noun(from)),
        (from, to) => format!("{from} to {to} {many}"),
    }
}

/// Joins alternatives: `a, b or c`.
fn or(items: &[String]) -> String {
    joined(items, "or")
}

fn and(items: &[String]) -> String {
    joined(items, "and")
}

fn joined(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
