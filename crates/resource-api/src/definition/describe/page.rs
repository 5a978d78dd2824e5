//! A definition as a help page.

use pcore::Value;

use super::{DefaultValue, paragraphs};
use crate::definition::{Attribute, Behaviour, TypeDefinition, relations::Relation};

/// The indentation of text about an attribute.
const INDENT: usize = 4;

/// Returns a page about a type in the style of `puppet describe`, with a final newline. Lines have at most 76 columns,
/// unless a word is longer.
///
/// ```
/// use resource_api::{TypeDefinition, definition::describe};
///
/// let text = "
/// name: note
/// desc: A note.
/// attributes:
///   text: {type: 'Optional[String]', desc: What it says, default: hello}
///   name: {type: String, desc: What it is called, behaviour: namevar}
/// ";
/// let note = TypeDefinition::from_value(&pcore::yaml::parse(text).unwrap()).unwrap();
/// assert_eq!(describe::text(&note), "\
/// note
/// ====
/// A note.
///
/// Attributes
/// ----------
///
/// - **name** (*namevar*)
///     What it is called (a String)
///
/// - **text**
///     What it says (a Optional[String])
///     Defaults to 'hello'.
/// ");
/// ```
pub fn text(definition: &TypeDefinition) -> String {
    let mut page = String::new();
    heading(&mut page, definition.name(), '=');
    if let Some(description) = definition.description() {
        paragraphs::write(&mut page, description, 0);
    }
    section(&mut page, "Attributes");
    let mut attributes: Vec<&Attribute> = definition.attributes().collect();
    attributes.sort_by_key(|attribute| attribute.name().clone());
    for attribute in attributes {
        write_attribute(&mut page, attribute);
    }
    if let Some(patterns) = definition.title_patterns() {
        section(&mut page, "Title patterns");
        for pattern in patterns {
            page.push_str(&format!("\n- `{}`\n", pattern.pattern));
            if let Some(description) = &pattern.description {
                paragraphs::write(&mut page, description, INDENT);
            }
        }
    }
    if !definition.features().is_empty() {
        section(&mut page, "Features");
        page.push('\n');
        paragraphs::write(&mut page, &definition.features().join(", "), 0);
    }
    if !definition.relations().is_empty() {
        section(&mut page, "Relations");
        page.push('\n');
        for declaration in definition.relations().declarations() {
            for title in &declaration.titles {
                let (kind, type_name) = (declaration.kind, declaration.type_name.clone());
                let relation = Relation { kind, type_name, title: title.source().clone() };
                page.push_str(&format!("- **{kind}** `{relation}`\n"));
            }
        }
    }
    page
}

fn write_attribute(page: &mut String, attribute: &Attribute) {
    let mut marks = Vec::new();
    if attribute.behaviour() != Behaviour::Property {
        marks.push(format!("*{}*", attribute.behaviour()));
    }
    marks.extend(attribute.is_sensitive().then(|| "*sensitive*".to_owned()));
    marks.extend(attribute.is_lazy().then(|| "*lazy*".to_owned()));
    page.push_str(&format!("\n- **{}**", attribute.name()));
    if !marks.is_empty() {
        page.push_str(&format!(" ({})", marks.join(", ")));
    }
    page.push('\n');
    let shown_type = match attribute.key("accepts") {
        Some(Value::String(accepted)) => format!("(a {}; a manifest may write {accepted})", attribute.type_text()),
        _ => format!("(a {})", attribute.type_text()),
    };
    let documentation = match attribute.description() {
        Some(description) => format!("{} {shown_type}", description.trim_end()),
        None => shown_type,
    };
    paragraphs::write(page, &documentation, INDENT);
    match DefaultValue::of(attribute) {
        DefaultValue::None => {}
        DefaultValue::Secret => paragraphs::write(page, "Has a secret default.", INDENT),
        DefaultValue::Public(value) => paragraphs::write_line(page, &format!("Defaults to {value:?}."), INDENT),
    }
}

fn section(page: &mut String, title: &str) {
    page.push('\n');
    heading(page, title, '-');
}

fn heading(page: &mut String, title: &str, line: char) {
    page.push_str(title);
    page.push('\n');
    page.extend(std::iter::repeat_n(line, title.chars().count()));
    page.push('\n');
}
