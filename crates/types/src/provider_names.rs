//! Providers that Puppet has and this program does not.
//!
//! A manifest may name one of them, perhaps for another machine: then the resource fails with Puppet's message when it
//! is evaluated, and all others are applied. Any other name is a mistake, and is refused before anything changes.

use std::sync::LazyLock;

use pcore::keyed::HashMap;

/// The names of each type, in lines such as `mount: aix`; a longer list goes on in lines that begin with a space.
const NAMES: &str = include_str!("provider_names.yaml");

/// The providers of a type that only Puppet has.
pub(crate) fn unsupported(type_name: &str) -> &'static [&'static str] {
    static BY_TYPE: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
        let mut by_type: HashMap<&str, Vec<&str>> = HashMap::default();
        let mut of_type = "";
        for word in NAMES.lines().filter(|line| !line.starts_with('#')).flat_map(str::split_whitespace) {
            match word.strip_suffix(':') {
                Some(type_name) => of_type = type_name,
                None => by_type.entry(of_type).or_default().push(word),
            }
        }
        by_type
    });
    BY_TYPE.get(type_name).map(Vec::as_slice).unwrap_or_default()
}
