use resource_api::Resource;

#[derive(Resource)]
struct Note {
    #[attribute(namevar)]
    name: String,
    #[attribute(readonly)]
    size: Option<i64>,
    #[attribute(colour = "red")]
    text: String,
}

#[derive(Resource)]
#[resource(feature(canonicalize))]
struct Letter {
    #[attribute(namevar)]
    name: String,
}

fn main() {}
