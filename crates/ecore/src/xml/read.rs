//! Builds a tree from events, without recursion.

use std::sync::Arc;

use diagnostics::{Source, Span};
use ecow::EcoString;
use quick_xml::{
    Reader, XmlVersion,
    events::{BytesRef, BytesStart, Event},
};
use rustc_hash::FxHashSet;

use super::{Attribute, Element, MAX_BYTES, MAX_DEPTH, Name, XMI, XSI};
use crate::DocumentError;

/// Reads a document: its one outermost element.
pub(crate) fn read(source: &Arc<Source>) -> Result<Element, DocumentError> {
    if source.text.len() > MAX_BYTES {
        let message = format!("the document is longer than {} MiB", MAX_BYTES >> 20);
        return Err(DocumentError::new(source, Span::default(), message));
    }
    let mut tree = Tree { source, open: Vec::new(), root: None, namespaces: Vec::new() };
    let mut reader = Reader::from_str(&source.text);
    loop {
        let start = offset(reader.buffer_position());
        let event =
            reader.read_event().map_err(|error| tree.error(offset(reader.error_position()), error.to_string()))?;
        let end = offset(reader.buffer_position());
        match event {
            Event::Start(tag) => tree.begin(&tag, Span::new(start, end))?,
            Event::Empty(tag) => {
                tree.begin(&tag, Span::new(start, end))?;
                tree.end();
            }
            Event::End(_) => tree.end(),
            Event::Text(text) => tree.text(start, &text.xml10_content())?,
            Event::CData(text) => tree.text(start, &text.xml10_content())?,
            Event::GeneralRef(reference) => tree.reference(start, &reference)?,
            Event::DocType(_) => {
                let problem = tree.error(start, "a DOCTYPE is not allowed here");
                return Err(problem.hint("remove it: models do not need a DOCTYPE"));
            }
            Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            Event::Eof => break,
        }
    }
    if let Some(open) = tree.open.last() {
        let message = format!("the element '{}' is not closed", open.name.local);
        return Err(DocumentError::new(source, open.span, message));
    }
    tree.root.take().ok_or_else(|| tree.error(0, "expected an XML document, got no element"))
}

fn offset(position: u64) -> usize {
    usize::try_from(position).unwrap_or(usize::MAX)
}

struct Tree<'t> {
    source: &'t Arc<Source>,
    open: Vec<Element>,
    root: Option<Element>,
    /// Prefixes, their namespaces, and the depth of the element that declares them.
    namespaces: Vec<(EcoString, EcoString, usize)>,
}

impl Tree<'_> {
    fn error(&self, pos: usize, message: impl Into<String>) -> DocumentError {
        DocumentError::new(self.source, Span::new(pos, pos), message)
    }

    fn begin(&mut self, tag: &BytesStart<'_>, span: Span) -> Result<(), DocumentError> {
        let pos = span.start as usize;
        if self.open.len() >= MAX_DEPTH {
            return Err(self.error(pos, format!("elements are nested deeper than {MAX_DEPTH} levels")));
        }
        if self.open.is_empty() && self.root.is_some() {
            return Err(self.error(pos, "the document has more than one outermost element"));
        }
        let mut attributes: Vec<(EcoString, EcoString)> = Vec::new();
        let mut seen = FxHashSet::default();
        // The checks of the library take quadratic time.
        for attribute in tag.attributes().with_checks(false) {
            let attribute = attribute.map_err(|error| self.error(pos, error.to_string()))?;
            let value = attribute
                .normalized_value(XmlVersion::Implicit1_0)
                .map_err(|error| self.error(pos, error.to_string()))?;
            self.check_characters(pos, &value)?;
            let key: &str = attribute.key.into_inner();
            if !seen.insert(key) {
                return Err(self.error(pos, format!("duplicate attribute '{key}'")));
            }
            let declared = match key.strip_prefix("xmlns") {
                Some("") => Some(""),
                Some(prefix) => prefix.strip_prefix(':'),
                None => None,
            };
            match declared {
                Some(prefix) => self.namespaces.push((prefix.into(), EcoString::from(&*value), self.open.len())),
                None => attributes.push((key.into(), EcoString::from(&*value))),
            }
        }
        let tag_name = tag.name();
        let name = self.name(pos, tag_name.as_ref(), true)?;
        let mut element = Element {
            name,
            attributes: Vec::new(),
            type_name: None,
            children: Vec::new(),
            text: EcoString::new(),
            span,
        };
        for (key, value) in attributes {
            let name = self.name(pos, &key, false)?;
            if name.local == "type" && (name.namespace == XSI || name.namespace == XMI) {
                element.type_name = Some(self.name(pos, value.trim(), true)?);
                continue;
            }
            element.attributes.push(Attribute { name, value });
        }
        self.open.push(element);
        Ok(())
    }

    fn end(&mut self) {
        // The reader has checked that tags match.
        let Some(element) = self.open.pop() else { return };
        let depth = self.open.len();
        while self.namespaces.pop_if(|(_, _, declared)| *declared >= depth).is_some() {}
        match self.open.last_mut() {
            Some(parent) => parent.children.push(element),
            None => self.root = Some(element),
        }
    }

    fn name(&self, pos: usize, written: &str, with_default: bool) -> Result<Name, DocumentError> {
        let (prefix, local) = written.split_once(':').unwrap_or(("", written));
        let namespace = match prefix {
            "xml" => "http://www.w3.org/XML/1998/namespace".into(),
            "" if !with_default => EcoString::new(),
            _ => match self.namespaces.iter().rev().find(|(known, _, _)| known == prefix) {
                Some((_, namespace, _)) => namespace.clone(),
                None if prefix.is_empty() => EcoString::new(),
                None => return Err(self.error(pos, format!("the prefix '{prefix}' of '{written}' is not declared"))),
            },
        };
        Ok(Name { namespace, local: local.into() })
    }

    fn text(&mut self, pos: usize, text: &str) -> Result<(), DocumentError> {
        self.check_characters(pos, text)?;
        match self.open.last_mut() {
            Some(element) => element.text.push_str(text),
            None if text.trim_start_matches('\u{feff}').trim().is_empty() => {}
            None => return Err(self.error(pos, "expected an XML document, got text")),
        }
        Ok(())
    }

    fn reference(&mut self, pos: usize, reference: &BytesRef<'_>) -> Result<(), DocumentError> {
        let name = reference.xml10_content();
        let character = match &*name {
            "lt" => Some('<'),
            "gt" => Some('>'),
            "amp" => Some('&'),
            "apos" => Some('\''),
            "quot" => Some('"'),
            _ => reference.resolve_char_ref().map_err(|error| self.error(pos, error.to_string()))?,
        };
        match character {
            Some(character) => self.text(pos, character.encode_utf8(&mut [0; 4])),
            None => Err(self.error(pos, format!("unknown entity '&{name};'"))),
        }
    }

    fn check_characters(&self, pos: usize, text: &str) -> Result<(), DocumentError> {
        match text.chars().find(|character| !super::write::is_allowed(*character)) {
            Some(found) => Err(self.error(pos, format!("XML cannot contain the character U+{:04X}", u32::from(found)))),
            None => Ok(()),
        }
    }
}
