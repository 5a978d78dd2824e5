//! Passwords in URLs such as `https://alice:hunter2@example.com/`.

use ecow::EcoString;

/// The authority of a URL.
pub(crate) struct Authority<'t> {
    text: &'t str,
    /// The start of the user.
    start: usize,
    /// The end of the user and password.
    at: Option<usize>,
    /// The end of the host and port.
    end: usize,
}

/// Returns the password in a URL, as written. It is found by its delimiters only, so that it is found even if its
/// characters make the URL invalid.
pub(super) fn password(text: &str) -> Option<&str> {
    let authority = Authority::of(text);
    if authority.at.is_some() {
        return authority.password();
    }
    // An unescaped '/' or '#' may be part of the password, so the last '@' counts.
    Authority { at: text.get(authority.start..)?.rfind('@').map(|at| authority.start + at), ..authority }.password()
}

impl<'t> Authority<'t> {
    /// Finds the authority of a URL. The scheme may be missing.
    pub(crate) fn of(text: &'t str) -> Authority<'t> {
        let start = text.find("://").map_or(0, |protocol| protocol + "://".len());
        let end = text[start..].find(['/', '?', '#']).map_or(text.len(), |end| start + end);
        let at = text[start..end].rfind('@').map(|at| start + at);
        Authority { text, start, at, end }
    }

    /// The user and password, separated by a colon.
    fn user_info(&self) -> Option<&'t str> {
        self.text.get(self.start..self.at?)
    }

    /// The password, as written.
    pub(crate) fn password(&self) -> Option<&'t str> {
        self.user_info()?.split_once(':').map(|(_, password)| password).filter(|password| !password.is_empty())
    }

    /// Whether there is a port.
    pub(crate) fn names_port(&self) -> bool {
        let host = self.at.map_or(self.start, |at| at + 1);
        let port = self.text.get(host..self.end).and_then(|host| host.rsplit_once(':'));
        port.is_some_and(|(_, port)| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// Returns the URL without its password; `None` if there is no password.
    pub(crate) fn without_password(&self) -> Option<EcoString> {
        let (user, _) = self.user_info()?.split_once(':')?;
        let (before, after) = (self.text.get(..self.start)?, self.text.get(self.at?..)?);
        Some([before, user, if user.is_empty() { after.trim_start_matches('@') } else { after }].concat().into())
    }
}
