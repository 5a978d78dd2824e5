//! Titles that contain values of a resource: `$path`, `$servers.*.host`, `${path}/conf.d`.

use ecow::EcoString;
use pcore::Value;

use super::super::TypeDefinition;
use crate::State;

/// The maximum number of titles that one text may expand to.
pub const MAX_TITLES: usize = 10_000;

/// A title in a definition, which may refer to attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TitleTemplate {
    source: EcoString,
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(EcoString),
    Path(Path),
}

/// An attribute, and the path to a part of its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Path {
    attribute: EcoString,
    steps: Vec<Step>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// Every element of an array, or every value of a hash.
    Each,
    /// A key of a hash, or an index of an array.
    Key(EcoString),
}

/// Why a text is not a valid title.
pub(super) struct Problem {
    pub(super) message: String,
    pub(super) hint: Option<String>,
}

impl Problem {
    fn new(message: impl Into<String>) -> Problem {
        Problem { message: message.into(), hint: None }
    }

    fn hint(mut self, hint: impl Into<String>) -> Problem {
        self.hint.get_or_insert(hint.into());
        self
    }
}

/// Why a title has no value.
pub(super) enum Failure {
    UnknownAttribute(EcoString),
    TooMany,
}

impl TitleTemplate {
    /// Parses a title.
    pub(super) fn parse(source: &str) -> Result<TitleTemplate, Problem> {
        let parts = match source.strip_prefix('$') {
            Some(rest) if !rest.starts_with(['{', '$']) => vec![Part::Path(lone_path(rest)?)],
            _ => parse_text(source)?,
        };
        Ok(TitleTemplate { source: source.into(), parts })
    }

    pub(super) fn constant(text: &str) -> TitleTemplate {
        TitleTemplate { source: text.into(), parts: vec![Part::Text(text.into())] }
    }

    /// The title as it was written.
    pub fn source(&self) -> &EcoString {
        &self.source
    }

    /// The attributes that the title refers to.
    pub fn attributes(&self) -> impl Iterator<Item = &EcoString> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text(_) => None,
            Part::Path(path) => Some(&path.attribute),
        })
    }

    /// Expands the title for a resource.
    pub(super) fn titles(&self, state: &State, definition: &TypeDefinition) -> Result<Vec<EcoString>, Failure> {
        let mut rows = vec![Row::default()];
        for part in &self.parts {
            match part {
                Part::Text(text) => rows.iter_mut().for_each(|row| row.text.push_str(text)),
                Part::Path(path) => {
                    let Some(value) = path.start(state, definition)? else { return Ok(Vec::new()) };
                    let mut longer = Vec::new();
                    for row in rows {
                        row.extend(value, &path.steps, path.attribute.clone(), &mut longer)?;
                    }
                    rows = longer;
                }
            }
        }
        Ok(rows.into_iter().map(|row| row.text).collect())
    }
}

impl Path {
    /// Returns the value of the attribute, unless it is unknown or secret.
    fn start<'s>(&self, state: &'s State, definition: &TypeDefinition) -> Result<Option<&'s Value>, Failure> {
        let attribute = match definition.attribute(&self.attribute) {
            Some(attribute) => attribute,
            // As everywhere in Puppet, `name` is an alias of the namevar.
            None if self.attribute == "name" => {
                let mut namevars = definition.namevars();
                match (namevars.next(), namevars.next()) {
                    (Some(only), None) => only,
                    _ => return Ok(None),
                }
            }
            None => return Err(Failure::UnknownAttribute(self.attribute.clone())),
        };
        Ok(state.known(attribute.name()).filter(|value| !attribute.hides(value)))
    }
}

/// The beginning of a title, and the elements that it was made of.
#[derive(Clone, Default)]
struct Row {
    text: EcoString,
    /// The paths with `*`, and the element that this row uses for each.
    chosen: Vec<(EcoString, usize)>,
}

impl Row {
    /// Appends the values at the end of a path, once for every element.
    fn extend(
        mut self,
        value: &Value,
        steps: &[Step],
        mut path: EcoString,
        longer: &mut Vec<Row>,
    ) -> Result<(), Failure> {
        match (value, steps) {
            // Everything inside a secret is secret.
            (Value::Undef | Value::Sensitive(_), _) => Ok(()),
            (Value::Array(items), []) => self.extend_each(items.iter().collect(), steps, path, longer),
            (_, []) => {
                let Some(text) = text_of(value) else { return Ok(()) };
                if longer.len() >= MAX_TITLES {
                    return Err(Failure::TooMany);
                }
                self.text.push_str(&text);
                longer.push(self);
                Ok(())
            }
            (Value::Array(items), [Step::Each, rest @ ..]) => {
                self.extend_each(items.iter().collect(), rest, path, longer)
            }
            (Value::Hash(entries), [Step::Each, rest @ ..]) => {
                self.extend_each(entries.values().collect(), rest, path, longer)
            }
            (_, [Step::Each, ..]) => Ok(()),
            (_, [Step::Key(key), rest @ ..]) => {
                let Some(inner) = member(value, key) else { return Ok(()) };
                path.push('.');
                path.push_str(key);
                self.extend(inner, rest, path, longer)
            }
        }
    }

