//! Where boxes stand: in layers, each below all that must be above it.

/// The space around the drawing, and between boxes.
const MARGIN: usize = 20;
const BESIDE: usize = 70;
const BETWEEN: usize = 70;

/// Where a box stands, and how large it is.
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
    /// Lays out boxes of these sizes; of each pair the first should be above the second.
    pub fn of(sizes: &[(usize, usize)], above: &[(usize, usize)]) -> Layout {
        let layers = layers(sizes.len(), above);
        let rows = rows(&layers, above);
        let width_of = |row: &[usize]| {
            let boxes: usize = row.iter().filter_map(|item| sizes.get(*item)).map(|(width, _)| width).sum();
            boxes + row.len().saturating_sub(1) * BESIDE
        };
        let widest = rows.iter().map(|row| width_of(row)).max().unwrap_or(0);
        let mut boxes = vec![Rectangle::default(); sizes.len()];
        let mut y = MARGIN;
        for row in &rows {
            let mut x = MARGIN + (widest - width_of(row)) / 2;
            let mut tallest = 0;
            for item in row {
                let (width, height) = sizes.get(*item).copied().unwrap_or_default();
                if let Some(place) = boxes.get_mut(*item) {
                    *place = Rectangle { x, y, width, height };
                }
                x += width + BESIDE;
                tallest = tallest.max(height);
            }
            y += tallest + BETWEEN;
        }
        // Arrows from a box to itself reach out below.
        Layout { boxes, width: widest + 2 * MARGIN, height: (y + 3 * MARGIN).saturating_sub(BETWEEN) }
    }
}

/// The layer of each box. Rings are cut where they close, so that this ends.
fn layers(count: usize, above: &[(usize, usize)]) -> Vec<usize> {
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (upper, lower) in above {
        if let Some(list) = below.get_mut(*upper) {
            list.push(*lower);
        }
    }
    // The order in which everything below a box comes before it, without the arrows that close a ring.
    let mut finished: Vec<usize> = Vec::with_capacity(count);
    let mut kept: Vec<(usize, usize)> = Vec::new();
    let mut states = vec![0_u8; count];
    for start in 0..count {
        let mut way = vec![(start, 0_usize)];
        if states.get(start) != Some(&0) {
            continue;
        }
        states[start] = 1;
        while let Some((item, next)) = way.pop() {
            match below.get(item).and_then(|list| list.get(next)).copied() {
                Some(lower) => {
                    way.push((item, next + 1));
                    match states.get(lower) {
                        Some(0) => {
                            kept.push((item, lower));
                            states[lower] = 1;
                            way.push((lower, 0));
                        }
                        Some(2) => kept.push((item, lower)),
                        _ => {}
                    }
                }
                None => {
                    states[item] = 2;
                    finished.push(item);
                }
            }
        }
    }
    let mut lowers: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (upper, lower) in kept {
        lowers[upper].push(lower);
    }
    let mut layers = vec![0; count];
    for item in finished.into_iter().rev() {
        for lower in &lowers[item] {
            layers[*lower] = layers[*lower].max(layers[item] + 1);
        }
    }
    layers
}

/// The boxes of each layer, near to what is above them.
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
    let mut places = vec![0_usize; layers.len()];
    for row in &mut rows {
        // In the middle of those above, in thousandths.
        let wish = |item: &usize| {
            let known = &uppers[*item];
            let sum: usize = known.iter().map(|upper| places[*upper]).sum();
            (sum * 1000).checked_div(known.len()).unwrap_or(places.len() * 1000)
        };
        row.sort_by_key(|item| (wish(item), *item));
        for (place, item) in row.iter().enumerate() {
            places[*item] = place;
        }
    }
    rows
}
