//! Encodings, lines and command lines, without processes.

use super::{Captured, Encoding, OnInvalid, arguments::command_line, encoding::Decoder, lines::Lines};
use crate::secret::Scrubber;

/// Decodes bytes one by one.
fn drip(encoding: Encoding, bytes: &[u8]) -> String {
    let mut decoder = Decoder::new(encoding, OnInvalid::Replace("?".to_owned()));
    let mut text = String::new();
    for byte in bytes {
        decoder.decode(&[*byte], &mut text).unwrap();
    }
    decoder.finish(&mut text).unwrap();
    text
}

// Requirement: CMD-48
#[test]
fn the_locale_says_what_the_encoding_of_the_system_is() {
    let encoding = |variables: &[(&str, &str)]| {
        let value =
            |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        Encoding::of_locale(value)
    };
    assert_eq!(encoding(&[]), Encoding::Utf8);
    assert_eq!(encoding(&[("LANG", "C")]), Encoding::Utf8);
    assert_eq!(encoding(&[("LANG", "de_DE.UTF-8")]), Encoding::Utf8);
    assert_eq!(encoding(&[("LANG", "de_DE.ISO-8859-1")]), Encoding::Latin1);
    assert_eq!(encoding(&[("LANG", "de_DE.iso8859-1@euro")]), Encoding::Latin1);
    assert_eq!(encoding(&[("LANG", "ja_JP.eucJP")]), Encoding::Utf8, "it is not known here");
    assert_eq!(encoding(&[("LANG", "C.UTF-8"), ("LC_CTYPE", "C.ISO-8859-1")]), Encoding::Latin1);
    assert_eq!(encoding(&[("LC_CTYPE", "C.UTF-8"), ("LC_ALL", "C.ISO-8859-1")]), Encoding::Latin1);
    assert_eq!(encoding(&[("LANG", "C.ISO-8859-1"), ("LC_ALL", "")]), Encoding::Latin1);
}

// Requirement: CMD-48
#[test]
fn characters_may_come_in_pieces() {
    assert_eq!(drip(Encoding::Utf8, "aö€😀".as_bytes()), "aö€😀");
    let utf16: Vec<u8> = "aö😀".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(drip(Encoding::Utf16LittleEndian, &utf16), "aö😀");
    let utf16: Vec<u8> = "aö😀".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(drip(Encoding::Utf16BigEndian, &utf16), "aö😀");
}

// Requirement: CMD-48
#[test]
fn what_is_no_character_is_replaced_wherever_it_is_cut() {
    for bytes in [&b"a\xffb"[..], b"a\xc3b", b"ab\xe2\x82", b"\xed\xa0\x80", b"\xf0\x9f\x98x"] {
        let whole = Encoding::Utf8.decode(bytes.to_vec(), &OnInvalid::Replace("?".to_owned())).unwrap();
        assert_eq!(Captured::Text(drip(Encoding::Utf8, bytes)), whole, "{bytes:x?}");
        assert_eq!(whole.to_text(), String::from_utf8_lossy(bytes).replace('\u{fffd}', "?"));
    }
    assert_eq!(drip(Encoding::Utf16LittleEndian, b"\x3d\xd8a\0"), "?a", "half of a pair");
    assert_eq!(drip(Encoding::Utf16LittleEndian, b"a\0\x3d\xd8"), "a?", "half of a pair at the end");
    assert_eq!(drip(Encoding::Utf16LittleEndian, b"a\0b"), "a?", "half of a unit at the end");
    assert_eq!(drip(Encoding::Latin1, b"\xe4\x80"), "ä\u{80}");
}

// Requirement: CMD-10
#[test]
fn lines_do_not_depend_on_how_they_are_cut() {
    let text = b"one\r\n\ntwo\nlast";
    for size in 1..text.len() {
        let (mut lines, scrubber, mut found) = (Lines::new(Encoding::Utf8), Scrubber::default(), Vec::new());
        for piece in text.chunks(size) {
            lines.push(piece, &scrubber, |line| found.push(line.to_owned()));
        }
        lines.finish(&scrubber, |line| found.push(line.to_owned()));
        assert_eq!(found, ["one", "", "two", "last"], "in pieces of {size}");
    }
}

// Requirement: CMD-9
#[test]
fn a_command_line_is_one_line_and_shows_where_arguments_end() {
    let line = |arguments: &[&str]| {
        command_line("cmd", &arguments.iter().map(|argument| (*argument).to_owned()).collect::<Vec<_>>())
    };
    assert_eq!(line(&[]), "cmd");
    assert_eq!(line(&["-a", "--b=c,d", "/e/*", "$f"]), "cmd -a --b=c,d /e/* $f");
    assert_eq!(line(&["", "a b", "it's", "\"", "\\"]), r#"cmd "" "a b" "it's" "\"" "\\""#);
    assert_eq!(line(&["a\nNotice: forged", "\u{1b}[31m"]), r#"cmd "a\nNotice: forged" "\u{1b}[31m""#);
}
