use resource_api::Resource;

struct Ownership {
    owner: String,
}

#[derive(Resource)]
struct Note {
    #[attribute(namevar)]
    name: String,
    #[attribute(group)]
    ownership: Ownership,
}

fn main() {}
