//! Case tables, which Lua does not have: runs of characters with the same distance between upper and lower case, and
//! characters that are converted to several ones.

use std::fmt::Write;

/// A run: the first and the last character, their step, and the distance to their counterparts.
struct Run {
    first: u32,
    last: u32,
    step: u32,
    distance: i64,
}

/// Writes the table of a change of case.
pub(super) fn table(change: impl Fn(char) -> Vec<char>) -> String {
    let (mut runs, mut several) = (Vec::<Run>::new(), String::new());
    for character in '\0'..=char::MAX {
        let changed = change(character);
        let code = u32::from(character);
        match changed.as_slice() {
            [same] if *same == character => {}
            [single] => {
                let distance = i64::from(u32::from(*single)) - i64::from(code);
                match runs.last_mut() {
                    Some(run)
                        if run.distance == distance
                            && (code - run.last == run.step || run.first == run.last && code - run.last <= 2) =>
                    {
                        run.step = code - run.last;
                        run.last = code;
                    }
                    _ => runs.push(Run { first: code, last: code, step: 1, distance }),
                }
            }
            many => {
                let codes: Vec<String> = many.iter().map(|part| format!("{:x}", u32::from(*part))).collect();
                let _ = write!(several, "{code:x}={};", codes.join(","));
            }
        }
    }
    let mut written = String::new();
    for run in &runs {
        let _ = write!(written, "{:x}-{:x}/{}{:+};", run.first, run.last, run.step, run.distance);
    }
    written + &several
}
