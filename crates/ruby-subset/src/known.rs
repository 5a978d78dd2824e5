//! The methods of Ruby, and those that are supported here: so that unsupported code is found before a template runs, and
//! so that a method that Ruby has is not reported as missing.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::object::Object;

/// The methods of a class by their names.
type Methods = FxHashMap<&'static str, Method>;

/// A method of Ruby.
#[derive(Clone, Copy)]
struct Method {
    /// The number of arguments, if it is fixed.
    arity: Option<usize>,
    /// Whether the class, or another one, has it here.
    is_supported: bool,
}

/// One class per line: its name, and its methods. `?NAME` is not supported, `NAME:COUNT` takes exactly so many arguments.
///
/// The lines of Ruby's own classes are their public instance methods in Ruby 3.1 and what is supported of 3.2, those of
/// all objects under `Object`, and the functions under `Kernel`. `CLASS.` has the supported methods of a class itself.
/// The other lines are lists: `(other)` methods of classes whose methods are not known, what `(template)`s and
/// `(function)`s of modules can call without a receiver, methods of the `(scope)` besides `function_*`, `(classes)` to
/// compare with and constants that are values, and `(errors)`.
static TABLE: LazyLock<FxHashMap<&str, Methods>> = LazyLock::new(|| {
    let lines = include_str!("known/methods.txt").lines().filter_map(|line| line.split_once(' '));
    let method = |entry: &'static str| {
        let (entry, is_supported) = entry.strip_prefix('?').map_or((entry, true), |rest| (rest, false));
        match entry.split_once(':').filter(|(name, count)| !name.is_empty() && !count.starts_with(':')) {
            Some((name, count)) => (name, Method { arity: count.parse().ok(), is_supported }),
            None => (entry, Method { arity: None, is_supported }),
        }
    };
    lines.map(|(class, names)| (class, names.split(' ').map(method).collect())).collect()
});

fn method(class: &str, name: &str) -> Option<Method> {
    TABLE.get(class)?.get(name).copied()
}

/// The methods with this name of all classes.
fn methods(name: &str) -> impl Iterator<Item = Method> {
    let is_class = |line: &str| line == "(other)" || !line.ends_with(['.', ')']);
    TABLE.iter().filter(move |(line, _)| is_class(line)).filter_map(move |(line, names)| {
        let method = names.get(name)?;
        // The functions are private.
        Some(Method { is_supported: method.is_supported && *line != "Kernel", ..*method })
    })
}

/// The class of an object in that table; nothing if its methods are unknown.
pub(crate) fn class(object: &Object) -> Option<&'static str> {
    Some(match object {
        Object::Nil => "NilClass",
        Object::Boolean(_) => "TrueClass",
        Object::Integer(_) => "Integer",
        Object::Float(_) => "Float",
        Object::String(_) => "String",
        Object::Symbol(_) => "Symbol",
        Object::Array(_) => "Array",
        Object::Hash(_) => "Hash",
        Object::Range(_) => "Range",
        Object::Regexp(_) => "Regexp",
        Object::Match(_) => "MatchData",
        Object::Proc(_) => "Proc",
        Object::Enumerator(_) => "Enumerator",
        Object::Template => "Kernel",
        Object::Scope => "Object",
        Object::Value(_)
        | Object::Class(_)
        | Object::Exception(_)
        | Object::Bytes(_)
        | Object::Uri(_)
        | Object::Wide(_)
        | Object::Address(_) => return None,
    })
}

/// Whether Ruby's objects of that class have such a method.
pub(crate) fn ruby_has(object: &Object, name: &str) -> bool {
    let Some(class) = class(object) else { return true };
    let further = match object {
        Object::Template => "(template)",
        Object::Scope => "(scope)",
        _ => "Object",
    };
    [class, "Object", further].into_iter().any(|class| method(class, name).is_some())
}

/// How many arguments a method takes, where that is fixed.
pub(crate) fn arity(object: &Object, name: &str) -> Option<usize> {
    method(class(object)?, name)?.arity
}

/// Whether a call is one that may be answered here, as far as the text shows.
pub(crate) fn is_method(constant: Option<&str>, has_receiver: bool, name: &str) -> bool {
    match constant {
        Some(constant) => {
            method(&format!("{constant}."), name).is_some()
                || matches!(name, "==" | "!=" | "===" | "name" | "to_s" | "inspect")
                || (is_error(constant) && name == "new")
        }
        // What Ruby does not have either is an error of the template, not of ours.
        None if has_receiver => {
            method("(scope)", name).is_some()
                || methods(name).any(|method| method.is_supported)
                || methods(name).next().is_none()
        }
        None => method("(template)", name).is_some() || method("(function)", name).is_some(),
    }
}

/// Whether a constant is known.
pub(crate) fn is_constant(name: &str) -> bool {
    method("(classes)", name).is_some() || TABLE.contains_key(format!("{name}.").as_str()) || is_error(name)
}

fn is_error(name: &str) -> bool {
    method("(errors)", name).is_some()
}

/// The names of the methods that some class has.
#[cfg(test)]
pub(crate) fn supported() -> Vec<&'static str> {
    let mut names: Vec<&str> = TABLE.values().flat_map(|methods| methods.keys().copied()).collect();
    names.sort_unstable();
    names.dedup();
    names.retain(|name| methods(name).any(|method| method.is_supported));
    names
}
