//! Finds the position of a value in a JSON text.

use super::{Cursor, JsonPath, Step};

/// Returns the offset of the value at a path; where the last steps lead nowhere, that of the value that should contain
/// them. Values do not know their positions, so messages about them look in the text.
///
/// ```
/// let text = r#"{"ports": [80, 443]}"#;
/// assert_eq!(pcore::json::locate(text, &"$['ports'][1]".parse().unwrap()), 15);
/// assert_eq!(pcore::json::locate(text, &"$['ports'][2]".parse().unwrap()), 10);
/// ```
pub fn locate(text: &str, path: &JsonPath) -> usize {
    let mut offset = 0;
    // The search ends with `None` wherever it ends.
    let _ = search(&mut Cursor::new(text), path.steps(), &mut offset);
    offset
}

fn search(cursor: &mut Cursor<'_>, steps: &[Step], offset: &mut usize) -> Option<()> {
    let is_array = cursor.peek()? == b'[';
    *offset = cursor.offset();
    let (step, rest) = steps.split_first()?;
    if is_array {
        let mut index = 0;
        return cursor.elements(|cursor| {
            index += 1;
            if *step == Step::from(index - 1) { search(cursor, rest, offset) } else { cursor.value().map(drop) }
        });
    }
    cursor.entries(
        |cursor, key| {
            if *step == Step::from(key) { search(cursor, rest, offset) } else { cursor.value().map(drop) }
        },
    )
}
