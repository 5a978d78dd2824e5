//! An explanation as people read it, in Puppet's words.

use std::fmt::Write as _;

use pcore::{Hash, Value};

use super::{Branch, Event, Explanation, Step, without_strategy};
use crate::functions::ruby::text;

impl Explanation {
    /// The text that people read.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.0.write_steps(&mut text, "");
        self.0.write_texts(&mut text, "");
        text
    }
}

impl Step {
    fn write_steps(&self, text: &mut String, indent: &str) {
        self.steps.iter().for_each(|step| step.write(text, indent));
    }

    fn write(&self, text: &mut String, indent: &str) {
        let inner = format!("{indent}  ");
        // Writing to a string cannot fail.
        let _ = match &self.branch {
            Branch::Root | Branch::Segment => Ok(()),
            Branch::Top(key) | Branch::Meta(key) => writeln!(text, "{indent}Searching for \"{key}\""),
            Branch::InvalidKey(key) => writeln!(text, "{indent}Invalid key \"{key}\""),
            Branch::MergeSource(source) => writeln!(text, "{indent}Using merge options from \"{source}\" hash"),
            Branch::Module { name, exists: false } => writeln!(text, "{indent}Module \"{name}\" not found"),
            Branch::Module { name, exists: true } => {
                writeln!(text, "{indent}Module data provider for module \"{name}\" not found")
            }
            Branch::Interpolation(subject) => writeln!(text, "{indent}Interpolation on \"{subject}\""),
            Branch::Merge { strategy, options } => return self.write_merge(text, strategy, options, indent),
            Branch::Provider { name, configuration, .. } => {
                let _ = writeln!(text, "{indent}{name}");
                match configuration {
                    Some(path) => writeln!(text, "{inner}Using configuration \"{path}\""),
                    None => Ok(()),
                }
            }
            Branch::Location { original, resolved, is_uri } => {
                let (name, word) = if *is_uri { ("URI", "uri") } else { ("Path", "path") };
                let _ = writeln!(text, "{indent}{name} \"{resolved}\"");
                writeln!(text, "{inner}Original {word}: \"{original}\"")
            }
            Branch::SubKey(steps) => {
                let steps: Vec<String> = steps.iter().map(ToString::to_string).collect();
                writeln!(text, "{indent}Sub key: \"{}\"", steps.join("."))
            }
            Branch::Scope(name) => writeln!(text, "{indent}{name}"),
        };
        match &self.branch {
            Branch::InvalidKey(_) | Branch::MergeSource(_) | Branch::Module { .. } => {}
            Branch::Segment => self.write_outcome(text, indent),
            Branch::Top(_) | Branch::Meta(_) | Branch::Interpolation(_) => self.write_steps(text, &inner),
            _ => {
                self.write_steps(text, &inner);
                if matches!(self.event, Event::LocationNotFound) {
                    let is_uri = matches!(self.branch, Branch::Location { is_uri: true, .. });
                    let _ = writeln!(text, "{inner}{} not found", if is_uri { "URI" } else { "Path" });
                }
                self.write_outcome(text, &inner);
            }
        }
    }

    /// A merge of one is none.
    fn write_merge(&self, text: &mut String, strategy: &str, options: &Hash, indent: &str) {
        let [_, _, ..] = self.steps.as_slice() else { return self.write_steps(text, indent) };
        let inner = format!("{indent}  ");
        let _ = writeln!(text, "{indent}Merge strategy {strategy}");
        let options = without_strategy(options);
        if !options.is_empty() {
            let _ = write!(text, "{inner}Options: ");
            write_value(text, &inner, &Value::from(options));
            text.push('\n');
        }
        self.write_steps(text, &inner);
        if let Event::Result(value) = &self.event {
            let _ = write!(text, "{inner}Merged result: ");
            write_value(text, &inner, value);
            text.push('\n');
        }
    }

    fn write_outcome(&self, text: &mut String, indent: &str) {
        let mut found = |key: &str, value: &Value, where_else: &str| {
            let _ = write!(text, "{indent}Found key: \"{key}\" value: ");
            write_value(text, indent, value);
            let _ = writeln!(text, "{where_else}");
        };
        match &self.event {
            Event::Found(key, value) => found(key, value, ""),
            Event::FoundInOverrides(key, value) => found(key, value, " in overrides"),
            Event::FoundInDefaults(key, value) => found(key, value, " in defaults"),
            Event::NotFound(key) => _ = writeln!(text, "{indent}No such key: \"{key}\""),
            Event::Nothing | Event::LocationNotFound | Event::Result(_) => {}
        }
        self.write_texts(text, indent);
    }

    fn write_texts(&self, text: &mut String, indent: &str) {
        for line in &self.texts {
            let _ = writeln!(text, "{indent}{line}");
        }
    }
}

fn write_value(text: &mut String, indent: &str, value: &Value) {
    let inner = format!("{indent}  ");
    match value {
        Value::Hash(hash) if hash.is_empty() => text.push_str("{}"),
        Value::Hash(hash) => {
            text.push('{');
            for (index, (key, value)) in hash.iter().enumerate() {
                let _ = write!(text, "{}\n{inner}", if index > 0 { "," } else { "" });
                write_value(text, &inner, key);
                text.push_str(" => ");
                write_value(text, &inner, value);
            }
            let _ = write!(text, "\n{indent}}}");
        }
        Value::Array(items) if items.is_empty() => text.push_str("[]"),
        Value::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                let _ = write!(text, "{}\n{inner}", if index > 0 { "," } else { "" });
                write_value(text, &inner, item);
            }
            let _ = write!(text, "\n{indent}]");
        }
        other => text.push_str(&text::inspect(other)),
    }
}
