//! `Timespan.new` and `Timestamp.new`, and the bounds of those types.

use std::sync::{Arc, LazyLock};

use diagnostics::never;

use super::{
    ConversionError,
    constructor::{Call, Constructor},
    new_instance,
};
use crate::{
    time::{TimeError, Timespan, Timestamp, Timezone},
    types::Type,
    value::Value,
};

const FORMATS: &str = "Variant[String[2], Array[String[2], 1]]";

pub(super) static TIMESPAN: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_timespan")
        .local("Formats", FORMATS)
        .signature(&["Variant[Integer, Float] seconds"], |call| Ok(span_of_seconds(call.argument(0))?.into()))
        .signature(&["String[1] string", "Formats format?"], |call| {
            Ok(span_of_text(call.argument(0), call.argument(1))?.into())
        })
        .signature(
            &[
                "Integer days",
                "Integer hours",
                "Integer minutes",
                "Integer seconds",
                "Integer milliseconds?",
                "Integer microseconds?",
                "Integer nanoseconds?",
            ],
            |call| span_of_fields(&Value::Undef, [0, 1, 2, 3, 4, 5, 6].map(|index| call.argument(index))),
        )
        .signature(&["Struct[{string => String[1], Optional[format] => Formats}] hash_arg"], |call| {
            Ok(span_of_text(call.entry("string"), call.entry("format"))?.into())
        })
        .signature(
            &["Struct[{
                Optional[negative]     => Boolean,
                Optional[days]         => Integer,
                Optional[hours]        => Integer,
                Optional[minutes]      => Integer,
                Optional[seconds]      => Integer,
                Optional[milliseconds] => Integer,
                Optional[microseconds] => Integer,
                Optional[nanoseconds]  => Integer
            }] hash_arg"],
            |call| {
                let names = ["days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"];
                span_of_fields(call.entry("negative"), names.map(|name| call.entry(name)))
            },
        )
});

pub(super) static TIMESTAMP: LazyLock<Constructor> = LazyLock::new(|| {
    Constructor::new("new_timestamp")
        .local("Formats", FORMATS)
        .signature(&[], |call| call.context.now.map(Value::from).ok_or(ConversionError::NeedsClock))
        .signature(&["Variant[Integer, Float] seconds"], |call| Ok(stamp_of_seconds(call.argument(0))?.into()))
        .signature(&["String[1] string", "Formats format?", "String[1] timezone?"], |call| {
            stamp_of_text(call, call.argument(0), call.argument(1), call.argument(2))
        })
        .signature(
            &["Struct[{
                string             => String[1],
                Optional[format]   => Formats,
                Optional[timezone] => String[1]
            }] hash_arg"],
            |call| stamp_of_text(call, call.entry("string"), call.entry("format"), call.entry("timezone")),
        )
});

fn span_of_seconds(seconds: &Value) -> Result<Timespan, TimeError> {
    match seconds {
        Value::Float(seconds) => Timespan::from_seconds_f64(*seconds),
        other => Ok(Timespan::from_seconds(integer(other))),
    }
}

fn stamp_of_seconds(seconds: &Value) -> Result<Timestamp, TimeError> {
    match seconds {
        Value::Float(seconds) => Timestamp::from_seconds_f64(*seconds),
        other => Ok(Timestamp::from_seconds(integer(other))),
    }
}

fn integer(seconds: &Value) -> i64 {
    seconds.as_integer().unwrap_or_else(|| never!("the signature accepts numbers only", 0))
}

fn span_of_text(text: &Value, format: &Value) -> Result<Timespan, TimeError> {
    let text = text.as_str().unwrap_or_default();
    match format {
        Value::String(format) => Timespan::parse_as(text, format),
        Value::Array(formats) => Timespan::parse_with(text, &texts(formats)),
        _ => Timespan::parse(text),
    }
}

fn span_of_fields(negative: &Value, fields: [&Value; 7]) -> Result<Value, ConversionError> {
    let [days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds] =
        fields.map(|field| field.as_integer().unwrap_or_default());
    let negative = *negative == Value::Boolean(true);
    let span = Timespan::from_fields(negative, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds)?;
    Ok(Value::from(span))
}

fn stamp_of_text(call: &Call<'_>, text: &Value, format: &Value, zone: &Value) -> Result<Value, ConversionError> {
    let text = text.as_str().unwrap_or_default();
    let zone = zone.as_str().map(|name| Timezone::from(name).with_current(call.context.utc_offset));
    let stamp = match (format, zone) {
        (Value::String(format), zone) => Timestamp::parse_as(text, format, zone),
        (Value::Array(formats), zone) => Timestamp::parse_with(text, &texts(formats), zone),
        (_, Some(zone)) => Timestamp::parse_in(text, zone),
        (_, None) => Timestamp::parse(text),
    };
    Ok(Value::from(stamp?))
}

fn texts(formats: &[Value]) -> Vec<&str> {
    formats.iter().filter_map(Value::as_str).collect()
}

/// Parses a bound of `Timespan[…]`.
pub(crate) fn timespan_from_value(value: &Value) -> Result<Timespan, String> {
    bound(&Type::Timespan(Arc::default()), value, Value::as_timespan, Timespan::parse, span_of_seconds)
}

/// Parses a bound of `Timestamp[…]`.
pub(crate) fn timestamp_from_value(value: &Value) -> Result<Timestamp, String> {
    bound(&Type::Timestamp(Arc::default()), value, Value::as_timestamp, Timestamp::parse, stamp_of_seconds)
}

fn bound<T>(
    target: &Type,
    value: &Value,
    pick: fn(&Value) -> Option<T>,
    of_text: fn(&str) -> Result<T, TimeError>,
    of_seconds: fn(&Value) -> Result<T, TimeError>,
) -> Result<T, String> {
    let time = match value {
        Value::String(text) => of_text(text).map_err(|error| error.to_string())?,
        Value::Integer(_) | Value::Float(_) => of_seconds(value).map_err(|error| error.to_string())?,
        Value::Hash(_) => {
            let made = new_instance(target, std::slice::from_ref(value)).map_err(|error| error.to_string())?;
            pick(&made).ok_or_else(|| no_bound(target.kind_name(), &made))?
        }
        other => pick(other).ok_or_else(|| no_bound(target.kind_name(), other))?,
    };
    Ok(time)
}

/// Returns Puppet's message, which names Ruby's classes.
fn no_bound(target: &str, value: &Value) -> String {
    let class = match value {
        Value::Type(inner) => format!("Puppet::Pops::Types::P{}Type", inner.kind_name()),
        Value::Undef
        | Value::Default
        | Value::Symbol(_)
        | Value::Boolean(_)
        | Value::Timespan(_)
        | Value::Timestamp(_) => value.ruby_class().to_owned(),
        other => crate::infer::reduced(other).kind_name().to_owned(),
    };
    format!("Unable to create a Puppet::Pops::Time::{target} from a {class}")
}
