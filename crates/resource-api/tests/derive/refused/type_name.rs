use resource_api::Resource;

#[derive(Resource)]
#[resource(name = "apt-key")]
struct Key {
    #[attribute(namevar)]
    id: String,
}

fn main() {}
