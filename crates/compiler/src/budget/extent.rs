//! How deep values are nested and how much they hold, counting shared parts each time they occur.
//!
//! Values share their parts, so a few steps of a manifest can build one that is too large to walk: nested a million
//! levels deep, or containing the same value twice at each of sixty levels. Every operation that builds a value from
//! others checks it here first. That bounds the stack and the time of every later walk: writing, comparing, hashing,
//! inferring types, dropping.

use pcore::{Type, Value, types::StringType};
use rustc_hash::FxHashMap;

/// Values with at least this many parts are memoized, so that they are walked only once.
const MIN_MEMOIZED_PARTS: u64 = 64;

/// How many parts the memo may keep alive.
const MAX_MEMOIZED_PARTS: u64 = 1_000_000;

/// How deep a value is nested, how many parts it has, and how many bytes of text are in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Extent {
    pub depth: u32,
    pub parts: u64,
    pub bytes: u64,
}

impl Extent {
    /// The extent of a value that holds no others.
    fn single(value: &Value) -> Extent {
        let bytes = match value {
            Value::String(text) | Value::Symbol(text) => text.len(),
            Value::Binary(bytes) => bytes.len(),
            Value::Regexp(pattern) => pattern.source().len(),
            _ => 0,
        };
        Extent { depth: 0, parts: 1, bytes: bytes as u64 }
    }

    /// Adds what a part has, unless that makes it too much.
    fn add(&mut self, part: Extent, maximum: Extent) -> Result<(), Excess> {
        self.depth = self.depth.max(part.depth + 1);
        self.parts = self.parts.saturating_add(part.parts);
        self.bytes = self.bytes.saturating_add(part.bytes);
        if self.parts > maximum.parts {
            return Err(Excess::Parts);
        }
        if self.bytes > maximum.bytes { Err(Excess::Bytes) } else { Ok(()) }
    }
}

/// The limit that a value exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Excess {
    Depth,
    Parts,
    Bytes,
}

/// The extents of large values that were walked.
#[derive(Debug, Default)]
pub(super) struct Measures {
    /// By address; holding the values prevents reuse of the address and in-place changes.
    memo: FxHashMap<usize, (Extent, Value)>,
    memoized_parts: u64,
}

impl Measures {
    /// The extent of a value, and how many parts were walked to find it.
    pub fn measure(&mut self, value: &Value, maximum: Extent) -> (Result<Extent, Excess>, u64) {
        let mut walk = Walk { measures: self, maximum, walked: 0 };
        let extent = match address(value) {
            Some(address) => match walk.measures.memo.get(&address) {
                Some((extent, _)) if extent.depth <= maximum.depth => Ok(*extent),
                Some(_) => Err(Excess::Depth),
                None => walk.parts_of(value, maximum.depth),
            },
            None => Ok(Extent::single(value)),
        };
        (extent, walk.walked)
    }

    fn memoize(&mut self, address: usize, extent: Extent, walked: u64, value: &Value) {
        if self.memoized_parts.saturating_add(walked) > MAX_MEMOIZED_PARTS {
            self.memo.clear();
            self.memoized_parts = 0;
        }
        self.memoized_parts = self.memoized_parts.saturating_add(walked);
        self.memo.insert(address, (extent, value.clone()));
    }
}

/// The address of the parts of a value, or `None` if it has no parts.
fn address(value: &Value) -> Option<usize> {
    match value {
        Value::Array(items) if !items.is_empty() => Some(items.as_ptr().addr()),
        Value::Hash(hash) => Some(std::sync::Arc::as_ptr(hash).addr()),
        Value::Sensitive(secret) => Some(std::sync::Arc::as_ptr(secret).addr()),
        Value::Type(held) => Some(std::sync::Arc::as_ptr(held).addr()),
        Value::Object(object) => Some(std::sync::Arc::as_ptr(object).addr()),
        Value::Iterator(iterator) => Some(std::sync::Arc::as_ptr(iterator).addr()),
        Value::Array(_)
        | Value::Undef
        | Value::Default
        | Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::String(_)
        | Value::Symbol(_)
        | Value::Regexp(_)
        | Value::Binary(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Uri(_) => None,
    }
}

struct Walk<'m> {
    measures: &'m mut Measures,
    maximum: Extent,
    walked: u64,
}

