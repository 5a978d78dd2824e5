//! The files in which distributions say what they are.

use pcore::names::capitalize;

use crate::root::Root;

/// `/etc/os-release`: `KEY=value` lines.
#[derive(Debug, Default)]
pub(super) struct OsRelease(Vec<(String, String)>);

impl OsRelease {
    pub(super) fn read(root: &Root) -> OsRelease {
        let text = root.text("/etc/os-release").or_else(|| root.text("/usr/lib/os-release")).unwrap_or_default();
        OsRelease(pairs(&text))
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The version, which has at least two parts here.
    pub(super) fn version_id(&self) -> Option<String> {
        let version = self.get("VERSION_ID")?;
        Some(if version.contains('.') { version.to_owned() } else { format!("{version}.0") })
    }

    /// The name, as facts have it: one word, mostly the first.
    pub(super) fn name(&self) -> Option<String> {
        let name = self.get("NAME")?;
        let lower = name.to_lowercase();
        let begins = |words: &[&str]| words.iter().any(|word| lower.starts_with(word));
        let mut words = name.split_whitespace();
        let mut word = if begins(&["red", "oracle", "arch", "manjaro"]) {
            words.take(2).collect::<String>()
        } else if lower.ends_with("mariner") {
            words.next_back().unwrap_or_default().to_owned()
        } else {
            words.next().unwrap_or_default().to_owned()
        };
        if begins(&["arch", "manjaro"]) {
            word = capitalize(&word);
        }
        if lower.starts_with("virtuozzo") {
            word.push_str("Linux");
        }
        (!word.is_empty()).then_some(word)
    }

    /// The name of a release that has no line of its own: `8 (jessie)`.
    pub(super) fn codename_in_version(&self) -> Option<String> {
        let version = self.get("VERSION")?;
        if let Some((_, name)) = version.strip_suffix(')').and_then(|version| version.split_once('(')) {
            return Some(name.replace(['(', ')'], "")).filter(|name| !name.is_empty());
        }
        let words: Vec<&str> = version.split_whitespace().collect();
        let is_word = |word: &str| word.chars().all(|letter| letter.is_ascii_alphabetic());
        words
            .windows(2)
            .find(|pair| pair.iter().all(|word| is_word(word)))
            .and_then(|pair| Some(pair.first()?.to_lowercase()))
    }
}

/// The lines `KEY=value` of a text, without quotes.
fn pairs(text: &str) -> Vec<(String, String)> {
    let lines = text.lines().filter_map(|line| line.trim().split_once('='));
    lines.map(|(name, value)| (name.to_owned(), value.replace('"', ""))).collect()
}

/// `/etc/redhat-release`: `Rocky Linux release 9.3 (Blue Onyx)`; Amazon has it under another name.
#[derive(Debug)]
pub(super) struct RedHatRelease(String);

impl RedHatRelease {
    pub(super) fn read(root: &Root) -> Option<RedHatRelease> {
        root.word("/etc/redhat-release").or_else(|| root.word("/etc/system-release")).map(RedHatRelease)
    }

    pub(super) fn description(&self) -> String {
        self.0.clone()
    }

    /// The words before the release.
    fn names(&self) -> impl Iterator<Item = &str> {
        let names = self.0.split("release").next().unwrap_or_default();
        names.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("linux"))
    }

    pub(super) fn name(&self) -> String {
        self.names().take(2).collect()
    }

    pub(super) fn distributor(&self) -> String {
        self.names().collect()
    }

    pub(super) fn version(&self) -> Option<String> {
        self.0.split("release").nth(1)?.split_whitespace().next().map(str::to_owned)
    }

    pub(super) fn codename(&self) -> Option<String> {
        let (_, rest) = self.0.split_once("release")?;
        let (from, to) = (rest.rfind('(')?, rest.rfind(')')?);
        rest.get(from + 1..to).map(str::to_owned).filter(|name| !name.is_empty())
    }
}

/// The number after the word `release`, or after `Amazon Linux`.
pub(super) fn release_number(text: &str) -> Option<String> {
    if text.trim_end().ends_with("Rawhide") {
        return Some(String::from("Rawhide"));
    }
    let rest = match text.contains("release") {
        true => text.split("release ").skip(1).find(|rest| rest.starts_with(|letter: char| letter.is_ascii_digit()))?,
        false => {
            return first_number(text.split_once("Amazon Linux ")?.1).map(|number| number.split('.').take(1).collect());
        }
    };
    first_number(rest)
}

/// The digits and dots that a text begins with.
pub(super) fn first_number(text: &str) -> Option<String> {
    let end = text.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(text.len());
    text.get(..end).filter(|number| !number.is_empty()).map(str::to_owned)
}

/// What `lsb_release -a` says, where it is installed.
#[derive(Debug)]
pub(crate) struct Lsb {
    pub(crate) id: Option<String>,
    pub(crate) release: Option<String>,
    pub(crate) codename: Option<String>,
    pub(crate) description: Option<String>,
}

impl Lsb {
    pub(super) fn read(root: &Root, os: &OsRelease) -> Option<Lsb> {
        if !root.has_command("lsb_release") {
            return None;
        }
        let own = OsRelease(pairs(&root.text("/etc/lsb-release").unwrap_or_default()));
        let get = |own_name: &str, name: &str| own.get(own_name).or_else(|| os.get(name)).map(str::to_owned);
        Some(Lsb {
            id: get("DISTRIB_ID", "").or_else(|| os.get("ID").map(capitalize)),
            release: get("DISTRIB_RELEASE", "VERSION_ID"),
            codename: get("DISTRIB_CODENAME", "VERSION_CODENAME"),
            description: get("DISTRIB_DESCRIPTION", "PRETTY_NAME"),
        })
    }
}
