//! The positions of vertices in a drawing.

use std::collections::VecDeque;

use crate::graph::Drawing;

/// The number of vertices in a row.
const MAX_ROW_LENGTH: usize = 16;

/// How often vertices move towards what they are connected with.
const SWEEPS: usize = 4;

/// Vertices in rows. Positions are indices of `drawn`.
pub(super) struct Layout {
    /// The vertices that are drawn, by their indices in the drawing.
    pub(super) drawn: Vec<usize>,
    /// How many vertices have arrows and are not drawn.
    pub(super) omitted: usize,
    /// The rows from top to bottom.
    pub(super) rows: Vec<Vec<usize>>,
    /// The arrows between vertices that are drawn.
    pub(super) arrows: Vec<Line>,
}

/// An arrow between two positions.
pub(super) struct Line {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) refresh: bool,
    /// Whether it closes a cycle: it leads upwards.
    pub(super) is_back: bool,
}

impl Layout {
    pub(super) fn new(drawing: &Drawing, max_drawn: usize) -> Layout {
        let mut is_connected = vec![false; drawing.names.len()];
        for arrow in &drawing.arrows {
            is_connected[arrow.from] = true;
            is_connected[arrow.to] = true;
        }
        let mut drawn: Vec<usize> = (0..drawing.names.len()).filter(|vertex| is_connected[*vertex]).collect();
        let omitted = drawn.len().saturating_sub(max_drawn);
        drawn.truncate(max_drawn);
        let mut positions = vec![None; drawing.names.len()];
        drawn.iter().enumerate().for_each(|(position, vertex)| positions[*vertex] = Some(position));
        let mut arrows: Vec<Line> = drawing
            .arrows
            .iter()
            .filter_map(|arrow| {
                let (from, to) = (positions[arrow.from]?, positions[arrow.to]?);
                Some(Line { from, to, refresh: arrow.refresh, is_back: false })
            })
            .collect();
        let levels = levels(drawn.len(), &mut arrows);
        let rows = rows(&levels, &arrows);
        Layout { drawn, omitted, rows, arrows }
    }
}

/// The level of each vertex: one below the lowest of those before it. What leads back in a cycle does not count.
fn levels(count: usize, arrows: &mut [Line]) -> Vec<usize> {
    let mut outgoing = vec![Vec::new(); count];
    let mut missing = vec![0_usize; count];
    for (index, arrow) in arrows.iter().enumerate() {
        outgoing[arrow.from].push(index);
        missing[arrow.to] += 1;
    }
    let mut levels = vec![0; count];
    let mut is_done = vec![false; count];
    let mut ready: VecDeque<usize> = (0..count).filter(|vertex| missing[*vertex] == 0).collect();
    let mut rest = 0..count;
    loop {
        // A cycle begins with the first of the vertices that remain.
        let Some(vertex) = ready.pop_front().or_else(|| rest.find(|vertex| !is_done[*vertex])) else { return levels };
        if std::mem::replace(&mut is_done[vertex], true) {
            continue;
        }
        for &index in &outgoing[vertex] {
            let arrow = &mut arrows[index];
            if is_done[arrow.to] {
                arrow.is_back = true;
                continue;
            }
            levels[arrow.to] = levels[arrow.to].max(levels[vertex] + 1);
            missing[arrow.to] -= 1;
            if missing[arrow.to] == 0 {
                ready.push_back(arrow.to);
            }
        }
    }
}

/// The vertices of each level in an order in which few arrows cross, in as many rows as they need.
fn rows(levels: &[usize], arrows: &[Line]) -> Vec<Vec<usize>> {
    let mut by_level: Vec<Vec<usize>> = vec![Vec::new(); levels.iter().max().map_or(0, |deepest| deepest + 1)];
    levels.iter().enumerate().for_each(|(position, level)| by_level[*level].push(position));
    let mut neighbours = vec![Vec::new(); levels.len()];
    for arrow in arrows {
        neighbours[arrow.from].push(arrow.to);
        neighbours[arrow.to].push(arrow.from);
    }
    let mut offsets = vec![0.0_f64; levels.len()];
    let note = |row: &[usize], offsets: &mut [f64]| {
        // Rows of all lengths are centered.
        let middle = (row.len() as f64 - 1.0) / 2.0;
        row.iter().enumerate().for_each(|(index, position)| offsets[*position] = index as f64 - middle);
    };
    by_level.iter().for_each(|row| note(row, &mut offsets));
    for _ in 0..SWEEPS {
        for row in &mut by_level {
            let average = |position: usize| {
                let around = &neighbours[position];
                around.iter().map(|other| offsets[*other]).sum::<f64>() / around.len().max(1) as f64
            };
            let mut keyed: Vec<(f64, usize)> = row.iter().map(|position| (average(*position), *position)).collect();
            keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
            *row = keyed.into_iter().map(|(_, position)| position).collect();
            note(row, &mut offsets);
        }
    }
    by_level.iter().flat_map(|row| row.chunks(MAX_ROW_LENGTH)).map(<[usize]>::to_vec).collect()
}
