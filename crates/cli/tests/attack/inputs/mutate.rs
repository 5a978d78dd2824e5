//! Random mutations of texts: of bytes, lines, numbers, nesting, and with parts of other texts.

use crate::random::Random;

/// The maximum size of an input.
const MAX_SIZE: usize = 1 << 20;

/// Words with a meaning for one of the readers.
const WORDS: &[&str] = &[
    "\0",
    "\u{feff}",
    "\r\n",
    "\t",
    "${",
    "#{",
    "%{",
    "<%",
    "%>",
    "<%=",
    "<%-",
    "@(",
    "|",
    "=>",
    "->",
    "~>",
    "::",
    "<<|",
    "|>>",
    "&a",
    "*a",
    "<<: *a",
    "!!binary",
    "!ruby/object:Puppet::Node",
    "---\n",
    "...\n",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "&b;",
    "<![CDATA[",
    "]]>",
    "{\"__ptype\": \"Sensitive\", \"__pvalue\": 1}",
    "null",
    "~",
    "undef",
    "default",
    "true",
    "NaN",
    "-Infinity",
    "1e999",
    "-1",
    "0x",
    "08",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775809",
    "340282366920938463463374607431768211456",
    "0.1e-400",
    "\\u0000",
    "\\ud800",
    "\\u{110000}",
    "\u{202e}",
    "\u{1f4a9}",
    "Type[",
    "Struct[{",
    "Variant[",
    "Integer[0, ",
    "Pattern[/(a+)+$/]",
    "/(?=",
    "include stdlib",
    "class a { include a }",
    "function f() { f() }",
    "%s",
    "%n",
    "%9999999d",
    "../",
    "/dev/zero",
    "/",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "'",
    "\"",
    "`",
    "\\",
    "#",
    "//",
    "/*",
    "=begin\n",
    "__END__\n",
    "end\n",
    "if",
    "unless",
    "case",
    "$",
    "@@",
    "&.",
    "**",
    ";",
    ",",
    "=",
    "?",
    "!",
];

/// Makes a new text from one of several.
pub fn mutate(seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut text = random.choose(seeds).clone();
    for _ in 0..1 + random.below(8) {
        step(&mut text, seeds, random);
        text.truncate(MAX_SIZE);
    }
    text
}

fn step(text: &mut Vec<u8>, seeds: &[Vec<u8>], random: &mut Random) {
    let at = random.below(text.len() + 1);
    let length = random.below(text.len().min(200) + 1);
    let end = (at + length).min(text.len());
    match random.below(14) {
        0 if at < text.len() => text[at] ^= 1 << random.below(8),
        1 if at < text.len() => text[at] = u8::try_from(random.below(256)).unwrap(),
        2 => drop(text.drain(at..end)),
        3 => {
            let part = text[at..end].to_vec();
            insert(text, at, &part);
        }
        4 | 5 => insert(text, at, random.choose(WORDS).as_bytes()),
        6 => {
            let other = random.choose(seeds);
            let from = random.below(other.len() + 1);
            let to = (from + random.below(400)).min(other.len());
            insert(text, at, &other[from..to]);
        }
        7 => text.truncate(at),
        8 => {
            // Deep nesting, with or without an end.
            let (open, close) = *random.choose(&[
                ("[", "]"),
                ("{", "}"),
                ("(", ")"),
                ("{\"a\":", "}"),
                ("Array[", "]"),
                ("<a>", "</a>"),
                ("- ", ""),
                ("if true {", "}"),
                ("!", ""),
                ("-", ""),
                ("\"${", "}\""),
                ("a: ", ""),
                ("begin;", "end;"),
                ("not ", ""),
                ("*", ""),
            ]);
            let depth = *random.choose(&[10, 100, 1000, 20_000]);
            let close = if random.below(2) == 0 { close.repeat(depth) } else { String::new() };
            insert(text, at, format!("{}1{close}", open.repeat(depth)).as_bytes());
        }
        9 => {
            let part = text[at..end].to_vec();
            let times = *random.choose(&[10, 100, 1000]);
            insert(text, at, &part.repeat(times));
        }
        10 => swap_lines(text, random),
        11 => replace_number(text, at, random),
        12 => remove_line(text, random),
        13 => insert(text, at, &[u8::try_from(0x80 + random.below(128)).unwrap()]),
        _ => {}
    }
}

fn insert(text: &mut Vec<u8>, at: usize, part: &[u8]) {
    if text.len() + part.len() <= MAX_SIZE {
        text.splice(at..at, part.iter().copied());
    }
}

fn swap_lines(text: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    if lines.len() > 1 {
        let (one, other) = (random.below(lines.len()), random.below(lines.len()));
        lines.swap(one, other);
        *text = lines.concat();
    }
}

fn remove_line(text: &mut Vec<u8>, random: &mut Random) {
    let mut lines: Vec<&[u8]> = text.split_inclusive(|byte| *byte == b'\n').collect();
    if lines.len() > 1 {
        lines.remove(random.below(lines.len()));
        *text = lines.concat();
    }
}

/// Replaces the first number after a position.
fn replace_number(text: &mut Vec<u8>, at: usize, random: &mut Random) {
    let Some(start) = text[at..].iter().position(u8::is_ascii_digit).map(|start| at + start) else { return };
    let length = text[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let numbers =
        ["0", "-1", "1", "255", "65536", "2147483648", "9223372036854775807", "99999999999999999999", "1e308", "0.0"];
    text.splice(start..start + length, random.choose(&numbers).bytes());
}
