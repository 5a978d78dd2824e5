//! Documents that cannot be used: one clear error each, at its location.

use std::sync::Arc;

use diagnostics::Source;
use ecore::{
    LogicOutput, Secrets,
    instances::{Types, read_json, read_xmi},
};

use crate::{
    instances::{SCENE, built},
    types::{ALL, exported, session, types},
};

const HEAD: &str = "<ecore:EPackage xmi:version=\"2.0\" xmlns:xmi=\"http://www.omg.org/XMI\" \
    xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:ecore=\"http://www.eclipse.org/emf/2002/Ecore\" \
    name=\"m\" nsURI=\"u\" nsPrefix=\"m\">";

/// What is said of a model.
#[track_caller]
fn refused(text: &str, expected: &str) {
    let error = ecore::import(&[Arc::new(Source::new("m.ecore", text))], None).expect_err("it is wrong");
    assert_eq!(error.to_string(), expected, "{text}");
}

/// What is said of a model with these classifiers, which stand in its second line.
#[track_caller]
fn refused_in(classifiers: &str, expected: &str) {
    refused(&format!("{HEAD}\n{classifiers}\n</ecore:EPackage>"), expected);
}

#[test]
fn broken_documents() {
    refused("", "m.ecore:1:1: expected an XML document, got no element");
    refused("{", "m.ecore:1:1: expected an XML document, got text");
    refused("{}", "m.ecore:1:1: this JSON is neither a set of functions nor instances");
    refused("{\"__ptype\": \"A\"}", "m.ecore:1:1: no model was given");
    refused(
        "{\"name\": \"bunraku/type-logic\", \"version\": \"9.0.0\", \"functions\": {}}",
        "m.ecore:1:1: unsupported function set bunraku/type-logic 9.0.0",
    );
    refused("<a>\n <b>\n</a>", "m.ecore:3:1: ill-formed document: expected `</b>`, but `</a>` was found");
    refused("<a>\n <b>", "m.ecore:2:2: the element 'b' is not closed");
    refused("<a/><b/>", "m.ecore:1:5: the document has more than one outermost element");
    refused("<x:a/>", "m.ecore:1:1: the prefix 'x' of 'x:a' is not declared");
    refused("<a b='1' b='2'/>", "m.ecore:1:1: duplicate attribute 'b'");
    refused("<a>&unknown;</a>", "m.ecore:1:4: unknown entity '&unknown;'");
    refused("<a>&#1;</a>", "m.ecore:1:4: XML cannot contain the character U+0001");
    refused("<a/>", "m.ecore:1:1: 'a' of '' is not a model");
    let deep = "<a>".repeat(5000);
    refused(&deep, "m.ecore:1:4801: elements are nested deeper than 1600 levels");
}

#[test]
fn entities_are_never_expanded() {
    let bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY b \"bbbb\"><!ENTITY c \"&b;&b;&b;\">]>\n<a>&c;</a>";
    refused(bomb, "m.ecore:2:1: a DOCTYPE is not allowed here");
    refused("<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>", "m.ecore:1:1: a DOCTYPE is not allowed here");
}

