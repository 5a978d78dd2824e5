//! `strftime`: a time as text.

use pcore::{
    Value,
    time::{Timestamp, Timezone},
};

use crate::functions::{Call, Function, Interrupt, Outcome, Signature, fail};

functions![
    Function::typed(
        "strftime",
        "Returns a point in time, or a length of time, as text in a format",
        &[
            Signature::new(&["Timespan time_object", "String format"], timespan),
            Signature::new(&["Timestamp time_object", "String format", "String timezone?"], timestamp),
            Signature::new(&["String format", "String timezone?"], now),
        ],
        &[
            ("strftime(Timestamp('2020-01-02T03:04:05'), '%d.%m.%Y %H:%M')", "'02.01.2020 03:04'"),
            ("strftime(Timestamp(0), '%F %T %z', '+01:00')", "'1970-01-01 01:00:00 +0100'"),
            ("strftime(Timespan(3661), '%H:%M:%S')", "'01:01:01'"),
        ],
    )
    .without_legacy()
    .pure()
];

fn timespan(call: &mut Call<'_, '_>) -> Outcome {
    let Value::Timespan(time) = call.argument(0) else { return Ok(Value::Undef) };
    time.format(call.string(1)?).map(Value::from).map_err(|error| Interrupt::unplaced(error.to_string()))
}

fn timestamp(call: &mut Call<'_, '_>) -> Outcome {
    let Value::Timestamp(time) = call.argument(0) else { return Ok(Value::Undef) };
    format(call, time, call.string(1)?, call.argument(2).as_str())
}

fn now(call: &mut Call<'_, '_>) -> Outcome {
    call.deprecated_here(
        "legacy#strftime",
        "The argument signature (String format, [String timezone]) is deprecated for #strftime. See #strftime \
         documentation and Timespan type for more info",
    );
    match call.compilation.options().now {
        Some(now) => format(call, &now, call.string(0)?, call.argument(1).as_str()),
        None => fail("strftime() without a time needs a clock"),
    }
}

fn format(call: &Call<'_, '_>, time: &Timestamp, format: &str, timezone: Option<&str>) -> Outcome {
    let timezone = timezone.map(|name| Timezone::from(name).with_current(call.compilation.options().utc_offset));
    time.format(format, timezone).map(Value::from).map_err(|error| Interrupt::unplaced(error.to_string()))
}
