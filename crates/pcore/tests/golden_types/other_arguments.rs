//! The results of the other arguments if one argument of `notice` ends the evaluation.
//!
//! The recorded answer is only the error. These are the answers of the same Puppet when it is asked for each argument
//! alone, with `oracle/oracle.rb`.

/// A part of a snippet, and the texts or errors of all arguments but the one that the recorded error is about.
pub const OTHER_ARGUMENTS: &[(&str, &[&str])] = &[
    (
        "notice(Resource,",
        &[
            "Resource",
            "File",
            "File['x']",
            "File",
            "File['x']",
            "[File['x'], File['y']]",
            "Class",
            "Class[a]",
            "[Class[a], Class[b]]",
            "CatalogEntry",
            "[Notify['a'], Notify['b']]",
            "File['x']",
        ],
    ),
    (
        "notice(Any,",
        &[
            "Any",
            "Data",
            "RichData",
            "RichDataKey",
            "Scalar",
            "ScalarData",
            "Numeric",
            "Undef",
            "Default",
            "Collection",
            "Object[{}]",
            "TypeSet[{pcore_uri => 'http://puppet.com/2016.1/pcore', pcore_version => '1.0.0', name_authority => \
             'http://puppet.com/2016.1/runtime', name => 'DefaultTypeSet', version => '0.0.0'}]",
            // The real answer is "UnresolvedAlias = TypeReference['UnresolvedReference']": TypeAlias is an internal name of
            // Puppet's, not a type of the language.
            "ERR: Resource type not found: TypeAlias",
            "ERR: Resource type not found: UnresolvedReference",
            "Binary",
            "Object[{name => 'Deferred', attributes => {'name' => \
             Pattern[/\\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\\z/], 'arguments' => {type => Optional[Array], \
             value => undef}}}]",
            "Object[{name => 'Error', type_parameters => {'kind' => Variant[String, Regexp, Type[Enum], \
             Type[Pattern], Type[NotUndef], Type[Undef]], 'issue_code' => Variant[String, Regexp, Type[Enum], \
             Type[Pattern], Type[NotUndef], Type[Undef]]}, attributes => {'msg' => String[1], 'kind' => {type => \
             Optional[String[1]], value => undef}, 'details' => {type => Optional[Hash[String[1], Data]], value => \
             undef}, 'issue_code' => {type => Optional[String[1]], value => undef}}, functions => {'message' => \
             Callable[[0, 0], String[1]]}}]",
            "ERR: Resource type not found: Target",
            "ERR: Resource type not found: Target",
        ],
    ),
    (
        "notice(type({a=>1,b=>'x'},reduced),",
        &[
            "Hash[Enum['a', 'b'], ScalarData, 2, 2]",
            "Hash[Variant[String, String], Variant[Integer[1, 1], Integer[2, 2]], 2, 2]",
            "Hash[Variant[Integer[1, 1], String], Variant[String, Integer[2, 2]], 2, 2]",
            "Sensitive[String]",
            "Timestamp['2020-01-01T00:00:00.000000000 UTC']",
            "SemVer['1.0.0 - 1.0.0']",
            "Binary",
            "URI[{'scheme' => 'http', 'host' => 'x'}]",
            "Error[undef, undef]",
        ],
    ),
    ("type My", &["ERR: Resource type not found: My::Age"]),
    ("notice(SemVer('1.0.0-rc1') < SemVer('1.0.0'),", &["true", "true", "false"]),
    (
        "notice(Timestamp('2020-01-02T03:04:05 +0200'),",
        &[
            "2020-01-02T01:04:05.000000000 UTC",
            "2020-01-02T03:04:05.123000000 UTC",
            "2020-01-02T08:00:00.000000000 UTC",
        ],
    ),
    (
        "notice(Timespan('1-2:3:4'),",
        &[
            "1-02:03:04.0",
            "0-02:03:04.0",
            "0-00:00:04.0",
            "0-00:00:04.5",
            "0-01:02:00.0",
            "1-02:03:04.5006007",
            "-0-00:00:05.0",
            "-1-00:00:00.0",
            "0-00:05:00.0",
            "0-00:00:05.0",
            "2.5",
            "1",
            "-0-00:00:05.0",
            "0-00:00:10.0",
            "0-00:00:06.0",
        ],
    ),
    ("notice(URI('http://u:p@h:99/p?q#f').userinfo,", &["u:p", "80", "true", r#"ERR: bad URI(is not URI?): "a b""#]),
    ("notice(Init[String].new(5),", &["5", "{a => 1}", "true", "true"]),
    ("notice(Type[Integer] =~ Type[Type],", &["true", "Type[Type[Integer]]", "false", "Array[String]"]),
    ("notice(Not,", &["1"]),
    ("notice(Runtime[ruby,'String'],", &["Runtime[ruby, 'String']"]),
];
