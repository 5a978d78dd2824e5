//! Any text is rich data or an error; what is a value can be written and reads back the same.

use pcore::{NoNames, rich_data};

fuzz_target!(|text: &str| {
    if let Ok(value) = rich_data::from_json(text, &NoNames)
        && let Ok(written) = rich_data::to_json(&value, Default::default())
    {
        let _ = rich_data::from_json(&written, &NoNames);
    }
});
