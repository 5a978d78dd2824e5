//! Values that look random but depend only on the node and a seed, and checksums.

use pcore::Value;
use ruby_subset::digest::Algorithm;

use super::{
    arguments::{to_i, wrong_count},
    predicates::is_whole,
};
use crate::{
    functions::{
        Call, Function, Outcome, Signature, fail, navigation,
        ruby::{legacy::joined, random::Random},
        text,
    },
    scope::Scopes,
};

functions![
    Function::counted(
        "fqdn_rand_string",
        "Returns a text of a length that depends only on the name of the machine and a seed",
        -2,
        fqdn_rand_string,
        &[("fqdn_rand_string(5, 'a')", "'aaaaa'"), ("fqdn_rand_string(5) == fqdn_rand_string(5)", "true")],
    )
    .also_in_stdlib(),
    Function::unchecked(
        "fqdn_rotate",
        "Returns an array or a text rotated by a distance that depends only on the name of the machine and a seed",
        fqdn_rotate,
        &[("fqdn_rotate([1])", "[1]"), ("fqdn_rotate([1, 2, 3], 'a') == fqdn_rotate([1, 2, 3], 'a')", "true")],
    )
    .also_in_stdlib(),
    Function::unchecked(
        "fqdn_uuid",
        "Returns the UUID, version 5, of the name of a machine",
        fqdn_uuid,
        &[("fqdn_uuid('test.example.com')", "'d0408231-0d06-54fb-ba49-a4a898f0d898'")],
    ),
    Function::counted(
        "seeded_rand",
        "Returns a number from 0 to below a limit that depends only on a seed",
        2,
        seeded_rand,
        &[("seeded_rand(100, 'a')", "31"), ("seeded_rand(1, 'x')", "0")],
    )
    .also_in_stdlib(),
    Function::typed(
        "stdlib::crc32",
        "Returns the checksum CRC-32 of the text of a value, in hexadecimal",
        &[Signature::new(&["Variant[ScalarData, Sensitive[ScalarData], Binary, Sensitive[Binary]] my_data"], crc32)],
        &[
            ("stdlib::crc32('my string')", "'18fbd270'"),
            ("stdlib::crc32(Sensitive('my string'))", "'18fbd270'"),
            ("stdlib::crc32(100.0)", "'a3fd429a'"),
        ],
    ),
    Function::typed(
        "stdlib::sha256",
        "Returns the digest SHA-256 of the text of a value, in hexadecimal",
        &[Signature::new(&["Variant[ScalarData, Sensitive[ScalarData], Binary, Sensitive[Binary]] my_data"], |call| {
            Ok(Value::from(Algorithm::Sha256.hexadecimal(plain(call.argument(0)).as_bytes())))
        })],
        &[(
            "stdlib::sha256(Sensitive('my string'))",
            "'2f7e2089add0288a309abd71ffcc3b3567e2d4215e20e6ed3b74d6042f7ef8e5'",
        )],
    ),
];

const LETTERS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// How many characters may be made: each takes a digest.
const MAX_LENGTH: usize = 65_536;

fn fqdn_rand_string(call: &mut Call<'_, '_>) -> Outcome {
    let length = match call.argument(0) {
        given if is_whole(given) => usize::try_from(to_i(given)?).unwrap_or_default(),
        _ => 0,
    };
    if length == 0 {
        return fail("fqdn_rand_string(): first argument must be a positive integer");
    }
    let letters: Vec<char> = match call.argument(1) {
        Value::Undef => LETTERS.chars().collect(),
        Value::String(letters) if letters.is_empty() => LETTERS.chars().collect(),
        Value::String(letters) => letters.chars().collect(),
        _ => return fail("fqdn_rand_string(): second argument must be undef or a string"),
    };
    if length > MAX_LENGTH {
        return fail(format!("fqdn_rand_string(): a text may have {MAX_LENGTH} characters at most"));
    }
    let seeds: Vec<String> = call.arguments.iter().skip(2).map(text::to_s).collect();
    let limit = Value::Integer(i64::try_from(letters.len()).unwrap_or(i64::MAX));
    let mut made = String::new();
    for index in 1..=length {
        let seed: Vec<String> = seeds.iter().cloned().chain([index.to_string()]).collect();
        let chosen = call.call_function("fqdn_rand", &[limit.clone(), Value::from(seed.join(":"))])?;
        made.extend(usize::try_from(to_i(&chosen)?).ok().and_then(|chosen| letters.get(chosen)));
    }
    Ok(Value::from(made))
}

