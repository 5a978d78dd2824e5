//! Passwords inside of addresses: `https://alice:hunter2@example.com/`.

use ecow::EcoString;

/// The part of an address that says whom to ask, and as whom.
pub(crate) struct Authority<'t> {
    text: &'t str,
    /// Where the user begins.
    start: usize,
    /// Where the user and the password end.
    at: Option<usize>,
    /// Where the host and the port end.
    end: usize,
}

/// The password of an address as it is written. It is found by its marks alone, so that it is found, too, where its own
/// characters make that no address at all.
pub(super) fn password(text: &str) -> Option<&str> {
    let authority = Authority::of(text);
    if authority.at.is_some() {
        return authority.password();
    }
    // Behind a '/' or '#' that is not escaped, there may be more of a password: the last '@' tells.
    Authority { at: text.get(authority.start..)?.rfind('@').map(|at| authority.start + at), ..authority }.password()
}

impl<'t> Authority<'t> {
    /// The authority of an address; one without a protocol begins with it.
    pub(crate) fn of(text: &'t str) -> Authority<'t> {
        let start = text.find("://").map_or(0, |protocol| protocol + "://".len());
        let end = text[start..].find(['/', '?', '#']).map_or(text.len(), |end| start + end);
        let at = text[start..end].rfind('@').map(|at| start + at);
        Authority { text, start, at, end }
    }

    /// The user and the password, with the colon between them.
    fn user_info(&self) -> Option<&'t str> {
        self.text.get(self.start..self.at?)
    }

    /// The password as it is written.
    pub(crate) fn password(&self) -> Option<&'t str> {
        self.user_info()?.split_once(':').map(|(_, password)| password).filter(|password| !password.is_empty())
    }

    /// Whether a port is written.
    pub(crate) fn names_port(&self) -> bool {
        let host = self.at.map_or(self.start, |at| at + 1);
        let port = self.text.get(host..self.end).and_then(|host| host.rsplit_once(':'));
        port.is_some_and(|(_, port)| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()))
    }

    /// The address without the password; nothing where there is none.
    pub(crate) fn without_password(&self) -> Option<EcoString> {
        let (user, _) = self.user_info()?.split_once(':')?;
        let (before, behind) = (self.text.get(..self.start)?, self.text.get(self.at?..)?);
        Some([before, user, if user.is_empty() { behind.trim_start_matches('@') } else { behind }].concat().into())
    }
}
