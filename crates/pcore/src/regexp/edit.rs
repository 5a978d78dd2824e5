//! Replacing and splitting by a pattern, as Ruby's `sub`, `gsub` and `split` do.

use std::borrow::Cow;

use ecow::EcoString;

use super::{
    Regexp,
    captures::{Captures, character_after},
    error::MatchError,
};

impl Regexp {
    /// Replaces every match by a template.
    ///
    /// In the template, `\1` is the text of the first group, `\0` and `\&` the whole match, `\k<name>` a named group,
    /// `` \` `` the text before the match, `\'` the text after it, and `\\` a backslash.
    ///
    /// ```
    /// use pcore::regexp::Regexp;
    ///
    /// let pattern = Regexp::new(r"(\w+)@(\w+)")?;
    /// assert_eq!(pattern.replace_all("root@web", r"\2: \1")?, "web: root");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace_all<'t>(&self, text: &'t str, template: &str) -> Result<Cow<'t, str>, MatchError> {
        self.replace_measured(text, usize::MAX, Replacement::Template(template), |_| Ok(()))
    }

    /// Replaces the first `limit` matches, and measures the text while it grows.
    ///
    /// `measure` is called with the number of bytes before they are written, so that no text is created that is refused
    /// afterwards: a replacement may be long, and may insert the match any number of times.
    ///
    /// ```
    /// use pcore::regexp::{Regexp, Replacement};
    ///
    /// let short = |length: usize| if length > 5 { Err(Box::<dyn std::error::Error>::from("too long")) } else { Ok(()) };
    /// let pattern = Regexp::new("a")?;
    /// assert_eq!(pattern.replace_measured("aa", usize::MAX, Replacement::Template("bb"), short)?, "bbbb");
    /// assert!(pattern.replace_measured("aa", usize::MAX, Replacement::Template(r"\0\0\0"), short).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace_measured<'t, E: From<MatchError>>(
        &self,
        text: &'t str,
        limit: usize,
        replacement: Replacement<'_>,
        measure: impl FnMut(usize) -> Result<(), E>,
    ) -> Result<Cow<'t, str>, E> {
        let mut replaced = Measured { text: String::new(), measure };
        let mut copied = 0;
        let mut matched = false;
        for captures in self.captures_iter(text).take(limit) {
            let captures = captures?;
            matched = true;
            let whole = captures.whole();
            // `\K` can make a match begin before the last one ended.
            let start = whole.start().max(copied);
            replaced.push(&text[copied..start])?;
            match &replacement {
                Replacement::Template(template) => expand(template, text, &captures, &mut replaced)?,
                Replacement::Table(of) => replaced.push(of(whole.as_str()))?,
            }
            copied = whole.end().max(start);
        }
        if !matched {
            return Ok(Cow::Borrowed(text));
        }
        replaced.push(&text[copied..])?;
        Ok(Cow::Owned(replaced.text))
    }

    /// Splits a text at every match, as Ruby's `String#split` does without a limit.
    ///
    /// The texts of groups are inserted among the fields, and trailing empty fields are dropped. A pattern that matches
    /// the empty string splits between the characters.
    ///
    /// ```
    /// use pcore::regexp::Regexp;
    ///
    /// assert_eq!(Regexp::new(",\\s*")?.split("a, b,,c,,")?, ["a", "b", "", "c"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn split<'t>(&self, text: &'t str) -> Result<Vec<&'t str>, MatchError> {
        let mut fields = Vec::new();
        self.each_field(text, |field| {
            fields.push(field);
            Ok::<_, MatchError>(())
        })?;
        while fields.last().is_some_and(|last| last.is_empty()) {
            fields.pop();
        }
        Ok(fields)
    }

    /// Splits a text as [`Regexp::split`] does, and passes on one field after the other, including trailing empty ones.
    pub fn each_field<'t, E: From<MatchError>>(
        &self,
        text: &'t str,
        mut take: impl FnMut(&'t str) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.source.is_empty() {
            // Split between the characters; nothing is left at the end.
            return text.char_indices().try_for_each(|(start, letter)| take(&text[start..start + letter.len_utf8()]));
        }
        let mut field = 0;
        let mut search = Some(0);
        let mut stepped = false;
        while let Some(start) = search {
            let Some(captures) = self.captures_from(text, start)? else {
                break;
            };
            let whole = captures.whole();
            let (begin, end) = (whole.start().max(field), whole.end().max(field));
            if whole.is_empty() && begin == start {
                // An empty match where the last one ended must not end a field that is still empty, so it first skips a
                // character.
                if !stepped {
                    stepped = true;
                    search = character_after(text, start);
                    continue;
                }
            }
            take(&text[field..begin])?;
            field = end;
            search = Some(end);
            stepped = false;
            captures.iter().skip(1).flatten().try_for_each(|group| take(group.as_str()))?;
        }
        take(&text[field..])
    }
}

/// What matches are replaced with.
pub enum Replacement<'r> {
    /// A template; see [`Regexp::replace_all`].
    Template(&'r str),
    /// A table that maps the matched text to its replacement.
    Table(&'r dyn Fn(&str) -> &'r str),
}

/// A text that is measured while it grows.
struct Measured<M> {
    text: String,
    measure: M,
}

impl<E, M: FnMut(usize) -> Result<(), E>> Measured<M> {
    fn push(&mut self, more: &str) -> Result<(), E> {
        (self.measure)(self.text.len().saturating_add(more.len()))?;
        self.text.push_str(more);
        Ok(())
    }
}

/// Writes a template with the captures of a match.
fn expand<E: From<MatchError>, M: FnMut(usize) -> Result<(), E>>(
    template: &str,
    text: &str,
    captures: &Captures<'_>,
    into: &mut Measured<M>,
) -> Result<(), E> {
    let whole = captures.whole();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('\\') {
        into.push(before)?;
        let mut letters = after.chars();
        rest = match letters.next() {
            Some(digit @ '0'..='9') => {
                let group = captures.get(digit as usize - '0' as usize);
                into.push(group.map_or("", |group| group.as_str()))?;
                letters.as_str()
            }
            Some('&') => {
                into.push(whole.as_str())?;
                letters.as_str()
            }
            Some('`') => {
                into.push(&text[..whole.start()])?;
                letters.as_str()
            }
            Some('\'') => {
                into.push(&text[whole.end()..])?;
                letters.as_str()
            }
            Some('\\') => {
                into.push("\\")?;
                letters.as_str()
            }
            Some('k') => expand_name(after, captures, into)?,
            // A backslash before any other character is a literal.
            _ => {
                into.push("\\")?;
                after
            }
        };
    }
    into.push(rest)?;
    Ok(())
}

/// Writes a named group for `k<name>`, and returns the rest of the template.
fn expand_name<'s, E: From<MatchError>, M: FnMut(usize) -> Result<(), E>>(
    after: &'s str,
    captures: &Captures<'_>,
    into: &mut Measured<M>,
) -> Result<&'s str, E> {
    let Some((name, rest)) = after.strip_prefix("k<").and_then(|named| named.split_once('>')) else {
        into.push("\\")?;
        return Ok(after);
    };
    let text = if captures.names().any(|own| own == name) {
        captures.name(name)
    } else {
        // If there are no names, a number of a group is allowed instead.
        match name.parse::<usize>() {
            Ok(group) if group < captures.len() => captures.get(group),
            _ => return Err(MatchError::UndefinedGroupName(EcoString::from(name)).into()),
        }
    };
    into.push(text.map_or("", |group| group.as_str()))?;
    Ok(rest)
}
