//! Recorded answers of the real Puppet from `tests/data`, and laws.

use super::{TimeError, Timespan, Timestamp, Timezone};
use crate::oracle::{compare, text};
use proptest::prelude::*;
use serde_json::Value;

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(text).collect()
}

fn span(value: &Value) -> Timespan {
    Timespan::from_nanoseconds(text(value).parse().unwrap()).unwrap()
}

fn stamp(value: &Value) -> Timestamp {
    Timestamp::from_nanoseconds(text(value).parse().unwrap()).unwrap()
}

fn zone(value: &Value) -> Option<Timezone<'_>> {
    value.as_str().map(Timezone::from)
}

fn float(number: f64) -> Value {
    match number.is_finite() {
        true => number.into(),
        false => super::not_finite(&number).into(),
    }
}

fn nanoseconds(span: Timespan) -> Value {
    span.as_nanoseconds().to_string().into()
}

#[test]
fn timespans_are_what_puppet_makes_of_them() {
    compare(include_str!("../../tests/data/timespan.jsonl"), 3009, |operation, arguments| {
        let integer = || arguments[1].as_i64();
        let number = || arguments[1].as_f64().unwrap();
        Ok::<_, TimeError>(match operation {
            "to_s" => span(&arguments[0]).to_string().into(),
            "to_i" => span(&arguments[0]).seconds().into(),
            "to_f" => float(span(&arguments[0]).to_f64()),
            "from_f" => nanoseconds(Timespan::from_seconds_f64(arguments[0].as_f64().unwrap_or(f64::NAN))?),
            "mul" => nanoseconds(match integer() {
                Some(factor) => span(&arguments[0]).checked_mul(factor)?,
                None => span(&arguments[0]).checked_mul_f64(number())?,
            }),
            "div" => nanoseconds(match integer() {
                Some(divisor) => span(&arguments[0]).checked_div(divisor)?,
                None => span(&arguments[0]).checked_div_f64(number())?,
            }),
            "mod" => match integer() {
                Some(divisor) => span(&arguments[0]).checked_modulo(divisor)?.into(),
                None => float(span(&arguments[0]).checked_modulo_f64(number())?),
            },
            "ratio" => float(span(&arguments[0]).ratio(span(&arguments[1]))),
            "format" => span(&arguments[0]).format(text(&arguments[1]))?.into(),
            "parse" => nanoseconds(Timespan::parse(text(&arguments[0]))?),
            "parse_as" => nanoseconds(Timespan::parse_as(text(&arguments[0]), text(&arguments[1]))?),
            "parse_with" => nanoseconds(Timespan::parse_with(text(&arguments[0]), &texts(&arguments[1]))?),
            other => panic!("{other} is not known"),
        })
    });
}

#[test]
fn timestamps_are_what_puppet_makes_of_them() {
    compare(include_str!("../../tests/data/timestamp.jsonl"), 5442, |operation, arguments| {
        let time = match operation {
            "to_s" => return Ok::<_, TimeError>(stamp(&arguments[0]).to_string().into()),
            "format" => {
                return Ok(stamp(&arguments[0]).format(text(&arguments[1]), zone(&arguments[2]))?.into());
            }
            "parse" => Timestamp::parse(text(&arguments[0]))?,
            "parse_in" => Timestamp::parse_in(text(&arguments[0]), text(&arguments[1]).into())?,
            "parse_as" => Timestamp::parse_as(text(&arguments[0]), text(&arguments[1]), zone(&arguments[2]))?,
            "parse_with" => Timestamp::parse_with(text(&arguments[0]), &texts(&arguments[1]), zone(&arguments[2]))?,
            other => panic!("{other} is not known"),
        };
        Ok(time.as_nanoseconds().to_string().into())
    });
}

#[test]
fn a_time_fits_into_sixteen_bytes() {
    assert_eq!((size_of::<Timespan>(), align_of::<Timespan>()), (16, 8));
    assert_eq!((size_of::<Timestamp>(), align_of::<Timestamp>()), (16, 8));
}

#[test]
fn current_is_set_by_the_caller() {
    let zone = Timezone::from("CURRENT").with_current(-5400);
    let time = Timestamp::from_seconds(0);
    assert_eq!(time.format("%F %T %z", Some(zone)).unwrap(), "1969-12-31 22:30:00 -0130");
    assert_eq!(Timestamp::parse_in("1970-01-01", zone).unwrap(), Timestamp::from_seconds(5400));
}