fn fqdn_rotate(call: &mut Call<'_, '_>) -> Outcome {
    let Some((given, seeds)) = call.arguments.split_first() else { return wrong_count(call, "1") };
    let seed = format!("{}:{}", name(call), joined(seeds));
    let distance = |length: usize| {
        let below = Random::of_text(&seed).below(length as u64);
        usize::try_from(below).unwrap_or_default()
    };
    match given {
        Value::Array(items) if items.len() > 1 => {
            let (before, after) = items.split_at(distance(items.len()).min(items.len()));
            Ok(after.iter().chain(before).cloned().collect())
        }
        Value::String(letters) if letters.chars().nth(1).is_some() => {
            let letters: Vec<char> = letters.chars().collect();
            let (before, after) = letters.split_at(distance(letters.len()).min(letters.len()));
            Ok(Value::from(after.iter().chain(before).collect::<String>()))
        }
        Value::Array(_) | Value::String(_) => Ok(given.clone()),
        _ => fail("fqdn_rotate(): Requires either array or string to work with"),
    }
}

/// The full name of the machine: from the legacy fact, or from the one that replaced it.
fn name(call: &Call<'_, '_>) -> String {
    if let Some(name) = call.compilation.variable(Scopes::TOP, "fqdn") {
        return text::to_s(name);
    }
    let facts = call.compilation.variable_for(Scopes::TOP, "facts", Some("networking"));
    let name = facts.and_then(|facts| navigation::dig(facts, &["networking".into(), "fqdn".into()]).ok());
    name.filter(|name| !name.is_undef()).map(|name| text::to_s(&name)).unwrap_or_default()
}

/// The namespace of the names of machines.
const NAMESPACE: [u8; 16] =
    [0x6b, 0xa7, 0xb8, 0x10, 0x9d, 0xad, 0x11, 0xd1, 0x80, 0xb4, 0x00, 0xc0, 0x4f, 0xd4, 0x30, 0xc8];

fn fqdn_uuid(call: &mut Call<'_, '_>) -> Outcome {
    let name = match call.arguments {
        [] => return fail("fqdn_uuid: No arguments given"),
        [Value::String(name)] => name,
        [other] => return fail(text::no_conversion(other, "String")),
        all => return fail(format!("fqdn_uuid: Too many arguments given ({})", all.len())),
    };
    let mut digits = Algorithm::Sha1.hexadecimal(&[&NAMESPACE, name.as_bytes()].concat());
    // The version, and the two bits of the variant.
    let variant = digits.get(16..17).and_then(|digit| u8::from_str_radix(digit, 16).ok()).unwrap_or_default();
    digits.replace_range(12..13, "5");
    digits.replace_range(16..17, &format!("{:x}", (variant & 0x3) | 0x8));
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
    Ok(Value::from([part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")))
}

fn seeded_rand(call: &mut Call<'_, '_>) -> Outcome {
    let limit = match call.argument(0) {
        given if is_whole(given) => u64::try_from(to_i(given)?).unwrap_or_default(),
        _ => 0,
    };
    if limit == 0 {
        return fail("seeded_rand(): first argument must be a positive integer");
    }
    let Value::String(seed) = call.argument(1) else { return fail("seeded_rand(): second argument must be a string") };
    let number = Random::of_text(seed).below(limit);
    Ok(Value::Integer(i64::try_from(number).unwrap_or(i64::MAX)))
}

fn crc32(call: &mut Call<'_, '_>) -> Outcome {
    Ok(Value::from(format!("{:x}", checksum(plain(call.argument(0)).as_bytes()))))
}

/// The text of a value, also of a secret one.
pub(super) fn plain(value: &Value) -> String {
    match value {
        Value::Sensitive(secret) => text::to_s(secret),
        other => text::to_s(other),
    }
}

fn checksum(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 })
    })
}
