//! Finds the source text of resources and parameters for messages: they store only where they begin.
//!
//! This parses the text again, but only to report errors.

use std::sync::Arc;

use diagnostics::{Location, Source, Span};
use syntax::{
    ast::{Expression, Kind},
    descend,
};

use super::locations::{CompactLocation, Locations};

impl Locations {
    /// The word at a location: the name of an attribute, or the type of a resource.
    pub(super) fn word(&self, location: Option<CompactLocation>) -> Option<Location> {
        let (source, start) = self.source(location?)?;
        let rest = source.text.get(start as usize..).unwrap_or_default();
        // The type may be preceded by `@` or `@@`.
        let marks = rest.len() - rest.trim_start_matches('@').len();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | ':');
        let length = rest.get(marks..)?.find(|letter| !is_part(letter)).unwrap_or(rest.len() - marks);
        let end = start as usize + marks + length.max(1);
        Some(Location { source: source.clone(), span: Span::new(start as usize, end) })
    }

    /// The relationship whose arrow is at a location, with both of its sides.
    pub(super) fn operator(&self, location: CompactLocation) -> Option<Location> {
        let (source, start) = self.source(location)?;
        let program = syntax::parse(source.clone()).program;
        self.whole(source, &program.body, start)
    }

    /// The value of the attribute at a location.
    pub(super) fn attribute_value(&self, location: Option<CompactLocation>) -> Option<Location> {
        let (source, start) = self.source(location?)?;
        let program = syntax::parse(source.clone()).program;
        let mut attributes = descend::all(&program.body).flat_map(descend::attributes);
        let found = attributes.find(|attribute| attribute.anchor == start).map(|attribute| &attribute.value);
        found.map(|value| value.whole_location(source)).or_else(|| self.word(location))
    }

    /// The title of a resource that was declared at a location.
    pub(super) fn title(&self, location: Option<CompactLocation>, title: &str) -> Option<Location> {
        let (source, start) = self.source(location?)?;
        let program = syntax::parse(source.clone()).program;
        let resource = descend::all(&program.body).find_map(|expression| match &expression.kind {
            Kind::Resource(resource) if expression.anchor == start => Some(resource),
            _ => None,
        });
        let Some(resource) = resource else { return self.whole(source, &program.body, start).or(self.word(location)) };
        let titles = resource.bodies.iter().map(|body| &body.title);
        let literal = descend_titles(titles.clone()).find(|written| is_title(written, title));
        let written = literal.or_else(|| titles.clone().next().filter(|_| titles.len() == 1));
        written.map(|written| written.whole_location(source)).or_else(|| self.word(location))
    }

    /// The expression that begins at an offset: a call that declares something.
    fn whole(&self, source: &Arc<Source>, body: &[Expression], start: u32) -> Option<Location> {
        descend::all(body).find(|expression| expression.anchor == start).map(|found| found.whole_location(source))
    }
}

/// The titles, and those in arrays of titles.
fn descend_titles<'e>(titles: impl Iterator<Item = &'e Expression>) -> impl Iterator<Item = &'e Expression> {
    titles.flat_map(|title| descend::all(std::slice::from_ref(title)))
}

/// Whether an expression is literally a title; class names are in lower case.
fn is_title(written: &Expression, title: &str) -> bool {
    match &written.kind {
        Kind::String(text) | Kind::Name(text) => {
            text.trim_start_matches("::").eq_ignore_ascii_case(title.trim_start_matches("::"))
        }
        _ => false,
    }
}
