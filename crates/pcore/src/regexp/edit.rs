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
    /// In the template, `\1` is what the first group took, `\0` and `\&` the whole
    /// match, `\k<name>` a named group, `` \` `` what stands before the match, `\'`
    /// what stands after it, and `\\` a backslash.
    ///
    /// ```
    /// use pcore::regexp::Regexp;
    ///
    /// let pattern = Regexp::new(r"(\w+)@(\w+)")?;
    /// assert_eq!(pattern.replace_all("root@web", r"\2: \1")?, "web: root");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn replace_all<'t>(&self, text: &'t str, template: &str) -> Result<Cow<'t, str>, MatchError> {
        self.replace(text, usize::MAX, |captures, into| expand(template, text, captures, into))
    }

    /// Replaces every match by what a function makes of it.
    pub fn replace_all_with<'t>(
        &self,
        text: &'t str,
        mut replacement: impl FnMut(&Captures<'t>) -> String,
    ) -> Result<Cow<'t, str>, MatchError> {
        self.replace(text, usize::MAX, |captures, into| {
            into.push_str(&replacement(captures));
            Ok(())
        })
    }

    /// Replaces the first match by a template; see [`Regexp::replace_all`].
    pub fn replace_first<'t>(&self, text: &'t str, template: &str) -> Result<Cow<'t, str>, MatchError> {
        self.replace(text, 1, |captures, into| expand(template, text, captures, into))
    }

    /// Replaces the first match by what a function makes of it.
    pub fn replace_first_with<'t>(
        &self,
        text: &'t str,
        mut replacement: impl FnMut(&Captures<'t>) -> String,
    ) -> Result<Cow<'t, str>, MatchError> {
        self.replace(text, 1, |captures, into| {
            into.push_str(&replacement(captures));
            Ok(())
        })
    }

    fn replace<'t>(
        &self,
        text: &'t str,
        most: usize,
        mut write: impl FnMut(&Captures<'t>, &mut String) -> Result<(), MatchError>,
    ) -> Result<Cow<'t, str>, MatchError> {
        let mut replaced = String::new();
        let mut copied = 0;
        let mut matched = false;
        for captures in self.captures_iter(text).take(most) {
            let captures = captures?;
            matched = true;
            let whole = captures.whole();
            // `\K` can make a match begin before the last one ended.
            let start = whole.start().max(copied);
            replaced.push_str(&text[copied..start]);
            write(&captures, &mut replaced)?;
            copied = whole.end().max(start);
        }
        if !matched {
            return Ok(Cow::Borrowed(text));
        }
        replaced.push_str(&text[copied..]);
        Ok(Cow::Owned(replaced))
    }

    /// Splits a text at every match, as Ruby's `String#split` does without a limit.
    ///
    /// What groups took stands among the fields, and empty fields at the end are
    /// dropped. A pattern that matches nothing splits between the characters.
    ///
    /// ```
    /// use pcore::regexp::Regexp;
    ///
    /// assert_eq!(Regexp::new(",\\s*")?.split("a, b,,c,,")?, ["a", "b", "", "c"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn split<'t>(&self, text: &'t str) -> Result<Vec<&'t str>, MatchError> {
        let mut fields = Vec::new();
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
                // An empty match at the place of the last one must not end a field that is
                // still empty, so it first steps over a character.
                if !stepped {
                    stepped = true;
                    search = character_after(text, start);
                    continue;
                }
            }
            fields.push(&text[field..begin]);
            field = end;
            search = Some(end);
            stepped = false;
            fields.extend(captures.iter().skip(1).flatten().map(|group| group.as_str()));
        }
        fields.push(&text[field..]);
        while fields.last().is_some_and(|last| last.is_empty()) {
            fields.pop();
        }
        Ok(fields)
    }
}

/// Writes a template with what a match has taken.
fn expand(template: &str, text: &str, captures: &Captures<'_>, into: &mut String) -> Result<(), MatchError> {
    let whole = captures.whole();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('\\') {
        into.push_str(before);
        let mut letters = after.chars();
        rest = match letters.next() {
            Some(digit @ '0'..='9') => {
                let group = captures.get(digit as usize - '0' as usize);
                into.push_str(group.map_or("", |group| group.as_str()));
                letters.as_str()
            }
            Some('&') => {
                into.push_str(whole.as_str());
                letters.as_str()
            }
            Some('`') => {
                into.push_str(&text[..whole.start()]);
                letters.as_str()
            }
            Some('\'') => {
                into.push_str(&text[whole.end()..]);
                letters.as_str()
            }
            Some('\\') => {
                into.push('\\');
                letters.as_str()
            }
            Some('k') => expand_name(after, captures, into)?,
            // A backslash before anything else is a backslash.
            _ => {
                into.push('\\');
                after
            }
        };
    }
    into.push_str(rest);
    Ok(())
}

/// Writes a named group for `k<name>`, and returns what follows it in the template.
fn expand_name<'s>(after: &'s str, captures: &Captures<'_>, into: &mut String) -> Result<&'s str, MatchError> {
    let Some((name, rest)) = after.strip_prefix("k<").and_then(|named| named.split_once('>')) else {
        into.push('\\');
        return Ok(after);
    };
    let found = if captures.names().any(|known| known == name) {
        captures.name(name)
    } else {
        // Without names, the number of a group may stand in the place of one.
        match name.parse::<usize>() {
            Ok(group) if group < captures.len() => captures.get(group),
            _ => return Err(MatchError::UndefinedGroupName { name: EcoString::from(name) }),
        }
    };
    into.push_str(found.map_or("", |found| found.as_str()));
    Ok(rest)
}
