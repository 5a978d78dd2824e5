//! `host`: names and addresses in `/etc/hosts`.

#[cfg(test)]
mod tests;

use pcore::Value;
use resource_api::{
    Changes, Context, Identity, Insync, Outcome, Provider, ProviderEntry, Request, ResourceType, State,
    line_file::{Line, LineFormat},
    render::{inspect, interpolate},
};

use crate::{
    munge::Munger,
    parsed::{ParsedFiles, RecordType},
    subject::{Subject, absent, joined, secret_in_sync, unwrap_sensitive},
};

pub(crate) fn resource_type() -> ResourceType {
    crate::described(include_str!("host/definition.yaml")).with_provider(ProviderEntry::new("parsed", |_| {
        Ok(Hosts { munger: Munger::default(), files: ParsedFiles::new(HostLines) })
    }))
}

/// The format of `/etc/hosts`: an address, a name, aliases, a comment.
#[derive(Clone)]
struct HostLines;

impl LineFormat for HostLines {
    type Record = State;

    fn parse(&self, line: &str) -> Line<State> {
        if line.starts_with('#') || line.trim().is_empty() {
            return Line::Other;
        }
        let unknown = || Line::Bad("expected an address and a name".into());
        if line.starts_with(char::is_whitespace) {
            return unknown();
        }
        let (names, comment) = match line.split_once('#') {
            Some((names, comment)) => (names, comment.trim()),
            None => (line, ""),
        };
        let mut words = names.split_whitespace();
        let is_first = |first: char| first.is_ascii_digit() || "abcdef:".contains(first);
        let is_address = |word: &&str| word.len() > 1 && word.starts_with(is_first);
        let (Some(ip), Some(name)) = (words.next().filter(is_address), words.next()) else { return unknown() };
        let aliases: Vec<Value> = words.map(Value::from).collect();
        let aliases = if aliases.is_empty() { absent() } else { Value::array(aliases) };
        Line::Record(
            State::new().with("name", name).with("ip", ip).with("host_aliases", aliases).with("comment", comment),
        )
    }

    fn print(&self, record: &State) -> String {
        let text = |name: &str| record.text(name).unwrap_or_default();
        let mut line = format!("{}\t{}", text("ip"), text("name"));
        // An empty list of aliases keeps its column.
        if let Some(Value::Array(aliases)) = record.get("host_aliases") {
            line.push('\t');
            line.push_str(&joined(aliases, " "));
        }
        if !text("comment").is_empty() {
            line.push_str("\t# ");
            line.push_str(text("comment"));
        }
        line
    }
}

impl RecordType for HostLines {
    const TYPE_NAME: &'static str = "host";
    const DEFAULT_TARGET: &'static str = "/etc/hosts";
    const FIELDS: &'static [&'static str] = &["ip", "host_aliases", "comment"];

    fn check(&self, record: &State) -> Result<(), String> {
        match record.text("ip") {
            Some(_) => Ok(()),
            None => Err("ip is a required attribute for hosts".into()),
        }
    }
}

struct Hosts {
    munger: Munger,
    files: ParsedFiles<HostLines>,
}

#[resource_api::provider]
impl Provider for Hosts {
    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<State>> {
        self.files.states(context, request)
    }

    fn set(&mut self, context: &Context, changes: &Changes) -> Outcome {
        self.files.set(context, changes);
        Ok(())
    }

    fn flush(&mut self, context: &Context, _: &Changes) -> Outcome {
        self.files.flush(context);
        Ok(())
    }

    fn canonicalize(&mut self, context: &Context, resources: &mut [State]) -> Outcome {
        self.munger.canonicalize(context, resources, &validate)
    }

    /// Puppet shows the current aliases without quotes.
    fn display_value(&mut self, _: &Context, property: &str, value: &Value) -> Option<String> {
        value.as_array().filter(|_| property == "host_aliases").map(|aliases| joined(aliases, " "))
    }

    fn insync(&mut self, _: &Context, name: &Identity, property: &str, is: &State, should: &State) -> Outcome<Insync> {
        self.files.check_read(name)?;
        if property != "host_aliases" {
            return Ok(secret_in_sync(property, is, should).unwrap_or(Insync::Default));
        }
        let is_secret = matches!(should.get(property), Some(Value::Sensitive(_)));
        let words = |state: &State| {
            let aliases = state.get(property).map(unwrap_sensitive).and_then(Value::as_array);
            aliases.map(|aliases| joined(aliases, " "))
        };
        let (is, should) = (words(is), words(should).unwrap_or_default());
        if is.as_deref().unwrap_or_default() == should {
            return Ok(Insync::Yes);
        }
        if is_secret {
            return Ok(Insync::No(None));
        }
        let shown = is.clone().map_or_else(absent, Value::from);
        let differs = Insync::differs(shown, should.as_str());
        Ok(match is {
            // Puppet shows the current aliases without quotes.
            Some(is) => differs.with_message(format!("host_aliases changed {is} to '{should}'")),
            None => differs,
        })
    }
}

fn validate(subject: &Subject<'_>, host: &mut State) -> Outcome {
    if let Some(given) = host.known("ip") {
        let ip = interpolate(given);
        if ip.parse::<std::net::IpAddr>().is_err() && !is_scoped(&ip) {
            return Err(subject.refuse("ip", format!("Invalid IP address {}", inspect(given))));
        }
    }
    subject.exists_if_managed(host, &["ip", "host_aliases", "comment"]);
    Ok(())
}

/// Whether it is an IPv6 address with a zone.
fn is_scoped(address: &str) -> bool {
    address.split_once('%').is_some_and(|(address, zone)| {
        !zone.is_empty() && !zone.contains(char::is_whitespace) && address.parse::<std::net::Ipv6Addr>().is_ok()
    })
}
