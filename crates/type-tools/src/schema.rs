//! Types as JSON Schema (draft 2020-12): which JSON documents are instances of a type.
//!
//! Documents are in Puppet's rich data form: what JSON can represent is written as it is, everything else is an object
//! with a `__ptype`. A schema is exact where JSON Schema can be, and otherwise accepts more than the type does; a
//! `$comment` then names what is not checked. What it cannot express:
//!
//! * `1.0` and `1` are the same to JSON Schema, while Puppet reads a Float and an Integer. `Integer` therefore accepts
//!   `1.0`, and `Float` accepts `1`.
//! * Ranges of times and versions, the parts of a URI, and the parameters of a type in `Type[…]`.
//! * Regular expressions that have no exact counterpart in ECMA 262.
//! * In a hash with non-string keys, which is a list of alternating keys and values, which element is which after the
//!   first entry.
//!
//! In two cases a schema accepts less. A hash with string keys is a plain object; its rich form, which Puppet never
//! writes, is refused. And `undef` among the elements of an `Iterable[T]`, which Puppet ignores, is refused as well.

mod character_set;
mod collection;
mod document;
mod ecma;
mod rich;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use ecow::EcoString;

pub(crate) use character_set::CharacterSet;

use self::document::Schema;
use pcore::{
    convert,
    types::{EnumType, InitType, IntegerRange, PatternType, StringType, Type, TypeAlias, alias},
    value::{Hash, Value},
};

/// Returns the JSON Schema of a type, as plain data.
///
/// ```
/// use pcore::parse_type;
/// use type_tools::schema::json_schema;
///
/// let port = parse_type("Optional[Integer[0, 65535]]").unwrap();
/// assert_eq!(
///     format!("{:?}", json_schema(&port)),
///     "{'$schema' => 'https://json-schema.org/draft/2020-12/schema', 'type' => ['integer', 'null'], \
///      'minimum' => 0, 'maximum' => 65535}"
/// );
/// ```
pub fn json_schema(described: &Type) -> Value {
    let mut writer = Writer::default();
    let root = Schema::default().with("$schema", "https://json-schema.org/draft/2020-12/schema");
    let body = match described {
        // The outermost type needs no definition of its own, unless it is mentioned again.
        Type::Alias(alias) if !alias.is_recursive() => writer.definition(alias),
        other => writer.schema(other),
    };
    let definitions: Hash =
        writer.definitions.into_iter().map(|(name, schema)| (Value::String(name), Value::from(schema))).collect();
    let definitions = (!definitions.is_empty()).then_some(definitions);
    Value::from(root.and(body).with_some("$defs", definitions))
}

/// Object types that are short enough to be written inline.
const BUILTIN_OBJECTS: [&str; 3] = ["Error", "Deferred", "Annotation"];

/// The state of writing a schema.
#[derive(Default)]
struct Writer {
    /// The aliases that were mentioned, in order; one that is still being written already has its entry.
    definitions: Vec<(EcoString, Schema)>,
    /// How many nested `Init` types are being written.
    inits: u32,
}

/// The limit on nested `Init` types: an Object whose attribute takes an `Init` of itself would never end.
const MAX_INITS: u32 = 3;

