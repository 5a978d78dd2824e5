//! Any text is a document or an error; what is a value and can be written reads back.

use pcore::yaml;

fuzz_target!(|text: &str| {
    if let Ok(value) = yaml::parse(text)
        && let Ok(written) = yaml::write(&value)
    {
        let _ = yaml::parse(&written);
    }
});
