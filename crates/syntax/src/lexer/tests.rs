//! What tokens cannot be seen in trees for: warnings, and texts that must not take long.

use super::{Lexed, TokenKind, lex, lex_template};

fn kinds(text: &str) -> Vec<TokenKind> {
    lex(text).tokens.into_iter().map(|token| token.kind).collect()
}

fn warnings(text: &str) -> Vec<(u32, String)> {
    lex(text).warnings.into_iter().map(|warning| (warning.span.start, warning.message)).collect()
}

#[test]
fn a_slash_divides_behind_an_operand_and_starts_a_regexp_elsewhere() {
    use TokenKind::*;
    assert_eq!(kinds("$a / 2 / 3"), [Variable, Slash, Number, Slash, Number, End]);
    assert_eq!(kinds("} /b/"), [RightBrace, Regexp, End]);
    assert_eq!(kinds("= /b"), [Assign, Slash, Name, End]);
    assert_eq!(lex("= /a\\/b\\d/").texts, ["a/b\\d"]);
}

#[test]
fn brackets_and_parentheses_know_what_stands_before_them() {
    use TokenKind::*;
    assert_eq!(kinds("[a[ [("), [ListStart, Name, LeftBracket, ListStart, LeftParen, End]);
    assert_eq!(kinds("f (\n  (/* c */\n/* c */("), [Name, LeftParen, LineStartLeftParen, LeftParen, End]);
    assert_eq!(kinds("?{ ? {{"), [Question, SelectorBrace, Question, SelectorBrace, LeftBrace, End]);
}

#[test]
fn words_in_interpolations_are_variables_where_they_stand_alone_or_before_a_bracket_or_a_dot() {
    use TokenKind::*;
    assert_eq!(kinds("\"${if}\""), [TextStart, Variable, TextEnd, End]);
    assert_eq!(kinds("\"${a.b}\""), [TextStart, Variable, Dot, Name, TextEnd, End]);
    assert_eq!(kinds("\"${a + 1}\""), [TextStart, Name, Plus, Number, TextEnd, End]);
    assert_eq!(kinds("\"${a [0]}\""), [TextStart, Name, ListStart, Number, RightBracket, TextEnd, End]);
}

#[test]
fn an_error_takes_the_place_of_the_whole_string() {
    use TokenKind::*;
    assert_eq!(kinds("1 \"a ${x + 08} b\" 2"), [Number, Error, Number, End]);
    assert_eq!(lex("\"${08} ${09}\"").errors.len(), 1);
}

#[test]
fn unknown_escapes_are_doubtful_in_double_quotes_alone() {
    assert_eq!(warnings("\"a\\qb\" 'c\\qd'"), [(6, "Unrecognized escape sequence '\\q'".to_owned())]);
    assert_eq!(warnings("@(E/t)\n\\q\nE\n"), []);
    let expected = "Unicode escape '\\u' was not followed by 4 hex digits or 1-6 hex digits in {} or was > 10ffff";
    for text in ["\"\\uZZ\"", "\"\\u{}\"", "\"\\u{110000}\"", "\"\\ud800\"", "\"\\u12\""] {
        let found = warnings(text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].1, expected);
    }
}

#[test]
fn escapes_are_read() {
    let texts = |text: &str| lex(text).texts;
    assert_eq!(texts("\"a\\tb\\nc\\sd\\\"e\\$f\\\\g\\'h\""), ["a\tb\nc d\"e$f\\g'h"]);
    assert_eq!(texts("\"\\u00e5 \\u{1F600} \\u{e5}x\""), ["å 😀 åx"]);
    assert_eq!(texts("\"line1\\\nline2\\\r\nline3\""), ["line1line2line3"]);
    assert_eq!(texts("'a\\'b\\\\c\\nd'"), ["a'b\\c\\nd"]);
}

#[test]
fn a_margin_is_taken_from_strings_within_the_heredoc_too() {
    let lexed = lex("@(\"E\"/L)\n  a ${\"x\n  y\"} \\\n  b\n no\n  |- E\n");
    assert_eq!(lexed.texts, ["", "a ", "x\ny", " b\n no"]);
}

#[test]
fn nothing_takes_time_that_grows_faster_than_the_text() {
    let times = 100_000;
    for piece in [
        "\"${",
        "\"$a",
        "\"${\"",
        "@(A)\n",
        "@(\"A\")\n${",
        "= /\\/",
        "/*",
        "'",
        "'\\",
        "<%=",
        "{",
        "}",
        "1.5x ",
        "@(",
        "$",
    ] {
        let Lexed { tokens, .. } = lex(&piece.repeat(times));
        assert_eq!(tokens.last().map(|token| token.kind), Some(TokenKind::End), "{piece}");
        lex_template(&piece.repeat(times));
    }
}
