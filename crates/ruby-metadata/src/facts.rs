//! Which facts a file of `lib/facter` adds, as far as its text says so.
//!
//! Texts are searched and not parsed: every run with modules looks at all of them, and a name too many (of a comment, say)
//! only means that Ruby is asked once in vain.

use ecow::EcoString;

/// The facts of one file or of several.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FactNames {
    /// The names in the text, in lower case; of `a.b` it is `a`.
    pub names: Vec<EcoString>,
    /// Whether there may be more, whose names only show when the file runs.
    pub computed: bool,
}

impl FactNames {
    /// Whether a fact of that name may be among them. What the machine has anyway is hidden only by a fact that is named.
    pub fn may_have(&self, name: &str, is_known: bool) -> bool {
        let root = name.split('.').next().unwrap_or(name);
        (self.computed && !is_known) || self.names.iter().any(|known| known.eq_ignore_ascii_case(root))
    }
}

/// How facts are added; what follows is the name.
const CALLS: [&str; 4] = [".add", "::add", ".define_fact", "::define_fact"];

/// Finds the facts that a text adds.
///
/// ```
/// let found = ruby_metadata::read_facts("Facter.add(:one) { setcode { 1 } }\nFacter.add('Two') { setcode 'id' }");
/// assert_eq!(found.names, ["one", "two"]);
/// assert!(!found.computed);
/// assert!(ruby_metadata::read_facts("names.each { |name| Facter.add(name) { } }").computed);
/// ```
pub fn read_facts(text: &str) -> FactNames {
    let mut found = FactNames::default();
    for (index, word) in text.match_indices("Facter") {
        let rest = &text[index + word.len()..];
        // `Facter.add_something` is something else.
        let mut ways = CALLS.iter().filter_map(|way| rest.strip_prefix(way));
        let Some(rest) = ways.find(|rest| !rest.starts_with(is_of_name)) else { continue };
        match literal(rest.trim_start().trim_start_matches('(').trim_start()) {
            Some(name) => found.names.push(name),
            None => found.computed = true,
        }
    }
    // A file that adds nothing itself leaves it to another one.
    found.computed |= found.names.is_empty();
    found
}

/// `:name`, `'name'` or `"name"` at the beginning of a text.
fn literal(text: &str) -> Option<EcoString> {
    let (quote, rest) = match text.strip_prefix(':') {
        Some(rest) => (rest.chars().next().filter(|first| matches!(first, '\'' | '"')), rest),
        None => (Some(text.chars().next().filter(|first| matches!(first, '\'' | '"'))?), text),
    };
    let name = match quote {
        Some(quote) => rest.get(1..)?.split_once(quote)?.0,
        None => &rest[..rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len())],
    };
    let root = name.split('.').next().unwrap_or(name);
    let is_plain = !root.is_empty() && root.chars().all(|letter| is_of_name(letter) || letter == '-');
    is_plain.then(|| root.to_lowercase().into())
}

fn is_of_name(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
