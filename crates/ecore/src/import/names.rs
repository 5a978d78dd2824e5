//! Names of classifiers and features as names of types and features of the language.

use ecow::EcoString;

/// The name of the type at a path: `apache/Vhost` is `Apache::Vhost`.
pub(super) fn type_name(path: &str, namespace: Option<&str>) -> EcoString {
    let outer = namespace.into_iter().flat_map(|namespace| namespace.split("::")).filter(|part| !part.is_empty());
    let segments: Vec<String> = outer.chain(path.split('/')).map(segment).collect();
    EcoString::from(segments.join("::"))
}

/// A part of the name of a type: a capital letter, and then letters, digits and underscores.
fn segment(name: &str) -> String {
    let mut letters = name.chars();
    let mut segment = match letters.next() {
        Some(first) if first.is_ascii_alphabetic() => first.to_ascii_uppercase().to_string(),
        Some(first) => format!("T{}", word(first)),
        None => String::from("T"),
    };
    segment.extend(letters.map(word));
    segment
}

/// The name of a feature: a letter or an underscore, and then letters, digits and underscores.
pub(super) fn feature_name(name: &str) -> EcoString {
    let mut letters = name.chars();
    let first = match letters.next() {
        Some(first) if first.is_ascii_digit() => format!("_{first}"),
        Some(first) => word(first).to_string(),
        None => String::from("_"),
    };
    EcoString::from(first + &letters.map(word).collect::<String>())
}

fn word(letter: char) -> char {
    if letter.is_ascii_alphanumeric() || letter == '_' { letter } else { '_' }
}
