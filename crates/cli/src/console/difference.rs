//! Colours for diffs: removed lines are red, added lines are green.

#[cfg(test)]
mod tests;

const BOLD: &str = "\u{1b}[1m";
const RED: &str = "\u{1b}[31m";
const GREEN: &str = "\u{1b}[32m";
const CYAN: &str = "\u{1b}[36m";
const END: &str = "\u{1b}[0m";

/// The message in colours if it is a unified diff.
pub(super) fn coloured(message: &str) -> Option<String> {
    let text = message.strip_prefix('\n')?;
    let mut head = text.lines();
    let is_difference = head.next()?.starts_with("--- ")
        && head.next()?.starts_with("+++ ")
        && head.next().is_some_and(|line| line.starts_with("@@ "));
    if !is_difference {
        return None;
    }
    let mut written = String::with_capacity(message.len() * 3 / 2);
    written.push('\n');
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        let colour = match line.as_bytes().first() {
            _ if number < 2 => BOLD,
            Some(b'@') => CYAN,
            Some(b'-') => RED,
            Some(b'+') => GREEN,
            _ => {
                written.push_str(line);
                written.push_str(end);
                continue;
            }
        };
        for part in [colour, line, END, end] {
            written.push_str(part);
        }
    }
    Some(written)
}
