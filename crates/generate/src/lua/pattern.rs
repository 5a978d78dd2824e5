//! Regular expressions as trees for the matcher of the Lua runtime.

use pcore::regexp::node::Greed;

use crate::pattern::{Piece, Ranges, Sets, alternatives};

/// Writes a part of a pattern as a table.
pub(super) fn write(piece: &Piece, sets: &mut Sets) -> String {
    let several = |kind: &str, pieces: &[Piece], sets: &mut Sets| {
        let pieces: Vec<String> = pieces.iter().map(|piece| write(piece, sets)).collect();
        format!("{{\"{kind}\"{}}}", pieces.iter().map(|piece| format!(", {piece}")).collect::<String>())
    };
    match piece {
        Piece::Set(ranges) => format!("{{\"set\", {}}}", set(ranges, sets)),
        Piece::Sequence(items) => several("seq", items, sets),
        Piece::Choice(branches) => several("alt", branches, sets),
        Piece::Capture(number, inner) => format!("{{\"cap\", {number}, {}}}", write(inner, sets)),
        Piece::Atomic(inner) => format!("{{\"atomic\", {}}}", write(inner, sets)),
        Piece::LookAround { behind: false, negative, inner } => {
            format!("{{\"look\", {negative}, {}}}", write(inner, sets))
        }
        Piece::LookAround { behind: true, negative, inner } => {
            let branch = |branch: &Piece, sets: &mut Sets| {
                format!(", {{{}, {}}}", branch.width().unwrap_or_default(), write(branch, sets))
            };
            let branches: String = alternatives(inner).iter().map(|piece| branch(piece, sets)).collect();
            format!("{{\"behind\", {negative}{branches}}}")
        }
        Piece::Repeat { inner, min, max, greed } => {
            let max = max.map_or(-1, i64::from);
            let word = if *greed == Greed::Reluctant { "lazy" } else { "greedy" };
            let repeat = format!("{{\"rep\", {}, {min}, {max}, \"{word}\"}}", write(inner, sets));
            if *greed == Greed::Possessive { format!("{{\"atomic\", {repeat}}}") } else { repeat }
        }
        Piece::Backreference(number) => format!("{{\"back\", {number}}}"),
        Piece::TextStart => String::from("{\"start\"}"),
        Piece::TextEnd => String::from("{\"end\"}"),
        Piece::LastLineEnd => String::from("{\"last\"}"),
        Piece::LineStart => String::from("{\"bol\"}"),
        Piece::LineEnd => String::from("{\"eol\"}"),
    }
}

fn set(ranges: &Ranges, sets: &mut Sets) -> String {
    let numbers: Vec<String> = ranges.iter().map(|(from, to)| format!("{from}, {to}")).collect();
    let text = format!("{{{}}}", numbers.join(", "));
    if Sets::is_inline(ranges) { text } else { format!("R.SETS[{}]", sets.index(text)) }
}