impl Writer {
    fn schema(&mut self, described: &Type) -> Schema {
        match described {
            Type::Any | Type::Unit => Schema::anything(),
            Type::Undef | Type::Optional(None) => Schema::of_type("null"),
            Type::Default => rich::marker("Default"),
            Type::ScalarData => scalar_data(),
            Type::Scalar => Schema::any_of([scalar_data(), rich::scalar()]),
            Type::Numeric => Schema::of_type("number"),
            Type::Binary => rich::binary(),
            Type::SemVerRange => rich::wrapper("SemVerRange", Schema::of_type("string")),
            Type::Boolean(None) => Schema::of_type("boolean"),
            Type::Boolean(Some(only)) => Schema::constant(*only),
            Type::Integer(range) => integer(*range),
            Type::Float(range) => {
                let bound = |number: f64| number.is_finite().then_some(number);
                Schema::of_type("number").with_some("minimum", bound(range.from)).with_some("maximum", bound(range.to))
            }
            Type::String(string) => string_schema(string),
            Type::Enum(enumeration) => enum_schema(enumeration),
            Type::Pattern(pattern) => pattern_schema(pattern),
            Type::Regexp(only) => rich::regexp(only.as_deref()),
            Type::Timespan(range) => rich::timespan(range),
            Type::Timestamp(range) => rich::timestamp(range),
            Type::SemVer(ranges) => rich::version(ranges),
            Type::Uri(parts) => rich::uri(parts.as_deref()),
            Type::Collection(size) => {
                let size = size.unwrap_or(IntegerRange::ANY_SIZE);
                let list = collection::sized(Schema::of_type("array"), size, collection::ITEMS);
                Schema::any_of([list, self.hash(&Type::Any, &Type::Any, size)])
            }
            Type::Array(array) => self.array(array),
            Type::Hash(hash) => self.hash(&hash.key, &hash.value, hash.size.unwrap_or(IntegerRange::ANY_SIZE)),
            Type::Tuple(tuple) => self.tuple(tuple),
            Type::Struct(structure) => self.structure(structure),
            Type::Variant(types) => {
                let members: Vec<Schema> = types.iter().map(|member| self.schema(member)).collect();
                Schema::any_of(members)
            }
            Type::Optional(Some(contained)) => self.schema(contained).or_null(),
            Type::NotUndef(None) => not_null(),
            Type::NotUndef(Some(contained)) => self.without_undef(contained),
            Type::Sensitive(contained) => {
                let secret = contained.as_deref().map_or_else(Schema::anything, |secret| self.schema(secret));
                rich::wrapper("Sensitive", secret).with("writeOnly", true)
            }
            Type::Type(contained) => rich::type_value(contained.as_deref()),
            Type::TypeSet(_) => rich::types_named(["Pcore::TypeSet"]),
            Type::Iterable(element) => self.iterable(element.as_deref()),
            Type::Init(init) => self.init(init),
            // A type of a module is defined once, however often it is mentioned.
            Type::Object(Some(object))
                if object.name().is_some_and(|name| !BUILTIN_OBJECTS.contains(&name.as_str())) =>
            {
                let name = object.name().cloned().unwrap_or_default();
                self.reference(&name, |writer| {
                    Schema::default().with("title", name.clone()).and(writer.object(Some(object)))
                })
            }
            Type::Object(object) => self.object(object.as_deref()),
            Type::ObjectExtension(extension) => self
                .object(Some(extension.base()))
                .comment("Not checked: the constraints of the type parameters on the attributes."),
            Type::Runtime(_) if described.is_instance(&Value::Symbol(EcoString::new())) => {
                rich::wrapper("Symbol", Schema::of_type("string"))
            }
            Type::Runtime(_) => Schema::nothing("An object of a foreign runtime cannot be written as JSON."),
            Type::Iterator(_) => Schema::nothing("A lazy sequence cannot be written as JSON."),
            Type::Callable(_) => Schema::nothing("A function cannot be written as JSON."),
            Type::CatalogEntry | Type::Class(_) | Type::Resource(_) => {
                Schema::nothing("No value is an instance of this type: a reference to a resource is a type itself.")
            }
            Type::Reference(name) => Schema::nothing(&format!("The type {name} is unknown.")),
            Type::Alias(alias) => self.reference(alias.name(), |writer| writer.definition(alias)),
        }
    }

    /// Returns a reference to the definition of a name, which is written first if necessary.
    fn reference(&mut self, name: &EcoString, define: impl FnOnce(&mut Writer) -> Schema) -> Schema {
        if !self.definitions.iter().any(|(existing, _)| existing == name) {
            let index = self.definitions.len();
            self.definitions.push((name.clone(), Schema::anything()));
            let definition = define(self);
            if let Some((_, entry)) = self.definitions.get_mut(index) {
                *entry = definition;
            }
        }
        Schema::default().with("$ref", format!("#/$defs/{name}"))
    }

    fn definition(&mut self, alias: &TypeAlias) -> Schema {
        let titled = Schema::default().with("title", alias.name().clone());
        if alias.is_builtin() && *alias == **alias::RICH_DATA {
            return titled.and(self.rich_data());
        }
        match alias.resolved() {
            Some(target) => titled.and(self.schema(target)),
            None => titled.and(Schema::nothing("The alias is undefined.")),
        }
    }

    /// Returns the schema of all rich data, which is shorter than its definition would be.
    fn rich_data(&mut self) -> Schema {
        let rich_data = Type::Alias(Arc::clone(&alias::RICH_DATA));
        let key = Type::Alias(Arc::clone(&alias::RICH_DATA_KEY));
        Schema::any_of([
            scalar_data().or_null(),
            self.schema(&Type::array(rich_data.clone())),
            self.hash(&key, &rich_data, IntegerRange::ANY_SIZE),
            rich::data(),
        ])
    }

    /// Returns the schema of the values of a type that are not `undef`.
    fn without_undef(&mut self, contained: &Type) -> Schema {
        if !contained.is_instance(&Value::Undef) {
            return self.schema(contained);
        }
        match contained {
            Type::Any | Type::Unit => not_null(),
            Type::Undef | Type::Optional(None) => Schema::nothing("Only undef is accepted, and it is excluded here."),
            Type::Optional(Some(inner)) => self.without_undef(inner),
            Type::Variant(types) => {
                let members: Vec<Schema> = types
                    .iter()
                    .filter(|member| !matches!(member, Type::Undef))
                    .map(|member| self.without_undef(member))
                    .collect();
                Schema::any_of(members)
            }
            other => self.schema(other).and(not_null()),
        }
    }

