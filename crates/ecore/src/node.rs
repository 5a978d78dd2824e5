//! Instances of the metamodel as trees: read from XML and checked against the metamodel, and written.

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::EcoString;

use crate::{
    DocumentError,
    metamodel::{self, Cardinality, Class, Feature, NAMESPACE, PREFIX, ValueKind},
    xml::{Element, Name, Writer},
};

/// An instance of a class of the metamodel.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) class: &'static str,
    /// Texts, numbers, words and references, by the names of their features; a feature may occur several times.
    pub(crate) values: Vec<(&'static str, EcoString)>,
    /// Parts, by the names of their features, in order.
    pub(crate) parts: Vec<(&'static str, Node)>,
    /// Its span in the document.
    pub(crate) span: Span,
}

impl Node {
    pub(crate) fn new(class: &'static str) -> Node {
        Node { class, values: Vec::new(), parts: Vec::new(), span: Span::default() }
    }

    #[must_use]
    pub(crate) fn value(self, feature: &'static str, value: impl Into<EcoString>) -> Node {
        self.values(feature, [value])
    }

    #[must_use]
    pub(crate) fn values(
        mut self,
        feature: &'static str,
        values: impl IntoIterator<Item = impl Into<EcoString>>,
    ) -> Node {
        self.values.extend(values.into_iter().map(|value| (feature, value.into())));
        self
    }

    #[must_use]
    pub(crate) fn part(mut self, feature: &'static str, part: Node) -> Node {
        self.parts.push((feature, part));
        self
    }

    /// Whether it says nothing.
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.parts.is_empty()
    }

    /// The value of a feature, or an empty string.
    pub(crate) fn text(&self, feature: &str) -> &str {
        self.optional_text(feature).map_or("", EcoString::as_str)
    }

    pub(crate) fn optional_text(&self, feature: &str) -> Option<&EcoString> {
        self.values.iter().find(|(name, _)| *name == feature).map(|(_, value)| value)
    }

    /// The parts of a feature.
    pub(crate) fn all<'n>(&'n self, feature: &'n str) -> impl Iterator<Item = &'n Node> {
        self.parts.iter().filter(move |(name, _)| *name == feature).map(|(_, part)| part)
    }

    /// The part of a feature that has at most one.
    pub(crate) fn one(&self, feature: &str) -> Option<&Node> {
        self.parts.iter().find(|(name, _)| *name == feature).map(|(_, part)| part)
    }

    /// Writes its features into the element that was begun.
    pub(crate) fn write_rest(&self, writer: &mut Writer) {
        let Some(class) = metamodel::class(self.class) else { return };
        let shape = |name: &str| class.feature(name).map(|feature| (feature.value_kind, feature.number));
        for (name, value) in &self.values {
            if !matches!(shape(name), Some((ValueKind::Base(_), _) | (_, Cardinality::Any))) {
                writer.attribute(name, value);
            }
        }
        for (name, value) in &self.values {
            match shape(name) {
                Some((ValueKind::Base(kind), _)) => {
                    writer.element(name, &[("xsi:type", &format!("ecore:{kind}")), ("href", value)]);
                }
                Some((_, Cardinality::Any)) => writer.text_element(name, value),
                _ => {}
            }
        }
        for (name, part) in &self.parts {
            if let Some((ValueKind::Part(expected), _)) = shape(name) {
                writer.begin(name);
                if expected != part.class {
                    writer.attribute("xsi:type", &format!("{PREFIX}:{}", part.class));
                }
                part.write_rest(writer);
                writer.end();
            }
        }
    }

    /// Reads an element that should be an instance of a class.
    pub(crate) fn read(source: &Arc<Source>, element: &Element, expected: &str) -> Result<Node, DocumentError> {
        let reader = Reader { source };
        let class = reader.class(element, element.type_name.as_ref(), expected)?;
        reader.node(element, class)
    }
}

struct Reader<'r> {
    source: &'r Arc<Source>,
}

