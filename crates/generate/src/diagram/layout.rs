//! The layout of boxes: in layers, each box below all boxes that must be above it.

use std::convert::Infallible;

use model::in_order;
use rustc_hash::FxHashSet;

/// The space around the drawing and between boxes.
const MARGIN: usize = 20;
const COLUMN_GAP: usize = 70;
const ROW_GAP: usize = 70;

/// The position and the size of a box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rectangle {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
}

/// All boxes, and the size of the whole.
pub(super) struct Layout {
    pub boxes: Vec<Rectangle>,
    pub width: usize,
    pub height: usize,
}

impl Layout {
    /// Arranges boxes of these sizes; of each pair the first should be above the second.
    pub fn of(sizes: &[(usize, usize)], above: &[(usize, usize)]) -> Layout {
        let layers = layers(sizes.len(), above);
        let rows = rows(&layers, above);
        let width_of = |row: &[usize]| {
            let boxes: usize = row.iter().filter_map(|item| sizes.get(*item)).map(|(width, _)| width).sum();
            boxes + row.len().saturating_sub(1) * COLUMN_GAP
        };
        let widest = rows.iter().map(|row| width_of(row)).max().unwrap_or(0);
        let mut boxes = vec![Rectangle::default(); sizes.len()];
        let mut y = MARGIN;
        for row in &rows {
            let mut x = MARGIN + (widest - width_of(row)) / 2;
            let mut tallest = 0;
            for item in row {
                let (width, height) = sizes.get(*item).copied().unwrap_or_default();
                if let Some(rectangle) = boxes.get_mut(*item) {
                    *rectangle = Rectangle { x, y, width, height };
                }
                x += width + COLUMN_GAP;
                tallest = tallest.max(height);
            }
            y += tallest + ROW_GAP;
        }
        // Arrows from a box to itself extend below it.
        Layout { boxes, width: widest + 2 * MARGIN, height: (y + 3 * MARGIN).saturating_sub(ROW_GAP) }
    }
}

/// The layer of each box. Edges that close a cycle are ignored.
fn layers(count: usize, above: &[(usize, usize)]) -> Vec<usize> {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (upper, lower) in above {
        below[*upper].push(*lower);
    }
    let mut ignored: FxHashSet<(usize, usize)> = FxHashSet::default();
    let Ok(from_below) = in_order::<Infallible>(&below, |chain, lower| {
        ignored.extend(chain.last().map(|upper| (*upper, lower)));
        Ok(())
    });
    let mut layers = vec![0; count];
    for upper in from_below.into_iter().rev() {
        for lower in below[upper].iter().filter(|lower| !ignored.contains(&(upper, **lower))) {
            layers[*lower] = layers[*lower].max(layers[upper] + 1);
        }
    }
    layers
}

/// The boxes of each layer, ordered by the boxes above them.
fn rows(layers: &[usize], above: &[(usize, usize)]) -> Vec<Vec<usize>> {
    let count = layers.iter().max().map_or(0, |last| last + 1);
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (item, layer) in layers.iter().enumerate() {
        rows[*layer].push(item);
    }
    let mut uppers: Vec<Vec<usize>> = vec![Vec::new(); layers.len()];
    for (upper, lower) in above {
        uppers[*lower].push(*upper);
    }
    let mut positions = vec![0_usize; layers.len()];
    for row in &mut rows {
        // The mean position of the boxes above, in thousandths.
        let wanted_position = |item: &usize| {
            let known = &uppers[*item];
            let sum: usize = known.iter().map(|upper| positions[*upper]).sum();
            (sum * 1000).checked_div(known.len()).unwrap_or(positions.len() * 1000)
        };
        row.sort_by_key(|item| (wanted_position(item), *item));
        for (position, item) in row.iter().enumerate() {
            positions[*item] = position;
        }
    }
    rows
}
