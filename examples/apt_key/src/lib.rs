//! `apt_key`: the keys that apt trusts, in a gpg keyring.
//!
//! Shows a simple provider that runs commands, normalized names, and a filtered `get`.

use std::{fs, path::PathBuf};

use resource_api::{
    Command, Context, Ensure, Failure, Identity, Outcome, Request, Resource, ResourceType, SimpleProvider,
    command::{Destination, Source},
    pcore::time::Timestamp,
    provider,
};

/// A key that apt trusts.
#[derive(Resource)]
#[resource(features(simple_get_filter), autorequire(file = "$source", package = "apt"))]
pub struct AptKey {
    /// Whether the key is trusted.
    #[attribute(default = "present")]
    pub ensure: Ensure,
    /// The end of the key's fingerprint, or all of it.
    #[attribute(
        namevar,
        type = r"Variant[Pattern[/\A(0x)?\h{8}\z/], Pattern[/\A(0x)?\h{16}\z/], Pattern[/\A(0x)?\h{40}\z/]]"
    )]
    pub id: String,
    /// Where the key comes from: a URL, or a file.
    #[attribute(parameter, type = r"Optional[Pattern[/\Ahttps?:/, /\A\//]]")]
    pub source: Option<String>,
    /// The day on which the key was created.
    #[attribute(read_only)]
    pub created: Option<String>,
}

/// A gpg keyring, in a file that need not exist yet.
pub struct Keyring(pub PathBuf);

#[provider]
impl SimpleProvider for Keyring {
    type Resource = AptKey;

    fn canonicalize(&mut self, _: &Context, key: &mut AptKey) -> Outcome {
        key.id = key.id.trim_start_matches("0x").to_uppercase();
        Ok(())
    }

    fn get(&mut self, context: &Context, request: &Request<'_>) -> Outcome<Vec<AptKey>> {
        if !self.0.exists() {
            return Ok(Vec::new()); // gpg would make it, and reading must not.
        }
        let mut keys = self.keys(context, &["--list-keys"], Source::None)?;
        // A key that is requested by the end of its fingerprint is returned under that name.
        for name in request.names().unwrap_or_default() {
            if let Some(key) = keys.iter_mut().find(|key| key.id.ends_with(name.name())) {
                key.id = name.name().to_owned();
            }
        }
        Ok(keys)
    }

    fn create(&mut self, context: &Context, name: &Identity, should: AptKey) -> Outcome {
        let source = should.source.ok_or_else(|| Failure::new("a new key needs a `source`"))?;
        let offered = if source.starts_with('/') {
            fs::read(&source).map_err(|error| Failure::new(format!("{source}: {error}")))?
        } else {
            let curl = Command::new("curl");
            let page = curl.run(context, ["--fail", "--silent", "--show-error", "--location", &source]);
            page.stdout(Destination::Store).execute()?.stdout.map(|page| page.as_bytes().to_vec()).unwrap_or_default()
        };
        let keys = self.keys(context, &["--show-keys"], offered.clone().into())?;
        if !keys.iter().any(|key| key.id.ends_with(name.name())) {
            return Err(Failure::new(format!("{source} does not hold the key {name}")));
        }
        self.gpg(context, &["--import"], offered.into()).map(drop)
    }

    fn delete(&mut self, context: &Context, name: &Identity) -> Outcome {
        self.gpg(context, &["--yes", "--delete-keys", name.name()], Source::None).map(drop)
    }
}

impl Keyring {
    fn gpg(&self, context: &Context, arguments: &[&str], input: Source) -> Outcome<String> {
        let gpg = Command::new("gpg");
        let home = self.0.parent().unwrap_or(&self.0);
        let options =
            ["--batch", "--quiet", "--no-permission-warning", "--trust-model", "always", "--no-default-keyring"];
        let run = gpg.run(context, options).arg("--homedir").arg(home).arg("--keyring").arg(&self.0).args(arguments);
        let done = run.stdin(input).stdout(Destination::Store).execute()?;
        Ok(done.stdout_text().into_owned())
    }

    /// Parses a listing: a `pub` line starts a key, and the next `fpr` line has its fingerprint.
    fn keys(&self, context: &Context, arguments: &[&str], input: Source) -> Outcome<Vec<AptKey>> {
        let machine_readable = ["--with-colons", "--fingerprint", "--fixed-list-mode"];
        let listing = self.gpg(context, &[&machine_readable, arguments].concat(), input)?;
        let lines: Vec<Vec<&str>> = listing.lines().map(|line| line.split(':').collect()).collect();
        let pairs = lines.windows(2).filter(|pair| pair[0][0] == "pub" && pair[1][0] == "fpr");
        pairs
            .map(|pair| {
                let created = Timestamp::from_seconds_f64(pair[0][5].parse()?)?.format("%F", None)?;
                Ok(AptKey { ensure: Ensure::Present, id: pair[1][9].into(), source: None, created: Some(created) })
            })
            .collect()
    }
}

/// The type, for the keyring in a file.
pub fn apt_key(keyring: PathBuf) -> ResourceType {
    ResourceType::simple("gpg", move |_| Ok(Keyring(keyring.clone())))
}
