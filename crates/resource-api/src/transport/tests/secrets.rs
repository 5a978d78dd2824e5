//! No secret of a connection is shown, in any form, whatever fails.

use std::sync::Arc;

use pcore::Hash;

use super::{Desk, map, schema, value};
use crate::{
    Context, Failure, Outcome,
    transport::{Device, Schema, Transport, TransportKind, Transports},
};

const SECRET: &str = "hunter2-swordfish";

/// A transport that reveals everything it knows in every possible way.
struct Talkative(String);

impl Talkative {
    fn say(&self, context: &Context) -> Failure {
        let secret = &self.0;
        context.debug(format!("the password is {secret}"));
        context.notice(format!("url: https://alice:{secret}@rack7/"));
        context.warning(format!("{:?}", secret.as_bytes().iter().map(|byte| *byte as char).collect::<String>()));
        Failure::from(std::io::Error::other(format!("login with {secret} failed")))
    }
}

impl Transport for Talkative {
    fn verify(&self, context: &Context) -> Outcome {
        Err(self.say(context))
    }

    fn facts(&self, context: &Context) -> Outcome<Hash> {
        Err(self.say(context))
    }

    fn close(&self, context: &Context) -> Outcome {
        Err(self.say(context))
    }
}

/// The forms in which a secret can be given: the attributes of a schema, and connection information.
fn forms() -> Vec<(Schema, Hash)> {
    let string = "p: {type: String, desc: d, sensitive: true}";
    let uri = "uri: {type: String, desc: d}";
    let form = |attributes: &str, given: &str| (schema(attributes), map(&given.replace("SECRET", SECRET)));
    vec![
        form(string, "{p: SECRET}"),
        form("p: {type: 'Optional[String]', desc: d, sensitive: true}", "{p: SECRET}"),
        form("p: {type: 'Array[String]', desc: d, sensitive: true}", "{p: [a, SECRET]}"),
        form("p: {type: 'Variant[Integer, Hash[String, String]]', desc: d, sensitive: true}", "{p: {k: SECRET}}"),
        form(&format!("p: {{type: String, desc: d, sensitive: true, default: {SECRET}}}"), "{}"),
        form(uri, "{uri: 'https://alice:SECRET@rack7/'}"),
        form(&format!("{uri}, password: {{type: String, desc: d}}"), "{uri: 'https://alice:SECRET@rack7/'}"),
        form("url: {type: String, desc: d}", "{url: 'https://alice:SECRET@rack7/'}"),
        form("password: {type: String, desc: d}", "{password: SECRET}"),
    ]
}

/// Checks that messages and debug output do not contain the secret.
#[track_caller]
fn check(schema: &Schema, given: &Hash, output: &[String]) {
    for text in output {
        assert!(!text.contains(SECRET) && !text.contains("swordfish"), "{text}\nfor {schema:?} and {given:?}");
    }
}

#[test]
fn a_secret_in_any_form_is_shown_by_nothing() {
    for (schema, given) in forms() {
        let desk = Desk::new();
        let kind = TransportKind::new(schema.clone(), |context: &Context, info| {
            context.debug(format!("{info:?} {:?}", info.get("p")));
            Ok(Talkative(SECRET.to_owned()))
        });
        let mut transports = Transports::default();
        transports.register(kind.clone(), &desk.log).unwrap();
        let device = transports.connect("t", "spine1", &given, &desk.log).unwrap();
        let failures = [device.verify().unwrap_err(), device.facts().unwrap_err()];
        device.close();
        let info = schema.prepare(&desk.context(&schema), &given).unwrap();
        let mut output = vec![
            format!("{info:?} {info:#?}"),
            format!("{device:?} {kind:?} {transports:?} {schema:#?} {:?}", desk.log),
            format!("{:?}", transports.list()),
        ];
        for failure in &failures {
            output.push(format!("{failure} {failure:?} {:?} {}", failure.causes(), failure.traced()));
        }
        let lines = desk.lines();
        assert!(lines.iter().any(|line| line.contains("the password is [redacted]")), "{lines:?}");
        assert!(
            lines.iter().any(|line| line.starts_with("Debug: t: closing the connection to the device")),
            "{lines:?}"
        );
        output.extend(lines);
        check(&schema, &given, &output);
    }
}

#[test]
fn a_secret_is_known_before_the_first_failure() {
    for (schema, mut given) in forms() {
        // Something else is wrong, so that no connection is made.
        given.insert("nonsense".into(), SECRET.into());
        let desk = Desk::new();
        let context = desk.context(&schema);
        let failure = schema.prepare(&context, &given).unwrap_err();
        assert!(failure.to_string().contains("    * nonsense\n"), "{failure}");
        context.notice(format!("what was it again? {SECRET}!"));
        let mut output = desk.lines();
        output.push(format!("{failure} {failure:?} {:?}", failure.causes()));
        check(&schema, &given, &output);
    }
}

#[test]
fn a_secret_that_does_not_fit_is_not_shown() {
    let types =
        ["Integer", "Optional[Integer]", "Array[Integer]", "Variant[Integer, Boolean]", "Enum[a]", "Pattern[/x/]"];
    for wanted in types {
        let schema = schema(&format!("p: {{type: '{wanted}', desc: d, sensitive: true}}"));
        for given in [format!("{{p: {SECRET}}}"), format!("{{p: [{SECRET}]}}"), format!("{{p: {{{SECRET}: 1}}}}")] {
            let (desk, given) = (Desk::new(), map(&given));
            let Err(failure) = schema.prepare(&desk.context(&schema), &given) else {
                panic!("{wanted} takes {given:?}")
            };
            check(&schema, &given, &[failure.to_string(), format!("{failure:?}"), desk.lines().join("\n")]);
        }
    }
}

#[test]
fn failures_of_connecting_are_scrubbed_and_otherwise_unchanged() {
    let schema = schema("p: {type: String, desc: d, sensitive: true}");
    let kind = TransportKind::new(schema, |_, info| -> Outcome<Talkative> {
        Err(Failure::resource(format!("no entry with {}", info.secret("p")?.expose())))
    });
    let failure = kind.connect("spine1", &map(&format!("{{p: {SECRET}}}")), &Desk::new().log).unwrap_err();
    assert_eq!(failure.to_string(), "no entry with [redacted]");
}

#[test]
fn a_short_password_in_a_url_is_not_shown_with_it() {
    let schema = schema("uri: {type: Integer, desc: d}");
    let desk = Desk::new();
    let failure = schema.prepare(&desk.context(&schema), &map("{uri: 'https://al:xyz@rack7'}")).unwrap_err();
    assert!(!failure.to_string().contains("xyz"), "{failure}");
}

#[test]
fn dumps_of_devices_and_builders_show_no_secret() {
    let builder = Schema::builder("t")
        .desc("d")
        .attribute("p", crate::Attribute::builder("String").desc("d").default(SECRET).sensitive())
        .extra("note", SECRET);
    let dump = format!("{builder:?}");
    let schema = builder.build().unwrap();
    let device = Arc::new(Device::new("d", Talkative(SECRET.to_owned())));
    let mut output = vec![dump, format!("{schema:?}"), format!("{device:?}")];
    // A sensitive default must not be shown in any form; other defaults may be.
    output.push(format!("{:?}", schema.attribute("p")));
    check(&schema, &value("{}").as_hash().unwrap().clone(), &output);
}
