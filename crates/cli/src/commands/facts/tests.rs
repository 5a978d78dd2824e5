use super::*;

fn example() -> Hash {
    let value = yaml::parse(
        "kernel: Linux\nhypervisors: {kvm: {}}\nprocessors: {count: 2, isa: unknown, models: [A, B]}\nis_virtual: true\n",
    );
    value.unwrap().as_hash().unwrap().clone()
}

#[test]
fn text_is_that_of_facter() {
    let expected = "kernel => Linux
hypervisors => {
  kvm => {
  }
}
processors => {
  count => 2,
  isa => \"unknown\",
  models => [
    \"A\",
    \"B\"
  ]
}
is_virtual => true";
    assert_eq!(Form::Text.facts(&example()).unwrap(), expected);
}

#[test]
fn a_text_alone_has_no_quotes_on_a_console_and_in_text() {
    for (form, expected) in
        [(Form::Console, "Linux"), (Form::Text, "Linux"), (Form::Json, "\"Linux\""), (Form::Yaml, "--- Linux")]
    {
        assert_eq!(form.value(&"Linux".into()).unwrap(), expected, "for {form:?}");
    }
}
