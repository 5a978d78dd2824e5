//! Permissions, as octal digits or in the symbolic form of `chmod`.

use resource_api::render::inspect;

/// Setuid and setgid: a program with them runs as its owner or with its group.
pub(super) const SPECIAL: u32 = 0o6000;

/// The default mode of new files.
pub(super) const NEW_FILE: u32 = 0o644;

/// The mode that symbolic modes refer to when a directory is created.
pub(super) const NEW_DIRECTORY: u32 = 0o755;

pub(crate) fn is_mode(text: &str) -> bool {
    is_octal(text) || text.split(',').all(is_clause)
}

/// Pads octal modes to four digits; symbolic ones stay as they are.
pub(crate) fn normalize(text: &str) -> String {
    match u32::from_str_radix(text, 8) {
        Ok(bits) if is_octal(text) => format!("{bits:04o}"),
        _ => text.to_owned(),
    }
}

pub(super) fn is_octal(text: &str) -> bool {
    let digits = text.strip_prefix('0').filter(|rest| !rest.is_empty()).unwrap_or(text);
    (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| matches!(byte, b'0'..=b'7'))
}

/// Formats a mode with four octal digits.
pub(super) fn octal(bits: u32) -> String {
    format!("{:04o}", bits & 0o7777)
}

/// Adds the execute bit wherever a directory is readable; symbolic modes stay as they are.
pub(super) fn for_directory(text: &str) -> String {
    let Ok(bits) = u32::from_str_radix(text, 8) else { return text.to_owned() };
    let readable = bits & 0o444;
    format!("{:04o}", bits | (readable >> 2))
}

/// Applies a mode to the current permissions.
pub(super) fn apply(mode: &str, current: u32, is_directory: bool) -> Result<u32, String> {
    if let Ok(bits) = u32::from_str_radix(mode, 8) {
        return Ok(bits);
    }
    let any_execution = current & 0o111 != 0;
    let mut bits = current & 0o7777;
    for clause in mode.split(',') {
        let clause = clause.trim();
        bits = apply_clause(clause, bits, is_directory || any_execution).map_err(|problem| {
            let location = if clause == mode { String::new() } else { format!(" at {}", inspect(&clause.into())) };
            format!("{problem}{location} in symbolic mode {}", inspect(&mode.into()))
        })?;
    }
    Ok(bits)
}

/// Whether a text is a clause such as `u+x`.
fn is_clause(text: &str) -> bool {
    let rest = text.trim_start_matches(['u', 'g', 'o', 'a']);
    rest.starts_with(['-', '=', '+']) && rest.chars().all(|letter| "-=+rstwxXugo".contains(letter))
}

fn apply_clause(clause: &str, current: u32, has_execution: bool) -> Result<u32, String> {
    let rest = clause.trim_start_matches(['u', 'g', 'o', 'a']);
    let whom = &clause[..clause.len() - rest.len()];
    if !rest.starts_with(['-', '=', '+']) {
        return Err("Missing action".to_owned());
    }
    let applies_to = |who: char| whom.is_empty() || whom.contains(who) || whom.contains('a');
    let mut result = current;
    for (who, shift, special) in [('u', 6, 0o4000), ('g', 3, 0o2000), ('o', 0, 0o1000)] {
        if !applies_to(who) {
            continue;
        }
        let mut own = (current >> shift) & 7;
        let mut action = '+';
        for letter in rest.chars() {
            let mut change = |bits: u32| match action {
                '-' => own &= !bits,
                _ => own |= bits,
            };
            match letter {
                '-' | '+' => action = letter,
                '=' => {
                    action = letter;
                    own = 0;
                }
                'u' => change((current >> 6) & 7),
                'g' => change((current >> 3) & 7),
                'o' => change(current & 7),
                'r' => change(4),
                'w' => change(2),
                'x' => change(1),
                'X' if action != '+' => return Err("X only works with the '+' operator".to_owned()),
                'X' if has_execution => change(1),
                'X' => {}
                's' | 't' => {
                    let bit = if letter == 't' { 0o1000 } else { special };
                    result = if action == '-' { result & !bit } else { result | bit };
                }
                _ => return Err("Unknown operation".to_owned()),
            }
        }
        result = (result & !(7 << shift)) | (own << shift);
    }
    Ok(result)
}
