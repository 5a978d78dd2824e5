//! What the definition says about one attribute.

use std::borrow::Cow;

use ecow::EcoString;
use pcore::{Type, Value, parse_type, regexp::Regexp};
use resource_api::{
    Attribute, Behaviour, Outcome, State,
    definition::ruby_class,
    render::{inspect, interpolate},
    secret::REDACTED,
};

use super::Features;
use crate::{
    file::mode,
    subject::{Subject, several, unwrap_sensitive},
};

/// The words of Booleans.
const TRUE_OR_FALSE: [&str; 2] = ["true", "false"];
const YES_OR_NO: [&str; 4] = ["true", "false", "yes", "no"];

/// The rules of an attribute.
pub(super) struct Rule {
    pub(super) name: EcoString,
    pub(super) behaviour: Behaviour,
    /// Whether a secret stays wrapped in the state.
    pub(super) stays_secret: bool,
    /// Whether Puppet redacts secrets of the parameter.
    pub(super) is_redacted: bool,
    /// Whether a secret is wrapped while the type's own code sees it.
    pub(super) is_wrapped: bool,
    /// What the provider needs to support the attribute.
    pub(super) feature: Option<EcoString>,
    has_several_values: bool,
    words: Vec<EcoString>,
    aliases: Vec<(EcoString, EcoString)>,
    word_features: Vec<(EcoString, EcoString)>,
    checks: Vec<Check>,
    munge: Option<Munge>,
}

/// The form that a value gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Munge {
    /// `boolean`: true, false, yes or no in any case, as a Boolean.
    Boolean,
    /// `true_or_false`: true or false as a Boolean.
    TrueOrFalse,
    /// `text`: any value as text.
    Text,
    /// `trimmed`: a text without whitespace around it.
    Trimmed,
    /// `integer`: a text of digits as a number.
    Integer,
    /// `float`: a text with a number, as a Float; of an array the first one.
    Float,
    /// `ruby_integer`: a text of digits as a number, which is octal after a zero. Other texts stay as they are.
    RubyInteger,
    /// `first`: the first value of an array.
    First,
    /// `array`: one value as an array; nested arrays are flattened.
    Array,
    /// `texts`: like `array`, of texts.
    Texts,
    /// `paths`: like `texts`; colons separate paths, too.
    Paths,
    /// `path`: an absolute path without `.`, `..` and superfluous slashes.
    Path,
    /// `mode`: octal permissions with four digits.
    Mode,
    /// `secret`: a text that is always `Sensitive`.
    Secret,
}

/// What a value must be.
enum Check {
    /// `single_value`: neither an array nor a hash.
    SingleValue,
    /// `single_line`: a text that does not become several lines.
    SingleLine,
    /// `absolute_path`.
    AbsolutePath,
    /// `mode`: permissions in octal digits, or in the words of chmod.
    Mode,
    /// `{match: REGEXP, message: TEXT}`, or `refuse` instead of `match`, for each text in the value.
    Pattern { pattern: Box<Regexp>, is_match: bool, message: String },
    /// `{type: TYPE, message: TEXT}`, for the value as a whole; or `each` instead of `type`, for each value in it.
    Type { data_type: Type, is_of_each: bool, message: String },
}

impl Rule {
    /// Reads the keys of an attribute. A test of this crate verifies that those of all types are valid.
    pub(super) fn of(attribute: &Attribute) -> Rule {
        let words = |key: &str| attribute.key(key).and_then(Value::as_array).map(texts).unwrap_or_default();
        let pairs = |key: &str| attribute.key(key).and_then(Value::as_hash).into_iter().flat_map(|pairs| pairs.iter());
        let pairs = |key: &str| pairs(key).map(|(one, other)| (text(one), text(other))).collect();
        let checks = attribute.key("validate").and_then(Value::as_array).unwrap_or_default();
        let is_set = |key: &str| attribute.key(key) == Some(&Value::Boolean(true));
        Rule {
            name: attribute.name().clone(),
            behaviour: attribute.behaviour(),
            stays_secret: attribute.is_sensitive() || may_be_secret(attribute.data_type()),
            is_redacted: is_set("redacted"),
            is_wrapped: is_set("wrapped"),
            feature: attribute.key("required_features").map(text),
            has_several_values: attribute.key("array_matching").is_some(),
            words: words("values"),
            aliases: pairs("aliases"),
            word_features: pairs("value_features"),
            checks: checks.iter().filter_map(|check| known(Check::of(check))).collect(),
            munge: attribute.key("munge").and_then(|word| known(Munge::named(&text(word)))),
        }
    }

