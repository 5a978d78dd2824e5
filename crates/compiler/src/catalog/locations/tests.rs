//! Lines are counted rightly wherever blocks end.

use super::*;

#[test]
fn lines_are_counted_across_blocks() {
    let texts = [
        String::new(),
        "\n".repeat(BLOCK),
        "\n".repeat(BLOCK * 2 + 1),
        format!("{}\n{}", "x".repeat(BLOCK - 1), "y".repeat(BLOCK)),
        format!("{}\n\n{}\n", "x".repeat(BLOCK), "y\n".repeat(BLOCK)),
    ];
    for text in texts {
        let mut locations = Locations::default();
        let source = Arc::new(Source::new("site.pp", text.clone()));
        for offset in 0..=text.len() {
            let location = locations.within(&source, u32::try_from(offset).unwrap());
            let expected = text.as_bytes()[..offset].iter().filter(|byte| **byte == b'\n').count() + 1;
            assert_eq!(locations.line(location) as usize, expected, "{offset} of {}", text.len());
        }
    }
}