#[test]
fn what_is_too_large_is_an_error() {
    let large = Timespan::from_seconds(i64::MAX);
    assert_eq!(large.checked_add(large), Err(TimeError::OutOfRange));
    assert_eq!(large.checked_mul(2), Err(TimeError::OutOfRange));
    assert_eq!(Timespan::from_seconds(i64::MIN).checked_neg(), Err(TimeError::OutOfRange));
    assert_eq!(Timespan::from_seconds_f64(1e200), Err(TimeError::OutOfRange));
    assert_eq!(Timespan::parse(&"9".repeat(50)), Err(TimeError::OutOfRange));
    assert_eq!(large.format("%99999999999D"), Err(TimeError::WidthTooBig));
    assert_eq!(Timestamp::from_seconds(0).format("%99999999999Y", None), Err(TimeError::WidthTooBig));
    assert_eq!(Timestamp::parse("99999999999999999999-01-01"), Err(TimeError::OutOfRange));
}

/// Strings that are nearly formats.
fn format() -> impl Strategy<Value = String> {
    "((%[-0^#_:EO]{0,4}[0-9]{0,3}[a-zA-Z%+])|[-: .é]|\\PC){0,6}"
}

proptest! {
    #[test]
    fn a_timestamp_reads_its_own_text(seconds: i64, nanoseconds in 0..1_000_000_000i128) {
        let time = Timestamp::from_nanoseconds(i128::from(seconds) * 1_000_000_000 + nanoseconds).unwrap();
        prop_assert_eq!(Timestamp::parse(&time.to_string()), Ok(time));
    }

    // The text has no zeros after the point, so that a smaller fraction is read as a larger one.
    #[test]
    fn a_timespan_reads_its_own_text(seconds: i64, nanoseconds in 100_000_000..1_000_000_000i128) {
        for fraction in [0, nanoseconds] {
            let length = i128::from(seconds).abs() * 1_000_000_000 + fraction;
            let Ok(span) = Timespan::from_nanoseconds(length * i128::from(seconds.signum())) else { continue };
            prop_assert_eq!(Timespan::parse(&span.to_string()), Ok(span));
        }
    }

    #[test]
    fn any_text_and_format_can_be_tried(text in "([-0-9:. +a-zA-Z]|\\PC){0,20}", format in format(), seconds: i64) {
        let _ = Timespan::parse(&text);
        let _ = Timespan::parse_as(&text, &format);
        let _ = Timestamp::parse(&text);
        let _ = Timestamp::parse_as(&text, &format, None);
        let _ = Timestamp::parse_in("2020-01-01", text.as_str().into());
        let _ = Timestamp::from_seconds(seconds).format(&format, Some(text.as_str().into()));
        if let Ok(written) = Timespan::from_seconds(seconds).format(&format) {
            let _ = Timespan::parse_as(&written, &format);
        }
        if let Ok(written) = Timestamp::from_seconds(seconds).format(&format, None) {
            let _ = Timestamp::parse_as(&written, &format, None);
        }
    }

    #[test]
    fn any_numbers_can_be_tried(left: i64, right: i64, number: f64, nanoseconds: i128) {
        let (span, other) = (Timespan::from_seconds(left), Timespan::from_seconds(right));
        let _ = Timespan::from_nanoseconds(nanoseconds);
        let _ = Timespan::from_seconds_f64(number);
        let _ = Timespan::from_fields(left < 0, left, right, left, right, left, right, left);
        let _ = (span.checked_add(other), span.checked_sub(other), span.checked_neg(), span.ratio(other));
        let _ = (span.checked_mul(right), span.checked_mul_f64(number), span.to_f64(), span.to_string());
        let _ = (span.checked_div(right), span.checked_div_f64(number));
        let _ = (span.checked_modulo(right), span.checked_modulo_f64(number));
        let _ = (Timestamp::from_seconds(left).checked_add(other), Timestamp::from_seconds(left).checked_sub(other));
        let _ = Timestamp::from_seconds(left).checked_since(Timestamp::from_seconds(right));
    }
}
