//! Graphs for GraphViz, as Puppet writes them with `--graph`.

use std::fmt::Write as _;

use super::{Cycles, Drawing};

impl Drawing {
    /// The graph in the language of GraphViz.
    pub fn to_dot(&self) -> String {
        let names: Vec<String> = self.names.iter().map(|name| quoted(name)).collect();
        let mut text = format!("digraph {} {{\n    label = {}\n", self.title, quoted(self.title));
        // Writing to a string cannot fail.
        for name in &names {
            let _ = write!(text, "    {name} [\n        fontsize = 8,\n        label = {name}\n    ]\n\n");
        }
        for arrow in &self.arrows {
            let (from, to) = (&names[arrow.from], &names[arrow.to]);
            let _ = write!(text, "    {from} -> {to} [\n        fontsize = 8\n    ]\n\n");
        }
        text.push_str("}\n");
        text
    }
}

impl Cycles {
    /// The shortest path of each cycle, in the language of GraphViz.
    pub fn to_dot(&self) -> String {
        let mut text = String::from("digraph Resource_Cycles {\n  label = \"Resource Cycles\"\n");
        for cycle in self.as_slice() {
            let names: Vec<String> = cycle.names.iter().map(|name| quoted(name)).collect();
            text.push_str(&names.join(" -> "));
            text.push('\n');
        }
        text.push_str("}\n");
        text
    }
}

/// A text in quotes. Puppet writes backslashes as they are, which GraphViz takes for themselves; only those before a
/// quote would hide it.
fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    let mut backslashes = 0;
    for letter in text.chars().map(Some).chain([None]) {
        if matches!(letter, Some('"') | None) {
            quoted.extend(std::iter::repeat_n('\\', backslashes));
        }
        backslashes = if letter == Some('\\') { backslashes + 1 } else { 0 };
        match letter {
            Some('"') => quoted.push_str("\\\""),
            Some(letter) => quoted.push(letter),
            None => quoted.push('"'),
        }
    }
    quoted
}
