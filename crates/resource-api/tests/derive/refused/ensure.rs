use resource_api::{Ensure, Resource};

#[derive(Resource)]
struct Note {
    #[attribute(namevar)]
    name: String,
    ensure: bool,
}

#[derive(Resource)]
struct Letter {
    #[attribute(namevar)]
    name: String,
    #[attribute(type = "Enum[present, absent, latest]")]
    ensure: String,
}

#[derive(Resource)]
struct Parcel {
    #[attribute(namevar)]
    name: String,
    #[attribute(parameter)]
    ensure: Ensure,
}

fn main() {}
