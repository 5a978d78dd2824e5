//! Which elements `[index]` and `[from, count]` mean.

use std::ops::Range;

/// The element that an index means, from the end when it is negative; nothing when it is outside.
pub(super) fn index(length: usize, index: i64) -> Option<usize> {
    let length = i128::try_from(length).ok()?;
    let position = i128::from(index);
    let position = if position < 0 { position + length } else { position };
    (0..length).contains(&position).then(|| usize::try_from(position).ok()).flatten()
}

/// The elements that a start and a count mean. A negative count is the index of the last one, from the end. Nothing
/// when the start is behind the end, or when there is less than nothing to take.
pub(super) fn range(length: usize, from: i64, count: i64) -> Option<Range<usize>> {
    let length = i128::try_from(length).ok()?;
    let mut start = i128::from(from);
    start = if start < 0 { start + length } else { start };
    let mut taken = i128::from(count);
    taken = if taken < 0 { length - start + taken + 1 } else { taken };
    if start < 0 {
        taken += start;
        start = 0;
    }
    if taken < 0 || start > length {
        return None;
    }
    let end = (start + taken).min(length);
    Some(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
}
