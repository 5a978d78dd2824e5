//! Wraps text for a terminal.

/// The maximum width of a line, as in `puppet describe`.
pub(super) const WIDTH: usize = 76;

/// Writes a description. Paragraphs and lists are wrapped; text that is indented as code is not.
///
/// A word that is longer than a line gets a line of its own.
pub(super) fn write(page: &mut String, description: &str, indent: usize) {
    let mut paragraph = Paragraph::default();
    let mut blank = false;
    let mut fenced = false;
    let start = page.len();
    for line in dedented(description) {
        let text = line.trim();
        let fence = text.starts_with("```");
        let code = fenced || fence || line.starts_with("    ") || line.starts_with('\t');
        if text.is_empty() && !fenced {
            paragraph.flush(page, indent);
            blank = true;
            continue;
        }
        let begins = code || is_item(text) || text.starts_with('#') || blank;
        if begins {
            paragraph.flush(page, indent);
        }
        if blank && page.len() > start {
            page.push('\n');
        }
        blank = false;
        if code {
            push_line(page, indent, line.trim_end());
            fenced ^= fence;
        } else {
            if is_item(text) {
                paragraph.hanging = 2;
            }
            paragraph.words.extend(text.split_whitespace().map(str::to_owned));
            if text.starts_with('#') {
                paragraph.flush(page, indent);
            }
        }
    }
    paragraph.flush(page, indent);
}

/// Writes one line, which is broken only at single spaces, so that quoted text keeps its whitespace.
pub(super) fn write_line(page: &mut String, line: &str, indent: usize) {
    let mut words: Vec<String> = Vec::new();
    for word in line.split(' ') {
        match words.last_mut() {
            Some(last) if word.is_empty() || last.ends_with(' ') => *last = format!("{last} {word}"),
            _ => words.push(word.to_owned()),
        }
    }
    Paragraph { words, hanging: 0 }.flush(page, indent);
}

/// Lines to be wrapped together.
#[derive(Default)]
struct Paragraph {
    words: Vec<String>,
    /// The additional indentation of the lines after the first.
    hanging: usize,
}

impl Paragraph {
    fn flush(&mut self, page: &mut String, indent: usize) {
        let mut line = String::new();
        let mut width = 0;
        let mut depth = indent;
        for word in self.words.drain(..) {
            let length = word.chars().count();
            if width > 0 && depth + width + 1 + length > WIDTH {
                push_line(page, depth, &line);
                line.clear();
                width = 0;
                depth = indent + self.hanging;
            }
            if width > 0 {
                line.push(' ');
                width += 1;
            }
            line.push_str(&word);
            width += length;
        }
        if !line.is_empty() {
            push_line(page, depth, &line);
        }
        self.hanging = 0;
    }
}

fn push_line(page: &mut String, indent: usize, line: &str) {
    if !line.is_empty() {
        page.extend(std::iter::repeat_n(' ', indent));
        page.push_str(line);
    }
    page.push('\n');
}

fn is_item(text: &str) -> bool {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    text.starts_with("* ") || text.starts_with("- ") || rest.len() < text.len() && rest.starts_with(". ")
}

/// Removes the indentation that all lines share. The first line may have none, because it follows a quote.
fn dedented(text: &str) -> impl Iterator<Item = &str> {
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let later = text.lines().skip(1).filter(|line| !line.trim().is_empty()).map(blanks).min();
    let shared = later.unwrap_or_else(|| blanks(text));
    text.lines().map(move |line| &line[blanks(line).min(shared)..])
}
