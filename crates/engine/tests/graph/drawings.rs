//! Pictures of graphs: of odd names, of cycles, of very many resources.

use std::time::{Duration, Instant};

use engine::graph::{Arrow, Drawing, svg::MAX_DRAWN};

fn drawing(names: &[&str], arrows: &[(usize, usize)]) -> Drawing {
    let arrows = arrows.iter().map(|&(from, to)| Arrow { from, to, refresh: false });
    Drawing {
        title: "Relationships",
        names: names.iter().map(|name| (*name).into()).collect(),
        arrows: arrows.collect(),
    }
}

/// Where the boxes of a picture are: name, left, top.
fn boxes(svg: &str) -> Vec<(String, usize, usize)> {
    let between = |line: &str, before: &str, after: &str| {
        let rest = line.split_once(before).expect("every box has it").1;
        rest.split_once(after).expect("it has an end").0.to_owned()
    };
    let lines = svg.lines().filter(|line| line.starts_with("<g>"));
    lines
        .map(|line| {
            let number = |before: &str| between(line, before, "\"").parse().expect("it is a number");
            (between(line, "<title>", "</title>"), number("<rect x=\""), number(" y=\""))
        })
        .collect()
}

#[test]
fn quotes_and_backslashes_stay_inside_of_names() {
    let quoted = |name: &str| {
        let dot = drawing(&[name], &[]).to_dot();
        dot.lines().nth(2).unwrap().trim().trim_end_matches(" [").to_owned()
    };
    assert_eq!(quoted("a\"b"), r#""a\"b""#);
    assert_eq!(quoted(r"C:\dir\x"), r#""C:\dir\x""#);
    assert_eq!(quoted(r"C:\dir\"), r#""C:\dir\\""#);
    assert_eq!(quoted(r#"a\"b"#), r#""a\\\"b""#);
}

#[test]
fn what_comes_first_is_drawn_above() {
    let svg = drawing(&["a", "b", "c", "d", "alone"], &[(0, 1), (1, 2), (0, 3), (3, 2)]).to_svg();
    let boxes = boxes(&svg);
    let top = |name: &str| boxes.iter().find(|(known, ..)| known == name).unwrap().2;
    assert!(top("a") < top("b") && top("b") < top("c") && top("b") == top("d"), "{svg}");
    assert_eq!(boxes.len(), 4);
    assert!(svg.contains("Not drawn: 1 resources") && svg.contains("in relationships.dot."), "{svg}");
}

#[test]
fn boxes_do_not_lie_on_each_other() {
    let names: Vec<String> = (0..100).map(|number| format!("Notify[{}]", "x".repeat(number))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let arrows: Vec<(usize, usize)> = (1..100).map(|to| (to / 7, to)).collect();
    let svg = drawing(&names, &arrows).to_svg();
    let mut boxes = boxes(&svg);
    assert_eq!(boxes.len(), 100);
    boxes.sort_by_key(|(_, x, y)| (*y, *x));
    for pair in boxes.windows(2) {
        let width = pair[0].0.chars().count().min(41) * 7;
        assert!(pair[0].2 != pair[1].2 || pair[0].1 + width < pair[1].1, "{pair:?}");
    }
}

#[test]
fn a_cycle_is_drawn_with_one_arrow_back() {
    let svg = drawing(&["a", "b", "c", "self"], &[(0, 1), (1, 2), (2, 0), (3, 3)]).to_svg();
    assert_eq!(svg.matches("class=\"back\"").count(), 2, "{svg}");
    assert!(drawing(&[], &[]).to_svg().ends_with("</svg>\n"));
}

#[test]
fn of_very_many_resources_the_first_are_drawn() {
    let count = 200_000;
    let names: Vec<String> = (0..count).map(|number| format!("Notify[{number}]")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let arrows: Vec<(usize, usize)> = (1..count).map(|to| (to - 1, to)).chain((1..count).map(|to| (0, to))).collect();
    let drawing = drawing(&names, &arrows);
    let started = Instant::now();
    let svg = drawing.to_svg();
    assert!(svg.contains(&format!("The first {MAX_DRAWN} of {count} connected resources are drawn.")));
    assert_eq!(svg.matches("<rect ").count(), MAX_DRAWN);
    assert_eq!(drawing.to_dot().matches(" -> ").count(), arrows.len());
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}