#[test]
fn models_that_say_too_little_or_too_much() {
    refused_in("<eClassifiers name=\"A\"/>", "m.ecore:2:1: the classifier 'A' has no type");
    refused_in("<eClassifiers xsi:type=\"ecore:EClass\"/>", "m.ecore:2:1: 'eClassifiers' lacks its name");
    let class = |inner: &str| format!("<eClassifiers xsi:type=\"ecore:EClass\" name=\"A\" {inner}</eClassifiers>");
    let feature = |inner: &str| class(&format!(">\n<eStructuralFeatures xsi:type=\"ecore:{inner}/>"));
    refused_in(&class("eSuperTypes=\"#//B\">"), "m.ecore:2:1: '#//B' is not in the given models");
    refused_in(&feature("EAttribute\" name=\"a\""), "m.ecore:3:1: the feature 'a' has no type");
    refused_in(
        &feature("EReference\" name=\"a\" eType=\"other.ecore#//B\""),
        "m.ecore:3:1: 'other.ecore#//B' is not in the given models",
    );
    refused_in(
        &feature("EReference\" name=\"a\" eType=\"#//A\" upperBound=\"x\""),
        "m.ecore:3:1: 'upperBound' must be a number or -1, got 'x'",
    );
    refused_in(
        &feature("EReference\" name=\"a\" eType=\"#//A\" lowerBound=\"3\" upperBound=\"2\""),
        "m.ecore:3:1: the bounds of the feature 'a' exclude each other",
    );
    refused_in(
        &feature("EAttribute\" name=\"a\" eType=\"#//A\""),
        "m.ecore:3:1: the attribute 'a' has the class 'A' as its type: use a reference",
    );
    refused_in(&format!("{}\n{}", class(">"), class(">")), "m.ecore:3:1: duplicate classifier 'A'");
}

/// What is said of the implementation model of `ALL`, with a piece of it replaced.
#[track_caller]
fn refused_implementation(piece: &str, by: &str, expected: &str) {
    let documents = exported(ALL, LogicOutput::Separate);
    let implementation = documents.implementation.unwrap();
    assert!(implementation.contains(piece), "{piece}");
    let sources = [
        Arc::new(Source::new("model.ecore", documents.base)),
        Arc::new(Source::new("model.xmi", implementation.replacen(piece, by, 1))),
    ];
    let error = ecore::import(&sources, None).expect_err("it is wrong").to_string();
    let (location, message) = error.split_once(": ").unwrap();
    assert!(location.starts_with("model.xmi:"), "{location}");
    assert_eq!(message, expected);
}

#[test]
fn implementations_that_cannot_be_read() {
    refused_implementation(
        "functionSetVersion=\"1.0.0\"",
        "functionSetVersion=\"1.1.0\"",
        "unsupported function set bunraku/type-logic 1.1.0",
    );
    refused_implementation(
        "functionSet=\"bunraku/type-logic\"",
        "functionSet=\"other\"",
        "unsupported function set other 1.0.0",
    );
    refused_implementation("functionSetVersion=\"1.0.0\"", "", "the model does not name the function set of its logic");
    refused_implementation(
        "implementation:BinaryOperation",
        "implementation:Spell",
        "unknown class 'Spell' of implementation models",
    );
    refused_implementation(
        "implementation:BinaryOperation",
        "implementation:Expression",
        "'Expression' is abstract: xsi:type must name a subclass",
    );
    refused_implementation("implementation:BinaryOperation", "implementation:Entry", "expected Expression, got Entry");
    refused_implementation(
        "operator=\"multiply\"",
        "operator=\"power\"",
        "'operator' of BinaryOperation expects add, subtract, multiply, divide, modulo, shiftLeft, shiftRight, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, match, noMatch, in, and, or, got 'power'",
    );
    refused_implementation("operator=\"multiply\"", "", "BinaryOperation lacks its 'operator'");
    refused_implementation(
        "operator=\"multiply\"",
        "operator=\"multiply\" color=\"red\"",
        "BinaryOperation has no feature 'color'",
    );
    refused_implementation(
        "name=\"whole\"",
        "name=\"whole + file('/etc/shadow')\"",
        "'name' of Variable expects a name, got 'whole + file('/etc/shadow')'",
    );
    refused_implementation(
        "model.ecore#//Everything\"",
        "model.ecore#//Nothing\"",
        "'model.ecore#//Nothing' is not in the given models",
    );
    let documents = exported(ALL, LogicOutput::Separate);
    let alone = ecore::import(&[Arc::new(Source::new("model.xmi", documents.implementation.unwrap()))], None);
    assert_eq!(
        alone.unwrap_err().to_string(),
        "model.xmi:2:1: an implementation model was given without its base model"
    );
}

