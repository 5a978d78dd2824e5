//! Lookups in type sets, and their references to each other.

use std::sync::Arc;

use crate::{NoNames, Type, TypeNames, Value, parse_literal, types::TypeSet};

fn define(name: &str, definition: &str, names: &dyn TypeNames) -> TypeSet {
    let definition = parse_literal(definition).unwrap();
    TypeSet::define(Some(name), None, definition.as_hash().unwrap(), names).unwrap()
}

fn vehicles() -> TypeSet {
    define(
        "Vehicles",
        "{ pcore_version => '1.0.0', version => '1.4.0',
           types => { Van => { parent => Car, attributes => { load => Weight } },
                      Car => { attributes => { wheels => { 'type' => Wheels, value => 4 } } },
                      Wheels => Integer[3], Weight => Short, Short => Float[0.0] } }",
        &NoNames,
    )
}

#[test]
fn types_are_found_by_simple_and_by_qualified_name() {
    let set = vehicles();
    for name in ["Car", "car", "Vehicles::Car", "vehicles::CAR"] {
        assert!(matches!(set.get(name, &NoNames), Some(Type::Object(Some(_)))), "{name}");
    }
    assert_eq!(set.get("Wheels", &NoNames).unwrap().to_string(), "Vehicles::Wheels = Integer[3]");
    assert_eq!(set.get("Nope", &NoNames), None);
    assert_eq!(set.get("Vehicles", &NoNames), None);
    assert_eq!(set.types().len(), 5);
}

#[test]
fn types_may_be_declared_in_any_order() {
    let Some(Type::Object(Some(van))) = vehicles().get("Van", &NoNames) else { panic!("Van is an Object type") };
    let instance = van.instantiate(&[Value::from(1.5)]).unwrap();
    assert_eq!(instance.get("wheels"), Some(&Value::from(4)));
    assert!(van.instantiate(&[Value::from(-1.5)]).is_err());
}

#[test]
fn types_of_a_referenced_set_are_found_by_its_alias() {
    let vehicles = Arc::new(vehicles());
    let names = |name: &str| (name == "Vehicles").then(|| Type::TypeSet(Some(Arc::clone(&vehicles))));
    let text = "{ pcore_version => '1.0.0', types => { Fleet => Array[V::Car] },
                  references => { V => { name => 'Vehicles', version_range => '1.x' } } }";
    let set = define("My", text, &names);
    let fleet = set.get("Fleet", &names).unwrap();
    let Some(Type::Object(Some(car))) = set.get("V::Car", &names) else { panic!("V::Car is an Object type") };
    assert!(fleet.is_instance(&Value::array([car.instantiate(&[]).unwrap().into()])));
    assert_eq!(set.check_references(&names), Ok(()));
    assert_eq!(
        set.check_references(&NoNames).unwrap_err().to_string(),
        "TypeSet 'My' reference to TypeSet named 'Vehicles' cannot be resolved"
    );
    let newer = define("My", &text.replace("1.x", ">=1.5.0"), &names);
    assert_eq!(
        newer.check_references(&names).unwrap_err().to_string(),
        "TypeSet 'My' reference to TypeSet named 'Vehicles' resolves to an incompatible version. \
         Expected >=1.5.0, got 1.4.0"
    );
}

#[test]
fn a_set_prints_its_references() {
    let text = "{ pcore_version => '1.0.0', references => { V => { name => 'Vehicles', version_range => '1.x' } } }";
    let set = define("My", text, &NoNames);
    assert_eq!(
        Type::TypeSet(Some(Arc::new(set))).to_string(),
        "TypeSet[{pcore_version => '1.0.0', name => 'My', \
         references => {V => {'name' => 'Vehicles', 'version_range' => '1.x'}}}]"
    );
}

#[test]
fn a_cycle_of_aliases_has_no_target() {
    let definition = parse_literal("{ pcore_version => '1.0.0', types => { One => Two, Two => One } }").unwrap();
    let failure = TypeSet::define(Some("My"), None, definition.as_hash().unwrap(), &NoNames).unwrap_err();
    assert_eq!(failure.to_string(), "Type alias 'My::One' cannot be resolved to a real type");
}
