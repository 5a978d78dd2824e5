//! Which known name a mistyped one was probably meant to be.

/// Longer names are compared by their beginning only, so that the work stays small.
const MAX_LENGTH: usize = 40;

/// Returns the known name that is most similar to a mistyped one, unless all are too different.
///
/// ```
/// use diagnostics::similar_name;
///
/// assert_eq!(similar_name("mesage", ["message", "withpath"]), Some("message"));
/// assert_eq!(similar_name("so", ["os", "kernel"]), Some("os"));
/// assert_eq!(similar_name("xyzzy", ["message", "withpath"]), None);
/// assert_eq!(similar_name("b", ["a"]), None);
/// ```
pub fn similar_name<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let wanted = comparable(name);
    let distances = known.into_iter().map(|candidate| (edit_distance(&wanted, &comparable(candidate)), candidate));
    let (distance, nearest) = distances.min()?;
    // If no letter is kept, it is another word.
    (distance <= 1 + name.len() / 4 && distance < name.chars().count()).then_some(nearest)
}

/// Counts the letters to insert, delete, replace or exchange with their neighbour, to get from one word to another.
///
/// ```
/// use diagnostics::edit_distance;
///
/// assert_eq!(edit_distance("flsuh", "flush"), 1);
/// ```
pub fn edit_distance(one: &str, two: &str) -> usize {
    strsim::osa_distance(one, two)
}

fn comparable(name: &str) -> String {
    name.chars().take(MAX_LENGTH).map(|letter| letter.to_ascii_lowercase()).collect()
}
