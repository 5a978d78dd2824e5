//! `swapcase`: upper case for lower case and the other way round.

use crate::functions::{Function, ruby::case};

pub(super) static FUNCTION: Function = Function::counted(
    "swapcase",
    "Returns a text, or the texts of an array, with upper and lower case exchanged",
    -1,
    |call| super::each_text(call, swapped),
    &[("swapcase('aBc')", "'AbC'"), ("swapcase(['aB', 1])", "['Ab', 1]")],
);

fn swapped(text: &str) -> String {
    let mut letter = [0; 4];
    text.chars()
        .map(|character| {
            let written: &str = character.encode_utf8(&mut letter);
            if character.is_uppercase() { case::lower(written) } else { case::upper(written) }
        })
        .collect()
}
