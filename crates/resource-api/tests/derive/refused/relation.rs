use resource_api::Resource;

#[derive(Resource)]
#[resource(autorequire(file = ["/etc", "$sorce"]))]
struct Note {
    #[attribute(namevar)]
    name: String,
    source: String,
}

#[derive(Resource)]
#[resource(autorequire = "file")]
struct Letter {
    #[attribute(namevar)]
    name: String,
}

fn main() {}
