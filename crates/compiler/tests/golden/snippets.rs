//! The recorded files: `>>>` begins a source, `...` continues it, what follows is the answer.

use std::path::Path;

/// A source with the answer of the real Puppet.
pub struct Snippet {
    /// The file without its ending.
    file: String,
    /// Its index in the file, from 1.
    number: usize,
    pub source: String,
    /// Log lines, errors and resources, as recorded.
    pub answer: String,
    /// The setting `strict_variables` while recording.
    pub strict_variables: bool,
    /// Whether the setting `strict` was `error`.
    pub strict: bool,
    /// Whether resources were recorded, as in most files.
    pub has_catalog: bool,
}

impl Snippet {
    /// What it is called in `exceptions.tsv`.
    pub fn name(&self) -> String {
        format!("{}:{}", self.file, self.number)
    }
}

/// Reads all files of a directory, sorted by name.
pub fn read_all(directory: &Path) -> Vec<Snippet> {
    let mut paths: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().flat_map(|path| read(path)).collect()
}

fn read(path: &Path) -> Vec<Snippet> {
    let text = std::fs::read_to_string(path).unwrap();
    let header: String = text.lines().take_while(|line| line.starts_with('#')).collect();
    let mut snippets: Vec<Snippet> = Vec::new();
    for line in text.lines() {
        if let Some(source) = line.strip_prefix(">>> ") {
            snippets.push(Snippet {
                file: path.file_stem().unwrap().to_string_lossy().into_owned(),
                number: snippets.len() + 1,
                source: source.to_owned(),
                answer: String::new(),
                strict_variables: !header.contains("strict_variables=false"),
                strict: header.contains("strict=error"),
                has_catalog: text.contains("\n  CAT "),
            });
        } else if let Some(snippet) = snippets.last_mut() {
            match line.strip_prefix("...") {
                Some(more) if snippet.answer.is_empty() => {
                    snippet.source.push('\n');
                    snippet.source.push_str(more.strip_prefix(' ').unwrap_or(more));
                }
                _ => {
                    snippet.answer.push_str(line);
                    snippet.answer.push('\n');
                }
            }
        }
    }
    snippets
}
