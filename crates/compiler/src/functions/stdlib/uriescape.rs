//! `uriescape`: a text for a URI.

use std::fmt::Write;

use crate::functions::Function;

pub(super) static FUNCTION: Function = Function::counted(
    "uriescape",
    "Returns a text, or the texts of an array, with all that no URI may have written as %20 and the like",
    -1,
    |call| super::each_text(call, escaped),
    &[("uriescape('a b&c=ä')", "'a%20b&c=%C3%A4'")],
);

fn escaped(text: &str) -> String {
    let mut made = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => made.push(char::from(byte)),
            _ if b"-_.!~*'();/?:@&=+$,[]".contains(&byte) => made.push(char::from(byte)),
            _ => {
                let _ = write!(made, "%{byte:02X}");
            }
        }
    }
    made
}
