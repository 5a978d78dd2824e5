//! Converts the values of a legacy attribute to a type, a check and a conversion.
//!
//! Puppet compares values as strings: `newvalues(:true, '10')` accepts `true`, `'true'` and `10`. If a value could be
//! something else than a string, `set` converts it.

use ecow::EcoString;
use pcore::{Value, regexp::Regexp};
use ruby_metadata::outline::AttributeOutline;

use crate::literal::{self, quoted};

/// The type, checks and conversions of a feature.
#[derive(Debug, Default)]
pub(crate) struct Shape {
    /// The name of its type, or an enumeration; `None` for any scalar.
    pub(crate) data_type: Option<String>,
    /// The maximum number of values, if it is a list.
    pub(crate) max: Option<String>,
    pub(crate) set: Option<String>,
    pub(crate) check: Option<String>,
    /// The words that it accepts, if it accepts nothing else.
    pub(crate) words: Option<Vec<String>>,
}

impl Shape {
    /// One of several words.
    pub(crate) fn of_words(words: Vec<String>) -> Shape {
        let written: Vec<String> = words.iter().map(|word| literal::word(word)).collect();
        let data_type = Some(format!("enum[{}]", written.join(", ")));
        Shape { data_type, words: Some(words), ..Shape::default() }
    }

    pub(crate) fn is_boolean(&self) -> bool {
        self.data_type.as_deref() == Some("Boolean")
    }
}

/// The shape of a legacy attribute.
pub(crate) fn shape(attribute: &AttributeOutline) -> Shape {
    let mut words: Vec<String> = Vec::new();
    let mut patterns: Vec<&Regexp> = Vec::new();
    for value in &attribute.values {
        match &value.value {
            Value::Regexp(pattern) if !patterns.iter().any(|known| **known == **pattern) => patterns.push(pattern),
            other => words.extend(literal::text(other).filter(|text| !words.contains(text))),
        }
    }
    let mut shape = if is_boolean(attribute, &words, &patterns) {
        Shape { data_type: Some("Boolean".into()), ..Shape::default() }
    } else if !patterns.is_empty() {
        matching(attribute, &words, &patterns)
    } else if !words.is_empty() {
        Shape::of_words(words)
    } else {
        let data_type = if attribute.is_namevar() { "String" } else { "Data" };
        Shape { data_type: Some(data_type.into()), ..Shape::default() }
    };
    let variable = if attribute.is_list.is_some() { "each" } else { "given" };
    let converted = conversion(attribute, &shape, variable);
    if attribute.is_list.is_some() {
        shape.max = Some("unbound".into());
        // A single value is accepted as a list.
        let list = "$given ? { Array => $given, default => [$given] }";
        shape.set = Some(match converted {
            Some(converted) => format!("|$given| {{ ({list}).map |$each| {{ {converted} }} }}"),
            None => format!("|$given| {{ {list} }}"),
        });
    } else {
        shape.set = converted.map(|converted| format!("|$given| {{ {converted} }}"));
    }
    shape
}

fn is_boolean(attribute: &AttributeOutline, words: &[String], patterns: &[&Regexp]) -> bool {
    let only_both = words.len() == 2 && words.iter().all(|word| matches!(word.as_str(), "true" | "false"));
    let has_other_names = attribute.aliases.iter().any(|alias| boolean_of(&alias.value.name).is_none());
    patterns.is_empty()
        && !has_other_names
        && !attribute.is_namevar()
        && (only_both || words.is_empty() && attribute.is_boolean.is_some())
}

/// The result of `Boolean(word)` in the language.
pub(crate) fn boolean_of(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "yes" | "y" => Some(true),
        "false" | "no" | "n" => Some(false),
        _ => None,
    }
}

/// A scalar whose text is one of the words, or matches one of the patterns.
fn matching(attribute: &AttributeOutline, words: &[String], patterns: &[&Regexp]) -> Shape {
    // Titles are strings anyway.
    let (data_type, text) = if attribute.is_namevar() { (Some("String"), "$it") } else { (None, "\"${it}\"") };
    let single = match patterns {
        [only] => literal::slashed(only),
        _ => None,
    };
    let check = match (words, single) {
        ([], Some(pattern)) => format!("{text} =~ {pattern}"),
        ([], None) => format!("{text} =~ {}", all(patterns)),
        (words, _) => {
            let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
            format!("{text} =~ Variant[Enum[{}], {}]", words.join(", "), all(patterns))
        }
    };
    Shape { data_type: data_type.map(str::to_owned), check: Some(check), ..Shape::default() }
}

fn all(patterns: &[&Regexp]) -> String {
    let patterns: Vec<String> = patterns.iter().map(|pattern| literal::pattern_parameter(pattern)).collect();
    format!("Pattern[{}]", patterns.join(", "))
}

/// The conversion of an input value; `None` if it is stored unchanged.
fn conversion(attribute: &AttributeOutline, shape: &Shape, variable: &str) -> Option<String> {
    if shape.is_boolean() {
        return Some(format!("Boolean(${variable})"));
    }
    let text = format!("\"${{{variable}}}\"");
    let kept = if shape.words.is_some() { text.clone() } else { format!("${variable}") };
    if attribute.aliases.is_empty() {
        let may_be_other = |word: &String| matches!(word.as_str(), "true" | "false") || word.parse::<f64>().is_ok();
        let needs_text = shape.words.as_ref().is_some_and(|words| words.iter().any(may_be_other));
        return needs_text.then_some(text);
    }
    let option = |name: &EcoString, stands_for: &EcoString| {
        let pattern = Regexp::new(&format!("\\A{}\\z", Regexp::escape(name)));
        pattern.map(|pattern| format!("{pattern} => {}", quoted(stands_for))).unwrap_or_default()
    };
    let aliases = attribute.aliases.iter().map(|alias| option(&alias.value.name, &alias.value.stands_for));
    let options: Vec<String> = aliases.chain([format!("default => {kept}")]).collect();
    Some(format!("{text} ? {{ {} }}", options.join(", ")))
}
