//! The layout of a type.

/// The maximum length of a line with several settings.
const MAX_WIDTH: usize = 100;

/// An attribute that is ready to be written.
#[derive(Debug, Default)]
pub(crate) struct Attribute {
    pub(crate) name: String,
    pub(crate) data_type: Option<String>,
    pub(crate) settings: Vec<(&'static str, String)>,
}

impl Attribute {
    /// `attr name, Type { … }`, on one line if it fits.
    pub(crate) fn written(&self) -> String {
        let mut head = format!("  attr {}", self.name);
        if let Some(data_type) = &self.data_type {
            head.push_str(", ");
            head.push_str(data_type);
        }
        if self.settings.is_empty() {
            return head + "\n";
        }
        let pairs: Vec<String> = self.settings.iter().map(|(name, value)| format!("{name} => {value}")).collect();
        let line = format!("{head} {{ {} }}\n", pairs.join(", "));
        if pairs.len() <= 3 && line.len() <= MAX_WIDTH && line.lines().count() == 1 {
            return line;
        }
        let widest = self.settings.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        let settings = self.settings.iter().map(|(name, value)| format!("    {name:widest$} => {value},\n"));
        format!("{head} {{\n{}  }}\n", settings.collect::<String>())
    }
}

/// A comment in the body of a type.
pub(crate) fn comment(text: &str) -> String {
    text.lines().map(|line| format!("  # {line}\n")).collect()
}
