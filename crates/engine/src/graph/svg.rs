//! Graphs as SVG drawings, in rows from top to bottom.
//!
//! A vertex is drawn one row below the lowest of those before it. Within their rows vertices move towards their neighbours a
//! few times. That is simple and fast, and good enough for a few hundred of them; for more, give the text of
//! [`Drawing::to_dot`] to GraphViz.

mod layout;

use std::fmt::Write as _;

use self::layout::Layout;
use super::Drawing;

/// The number of vertices that are drawn: viewers cannot open drawings with many more.
pub const MAX_DRAWN: usize = 1_500;

/// The number of letters of a name that are drawn; pointing at it shows all of it.
const MAX_LETTERS: usize = 40;

const LETTER_WIDTH: usize = 7;
const BOX_HEIGHT: usize = 24;
const PADDING: usize = 8;
const GAP: usize = 20;
const ROW_GAP: usize = 46;

const STYLE: &str = "text{font:12px monospace;fill:#222}rect{fill:#f4f6fa;stroke:#456;rx:4}path{fill:none;\
                     stroke:#789}path.refresh{stroke:#268;stroke-dasharray:6 3}path.back{stroke:#c33}";

impl Drawing {
    /// The graph as SVG: vertices that have arrows, refreshing arrows dashed, arrows of cycles that lead back red.
    ///
    /// At most [`MAX_DRAWN`] vertices are drawn. A note at the bottom says how many were omitted.
    pub fn to_svg(&self) -> String {
        let layout = Layout::new(self, MAX_DRAWN);
        let labels: Vec<String> = layout.drawn.iter().map(|vertex| shortened(&self.names[*vertex])).collect();
        let widths: Vec<usize> = labels.iter().map(|label| width_of(label)).collect();
        let mut boxes = vec![(0, 0); labels.len()];
        let mut width = 0;
        let mut below = GAP;
        for row in &layout.rows {
            let mut x = GAP;
            for &position in row {
                boxes[position] = (x, below);
                x += widths[position] + GAP;
            }
            width = width.max(x);
            below += BOX_HEIGHT + ROW_GAP;
        }
        // Rows are centered.
        for row in &layout.rows {
            let used: usize = GAP + row.iter().map(|position| widths[*position] + GAP).sum::<usize>();
            row.iter().for_each(|position| boxes[*position].0 += (width - used) / 2);
        }
        let notes = layout.notes(self);
        let width = notes.iter().map(|note| width_of(note) + 2 * GAP).fold(width, usize::max);
        let height = below + notes.len() * BOX_HEIGHT;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} \
             {height}\">\n<title>{}</title>\n<style>{STYLE}</style>\n<defs><marker id=\"end\" viewBox=\"0 0 8 8\" \
             refX=\"8\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\"><polygon points=\"0,0 8,4 \
             0,8\" fill=\"#567\"/></marker></defs>\n",
            self.title
        );
        // Writing to a string cannot fail.
        for line in &layout.arrows {
            let from = (boxes[line.from].0 + widths[line.from] / 2, boxes[line.from].1 + BOX_HEIGHT);
            let to = (boxes[line.to].0 + widths[line.to] / 2, boxes[line.to].1);
            let class = match (line.is_back, line.refresh) {
                (true, _) => " class=\"back\"",
                (false, true) => " class=\"refresh\"",
                (false, false) => "",
            };
            let (start, end) = (from.1 + ROW_GAP / 2, to.1.saturating_sub(ROW_GAP / 2));
            let _ = writeln!(
                svg,
                "<path{class} d=\"M{} {} C{} {start} {} {end} {} {}\" marker-end=\"url(#end)\"/>",
                from.0, from.1, from.0, to.0, to.0, to.1
            );
        }
        for (position, label) in labels.iter().enumerate() {
            let (x, y) = boxes[position];
            let _ = writeln!(
                svg,
                "<g><title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{BOX_HEIGHT}\"/><text x=\"{}\" \
                 y=\"{}\">{}</text></g>",
                escaped(&self.names[layout.drawn[position]]),
                widths[position],
                x + PADDING,
                y + 16,
                escaped(label)
            );
        }
        for (line, note) in notes.iter().enumerate() {
            let _ = writeln!(svg, "<text x=\"{GAP}\" y=\"{}\">{}</text>", below + line * BOX_HEIGHT, escaped(note));
        }
        svg.push_str("</svg>\n");
        svg
    }
}

impl Layout {
    /// Notes about what is not drawn.
    fn notes(&self, drawing: &Drawing) -> Vec<String> {
        let mut notes = Vec::new();
        if self.omitted > 0 {
            let all = self.drawn.len() + self.omitted;
            notes.push(format!("The first {} of {all} connected resources are drawn.", self.drawn.len()));
        }
        let alone = drawing.names.len() - self.drawn.len() - self.omitted;
        if alone > 0 {
            notes.push(format!("Not drawn: {alone} resources that are connected with no other."));
        }
        if !notes.is_empty() {
            notes.push(format!("All of them are in {}.dot.", drawing.title.to_lowercase()));
        }
        notes
    }
}

fn width_of(label: &str) -> usize {
    label.chars().count() * LETTER_WIDTH + 2 * PADDING
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(MAX_LETTERS) {
        None => name.to_owned(),
        Some((end, _)) => format!("{}…", &name[..end]),
    }
}

/// A text in XML, which has no form for most control characters.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\n' | '\t' => escaped.push(' '),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            letter if letter.is_control() => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}
