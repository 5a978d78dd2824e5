//! The functions that logic may call. The set has a name and a version, so that other readers of a type can check
//! whether they support all of them. Adding a function requires a new version.

/// A set of functions.
#[derive(Debug)]
pub struct FunctionSet {
    /// Its name.
    pub name: &'static str,
    /// Its version, by the rules of semantic versions.
    pub version: &'static str,
    /// The functions, in the order of their names.
    pub functions: &'static [LogicFunction],
}

/// A function of a set.
#[derive(Debug)]
pub struct LogicFunction {
    /// Its name.
    pub name: &'static str,
    /// The name of the same function outside of logic, if it is different.
    pub same_as: Option<&'static str>,
    /// Its signatures, as types of the language.
    pub signatures: &'static [&'static str],
}

macro_rules! functions {
    ($($name:literal $(as $same:literal)? : [$($signature:literal),* $(,)?];)*) => {
        &[$(LogicFunction { name: $name, same_as: functions!(@same $($same)?), signatures: &[$($signature),*] }),*]
    };
    (@same) => { None };
    (@same $same:literal) => { Some($same) };
}

/// The set that logic is checked against.
pub static CURRENT: FunctionSet = FunctionSet {
    name: "bunraku/type-logic",
    version: "1.0.0",
    functions: functions! {
        "abs": ["Callable[[Numeric], Numeric]"];
        "all": ["Callable[[Iterable, Callable[1, 2]], Boolean]"];
        "any": ["Callable[[Iterable, Callable[1, 2]], Boolean]"];
        "capitalize": ["Callable[[String], String]"];
        "ceiling": ["Callable[[Numeric], Integer]"];
        "collect" as "map": ["Callable[[Iterable, Callable[1, 2]], Array]"];
        "downcase": ["Callable[[String], String]"];
        "each": ["Callable[[Iterable, Callable[1, 2]], Any]"];
        "empty": ["Callable[[Variant[Collection, String]], Boolean]"];
        "filter": ["Callable[[Iterable, Callable[1, 2]], Collection]"];
        "flatten": ["Callable[[Array], Array]"];
        "floor": ["Callable[[Numeric], Integer]"];
        "join": ["Callable[[Array], String]", "Callable[[Array, String], String]"];
        "keys": ["Callable[[Hash], Array]"];
        "length": ["Callable[[Variant[Collection, String]], Integer]"];
        "lstrip": ["Callable[[String], String]"];
        "map": ["Callable[[Iterable, Callable[1, 2]], Array]"];
        "max": ["Callable[[Numeric, 1, default], Numeric]"];
        "min": ["Callable[[Numeric, 1, default], Numeric]"];
        "new": ["Callable[[Type, Any, 1, default], Any]"];
        "reduce": ["Callable[[Iterable, Callable[2, 2]], Any]", "Callable[[Iterable, Any, Callable[2, 2]], Any]"];
        "regsubst": ["Callable[[String, Variant[Regexp, String], String, 3, 4], String]"];
        "reject": ["Callable[[Iterable, Callable[1, 2]], Collection]"];
        "round": ["Callable[[Numeric], Integer]"];
        "rstrip": ["Callable[[String], String]"];
        "select" as "filter": ["Callable[[Iterable, Callable[1, 2]], Collection]"];
        "size": ["Callable[[Variant[Collection, String]], Integer]"];
        "split": ["Callable[[String, Variant[Regexp, String]], Array[String]]"];
        "strip": ["Callable[[String], String]"];
        "unique": ["Callable[[Array], Array]"];
        "upcase": ["Callable[[String], String]"];
        "values": ["Callable[[Hash], Array]"];
    },
};

impl FunctionSet {
    /// Returns a function by its name.
    ///
    /// ```
    /// let set = &model::functions::CURRENT;
    /// assert_eq!(set.find("select").unwrap().same_as, Some("filter"));
    /// assert!(set.find("notice").is_none());
    /// ```
    pub fn find(&self, name: &str) -> Option<&'static LogicFunction> {
        let index = self.functions.binary_search_by(|function| function.name.cmp(name)).ok()?;
        self.functions.get(index)
    }
}
