//! Draws types as SVG: a box for each type with its features, and arrows for inheritance and references.
//!
//! Boxes are arranged in layers without overlap, containers and parents above. Colours follow the reader's choice of
//! light or dark mode.

mod layout;

use std::fmt::Write;

use model::{Feature, FeatureKind, ModelType};
use rustc_hash::FxHashMap;

use self::layout::{Layout, Rectangle};
use crate::relations::{Models, target};

const LINE: usize = 18;
const LETTER: usize = 8;
const MARGIN: usize = 10;

const STYLE: &str = "\
svg { font: 13px monospace; }
.name { font-weight: bold; text-anchor: middle; }
.abstract { font-style: italic; }
.computed { font-style: italic; }
.arrow { fill: none; }
.reference { stroke-dasharray: 5 4; }
.label { font-size: 11px; text-anchor: middle; paint-order: stroke; stroke-width: 4px; }
.paper { fill: #fff; }
.box, .hollow { fill: #fff; stroke: #333; }
.head { fill: #e8eef7; stroke: #333; }
.name, .feature { fill: #333; }
.computed, .label { fill: #666; }
.arrow { stroke: #333; }
.label { stroke: #fff; }
.full { fill: #333; stroke: #333; }
@media (prefers-color-scheme: dark) {
.paper { fill: #1b1e23; }
.box, .hollow { fill: #1b1e23; stroke: #ccc; }
.head { fill: #2b3442; stroke: #ccc; }
.name, .feature { fill: #ccc; }
.computed, .label { fill: #999; }
.arrow { stroke: #ccc; }
.label { stroke: #1b1e23; }
.full { fill: #ccc; stroke: #ccc; }
}
";

const MARKERS: &str = r#"<defs>
<marker id="extends" markerWidth="14" markerHeight="14" refX="12" refY="6" orient="auto-start-reverse"><path class="hollow" d="M0 0 L12 6 L0 12 Z"/></marker>
<marker id="part" markerWidth="16" markerHeight="12" refX="14" refY="5" orient="auto-start-reverse"><path class="full" d="M0 5 L7 0 L14 5 L7 10 Z"/></marker>
<marker id="refers" markerWidth="10" markerHeight="10" refX="9" refY="5" orient="auto-start-reverse"><path class="arrow" d="M0 0 L9 5 L0 10"/></marker>
</defs>
"#;

/// An arrow between two boxes.
struct Arrow {
    from: usize,
    to: usize,
    kind: ArrowKind,
    label: String,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ArrowKind {
    Extends,
    Part,
    Refers,
}

pub(crate) fn write(models: &Models) -> String {
    let arrows = arrows(models);
    let sizes: Vec<(usize, usize)> = models.iter().map(|model| size(model)).collect();
    // Parents and containers are above.
    let above: Vec<(usize, usize)> = arrows
        .iter()
        .filter(|arrow| arrow.kind != ArrowKind::Refers && arrow.from != arrow.to)
        .map(|arrow| if arrow.kind == ArrowKind::Extends { (arrow.to, arrow.from) } else { (arrow.from, arrow.to) })
        .collect();
    let layout = Layout::of(&sizes, &above);
    let (width, height) = (layout.width, layout.height);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\">\n<title>{}</title>\n<style>\n{STYLE}</style>\n{MARKERS}\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n",
        escaped(&models.iter().map(|model| model.name.as_str()).collect::<Vec<_>>().join(", "))
    );
    for (arrow, lane) in arrows.iter().zip(lanes(&arrows)) {
        if let (Some(from), Some(to)) = (layout.boxes.get(arrow.from), layout.boxes.get(arrow.to)) {
            draw_arrow(arrow, lane, from, to, &mut out);
        }
    }
    for (model, rectangle) in models.iter().zip(&layout.boxes) {
        draw_box(model, rectangle, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

fn arrows(models: &Models) -> Vec<Arrow> {
    let mut arrows = Vec::new();
    for (from, model) in models.iter().enumerate() {
        if let Some(to) = model.parent.as_ref().and_then(|parent| models.index_of(&parent.name)) {
            arrows.push(Arrow { from, to, kind: ArrowKind::Extends, label: String::new() });
        }
        for feature in model.features.iter().skip(model.inherited) {
            let Some((name, containment)) = target(feature) else { continue };
            let Some(to) = models.index_of(name) else { continue };
            let kind = if containment { ArrowKind::Part } else { ArrowKind::Refers };
            arrows.push(Arrow { from, to, kind, label: format!("{} {}", feature.name, bounds(feature)) });
        }
    }
    arrows
}

fn bounds(feature: &Feature) -> String {
    let multiplicity = feature.multiplicity;
    match multiplicity.max {
        Some(max) if max == multiplicity.min => max.to_string(),
        Some(max) => format!("{}..{max}", multiplicity.min),
        None => format!("{}..*", multiplicity.min),
    }
}

/// The lines of a box below its name.
fn lines(model: &ModelType) -> Vec<(String, bool)> {
    let own = model.features.iter().skip(model.inherited);
    own.map(|feature| {
        let data_type = match &feature.kind {
            FeatureKind::Attribute(data_type) => shortened(&data_type.to_string()),
            FeatureKind::Reference { target, .. } => target.to_string(),
        };
        let mark = if feature.derived.is_some() { "/" } else { "" };
        (format!("{mark}{}: {data_type} [{}]", feature.name, bounds(feature)), feature.derived.is_some())
    })
    .collect()
}

fn shortened(text: &str) -> String {
    const MAX_LENGTH: usize = 40;
    if text.chars().count() <= MAX_LENGTH {
        return text.to_owned();
    }
    text.chars().take(MAX_LENGTH - 1).chain(['…']).collect()
}

fn size(model: &ModelType) -> (usize, usize) {
    let lines = lines(model);
    let longest = lines.iter().map(|(line, _)| line.chars().count()).chain([model.name.chars().count() + 2]).max();
    let width = longest.unwrap_or(0) * LETTER + 2 * MARGIN;
    (width, LINE + 2 * MARGIN + lines.len() * LINE + if lines.is_empty() { 0 } else { MARGIN })
}

fn draw_box(model: &ModelType, rectangle: &Rectangle, out: &mut String) {
    let Rectangle { x, y, width, height } = *rectangle;
    let head = LINE + MARGIN;
    let class = if model.is_abstract { "name abstract" } else { "name" };
    let _ = write!(
        out,
        "<g>\n<rect class=\"box\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n\
         <rect class=\"head\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{head}\"/>\n\
         <text class=\"{class}\" x=\"{}\" y=\"{}\">{}</text>\n",
        x + width / 2,
        y + LINE,
        escaped(&model.name)
    );
    for (number, (line, computed)) in lines(model).iter().enumerate() {
        let class = if *computed { "computed" } else { "feature" };
        let top = y + head + MARGIN / 2 + (number + 1) * LINE;
        let _ = writeln!(out, "<text class=\"{class}\" x=\"{}\" y=\"{top}\">{}</text>", x + MARGIN, escaped(line));
    }
    out.push_str("</g>\n");
}

/// The distance of arrows between the same two boxes.
const LANE: usize = 40;

fn draw_arrow(arrow: &Arrow, lane: Lane, from: &Rectangle, to: &Rectangle, out: &mut String) {
    let (class, marker) = match arrow.kind {
        ArrowKind::Extends => ("arrow", "marker-end=\"url(#extends)\""),
        ArrowKind::Part => ("arrow", "marker-start=\"url(#part)\""),
        ArrowKind::Refers => ("arrow reference", "marker-end=\"url(#refers)\""),
    };
    let middle =
        |rectangle: &Rectangle| lane.shifted(rectangle.x + rectangle.width / 2, LANE.min(rectangle.width / lane.count));
    let between = |x1: usize, y1: usize, x2: usize, y2: usize| {
        (format!("M{x1} {y1} L{x2} {y2}"), (x1.midpoint(x2), lane.shifted(y1.midpoint(y2), LINE)))
    };
    let (path, label) = if from.y + from.height <= to.y {
        between(middle(from), from.y + from.height, middle(to), to.y)
    } else if to.y + to.height <= from.y {
        between(middle(from), from.y, middle(to), to.y + to.height)
    } else {
        // Side by side, or to itself: around below.
        let (x1, y1) = (lane.shifted(from.x + from.width / 2, LANE), from.y + from.height);
        let (x2, y2) = (lane.shifted(to.x + to.width / 2, LANE) + LANE, to.y + to.height);
        let below = y1.max(y2) + 3 * MARGIN;
        (format!("M{x1} {y1} C{x1} {below} {x2} {below} {x2} {y2}"), (x1.midpoint(x2), below + MARGIN / 2))
    };
    let _ = writeln!(out, "<path class=\"{class}\" d=\"{path}\" {marker}/>");
    if !arrow.label.is_empty() {
        let (x, y) = label;
        let _ = writeln!(out, "<text class=\"label\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(&arrow.label));
    }
}

/// The index of an arrow among those between the same two boxes.
#[derive(Clone, Copy)]
struct Lane {
    index: usize,
    count: usize,
}

impl Lane {
    /// Shifts a coordinate, so that all lanes are centered around it.
    fn shifted(self, number: usize, step: usize) -> usize {
        (number + self.index * step).saturating_sub((self.count - 1) * step / 2)
    }
}

fn lanes(arrows: &[Arrow]) -> Vec<Lane> {
    let pair = |arrow: &Arrow| (arrow.from.min(arrow.to), arrow.from.max(arrow.to));
    let mut counts: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    let indices: Vec<usize> = arrows
        .iter()
        .map(|arrow| {
            let count = counts.entry(pair(arrow)).or_default();
            *count += 1;
            *count - 1
        })
        .collect();
    let count = |arrow: &Arrow| counts.get(&pair(arrow)).copied().unwrap_or(1);
    arrows.iter().zip(indices).map(|(arrow, index)| Lane { index, count: count(arrow) }).collect()
}

/// Escapes a text for XML.
fn escaped(text: &str) -> String {
    let mut escaped_text = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped_text.push_str("&amp;"),
            '<' => escaped_text.push_str("&lt;"),
            '>' => escaped_text.push_str("&gt;"),
            '"' => escaped_text.push_str("&quot;"),
            control if control.is_control() => escaped_text.push(' '),
            other => escaped_text.push(other),
        }
    }
    escaped_text
}