#[test]
fn annotations_that_cannot_be_read() {
    let text = exported(ALL, LogicOutput::Annotations).base;
    let check = |piece: &str, by: &str, expected: &str| {
        assert!(text.contains(piece), "{piece}");
        let source = Arc::new(Source::new("model.ecore", text.replacen(piece, by, 1)));
        let error = ecore::import(&[source], None).expect_err("it is wrong").to_string();
        assert_eq!(error.split_once(": ").unwrap().1, expected);
    };
    check(
        "key=\"functionSetVersion\" value=\"1.0.0\"",
        "key=\"functionSetVersion\" value=\"2.0.0\"",
        "unsupported function set bunraku/type-logic 2.0.0",
    );
    check("key=\"functionSet\"", "key=\"other\"", "the model does not name the function set of its logic");
    check(
        "operator=&quot;multiply",
        "operator=&quot;power",
        "in the annotation, 'operator' of BinaryOperation expects add, subtract, multiply, divide, modulo, shiftLeft, shiftRight, equal, notEqual, less, lessOrEqual, greater, greaterOrEqual, match, noMatch, in, and, or, got 'power'",
    );
    check(
        "&lt;/implementation:FeatureImplementation&gt;",
        "",
        "in the annotation, the element 'FeatureImplementation' is not closed",
    );
}

/// What is said of a document of instances.
#[track_caller]
fn refused_instances(text: &str, expected: &str) {
    let mut session = session(SCENE);
    let types = Types::new(&types(&mut session));
    let is_xml = text.starts_with('<');
    let source = Arc::new(Source::new(if is_xml { "i.xmi" } else { "i.json" }, text));
    let records = if is_xml { read_xmi(&source, &types) } else { read_json(&source, &types, None) };
    let error = match records {
        Ok(records) => built(&mut session, &records).expect_err("it is wrong"),
        Err(found) => found.to_string(),
    };
    assert_eq!(error, expected, "{text}");
}

#[test]
fn instances_that_are_not_acceptable() {
    let xmi = |inner: &str| {
        format!(
            "<s:Scene xmlns:s=\"urn:model:s\" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"{inner}</s:Scene>"
        )
    };
    refused_instances("<a/>", "i.xmi:1:1: unknown type 'a'");
    refused_instances(&xmi(" color=\"red\">"), "i.xmi:1:1: Scene has no feature 'color'");
    refused_instances(
        &xmi(" kind=\"red\">"),
        "i.xmi:1:1: the Scene at #/: feature 'kind' of Scene expects a match for Enum['name', 'plain', 'very odd'], got 'red'",
    );
    refused_instances(
        &xmi(" forgotten=\"x\">"),
        "i.xmi:1:1: feature 'forgotten' of Scene is transient and never stored in a document",
    );
    refused_instances(
        &xmi(">\n<shapes name=\"a\"/>"),
        "i.xmi:2:1: the Shape at #/shapes/0: 'Shape' is abstract: it has no instances of its own",
    );
    refused_instances(
        &xmi(">\n<shapes xsi:type=\"s:Circle\" name=\"a\" radius=\"x\"/>"),
        "i.xmi:2:1: feature 'radius' of Circle expects a number, got 'x'",
    );
    refused_instances(
        &xmi(">\n<shapes xsi:type=\"s:Circle\" name=\"a\" radius=\"-1\"/>"),
        "i.xmi:2:1: the Circle at #/shapes/0: Illegal value: -1.0 is not an acceptable value for radius",
    );
    refused_instances(
        &xmi(">\n<shapes xsi:type=\"s:Circle\"/>"),
        "i.xmi:2:1: the Circle at #/shapes/0: feature 'name' of Circle must have a value",
    );
    refused_instances(
        &xmi(">\n<shapes xsi:type=\"s:Scene\"/>"),
        "i.xmi:2:1: feature 'shapes' of Scene expects Shape, got Scene",
    );
    refused_instances(
        &xmi(" focus=\"//@shapes.3\">"),
        "i.xmi:1:1: '//@shapes.3' in the feature 'focus' of Scene does not resolve",
    );
    refused_instances(
        &xmi(" focus=\"other.xmi#/\">"),
        "i.xmi:1:1: 'other.xmi#/' in the feature 'focus' of Scene does not resolve",
    );
    refused_instances(
        &xmi(" focus=\"/\">"),
        "i.xmi:1:1: '/' in the feature 'focus' of Scene is a Scene, expected Shape",
    );
    refused_instances("{", "i.json:1:1: EOF while parsing an object");
    refused_instances("{}", "i.json:1:1: the instance has no type");
    refused_instances("[{\"__ptype\": \"Scene\"},\n 5]", "i.json:2:2: an instance is an object: {\"feature\": value}");
    refused_instances("{\"__ptype\": \"Scenes\"}", "i.json:1:13: unknown type 'Scenes'");
    refused_instances(
        "{\"__ptype\": \"Scene\",\n \"shapes\": [{\"__ptype\": \"Circle\", \"x\": 1}]}",
        "i.json:2:40: Circle has no feature 'x'",
    );
    refused_instances(
        "{\"__ptype\": \"Scene\",\n \"focus\": \"#/shapes/0\"}",
        "i.json:2:11: '#/shapes/0' in the feature 'focus' of Scene does not resolve",
    );
    refused_instances(
        "{\"__ptype\": \"Scene\", \"shapes\": {}}",
        "i.json:1:32: feature 'shapes' of Scene expects a list",
    );
    refused_instances(
        "[{\"__ptype\": \"Scene\"},\n {\"__ptype\": \"Scene\", \"main\": {\"__ptype\": \"Circle\"}}]",
        "i.json:2:31: the Circle at #/1/main: feature 'name' of Circle must have a value",
    );
}