    /// Returns the schema of what can be iterated and written as JSON: lists, hashes, strings, numbers, and the types
    /// that are ranges.
    fn iterable(&mut self, element: Option<&Type>) -> Schema {
        let types = || rich::types_named(["Pcore::IntegerType", "Pcore::EnumType"]);
        let Some(element) = element.filter(|element| !element.accepts(&Type::Any)) else {
            let natural = integer(IntegerRange::ANY_SIZE);
            let hash = self.hash(&Type::Any, &Type::Any, IntegerRange::ANY_SIZE);
            let text = Schema::of_type("string");
            return Schema::any_of([Schema::of_type("array"), text, natural, hash, types()]);
        };
        let mut members = vec![Schema::of_type("array").with_schema("items", self.schema(element))];
        let character = Type::String(StringType::Sized(IntegerRange { from: 1, to: 1 }));
        if element.accepts(&character) {
            members.push(Schema::of_type("string"));
        }
        if element.accepts(&Type::INTEGER) {
            members.push(integer(IntegerRange::ANY));
        }
        if element.accepts(&Type::tuple([Type::Unit, Type::Unit])) {
            members.push(self.hash(&Type::Any, &Type::Any, IntegerRange::ANY_SIZE));
        }
        members.push(types());
        Schema::any_of(members).comment("Not checked: the elements of a hash or a type.")
    }

    /// Returns the schema of a value of the type, or the arguments of its `new`: a single one, or all of them in a
    /// list.
    fn init(&mut self, init: &InitType) -> Schema {
        let Some(contained) = &init.contained else {
            let rich_data = &*alias::RICH_DATA;
            return self.reference(rich_data.name(), |writer| writer.definition(rich_data));
        };
        if self.inits == MAX_INITS {
            return Schema::anything().comment("Not checked: deeply nested Init types.");
        }
        self.inits += 1;
        let mut members = vec![self.schema(contained)];
        for signature in convert::constructor_parameters(contained).unwrap_or_default() {
            let size = signature.size_range();
            if let (Some(first), true) = (signature.types.first(), size.contains_length(1 + init.arguments.len())) {
                members.push(self.schema(first));
            }
            if init.arguments.is_empty() && size.to > 1 {
                members.push(self.tuple(&signature));
            }
        }
        self.inits -= 1;
        Schema::any_of(members)
    }
}

fn not_null() -> Schema {
    Schema::default().with("not", Schema::of_type("null"))
}

fn scalar_data() -> Schema {
    Schema::default().with("type", Value::array(["string".into(), "number".into(), "boolean".into()]))
}

fn integer(range: IntegerRange) -> Schema {
    if range.from == range.to {
        return Schema::constant(range.from);
    }
    Schema::of_type("integer")
        .with_some("minimum", (range.from != i64::MIN).then_some(range.from))
        .with_some("maximum", (range.to != i64::MAX).then_some(range.to))
}

fn string_schema(string: &StringType) -> Schema {
    match string {
        StringType::Any => Schema::of_type("string"),
        StringType::Sized(size) => collection::sized(Schema::of_type("string"), *size, ["minLength", "maxLength"]),
        StringType::Exact(text) => Schema::constant(text.clone()),
    }
}

fn enum_schema(enumeration: &EnumType) -> Schema {
    if enumeration.values.is_empty() {
        return Schema::nothing("An Enum without values has no instances.");
    }
    if !enumeration.case_insensitive {
        return Schema::one_of(enumeration.values.iter().map(EcoString::as_str));
    }
    let texts: Vec<String> = enumeration.values.iter().map(|text| ecma::escape(text, true)).collect();
    Schema::of_type("string").with("pattern", format!("^(?:{})$", texts.join("|")))
}

fn pattern_schema(pattern: &PatternType) -> Schema {
    let text = Schema::of_type("string");
    let mut translated = Vec::with_capacity(pattern.patterns.len());
    for regexp in &pattern.patterns {
        match ecma::translate(regexp) {
            Some(pattern) => translated.push(pattern),
            None => {
                return text.comment(&format!(
                    "Not checked: the string must match {pattern}, and {regexp} has no exact counterpart in ECMA 262.",
                    pattern = Type::Pattern(Arc::new(pattern.clone())),
                ));
            }
        }
    }
    match &translated[..] {
        [] => text,
        [only] => text.with("pattern", only.as_str()),
        several => {
            let alternatives = several.iter().map(|only| Schema::default().with("pattern", only.as_str()).into());
            text.with("anyOf", Value::array(alternatives))
        }
    }
}
