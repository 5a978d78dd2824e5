use resource_api::Resource;

#[derive(Resource)]
struct Note {
    name: String,
    text: String,
}

#[derive(Resource)]
struct Letter {
    address: String,
}

fn main() {}
