//! ERB templates as Ruby code, with the trim mode that Puppet uses: `<%-` takes the blanks before it, `-%>` the end of
//! the line after it.
//!
//! The code appends to a local variable, as that of Ruby's own ERB does, and every statement stays on its line.

use std::fmt::Write;

/// The variable that gathers the text. Some templates append to it themselves.
const OUTPUT: &str = "_erbout";

/// What a tag holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tag {
    Code,
    Value,
    Comment,
}

/// The code of a template.
pub(crate) fn to_ruby(template: &str) -> String {
    let mut script = Script { done: String::with_capacity(template.len() * 2), line: Vec::new() };
    script.line.push(format!("{OUTPUT} = +''"));
    let mut content = String::new();
    let mut rest = template;
    let mut open = None;
    while !rest.is_empty() {
        match open {
            None => {
                let Some(index) = rest.find("<%") else {
                    content.push_str(rest);
                    break;
                };
                let (before, after) = (&rest[..index], &rest[index + 2..]);
                let (text, tag, after) = start(before, after);
                content.push_str(text);
                rest = after;
                match tag {
                    Some(tag) => {
                        script.text(&mut content);
                        open = Some(tag);
                    }
                    None => content.push_str("<%"),
                }
            }
            Some(tag) => {
                // A tag that nothing ends is taken for text.
                let Some(index) = rest.find("%>") else {
                    content.push_str(rest);
                    break;
                };
                let before = &rest[..index];
                rest = &rest[index + 2..];
                if let Some(escaped) = before.strip_suffix('%') {
                    content.push_str(escaped);
                    content.push_str("%>");
                    continue;
                }
                let trimmed = before.strip_suffix('-');
                content.push_str(trimmed.unwrap_or(before));
                script.tag(tag, std::mem::take(&mut content));
                if trimmed.is_some() {
                    let after = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n'));
                    if after.is_some() || rest.is_empty() {
                        script.end_line();
                    }
                    rest = after.unwrap_or(rest);
                }
                open = None;
            }
        }
    }
    script.text(&mut content);
    script.line.push(OUTPUT.to_owned());
    script.end_line();
    script.done
}

/// Takes the beginning of a tag apart: the text before it that stays, its kind (nothing for `<%%`), what follows.
fn start<'t>(before: &'t str, after: &'t str) -> (&'t str, Option<Tag>, &'t str) {
    match after.as_bytes().first() {
        Some(b'%') => (before, None, &after[1..]),
        Some(b'=') => (before, Some(Tag::Value), &after[1..]),
        Some(b'#') => (before, Some(Tag::Comment), &after[1..]),
        Some(b'-') => {
            // Behind another tag counts as the start of a line, too.
            let kept = before.trim_end_matches([' ', '\t']);
            let at_start = kept.is_empty() || kept.ends_with('\n');
            (if at_start { kept } else { before }, Some(Tag::Code), &after[1..])
        }
        _ => (before, Some(Tag::Code), after),
    }
}

/// Code in the making: lines that are done, and the statements of the current one.
struct Script {
    done: String,
    line: Vec<String>,
}

impl Script {
    /// Adds a text as it is.
    fn text(&mut self, content: &mut String) {
        if content.is_empty() {
            return;
        }
        let mut statement = format!("{OUTPUT}.<< \"");
        for character in content.chars() {
            match character {
                '\n' => statement.push_str("\\n"),
                '"' | '\\' | '#' => {
                    statement.push('\\');
                    statement.push(character);
                }
                control if control.is_control() => {
                    let _ = write!(statement, "\\u{{{:x}}}", u32::from(control));
                }
                other => statement.push(other),
            }
        }
        statement.push('"');
        statement.extend(content.chars().filter(|character| *character == '\n'));
        self.line.push(statement);
        content.clear();
    }

    fn tag(&mut self, tag: Tag, mut content: String) {
        match tag {
            Tag::Code => {
                let ends_line = content.ends_with('\n');
                if ends_line {
                    content.pop();
                }
                self.line.push(content);
                if ends_line {
                    self.end_line();
                }
            }
            Tag::Value => self.line.push(format!("{OUTPUT}.<<(({content}).to_s)")),
            Tag::Comment => self.line.push(content.chars().filter(|character| *character == '\n').collect()),
        }
    }

    fn end_line(&mut self) {
        self.done.push_str(&self.line.join("; "));
        self.done.push('\n');
        self.line.clear();
    }
}
