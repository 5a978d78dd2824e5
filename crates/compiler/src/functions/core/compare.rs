//! `compare`: -1, 0 or 1 by the order of two values.

use std::cmp::Ordering;

use pcore::Value;

use crate::{
    error::Outcome,
    evaluate::value_label::label,
    functions::{Call, Function, Signature, ruby::order},
};

pub(super) static FUNCTION: Function = Function::typed(
    "compare",
    "Returns -1, 0 or 1 as the first of two values is less than, equal to or greater than the second",
    &[
        Signature { parameters: &["Numeric a", "Numeric b"], block: None, body: by_order },
        Signature { parameters: &["String a", "String b", "Boolean ignore_case?"], block: None, body: texts },
        Signature { parameters: &["SemVer a", "SemVer b"], block: None, body: by_order },
        Signature { parameters: &["Numeric a", "Variant[Timespan, Timestamp] b"], block: None, body: by_order },
        Signature { parameters: &["Timestamp a", "Variant[Timestamp, Numeric] b"], block: None, body: by_order },
        Signature { parameters: &["Timespan a", "Variant[Timespan, Numeric] b"], block: None, body: by_order },
    ],
    &[
        ("compare(1, 2)", "-1"),
        ("compare('a', 'A')", "0"),
        ("compare('a', 'A', false)", "1"),
        ("compare(SemVer('1.10.0'), SemVer('1.9.0'))", "1"),
        ("compare(Timespan(90), 90)", "0"),
    ],
)
.refusing(refusal);

fn by_order(call: &mut Call<'_, '_>) -> Outcome {
    let order = order::compared(call.argument(0), call.argument(1))?;
    Ok(Value::Integer(order as i64))
}

fn texts(call: &mut Call<'_, '_>) -> Outcome {
    let (one, two) = (call.string(0), call.string(1));
    let order = match call.argument(2) {
        Value::Boolean(false) => one.cmp(two),
        // Only ASCII letters lose their case here.
        _ => one.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(two.bytes().map(|byte| byte.to_ascii_lowercase())),
    };
    Ok(Value::Integer(order as i64))
}

fn refusal(arguments: &[Value]) -> Option<String> {
    let [one, two, ignore_case @ ..] = arguments else { return None };
    let kinds = format!("Got {} and {}", label(one), label(two));
    if !is_comparable(one) || !is_comparable(two) {
        return Some(format!(
            "compare(): Non comparable type. Only values of the types Numeric, String, Semver, Timestamp and Timestamp \
             can be compared. {kinds}"
        ));
    }
    let strings = one.as_str().is_some() && two.as_str().is_some();
    match ignore_case {
        [] => {}
        _ if !strings => {
            return Some(
                "compare(): The third argument (ignore case) can only be used when comparing strings".to_owned(),
            );
        }
        [other] => {
            let given = label(other);
            return Some(format!("compare(): The third argument (ignore case) must be a Boolean. Got {given}"));
        }
        more => return Some(format!("compare(): Accepts at most 3 arguments, got {}", 2 + more.len())),
    }
    Some(format!(
        "compare(): Can only compare values of the same type (or for Timestamp/Timespan also against Numeric). {kinds}"
    ))
}

fn is_comparable(value: &Value) -> bool {
    matches!(
        value,
        Value::String(_)
            | Value::Integer(_)
            | Value::Float(_)
            | Value::SemVer(_)
            | Value::Timespan(_)
            | Value::Timestamp(_)
    )
}

const _: () = assert!(Ordering::Less as i64 == -1 && Ordering::Greater as i64 == 1);
