//! The order of fragments: by their `order`, then by name.

use resource_api::{Failure, Outcome};

use super::Fragment;

/// Sorts fragments, numerically or as text.
pub(super) fn sorted(mut fragments: Vec<&Fragment>, by_numbers: bool) -> Outcome<Vec<&Fragment>> {
    if !by_numbers {
        // As in the module, which splits order and name at the first two of three underscores.
        fragments.sort_by_cached_key(|fragment| {
            let whole = format!("{}___{}", fragment.order, fragment.name);
            let (order, name) = whole.split_once("__").unwrap_or((&whole, ""));
            (order.to_owned(), name.to_owned())
        });
        return Ok(fragments);
    }
    let mut keyed: Vec<([Key; 2], &Fragment)> =
        fragments.into_iter().map(|fragment| (key(&fragment.order, &fragment.name), fragment)).collect();
    keyed.sort_by(|(left, _), (right, _)| left.cmp(right));
    // A number and a text next to each other cannot be compared, as in Ruby.
    let is_unclear = keyed.windows(2).any(|pair| match pair {
        [(left, _), (right, _)] => {
            let differing = left.iter().zip(right).find(|(left, right)| left != right);
            differing.is_some_and(|(left, right)| left.is_number() != right.is_number())
        }
        _ => false,
    });
    if is_unclear {
        return Err(Failure::new("comparison of Array with Array failed"));
    }
    Ok(keyed.into_iter().map(|(_, fragment)| fragment).collect())
}

/// A number of any length, or a text.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// Its digits without leading zeros, and before these their number: more digits are a greater number.
    Number(usize, String),
    Text(String),
}

impl Key {
    fn new(text: &str) -> Key {
        if !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit()) {
            let digits = text.trim_start_matches('0');
            Key::Number(digits.len(), digits.to_owned())
        } else {
            Key::Text(text.to_owned())
        }
    }

    fn is_number(&self) -> bool {
        matches!(self, Key::Number(..))
    }
}

fn key(order: &str, name: &str) -> [Key; 2] {
    let whole = format!("{order}___{name}");
    let (order, name) = whole.split_once("___").unwrap_or((&whole, ""));
    [Key::new(order), Key::new(name)]
}
