//! The manifests that are compiled: about so many resources each, declared in the different ways that the language has.

/// A way to declare many resources.
pub(super) struct Shape {
    /// What it is called in tables.
    pub(super) name: &'static str,
    /// What its file is called.
    pub(super) file: &'static str,
    /// The manifest with about so many resources.
    pub(super) manifest: fn(usize) -> String,
}

pub(super) const SHAPES: &[Shape] = &[
    Shape { name: "`notify` with three attributes, written out", file: "plain", manifest: plain },
    Shape { name: "in a loop", file: "loop", manifest: in_a_loop },
    Shape { name: "one list of titles", file: "titles", manifest: titles },
    Shape { name: "strings with values in them", file: "strings", manifest: strings },
    Shape { name: "defines with a resource each", file: "defines", manifest: defines },
    Shape { name: "classes with a resource each", file: "classes", manifest: classes },
    Shape { name: "resource defaults", file: "defaults", manifest: defaults },
    Shape { name: "virtual, collected and changed", file: "collectors", manifest: collectors },
    Shape { name: "virtual, realized one by one", file: "realized", manifest: realized },
    Shape { name: "relationships", file: "relationships", manifest: relationships },
    Shape { name: "attributes from hashes", file: "splats", manifest: splats },
    Shape { name: "templates (`inline_epp`)", file: "templates", manifest: templates },
    Shape { name: "a mix of these", file: "mix", manifest: mix },
];

/// Values instead of resources: ten for each resource of the other shapes.
const VALUES: Shape = Shape { name: "values: `map`, `filter`, hashes, `sort`", file: "values", manifest: values };

/// All shapes, and one that has values instead of resources.
pub(super) fn all() -> impl Iterator<Item = &'static Shape> {
    SHAPES.iter().chain([&VALUES])
}

fn repeated(count: usize, one: impl Fn(usize) -> String) -> String {
    (1..=count).map(one).collect()
}

fn plain(count: usize) -> String {
    repeated(count, |number| {
        format!(
            "notify {{ 'notice-{number}':\n  message  => 'The message {number}',\n  withpath => true,\n  \
             loglevel => 'info',\n}}\n"
        )
    })
}

fn in_a_loop(count: usize) -> String {
    format!(
        "Integer[1, {count}].each |$i| {{\n  notify {{ \"looped ${{i}}\":\n    message  => \"message ${{i}}\",\n    \
         withpath => $i > 5,\n    loglevel => 'info',\n  }}\n}}\n"
    )
}

fn titles(count: usize) -> String {
    let titles = repeated(count, |number| format!("  'titled-{number}',\n"));
    format!("notify {{ [\n{titles}]:\n  message  => 'The same',\n  loglevel => 'info',\n}}\n")
}

fn strings(count: usize) -> String {
    format!(
        "$hosts = Integer[1, {count}].map |$i| {{ {{ 'name' => \"host${{i}}\", 'port' => 8000 + $i }} }}\n\
         $hosts.each |$host| {{\n  notify {{ \"${{host['name']}}.${{facts['networking']['domain']}}\":\n    \
         message => \"http://${{host['name'].upcase}}:${{host['port']}}/${{facts['os']['name']}}?twice=${{$host['port'] * 2}}\",\n  \
         }}\n}}\n"
    )
}

fn defines(count: usize) -> String {
    let half = count / 2;
    format!(
        "define site(Integer $port, String $owner = 'root', Optional[String] $comment = undef) {{\n  \
         file {{ \"/srv/${{name}}\":\n    owner   => $owner,\n    content => \"port ${{port}}\",\n  }}\n}}\n\
         Integer[1, {half}].each |$i| {{\n  site {{ \"site${{i}}\": port => $i }}\n}}\n"
    )
}

fn classes(count: usize) -> String {
    repeated(count / 2, |number| {
        format!(
            "class c{number}(Integer $n = {number}) {{\n  notify {{ \"in c${{n}}\": message => $title }}\n}}\n\
             include c{number}\n"
        )
    })
}

