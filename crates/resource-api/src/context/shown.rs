//! Arguments of log functions: titles and values in the forms that authors have at hand.

use ecow::{EcoString, EcoVec};
use pcore::{Hash, Value};

use crate::{Identity, State};

/// Anything that a log line can show.
pub trait Shown {
    /// Converts it to a value.
    fn shown(&self) -> Value;
}

/// The titles of the resources that a line or a block is about.
///
/// A name, an [`Identity`], a number, a list of these, or nothing (`()`, `None`, an empty list).
///
/// ```
/// use resource_api::{Identity, context::{Shown, Titles}};
///
/// fn value(titles: impl Titles) -> String {
///     titles.shown().to_string()
/// }
/// assert_eq!(value("alice"), "alice");
/// assert_eq!(value(["alice", "bob"]), "[alice, bob]");
/// assert_eq!(value(&Identity::single("uid", 1001)), "1001");
/// ```
pub trait Titles: Shown {}

macro_rules! shown {
    ($($of:ty => |$given:ident| $value:expr;)*) => {
        $(impl Shown for $of {
            fn shown(&self) -> Value {
                let $given = self;
                $value
            }
        })*
    };
}

shown! {
    () => |_nothing| Value::Undef;
    bool => |given| Value::Boolean(*given);
    f64 => |given| Value::Float(*given);
    i32 => |given| Value::from(*given);
    u32 => |given| Value::from(*given);
    i64 => |given| Value::from(*given);
    u16 => |given| Value::from(u32::from(*given));
    u64 => |given| i64::try_from(*given).map_or_else(|_| Value::from(given.to_string()), Value::from);
    usize => |given| i64::try_from(*given).map_or_else(|_| Value::from(given.to_string()), Value::from);
    str => |given| Value::from(given);
    String => |given| Value::from(given.as_str());
    EcoString => |given| Value::from(given.clone());
    Value => |given| given.clone();
    Identity => |given| identity(given);
    State => |given| symbols(given.iter());
}

impl<T: Shown + ?Sized> Shown for &T {
    fn shown(&self) -> Value {
        (**self).shown()
    }
}

impl<T: Shown> Shown for Option<T> {
    fn shown(&self) -> Value {
        self.as_ref().map_or(Value::Undef, Shown::shown)
    }
}

impl<T: Shown> Shown for [T] {
    fn shown(&self) -> Value {
        self.iter().map(Shown::shown).collect()
    }
}

impl<T: Shown, const LENGTH: usize> Shown for [T; LENGTH] {
    fn shown(&self) -> Value {
        self.as_slice().shown()
    }
}

impl<T: Shown> Shown for Vec<T> {
    fn shown(&self) -> Value {
        self.as_slice().shown()
    }
}

impl<T: Shown> Shown for EcoVec<T> {
    fn shown(&self) -> Value {
        self.as_slice().shown()
    }
}

macro_rules! titles {
    ($($of:ty),*) => { $(impl Titles for $of {})* };
}

titles!((), str, String, EcoString, Identity, Value, i32, u32, i64, u16, u64, usize);

impl<T: Titles + ?Sized> Titles for &T {}
impl<T: Titles> Titles for Option<T> {}
impl<T: Titles> Titles for [T] {}
impl<T: Titles, const LENGTH: usize> Titles for [T; LENGTH] {}
impl<T: Titles> Titles for Vec<T> {}
impl<T: Titles> Titles for EcoVec<T> {}

/// The value of the only namevar, or a map of all namevars.
fn identity(identity: &Identity) -> Value {
    if identity.is_composite() {
        symbols(identity.iter().map(|(name, value)| (name, value)))
    } else {
        identity.value().clone()
    }
}

fn symbols<'a>(attributes: impl Iterator<Item = (&'a EcoString, &'a Value)>) -> Value {
    attributes.map(|(name, value)| (Value::Symbol(name.clone()), value.clone())).collect::<Hash>().into()
}