impl Reader<'_> {
    fn error(&self, element: &Element, message: impl Into<String>) -> DocumentError {
        DocumentError::new(self.source, element.span, message)
    }

    fn class(&self, element: &Element, said: Option<&Name>, expected: &str) -> Result<&'static Class, DocumentError> {
        let name = match said {
            Some(name) if name.namespace == NAMESPACE => name.local.as_str(),
            Some(name) => {
                let message = format!("expected an element of '{NAMESPACE}', got one of '{}'", name.namespace);
                return Err(self.error(element, message));
            }
            None => expected,
        };
        match metamodel::class(name) {
            Some(class) if class.is_abstract => {
                Err(self.error(element, format!("'{name}' is abstract: xsi:type must name a subclass")))
            }
            Some(class) if class.is_a(expected) => Ok(class),
            Some(_) => Err(self.error(element, format!("expected {expected}, got {name}"))),
            None => Err(self.error(element, format!("unknown class '{name}' of implementation models"))),
        }
    }

    fn node(&self, element: &Element, class: &'static Class) -> Result<Node, DocumentError> {
        let mut node = Node { span: element.span, ..Node::new(class.name) };
        let feature = |name: &str| {
            class.feature(name).ok_or_else(|| self.error(element, format!("{} has no feature '{name}'", class.name)))
        };
        for attribute in &element.attributes {
            if !attribute.name.namespace.is_empty() {
                continue;
            }
            let feature = feature(&attribute.name.local)?;
            match (feature.value_kind, feature.number) {
                (ValueKind::Part(_), _) => {
                    let message = format!("the feature '{}' of {} is an element", feature.name, class.name);
                    return Err(self.error(element, message));
                }
                (_, Cardinality::Any) => {
                    for value in attribute.value.split_whitespace() {
                        self.add(element, &mut node, feature, value.into())?;
                    }
                }
                _ => self.add(element, &mut node, feature, attribute.value.clone())?,
            }
        }
        for child in &element.children {
            let feature = feature(&child.name.local)?;
            match feature.value_kind {
                ValueKind::Part(expected) => {
                    let class = self.class(child, child.type_name.as_ref(), expected)?;
                    let part = self.node(child, class)?;
                    node.parts.push((feature.name, part));
                }
                ValueKind::Base(_) => match child.attribute("href") {
                    Some(reference) => node.values.push((feature.name, reference.clone())),
                    None => return Err(self.error(child, format!("'{}' lacks its 'href'", feature.name))),
                },
                ValueKind::Text | ValueKind::Integer | ValueKind::Float | ValueKind::Boolean | ValueKind::Word(_) => {
                    self.add(child, &mut node, feature, child.text.clone())?;
                }
            }
        }
        self.check_numbers(element, class, &node)?;
        Ok(node)
    }

    fn add(
        &self,
        element: &Element,
        node: &mut Node,
        feature: &'static Feature,
        value: EcoString,
    ) -> Result<(), DocumentError> {
        let expected = match feature.value_kind {
            ValueKind::Text if !is_text_of(node.class, feature.name, &value) => "a name".to_owned(),
            ValueKind::Integer if value.parse::<i64>().is_err() => "an integer".to_owned(),
            ValueKind::Float if value.parse::<f64>().is_err() => "a number".to_owned(),
            ValueKind::Boolean if !matches!(value.as_str(), "true" | "false" | "True" | "False") => {
                "true or false".to_owned()
            }
            ValueKind::Word(name) if !metamodel::words(name).contains(&value.as_str()) => {
                metamodel::words(name).join(", ")
            }
            _ => {
                node.values.push((feature.name, value));
                return Ok(());
            }
        };
        let message = format!("'{}' of {} expects {expected}, got '{value}'", feature.name, node.class);
        Err(self.error(element, message))
    }

    fn check_numbers(&self, element: &Element, class: &Class, node: &Node) -> Result<(), DocumentError> {
        for feature in class.features.iter().filter(|feature| feature.number != Cardinality::Any) {
            let values = node.values.iter().filter(|(name, _)| *name == feature.name).count();
            let parts = node.parts.iter().filter(|(name, _)| *name == feature.name).count();
            let message = match (feature.number, values + parts) {
                (Cardinality::One, 0) => format!("{} lacks its '{}'", class.name, feature.name),
                (_, 2..) => format!("{} has more than one '{}'", class.name, feature.name),
                _ => continue,
            };
            return Err(self.error(element, message));
        }
        Ok(())
    }
}

/// Whether a text is valid for its feature: names become part of the source text.
fn is_text_of(class: &str, feature: &str, value: &str) -> bool {
    let segments = || value.strip_prefix("::").unwrap_or(value).split("::");
    let is_word = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    match (class, feature) {
        ("Name", _) => {
            segments().all(|part| is_word(part) && part.starts_with(|first: char| first.is_ascii_lowercase()))
        }
        ("TypeName", _) => {
            segments().all(|part| is_word(part) && part.starts_with(|first: char| first.is_ascii_uppercase()))
        }
        ("Variable" | "Parameter", "name") => segments().all(|part| is_word(part) && !part.is_empty()),
        _ => true,
    }
}
