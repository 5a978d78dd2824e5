//! Any text is a pattern or an error, and every search ends.

use pcore::regexp::Regexp;

fuzz_target!(|input: (&str, &str)| {
    let (pattern, text) = input;
    if let Ok(regexp) = Regexp::new(pattern) {
        let matches = regexp.is_match(text);
        if let (Ok(matches), Ok(captures)) = (matches, regexp.captures(text)) {
            assert_eq!(matches, captures.is_some(), "{pattern:?} on {text:?}");
        }
    }
});
