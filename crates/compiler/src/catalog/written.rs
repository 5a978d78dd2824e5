//! How something was written, found again for messages: resources and parameters remember only where they begin.
//!
//! A text is read again for that, which costs nothing as long as nothing is wrong.

use std::sync::Arc;

use diagnostics::{Source, Span};
use syntax::{
    ast::{Expression, Kind},
    descend,
};

use super::places::{Place, Places};
use crate::error::Spot;

impl Places {
    /// The word at a place: the name of an attribute, or the type of a resource.
    pub(super) fn word(&self, place: Place) -> Option<Spot> {
        let (source, start) = self.source(place)?;
        let rest = source.text.get(start as usize..).unwrap_or_default();
        // `@` and `@@` stand before the type.
        let marks = rest.len() - rest.trim_start_matches('@').len();
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | ':');
        let length = rest.get(marks..)?.find(|letter| !is_part(letter)).unwrap_or(rest.len() - marks);
        let end = start as usize + marks + length.max(1);
        Some(Spot { source: source.clone(), span: Span::new(start as usize, end) })
    }

    /// The relationship whose arrow stands at a place, with both of its sides.
    pub(super) fn operator(&self, place: Place) -> Option<Spot> {
        let (source, start) = self.source(place)?;
        let program = syntax::parse(source.clone()).program;
        self.whole(source, &program.body, start)
    }

    /// The value of the attribute at a place.
    pub(super) fn attribute_value(&self, place: Place) -> Option<Spot> {
        let (source, start) = self.source(place)?;
        let program = syntax::parse(source.clone()).program;
        let mut attributes = descend::all(&program.body).flat_map(descend::attributes);
        let found = attributes.find(|attribute| attribute.anchor == start).map(|attribute| &attribute.value);
        found.map(|value| Spot::all_of(source, value)).or_else(|| self.word(place))
    }

    /// The title of a resource that was declared at a place.
    pub(super) fn title(&self, place: Place, title: &str) -> Option<Spot> {
        let (source, start) = self.source(place)?;
        let program = syntax::parse(source.clone()).program;
        let resource = descend::all(&program.body).find_map(|expression| match &expression.kind {
            Kind::Resource(resource) if expression.anchor == start => Some(resource),
            _ => None,
        });
        let Some(resource) = resource else { return self.whole(source, &program.body, start).or(self.word(place)) };
        let titles = resource.bodies.iter().map(|body| &body.title);
        let literal = descend_titles(titles.clone()).find(|written| is_title(written, title));
        let written = literal.or_else(|| titles.clone().next().filter(|_| titles.len() == 1));
        written.map(|written| Spot::all_of(source, written)).or_else(|| self.word(place))
    }

    /// The expression that begins at an offset: a call that declares something.
    fn whole(&self, source: &Arc<Source>, body: &[Expression], start: u32) -> Option<Spot> {
        descend::all(body).find(|expression| expression.anchor == start).map(|found| Spot::all_of(source, found))
    }
}

/// The titles, and those in arrays of titles.
fn descend_titles<'e>(titles: impl Iterator<Item = &'e Expression>) -> impl Iterator<Item = &'e Expression> {
    titles.flat_map(|title| descend::all(std::slice::from_ref(title)))
}

/// Whether an expression is a title as it stands; classes are written in small letters.
fn is_title(written: &Expression, title: &str) -> bool {
    match &written.kind {
        Kind::String(text) | Kind::Name(text) => {
            text.trim_start_matches("::").eq_ignore_ascii_case(title.trim_start_matches("::"))
        }
        _ => false,
    }
}