impl Walk<'_> {
    /// The extent of a value that holds others, which may be nested `levels_left` levels deep.
    fn parts_of(&mut self, value: &Value, levels_left: u32) -> Result<Extent, Excess> {
        let mut sum = Extent { depth: 1, parts: 1, bytes: 0 };
        if levels_left == 0 {
            return Err(Excess::Depth);
        }
        self.walked += 1;
        match value {
            Value::Array(items) => items.iter().try_for_each(|item| self.add(&mut sum, item, levels_left))?,
            Value::Hash(hash) => hash.iter().try_for_each(|(key, value)| {
                self.add(&mut sum, key, levels_left)?;
                self.add(&mut sum, value, levels_left)
            })?,
            Value::Sensitive(secret) => self.add(&mut sum, secret, levels_left)?,
            Value::Object(object) => object.iter().try_for_each(|(_, value)| self.add(&mut sum, value, levels_left))?,
            Value::Iterator(iterator) => {
                iterator.source().iter().try_for_each(|item| self.add(&mut sum, item, levels_left))?
            }
            Value::Type(held) => self.add_type(&mut sum, held, levels_left)?,
            _ => {}
        }
        Ok(sum)
    }

    fn add(&mut self, sum: &mut Extent, part: &Value, levels_left: u32) -> Result<(), Excess> {
        let extent = match address(part) {
            None => {
                self.walked += 1;
                Extent::single(part)
            }
            Some(address) => self.held(part, address, levels_left - 1)?,
        };
        sum.add(extent, self.maximum)
    }

    /// The extent of a value that others hold, and that holds others.
    fn held(&mut self, value: &Value, address: usize, levels_left: u32) -> Result<Extent, Excess> {
        if let Some((extent, _)) = self.measures.memo.get(&address) {
            return if extent.depth <= levels_left { Ok(*extent) } else { Err(Excess::Depth) };
        }
        let before = self.walked;
        let extent = self.parts_of(value, levels_left)?;
        let walked = self.walked - before;
        if walked >= MIN_MEMOIZED_PARTS {
            self.measures.memoize(address, extent, walked, value);
        }
        Ok(extent)
    }

    /// Adds the types in a type. Nothing is remembered of them: they are walked again, and soon too many.
    fn add_type(&mut self, sum: &mut Extent, held: &Type, levels_left: u32) -> Result<(), Excess> {
        sum.bytes = sum.bytes.saturating_add(words_of(held));
        let mut result = if sum.bytes > self.maximum.bytes { Err(Excess::Bytes) } else { Ok(()) };
        held.each_part(&mut |part| {
            if result.is_ok() {
                result = self.type_part(sum, part, levels_left);
            }
        });
        result
    }

    fn type_part(&mut self, sum: &mut Extent, part: &Type, levels_left: u32) -> Result<(), Excess> {
        if levels_left <= 1 {
            return Err(Excess::Depth);
        }
        self.walked += 1;
        let mut inner = Extent { depth: 1, parts: 1, bytes: 0 };
        self.add_type(&mut inner, part, levels_left - 1)?;
        sum.add(inner, self.maximum)
    }
}

/// How many bytes the texts have that a type itself names.
fn words_of(held: &Type) -> u64 {
    let bytes = match held {
        Type::Enum(words) => words.values.iter().map(|word| word.len()).sum(),
        Type::Pattern(held) => held.patterns.iter().map(|pattern| pattern.source().len()).sum(),
        Type::Regexp(Some(pattern)) => pattern.source().len(),
        Type::String(StringType::Exact(text)) => text.len(),
        _ => 0_usize,
    };
    bytes as u64
}