    fn extend_each(
        self,
        elements: Vec<&Value>,
        rest: &[Step],
        mut path: EcoString,
        longer: &mut Vec<Row>,
    ) -> Result<(), Failure> {
        path.push_str(".*");
        if let Some((_, index)) = self.chosen.iter().find(|(known, _)| *known == path) {
            let Some(element) = elements.get(*index) else { return Ok(()) };
            return self.extend(element, rest, path, longer);
        }
        for (index, element) in elements.into_iter().enumerate() {
            let mut row = self.clone();
            row.chosen.push((path.clone(), index));
            row.extend(element, rest, path.clone(), longer)?;
        }
        Ok(())
    }
}

fn member<'v>(value: &'v Value, key: &str) -> Option<&'v Value> {
    match value {
        Value::Array(items) => items.get(key.parse::<usize>().ok()?),
        Value::Hash(entries) => entries.get_str(key).or_else(|| {
            let number = || entries.get(&Value::Integer(key.parse().ok()?));
            entries.get(&Value::Symbol(key.into())).or_else(number)
        }),
        _ => None,
    }
}

/// Returns the text of a value that is allowed in a title.
pub(super) fn text_of(value: &Value) -> Option<EcoString> {
    match value {
        Value::String(text) | Value::Symbol(text) => Some(text.clone()),
        Value::Boolean(_)
        | Value::Integer(_)
        | Value::Float(_)
        | Value::Timestamp(_)
        | Value::Timespan(_)
        | Value::SemVer(_)
        | Value::SemVerRange(_)
        | Value::Uri(_) => Some(ecow::eco_format!("{value}")),
        Value::Undef
        | Value::Default
        | Value::Regexp(_)
        | Value::Array(_)
        | Value::Hash(_)
        | Value::Sensitive(_)
        | Value::Type(_)
        | Value::Binary(_)
        | Value::Object(_)
        | Value::Iterator(_) => None,
    }
}

/// Parses the part after `$` of a text that is only a path.
fn lone_path(text: &str) -> Result<Path, Problem> {
    parse_path(text).map_err(|problem| {
        let length = text.find(|character: char| !is_name_character(character)).unwrap_or(text.len());
        let (name, rest) = text.split_at(length);
        if name.is_empty() || rest.is_empty() {
            return problem.hint("write '$$' for a '$' that is part of the title");
        }
        problem.hint(format!("write '${{{name}}}{rest}' for a text that contains the attribute `{name}`"))
    })
}

/// Parses a text that contains `${…}`.
fn parse_text(source: &str) -> Result<Vec<Part>, Problem> {
    let mut parts = Vec::new();
    let mut text = EcoString::new();
    let mut rest = source;
    // At the very beginning a `$` is always special, further on only before a brace.
    if let Some(after) = source.strip_prefix("$$").filter(|after| !after.starts_with('{')) {
        text.push('$');
        rest = after;
    }
    while let Some(dollar) = rest.find("${") {
        let (before, from_dollar) = rest.split_at(dollar);
        let after = &from_dollar["${".len()..];
        if let Some(before) = before.strip_suffix('$') {
            text.push_str(before);
            text.push_str("${");
            rest = after;
            continue;
        }
        let Some(end) = after.find('}') else {
            return Err(
                Problem::new("has a '${' without its '}'").hint("write '$${' for a '${' that is part of the title")
            );
        };
        text.push_str(before);
        if !text.is_empty() {
            parts.push(Part::Text(std::mem::take(&mut text)));
        }
        parts.push(Part::Path(parse_path(after[..end].trim())?));
        rest = &after[end + 1..];
    }
    text.push_str(rest);
    if !text.is_empty() || parts.is_empty() {
        parts.push(Part::Text(text));
    }
    Ok(parts)
}

/// Parses `attribute.key.0.*.'other key'`.
fn parse_path(text: &str) -> Result<Path, Problem> {
    let length = text.find(|character: char| !is_name_character(character)).unwrap_or(text.len());
    let (attribute, mut rest) = text.split_at(length);
    if attribute.is_empty() || attribute.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(Problem::new("has no attribute name after '$'"));
    }
    let mut steps = Vec::new();
    while !rest.is_empty() {
        let Some(step) = rest.strip_prefix('.') else {
            return Err(Problem::new(format!("has '{rest}' after the attribute `{attribute}`, which is not a path")));
        };
        let quote = step.chars().next().filter(|first| matches!(first, '\'' | '"'));
        let (key, after) = match quote {
            Some(quote) => {
                step[1..].split_once(quote).ok_or_else(|| Problem::new("has a quoted key without its end"))?
            }
            None => step.split_at(step.find('.').unwrap_or(step.len())),
        };
        let is_plain = |key: &str| !key.is_empty() && key.chars().all(is_key_character);
        match key {
            "*" if quote.is_none() => steps.push(Step::Each),
            key if quote.is_some() || is_plain(key) => steps.push(Step::Key(key.into())),
            key => {
                return Err(Problem::new(format!("has the key '{key}' in a path"))
                    .hint(format!("quote the key, as in '$attribute.\"{key}\"'")));
            }
        }
        rest = after;
    }
    Ok(Path { attribute: attribute.into(), steps })
}

fn is_name_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || character == '_'
}

fn is_key_character(character: char) -> bool {
    is_name_character(character) || matches!(character, '-' | ':')
}
