use resource_api::Resource;

#[derive(Resource)]
struct Note {
    #[attribute(namevar, type = "String[")]
    name: String,
    #[attribute(type = "Array[Strng]")]
    words: Vec<String>,
    #[attribute(type = "text")]
    text: String,
    #[attribute(type = "Integer[1, 10]")]
    grade: String,
    #[attribute(type = "Optional[Enum[red, green]]")]
    color: String,
    #[attribute(type = String)]
    style: String,
}

fn main() {}
