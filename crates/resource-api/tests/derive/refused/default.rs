use resource_api::{Ensure, Resource};

#[derive(Resource)]
struct Note {
    #[attribute(namevar)]
    name: String,
    #[attribute(default = 65536)]
    port: u16,
    #[attribute(default = "latest")]
    ensure: Ensure,
    #[attribute(type = "Enum[red, green]", default = "blue")]
    color: Option<String>,
    #[attribute(default = ["a", 1])]
    words: Vec<String>,
    #[attribute(read_only, default = 5)]
    size: Option<i64>,
}

fn main() {}