    /// Whether the attribute is a property of which the first value counts.
    pub(super) fn has_one_value(&self) -> bool {
        matches!(self.behaviour, Behaviour::Property | Behaviour::InitOnly) && !self.has_several_values
    }

    /// Validates and converts the attribute of a resource.
    pub(super) fn apply(&self, subject: &Subject<'_>, features: Option<Features<'_>>, resource: &mut State) -> Outcome {
        let has_rules = !self.words.is_empty() || !self.word_features.is_empty() || !self.checks.is_empty();
        if !has_rules && self.munge.is_none() {
            return Ok(());
        }
        let Some(given) = resource.known(&self.name) else { return Ok(()) };
        // Symbols are states such as `absent`. Only words are compared with them.
        if matches!(given, Value::Symbol(_)) && self.words.is_empty() {
            return Ok(());
        }
        let is_secret = matches!(given, Value::Sensitive(_));
        let value = unwrap_sensitive(given);
        let refuse = |problem: String| subject.refuse(&self.name, problem);
        let shown = || if is_secret { REDACTED.to_owned() } else { inspect(value) };
        self.checks.iter().try_for_each(|check| check.run(self, value, is_secret)).map_err(refuse)?;
        let invalid = || refuse(format!("Invalid value {}. Valid values are {}.", shown(), self.words.join(", ")));
        let munged = self.word(value).ok_or_else(invalid)?;
        if let Some(features) = features {
            self.check_features(munged.as_ref().unwrap_or(value), &features).map_err(refuse)?;
        }
        let munged = match self.munge {
            Some(munge) => munge.apply(&self.name, munged.as_ref().unwrap_or(value), shown).map_err(refuse)?.or(munged),
            None => munged,
        };
        if let Some(munged) = munged.filter(|munged| munged != value) {
            let stays_wrapped = is_secret && !matches!(munged, Value::Sensitive(_));
            resource.insert(self.name.clone(), if stays_wrapped { Value::sensitive(munged) } else { munged });
        }
        Ok(())
    }

    /// Checks each value in an array, or the only value. Single ones of them may be secret only if the type's own code
    /// unwraps them.
    fn check_each(
        &self,
        value: &Value,
        is_secret: bool,
        message: &str,
        is_wrong: impl Fn(&Value) -> bool,
    ) -> Result<(), String> {
        let unwrapped = |value| if self.is_wrapped { unwrap_sensitive(value) } else { value };
        match several(value).iter().find(|value| is_wrong(unwrapped(value))) {
            Some(wrong) => Err(completed(message, unwrapped(wrong), is_secret || matches!(wrong, Value::Sensitive(_)))),
            None => Ok(()),
        }
    }

    /// The word for a value: `Some(None)` if it is that already, `None` if it is not valid.
    fn word(&self, value: &Value) -> Option<Option<Value>> {
        if self.words.is_empty() || matches!(value, Value::String(word) if self.words.contains(word)) {
            return Some(None);
        }
        let word = text(value);
        match self.aliases.iter().find(|(alias, _)| *alias == word) {
            Some((_, word)) => Some(Some(word.clone().into())),
            None => self.words.contains(&word).then(|| Some(word.into())),
        }
    }

    /// Refuses a word that the provider does not support.
    fn check_features(&self, value: &Value, features: &Features<'_>) -> Result<(), String> {
        if self.word_features.is_empty() || matches!(value, Value::Array(_)) {
            return Ok(());
        }
        let word = interpolate(value);
        let listed = |key: &str| self.word_features.iter().find(|(listed, _)| listed == key);
        match listed(&word).or_else(|| listed("*")) {
            Some((_, feature)) if !feature.is_empty() && !(features.has)(feature) => {
                let (provider, name) = (features.provider, &self.name);
                Err(format!("Provider {provider} must have features '{feature}' to set '{name}' to '{word}'"))
            }
            _ => Ok(()),
        }
    }
}

