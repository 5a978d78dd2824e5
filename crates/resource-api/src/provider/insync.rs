//! Reads what providers in other languages return from `insync?`.

#[cfg(test)]
mod tests;

use pcore::Value;

use crate::{
    Failure, Insync, Outcome,
    definition::ruby_class::ruby_class,
    render::{inspect, interpolate},
};

impl Insync {
    /// Reads the result of `insync?` from a plain value.
    ///
    /// It is `true`, `false` or `undef`, or an array of one of these and a message. The message is used only with
    /// `false`, and only if it is not empty.
    ///
    /// ```
    /// use pcore::Value;
    /// use resource_api::Insync;
    ///
    /// let answer = Value::array([false.into(), "adding 2 members".into()]);
    /// let insync = Insync::from_value("members", &answer).unwrap();
    /// assert_eq!(insync, Insync::No(Some("adding 2 members".to_owned())));
    /// ```
    pub fn from_value(property: &str, answer: &Value) -> Outcome<Insync> {
        let (verdict, message) = match answer {
            Value::Array(items) => (items.first().unwrap_or(&Value::Undef), items.get(1)),
            verdict => (verdict, None),
        };
        match verdict {
            Value::Undef => Ok(Insync::Default),
            Value::Boolean(true) => Ok(Insync::Yes),
            Value::Boolean(false) => Ok(Insync::No(message.map(interpolate).filter(|message| !message.is_empty()))),
            other => Err(Failure::developer(format!(
                "Custom insync for {property} returned a {} with a value of {} instead of true/false; insync? MUST \
                 return nil or the boolean true or false",
                ruby_class(other),
                inspect(other)
            ))),
        }
    }
}
