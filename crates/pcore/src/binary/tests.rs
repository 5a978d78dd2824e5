//! Recorded answers of the real Puppet from `tests/data`, and laws.

use super::*;
use crate::oracle::{compare, text};
use proptest::prelude::*;
use serde_json::{Value, json};

fn answer(operation: &str, arguments: &[Value]) -> Result<Value, BinaryError> {
    Ok(match operation {
        "decode" => decode(text(&arguments[0]), text(&arguments[1]))?.into(),
        "encode" => {
            let numbers = arguments[0].as_array().unwrap().iter();
            let bytes: Vec<u8> = numbers.map(|byte| byte.as_u64().unwrap() as u8).collect();
            json!([encode_strict(&bytes), encode_relaxed(&bytes), encode_url_safe(&bytes)])
        }
        other => panic!("{other} is not known"),
    })
}

#[test]
fn texts_are_what_puppet_makes_of_them() {
    compare(include_str!("../../tests/data/binary.jsonl"), 980, answer);
}

proptest! {
    #[test]
    fn bytes_survive_every_encoding(bytes: Vec<u8>) {
        prop_assert_eq!(decode_strict(&encode_strict(&bytes)).unwrap(), &bytes[..]);
        prop_assert_eq!(decode_relaxed(&encode_relaxed(&bytes)), &bytes[..]);
        prop_assert_eq!(decode_url_safe(&encode_url_safe(&bytes)).unwrap(), &bytes[..]);
    }

    #[test]
    fn any_text_can_be_tried(text: String) {
        for format in ["%B", "%b", "%u", "%s", "%r"] {
            let _ = decode(&text, format);
        }
    }
}