fn defaults(count: usize) -> String {
    let half = count / 2;
    format!(
        "Notify {{ loglevel => 'info', withpath => false }}\n\
         define told(String $text) {{\n  Notify {{ message => $text }}\n  notify {{ $title: }}\n}}\n\
         Integer[1, {half}].each |$i| {{\n  told {{ \"told${{i}}\": text => \"text ${{i}}\" }}\n}}\n"
    )
}

fn collectors(count: usize) -> String {
    format!(
        "Integer[1, {count}].each |$i| {{\n  @notify {{ \"virtual${{i}}\": tag => ['all', \"t${{$i % 10}}\"] }}\n}}\n\
         Notify <| tag == 't3' |> {{ message => 'three' }}\n\
         Notify <| tag == 't4' and title != 'virtual4' |> {{ loglevel => 'info' }}\n\
         Notify <| tag == 'all' |> -> file {{ '/end': }}\n"
    )
}

fn realized(count: usize) -> String {
    format!(
        "Integer[1, {count}].each |$i| {{\n  @notify {{ \"virtual${{i}}\": message => \"message ${{i}}\" }}\n  \
         realize(Notify[\"virtual${{i}}\"])\n}}\n"
    )
}

fn relationships(count: usize) -> String {
    repeated(count / 5, |number| {
        format!(
            "notify {{ 'a{number}': }}\n-> notify {{ 'b{number}': }}\n~> notify {{ 'c{number}': require => \
             Notify['b{number}'] }}\nnotify {{ ['d{number}', 'e{number}']: before => Notify['a{number}'] }}\n\
             Notify['a{number}'] -> [Notify['c{number}'], Notify['b{number}']]\n"
        )
    })
}

fn splats(count: usize) -> String {
    let half = count / 2;
    format!(
        "$common = {{ 'withpath' => true, 'loglevel' => 'info' }}\n\
         Integer[1, {half}].each |$i| {{\n  notify {{ \"splat${{i}}\": message => \"message ${{i}}\", * => $common }}\n}}\n\
         $more = Hash(Integer[1, {half}].map |$i| {{ [\"created${{i}}\", {{ 'message' => \"message ${{i}}\" }}] }})\n\
         create_resources('notify', $more, $common)\n"
    )
}

fn templates(count: usize) -> String {
    format!(
        "$text = @(END)\n  <%- | Integer $number, Array[String] $names | -%>\n  number = <%= $number %>\n  \
         <% $names.each |$name| {{ -%>\n  name = <%= $name %>\n  <% }} -%>\n  | END\n\
         Integer[1, {count}].each |$i| {{\n  file {{ \"/srv/${{i}}\":\n    \
         content => inline_epp($text, {{ 'number' => $i, 'names' => ['a', 'b', \"n${{i}}\"] }}),\n  }}\n}}\n"
    )
}

fn mix(count: usize) -> String {
    let part = count / 8;
    let parts = [plain, in_a_loop, defines, classes, defaults, relationships, splats, templates];
    parts.iter().map(|manifest| manifest(part)).collect()
}

fn values(count: usize) -> String {
    let many = count * 10;
    format!(
        "$numbers = Integer[1, {many}].map |$i| {{ ($i * 7919) % 1000003 }}\n\
         $even = $numbers.filter |$n| {{ $n % 2 == 0 }}\n\
         $named = Hash($numbers.map |$i| {{ [\"key ${{i}}\", $i] }})\n\
         $sum = $even.reduce |$a, $b| {{ $a + $b }}\n\
         $sorted = $numbers.sort\n\
         $joined = $named.keys.join(',').length\n\
         $merged = $named + {{ 'one' => 'more' }}\n\
         notify {{ 'values': message => \"${{sum}} ${{sorted[0]}} ${{joined}} ${{merged.length}} ${{$numbers.unique.length}}\" }}\n"
    )
}
