//! A schema that is being written, and the union of schemas.
//!
//! A schema is a hash of keywords in the order they were set. Unions are kept small: types without further conditions
//! become one list of types, strings become one `enum`, and an `anyOf` is never nested.

use pcore::value::{Hash, Value};

/// A JSON Schema, or a part of one.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Schema {
    keywords: Hash,
}

impl Schema {
    /// Returns the schema that accepts everything.
    pub(super) fn anything() -> Schema {
        Schema::default()
    }

    /// Returns the schema that accepts nothing, with the reason.
    pub(super) fn nothing(reason: &str) -> Schema {
        Schema::default().with("not", Schema::anything()).comment(reason)
    }

    /// Returns the schema of one of JSON's types.
    pub(super) fn of_type(name: &str) -> Schema {
        Schema::default().with("type", name)
    }

    /// Returns the schema of one value.
    pub(super) fn constant(value: impl Into<Value>) -> Schema {
        Schema::default().with("const", value)
    }

    /// Returns the schema of one of several strings.
    pub(super) fn one_of<'a>(texts: impl IntoIterator<Item = &'a str>) -> Schema {
        Schema::default().with("enum", texts.into_iter().map(Value::from).collect::<Value>())
    }

    /// Sets a keyword.
    #[must_use]
    pub(super) fn with(mut self, keyword: &str, value: impl Into<Value>) -> Schema {
        self.keywords.insert(keyword.into(), value.into());
        self
    }

    /// Sets a keyword if there is a value for it.
    #[must_use]
    pub(super) fn with_some(self, keyword: &str, value: Option<impl Into<Value>>) -> Schema {
        match value {
            Some(value) => self.with(keyword, value),
            None => self,
        }
    }

    /// Sets a keyword to a schema, unless it accepts everything.
    #[must_use]
    pub(super) fn with_schema(self, keyword: &str, schema: Schema) -> Schema {
        if schema.keywords.is_empty() { self } else { self.with(keyword, schema) }
    }

    /// Adds a comment about what the keywords cannot express.
    #[must_use]
    pub(super) fn comment(self, text: &str) -> Schema {
        self.with("$comment", text)
    }

    /// Adds all keywords of another schema, which may not use the same ones.
    #[must_use]
    pub(super) fn and(mut self, other: Schema) -> Schema {
        self.keywords.extend(other.keywords);
        self
    }

    /// Returns whether it accepts everything.
    pub(super) fn is_anything(&self) -> bool {
        self.keywords.is_empty()
    }

    /// Returns whether it accepts nothing.
    pub(super) fn is_nothing(&self) -> bool {
        matches!(self.get("not"), Some(Value::Hash(refused)) if refused.is_empty())
    }

    /// Returns the union of the schemas.
    pub(super) fn any_of(schemas: impl IntoIterator<Item = Schema>) -> Schema {
        let mut members: Vec<Schema> = Vec::new();
        let mut nothing = None;
        for schema in schemas {
            if schema.is_anything() {
                return schema;
            }
            if schema.is_nothing() {
                nothing.get_or_insert(schema);
                continue;
            }
            match schema.only("anyOf").and_then(Value::as_array) {
                Some(inner) => inner.iter().filter_map(Schema::from_value).for_each(|part| push(&mut members, part)),
                None => push(&mut members, schema),
            }
        }
        match members.len() {
            0 => nothing.unwrap_or_else(|| Schema::nothing("There are no alternatives.")),
            1 => members.swap_remove(0),
            _ => Schema::default().with("anyOf", members.into_iter().map(Value::from).collect::<Value>()),
        }
    }

    /// Returns the union of this schema and null.
    pub(super) fn or_null(self) -> Schema {
        let unconditional = ["const", "enum", "anyOf", "not", "$ref"].iter().all(|keyword| self.get(keyword).is_none());
        match self.get("type") {
            // All other keywords apply only to values of the type, so null needs no alternative of its own.
            Some(Value::String(name)) if unconditional && name != "null" => {
                let types = Value::array([Value::String(name.clone()), "null".into()]);
                self.with("type", types)
            }
            _ => Schema::any_of([self, Schema::of_type("null")]),
        }
    }

    fn get(&self, keyword: &str) -> Option<&Value> {
        self.keywords.get_str(keyword)
    }

    /// Returns the value of the only keyword.
    fn only(&self, keyword: &str) -> Option<&Value> {
        if self.keywords.len() == 1 { self.get(keyword) } else { None }
    }

    fn from_value(value: &Value) -> Option<Schema> {
        value.as_hash().map(|keywords| Schema { keywords: keywords.clone() })
    }
}

/// Adds an alternative, or merges it with one of the others.
fn push(members: &mut Vec<Schema>, schema: Schema) {
    if members.contains(&schema) {
        return;
    }
    for keyword in ["type", "enum"] {
        let Some(added) = schema.only(keyword) else { continue };
        if let Some(existing) = members.iter_mut().find(|member| member.only(keyword).is_some()) {
            let mut joined = listed(existing.get(keyword));
            let missing: Vec<Value> = listed(Some(added)).into_iter().filter(|value| !joined.contains(value)).collect();
            joined.extend(missing);
            existing.keywords.insert(keyword.into(), Value::from(joined));
            return;
        }
    }
    members.push(schema);
}

/// Returns the values of a keyword that has a single one or a list.
fn listed(value: Option<&Value>) -> Vec<Value> {
    match value {
        Some(Value::Array(items)) => items.to_vec(),
        Some(single) => vec![single.clone()],
        None => Vec::new(),
    }
}

impl From<Schema> for Value {
    fn from(schema: Schema) -> Value {
        Value::from(schema.keywords)
    }
}