#[test]
fn outermost_instances_may_refer_to_others_but_not_in_a_circle() {
    let text = |first: &str, second: &str| {
        format!(
            "[{{\"__ptype\": \"Scene\", \"main\": {{\"__ptype\": \"Circle\", \"name\": \"a\"}}, \"focus\": {first}}},\n \
             {{\"__ptype\": \"Scene\", \"main\": {{\"__ptype\": \"Circle\", \"name\": \"b\"}}, \"focus\": {second}}}]"
        )
    };
    let mut session = session(SCENE);
    let types = Types::new(&types(&mut session));
    let written = text("\"#/1/main\"", "null");
    let records = read_json(&Arc::new(Source::new("i.json", written)), &types, None).unwrap();
    let read = built(&mut session, &records).unwrap();
    let json = ecore::instances::write_json(&read, &types, Secrets::Refused).unwrap();
    assert!(json.contains("\"#/1/main\""), "{json}");
    let xmi = ecore::instances::write_xmi(&read, &types, &ecore::Naming::new("s"), Secrets::Refused).unwrap();
    assert!(xmi.contains("focus=\"/1/@main\""), "{xmi}");
    refused_instances(
        &text("\"#/1/main\"", "\"#/0/main\""),
        "i.json:2:2: the outermost instances 1 and 0 refer to each other",
    );
}

#[test]
fn deep_instances_have_a_bound() {
    let mut session = session("type N { has n, N }");
    let types = Types::new(&types(&mut session));
    let nested =
        |count: usize| format!("<m:N xmlns:m=\"urn:model:m\">{}{}</m:N>", "<n>".repeat(count), "</n>".repeat(count));
    let read = |text: String| read_xmi(&Arc::new(Source::new("i.xmi", text)), &types);
    let records = read(nested(900)).unwrap();
    let made = built(&mut session, &records).unwrap();
    let written = ecore::instances::write_xmi(&made, &types, &ecore::Naming::new("m"), Secrets::Refused).unwrap();
    assert_eq!(written.matches("<n").count(), 900);
    assert!(ecore::instances::write_json(&made, &types, Secrets::Refused).is_err());
    let error = read(nested(1200)).unwrap_err().to_string();
    assert!(error.ends_with("instances are nested deeper than 1000 levels"), "{error}");
}