impl Munge {
    fn named(word: &str) -> Option<Munge> {
        Some(match word {
            "boolean" => Munge::Boolean,
            "true_or_false" => Munge::TrueOrFalse,
            "text" => Munge::Text,
            "trimmed" => Munge::Trimmed,
            "integer" => Munge::Integer,
            "float" => Munge::Float,
            "ruby_integer" => Munge::RubyInteger,
            "first" => Munge::First,
            "array" => Munge::Array,
            "texts" => Munge::Texts,
            "paths" => Munge::Paths,
            "path" => Munge::Path,
            "mode" => Munge::Mode,
            "secret" => Munge::Secret,
            _ => return None,
        })
    }

    /// The new form of a value, unless it has that form already.
    fn apply(self, name: &str, value: &Value, shown: impl Fn() -> String) -> Result<Option<Value>, String> {
        Ok(match (self, value) {
            (Munge::Boolean | Munge::TrueOrFalse, Value::Boolean(_))
            | (Munge::Text, Value::String(_))
            | (Munge::Integer | Munge::RubyInteger, Value::Integer(_)) => None,
            (Munge::Boolean | Munge::TrueOrFalse, _) => {
                let (word, words) = match self {
                    Munge::Boolean => (interpolate(value).to_lowercase(), &YES_OR_NO[..]),
                    _ => (interpolate(value), &TRUE_OR_FALSE[..]),
                };
                if !words.contains(&word.as_str()) {
                    return Err(format!("Invalid value {}. Valid values are {}.", shown(), words.join(", ")));
                }
                Some((word == "true" || word == "yes").into())
            }
            (Munge::Text, _) => Some(interpolate(value).into()),
            (Munge::Trimmed, _) => Some(interpolate(value).trim().into()),
            (Munge::Integer, _) => displayed(value).trim().parse::<i64>().ok().map(Value::from),
            (Munge::Float, _) => {
                let first = super::texts(value).into_iter().next().unwrap_or_default();
                first.trim().parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::Float)
            }
            (Munge::RubyInteger, Value::Array(values)) => {
                let number = |value: &Value| Ok(ruby_integer(name, value)?.unwrap_or_else(|| value.clone()));
                Some(values.iter().map(number).collect::<Result<Vec<_>, String>>()?.into())
            }
            (Munge::RubyInteger, _) => ruby_integer(name, value)?,
            (Munge::First, Value::Array(values)) => Some(values.first().cloned().unwrap_or_else(|| "".into())),
            (Munge::First, _) => None,
            (Munge::Array, _) => Some(several(value).into()),
            (Munge::Texts, _) => Some(super::texts(value).into_iter().map(Value::from).collect()),
            (Munge::Paths, _) => {
                let paths = super::texts(value);
                Some(paths.iter().flat_map(|paths| paths.split(':')).map(Value::from).collect())
            }
            (Munge::Path, _) => {
                let path = displayed(value);
                let normalized = normalized(&path);
                (normalized != path).then(|| normalized.into())
            }
            (Munge::Mode, _) => Some(mode::normalize(&displayed(value)).into()),
            (Munge::Secret, _) => Some(Value::sensitive(interpolate(value).into())),
        })
    }
}

impl Check {
    fn of(check: &Value) -> Option<Check> {
        if let Some(word) = check.as_str() {
            return Some(match word {
                "single_value" => Check::SingleValue,
                "single_line" => Check::SingleLine,
                "absolute_path" => Check::AbsolutePath,
                "mode" => Check::Mode,
                _ => return None,
            });
        }
        let key = |key: &str| check.as_hash()?.get_str(key)?.as_str();
        let message = key("message")?.to_owned();
        if let Some(data_type) = key("type").or(key("each")) {
            let is_of_each = key("type").is_none();
            return Some(Check::Type { data_type: parse_type(data_type).ok()?, is_of_each, message });
        }
        let pattern = Regexp::new(key("match").or(key("refuse"))?).ok()?;
        Some(Check::Pattern { pattern: Box::new(pattern), is_match: key("match").is_some(), message })
    }

