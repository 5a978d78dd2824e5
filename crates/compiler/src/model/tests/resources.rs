//! Section 5: types of resources.

use pcore::Value;
use resource_api::TypeDefinition;

use super::{fails, refuses, shows};
use crate::evaluate::harness::{logged, with_compilation};

const ACCOUNT: &str = "type Account inherits Resource {
    desc 'An account'
    features canonicalize, simple_get_filter
    autorequire { package => 'accounts', file => '$home' }
    attr login, String { behaviour => namevar, desc => 'Its name' }
    attr ensure, enum[present, absent] { default => present }
    attr uid, Integer { check => { if $it < 1000 { \"uid ${it} is for the system\" } }, set => |$v| { Integer($v) } }
    attr groups, String { max => unbound, check => $it !~ /:/ }
    attr home, String
    attr password, String { behaviour => parameter }
    attr shell, String { default => '/bin/sh' }
    attr note, String { transient => true }
    attr summary, String { derived => || { \"${login}:${uid}\" } }
    invariant 'who is absent has no home' { !($ensure == absent and $home) }
}
";

/// The parameters of the one account of a manifest.
fn parameters(resource: &str) -> Vec<String> {
    let source = std::sync::Arc::new(diagnostics::Source::new("site.pp", format!("{ACCOUNT}{resource}")));
    with_compilation(move |compilation| {
        let catalog = crate::compile(compilation, &[source]).unwrap();
        let account = catalog.resources.iter().find(|resource| resource.type_name == "Account");
        account.unwrap().parameters.iter().map(|(name, value)| format!("{name} => {value}")).collect()
    })
}

// Requirement: MT-62
#[test]
fn a_resource_has_what_its_features_hold() {
    assert_eq!(
        parameters("account { 'ada': uid => '1815', groups => [math], note => 'x' }"),
        ["uid => 1815", "groups => [math]", "ensure => present", "shell => /bin/sh", "summary => ada:1815"],
    );
}

// Requirement: MT-62
#[test]
fn checks_name_the_place_of_the_resource() {
    let resource = format!("{ACCOUNT}\naccount {{ 'ada':\n  uid => 1 }}");
    refuses(&resource, "Error while evaluating a Resource Statement, Account[ada]: uid 1 is for the system (line: 17)");
    refuses(
        &format!("{ACCOUNT}account {{ 'a': groups => ['x:y'] }}"),
        "Illegal value: x:y is not an acceptable value for groups",
    );
    refuses(
        &format!("{ACCOUNT}account {{ 'a': home => 5 }}"),
        "Account[a]: feature 'home' of Account expects a String value, got Integer",
    );
    refuses(
        &format!("{ACCOUNT}account {{ 'a': ensure => absent, home => '/x' }}"),
        "Account[a]: who is absent has no home",
    );
    refuses(&format!("{ACCOUNT}account {{ 'a': nope => 1 }}"), "no parameter named 'nope'");
    refuses(&format!("{ACCOUNT}account {{ 'a': }} Account<| |> {{ uid => 5 }}"), "uid 5 is for the system");
}

#[test]
fn secrets_are_for_attributes_that_take_them() {
    // As the engine does: a provider would see a text where there is a secret.
    refuses(
        &format!("{ACCOUNT}account {{ 'a': password => Sensitive('pw') }}"),
        "Account[a]: feature 'password' of Account expects a String value, got Sensitive[String]",
    );
    let vault = |settings: &str, value: &str| {
        let types = "type Vault inherits Resource { attr id, String { behaviour => namevar }";
        format!("{types} attr secret, Sensitive {{ {settings} }} }} vault {{ 'a': secret => {value} }}")
    };
    assert!(logged(&vault("check => true", "Sensitive('pw')")).is_ok());
    for settings in ["check => \"no ${it}\"", "check => false", "set => |$v| { \"no ${v}\" }"] {
        let failure = logged(&vault(settings, "Sensitive('pw')")).unwrap_err();
        assert!(failure.contains("Vault[a]: ") && !failure.contains("pw"), "{failure}");
    }
    refuses(
        &vault("check => true", "'pw'"),
        "Vault[a]: feature 'secret' of Vault expects a Sensitive value, got String",
    );
}

// Requirement: MT-60
#[test]
fn a_type_becomes_a_definition_of_the_resource_api() {
    let source = std::sync::Arc::new(diagnostics::Source::new("", ACCOUNT));
    let definition = with_compilation(move |compilation| {
        crate::compile(compilation, &[source]).unwrap();
        let model = compilation.model_type("account").unwrap().unwrap();
        model::resource::definition(&model).unwrap()
    });
    let read = TypeDefinition::from_value(&definition).unwrap();
    assert_eq!(read.name(), "account");
    let types: Vec<(Value, Value)> = definition
        .as_hash()
        .unwrap()
        .get_str("attributes")
        .unwrap()
        .as_hash()
        .unwrap()
        .iter()
        .map(|(name, attribute)| (name.clone(), attribute.as_hash().unwrap().get_str("type").unwrap().clone()))
        .collect();
    let types: Vec<String> = types.iter().map(|(name, data_type)| format!("{name}: {data_type}")).collect();
    assert_eq!(
        types,
        [
            "login: String",
            "ensure: Enum['absent', 'present']",
            "uid: Optional[Integer]",
            "groups: Optional[Array[String]]",
            "home: Optional[String]",
            "password: Optional[String]",
            "shell: Optional[String]",
            "summary: Optional[String]",
        ]
    );
}

// Requirement: MT-64
#[test]
fn a_type_of_resources_is_declared_and_not_made() {
    refuses(&format!("{ACCOUNT} Account.new"), "Creation of new instance of type 'Account' is not supported");
    shows(&format!("{ACCOUNT} account {{ 'a': }} notice(Account['a'])"), &["Account['a']"]);
    shows(
        &format!(
            "{ACCOUNT} type Admin inherits Account {{ attr level, Integer }} admin {{ 'a': level => 3 }} notice(Admin['a'])"
        ),
        &["Admin['a']"],
    );
    refuses(
        "type A inherits Resource { abstract attr n, String { behaviour => namevar } } a { 'x': }",
        "'A' is abstract",
    );
}

#[test]
fn what_is_for_resources_is_refused_in_data() {
    fails(
        "type M { attr a { behaviour => namevar } }",
        "Evaluation Error: 'behaviour' is only allowed in resource types, and 'M' is not one (line: 1, column: 19)",
    );
    refuses("type M { features x }", "'features' is only allowed in resource types");
    refuses("type M { autorequire { file => a } }", "'autorequire' is only allowed in resource types");
    refuses(
        "type M::N inherits Resource { } m::n { 'x': }",
        "The name of a resource type cannot have a namespace: 'M::N'",
    );
    refuses(
        "type M inherits Resource { has a, M } m { 'x': }",
        "The reference 'a' is not supported in a resource type",
    );
    refuses(
        "type M { attr a { behaviour => odd } }",
        "The value of 'behaviour' must be namevar, parameter, read_only or init_only",
    );
}
