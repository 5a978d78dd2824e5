use resource_api::{AttributeGroup, Resource};

#[derive(AttributeGroup)]
#[resource(name = "ownership")]
struct Ownership {
    owner: String,
}

#[derive(Resource)]
struct Note {
    #[attribute(namevar)]
    name: String,
    #[attribute(group, parameter)]
    ownership: Ownership,
}

fn main() {}