    /// Returns what is wrong with a value.
    fn run(&self, rule: &Rule, value: &Value, is_secret: bool) -> Result<(), String> {
        let hidden = |shown: String| if is_secret { REDACTED.to_owned() } else { shown };
        let problem = match self {
            Check::SingleValue if matches!(value, Value::Array(_) | Value::Hash(_)) => {
                format!("Invalid value {}. It must be a single value.", hidden(inspect(value)))
            }
            Check::SingleLine => match super::texts(value).iter().find(|text| text.contains(['\n', '\r', '\0'])) {
                Some(text) => format!("{} must be a single line: {}", rule.name, hidden(format!("{text:?}"))),
                None => return Ok(()),
            },
            Check::AbsolutePath => match displayed(value) {
                path if !path.starts_with('/') => {
                    format!("File paths must be fully qualified, not '{}'", hidden(path.into_owned()))
                }
                path if path.contains('\0') => "a path cannot contain a null byte".to_owned(),
                _ => return Ok(()),
            },
            Check::Mode => match value {
                Value::String(mode) if mode::is_mode(mode) => return Ok(()),
                Value::String(_) => format!("The file mode specification is invalid: {}", hidden(inspect(value))),
                other => format!("The file mode specification must be a string, not '{}'", ruby_class(other)),
            },
            Check::Pattern { pattern, is_match, message } => {
                let is_wrong = |value: &Value| pattern.is_match(&displayed(value)).ok() != Some(*is_match);
                return rule.check_each(value, is_secret, message, is_wrong);
            }
            Check::Type { data_type, is_of_each: true, message } => {
                return rule.check_each(value, is_secret, message, |value| !data_type.is_instance(value));
            }
            Check::Type { data_type, message, .. } if !data_type.is_instance(value) => {
                completed(message, value, is_secret)
            }
            Check::SingleValue | Check::Type { .. } => return Ok(()),
        };
        Err(problem)
    }
}

/// A message with the value that it is about.
fn completed(message: &str, value: &Value, is_secret: bool) -> String {
    let hidden = |shown: String| if is_secret { REDACTED.to_owned() } else { shown };
    let message = message.replace("%{class}", ruby_class(value));
    let message = message.replace("%{type}", &pcore::infer::generalized(value).to_string());
    let message = message.replace("%{inspect}", &hidden(inspect(value)));
    message.replace("%{value}", &hidden(interpolate(value)))
}

/// A path without `.`, `..` and superfluous slashes.
fn normalized(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

/// Converts a text of digits to a number as Ruby does, where a leading zero means octal.
fn ruby_integer(name: &str, value: &Value) -> Result<Option<Value>, String> {
    let Value::String(text) = value else { return Ok(None) };
    if text.is_empty() || !text.bytes().all(|letter| letter.is_ascii_digit() || letter == b'-') {
        return Ok(None);
    }
    let (sign, digits) = text.strip_prefix('-').map_or((1, text.as_str()), |digits| (-1, digits));
    let radix = if digits.len() > 1 && digits.starts_with('0') { 8 } else { 10 };
    match i64::from_str_radix(digits, radix).ok().filter(|_| !digits.contains('-')) {
        Some(number) => Ok(Some(Value::Integer(sign * number))),
        None => {
            Err(format!("Munging failed for value \"{text}\" in class {name}: invalid value for Integer(): \"{text}\""))
        }
    }
}

/// Whether a type has `Sensitive` values.
fn may_be_secret(data_type: &Type) -> bool {
    let mut found = false;
    data_type.walk(&mut |part| found |= matches!(part, Type::Sensitive(_)));
    found
}

/// A part of a definition, which is always valid.
fn known<T>(part: Option<T>) -> Option<T> {
    part.or_else(|| pcore::never!("the definitions of the built-in types are valid", None))
}

/// The text of a value, without a copy where it is one.
fn displayed(value: &Value) -> Cow<'_, str> {
    match value {
        Value::String(text) => Cow::Borrowed(text),
        other => Cow::Owned(interpolate(other)),
    }
}

fn text(value: &Value) -> EcoString {
    interpolate(value).into()
}

fn texts(values: &[Value]) -> Vec<EcoString> {
    values.iter().map(text).collect()
}
