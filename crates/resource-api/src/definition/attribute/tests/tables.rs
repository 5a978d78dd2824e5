//! The tables of the specification: the type of an attribute, a value in YAML, and the result.
//!
//! A result starts with `= `; everything else is the text of an error. `@word` is a symbol.

/// A row of a table.
pub(super) type Row = &'static [Case];

/// A type, a value, and the result.
pub(super) type Case = (&'static str, &'static str, &'static str);

/// Values from a command line.
///
/// One result differs from the reference: integers have 64 bits here, and a larger number is refused.
pub(super) const COMMAND_LINE: &[Row] = &[
    &[("Boolean", "'true'", "= true"), ("Boolean", "'false'", "= false")],
    &[
        ("Boolean", "'TRUE'", "tt.aa expects a Boolean value, got String"),
        ("Boolean", "'yes'", "tt.aa expects a Boolean value, got String"),
        ("Boolean", "'1'", "tt.aa expects a Boolean value, got String"),
        ("Boolean", "''", "tt.aa expects a Boolean value, got String"),
    ],
    &[("Boolean", "1", "tt.aa expects a Boolean value, got Integer")],
    &[("Boolean", "null", "tt.aa expects a Boolean value, got Undef")],
    &[("Boolean[true]", "'false'", "tt.aa expects a Boolean[true] value, got Boolean[false]")],
    &[
        ("Integer", "'1'", "= 1"),
        ("Integer", "'-1'", "= -1"),
        ("Integer", "'+1'", "= 1"),
        ("Integer", "' 1'", "= 1"),
        ("Integer", "'1 '", "= 1"),
        ("Integer", "'- 5'", "= -5"),
    ],
    &[("Integer", "'0x1F'", "= 31"), ("Integer", "'-0x1F'", "= -31"), ("Integer", "'0X1f'", "= 31")],
    &[
        ("Integer", "'007'", "= 7"),
        ("Integer", "'010'", "= 8"),
        ("Integer", "'-010'", "= -8"),
        ("Integer", "'00'", "= 0"),
    ],
    &[
        ("Integer", "'08'", "tt.aa expects an Integer value, got Undef"),
        ("Integer", r#""1\n""#, "tt.aa expects an Integer value, got Undef"),
        ("Integer", r#""1\nfoo""#, "tt.aa expects an Integer value, got Undef"),
    ],
    &[
        ("Integer", "'1.0'", "tt.aa expects an Integer value, got Float"),
        ("Integer", "'1e3'", "tt.aa expects an Integer value, got Float"),
        ("Integer", "1.0", "tt.aa expects an Integer value, got Float"),
    ],
    &[
        ("Integer", "'0b11'", "tt.aa expects an Integer value, got String"),
        ("Integer", "'1_000'", "tt.aa expects an Integer value, got String"),
        ("Integer", "''", "tt.aa expects an Integer value, got String"),
        ("Integer", "'-'", "tt.aa expects an Integer value, got String"),
        ("Integer", "'abc'", "tt.aa expects an Integer value, got String"),
    ],
    &[(
        "Integer",
        "'99999999999999999999'",
        "tt.aa the number 99999999999999999999 is outside the range of Integer, which has 64 bits",
    )],
    &[("Integer[1,5]", "'9'", "tt.aa expects an Integer[1, 5] value, got Integer[9, 9]")],
    &[("Integer[default,5]", "'9'", "tt.aa expects an Integer[default, 5] value, got Integer[9, 9]")],
    &[("Integer[5]", "'1'", "tt.aa expects an Integer[5] value, got Integer[1, 1]")],
    &[
        ("Float", "'1.5'", "= 1.5"),
        ("Float", "'-1.5'", "= -1.5"),
        ("Float", "'1e3'", "= 1000.0"),
        ("Float", "'1E3'", "= 1000.0"),
        ("Float", "'1.5e-3'", "= 0.0015"),
        ("Float", "'-0.0'", "= -0.0"),
    ],
    &[
        ("Float", "'1'", "tt.aa expects a Float value, got Integer"),
        ("Float", "'0x1F'", "tt.aa expects a Float value, got Integer"),
        ("Float", "1", "tt.aa expects a Float value, got Integer"),
    ],
    &[
        ("Float", "'1.'", "tt.aa expects a Float value, got String"),
        ("Float", "'.5'", "tt.aa expects a Float value, got String"),
        ("Float", "'1e+3'", "tt.aa expects a Float value, got String"),
        ("Float", "'abc'", "tt.aa expects a Float value, got String"),
        ("Float", "''", "tt.aa expects a Float value, got String"),
    ],
    &[("Float", "'09.5'", "tt.aa expects a Float value, got Undef")],
    &[("Float[0.0,1.0]", "'1.5'", "tt.aa expects a Float[0.0, 1.0] value, got Float[1.5, 1.5]")],
    &[
        ("Numeric", "'1'", "= 1"),
        ("Numeric", "'1.5'", "= 1.5"),
        ("Numeric", "'0x1f'", "= 31"),
        ("Numeric", "'1e3'", "= 1000.0"),
    ],
    &[
        ("Numeric", "abc", "tt.aa expects a Numeric value, got String"),
        ("Numeric", "true", "tt.aa expects a Numeric value, got Boolean"),
    ],
    &[("String", "'1'", "= '1'"), ("String", "'true'", "= 'true'"), ("String", "''", "= ''")],
    &[("String", "@sym", "= 'sym'")],
    &[
        ("String", "1", "tt.aa expects a String value, got Integer"),
        ("String", "true", "tt.aa expects a String value, got Boolean"),
        ("String", "null", "tt.aa expects a String value, got Undef"),
    ],
    &[("String[1]", "''", "tt.aa expects a String[1] value, got String")],
    &[("String[2,3]", "a", "tt.aa expects a String[2, 3] value, got String")],
    &[("Enum[a,b]", "a", "= 'a'"), ("Enum[a,b]", "@a", "= 'a'")],
    &[
        ("Enum[a,b]", "c", "tt.aa expects a match for Enum['a', 'b'], got 'c'"),
        ("Enum[a,b]", "''", "tt.aa expects a match for Enum['a', 'b'], got ''"),
        ("Enum[a,b]", "1", "tt.aa expects a match for Enum['a', 'b'], got Integer"),
    ],
    &[("Enum[a,b,true]", "A", "= 'A'")],
    &[
        (r"Pattern[/\A[a-z]+\Z/]", "ABC", r"tt.aa expects a match for Pattern[/\A[a-z]+\Z/], got 'ABC'"),
        (r"Pattern[/\A[a-z]+\Z/]", "1", r"tt.aa expects a match for Pattern[/\A[a-z]+\Z/], got Integer"),
    ],
    &[("Pattern[/a/,/b/]", "c", "tt.aa expects a match for Pattern[/a/, /b/], got 'c'")],
    &[
        ("Optional[Integer]", "null", "= undef"),
        ("Optional[Integer]", "'1'", "= 1"),
        ("Optional[Integer]", "a", "tt.aa expects an Integer value, got String"),
        ("Optional[Integer]", "''", "tt.aa expects an Integer value, got String"),
    ],
    &[
        ("Optional[Boolean]", "'true'", "= true"),
        ("Optional[Boolean]", "x", "tt.aa expects a Boolean value, got String"),
    ],
    &[
        ("Variant[Boolean,String,Integer]", "'true'", "= true"),
        ("Variant[Boolean,String,Integer]", "'-1'", "= -1"),
        ("Variant[Boolean,String,Integer]", "'1.1'", "= '1.1'"),
        ("Variant[Boolean,String,Integer]", "abc", "= 'abc'"),
    ],
    &[
        ("Variant[Boolean,String,Integer]", "1.0", "tt.aa expects a String value, got Float"),
        ("Variant[Boolean,String,Integer]", "null", "tt.aa expects a String value, got Undef"),
    ],
    &[
        ("Variant[Integer,String]", "'010'", "= 8"),
        ("Variant[Integer,String]", "'08'", "= '08'"),
        ("Variant[Integer,String]", "'1e3'", "= '1e3'"),
        ("Variant[Integer,String]", "'+5'", "= 5"),
    ],
    &[
        ("Variant[Integer,Float]", "'1'", "= 1"),
        ("Variant[Integer,Float]", "'1.0'", "= 1.0"),
        ("Variant[Integer,Float]", "a", "tt.aa expects a value of type Integer or Float, got String"),
    ],
    &[
        (
            "Variant[Integer,Numeric]",
            "'1'",
            r#"tt.aa "1" is not unabiguously convertable to Variant[Integer, Numeric]"#,
        ),
        ("Variant[Integer,Numeric]", "'1.0'", "= 1.0"),
    ],
    &[
        (
            r#"Variant[Integer,Enum[a,"2"]]"#,
            "'2'",
            r#"tt.aa "2" is not unabiguously convertable to Variant[Integer, Enum['2', 'a']]"#,
        ),
        (r#"Variant[Integer,Enum[a,"2"]]"#, "b", "tt.aa expects a value of type Integer or Enum['2', 'a'], got String"),
    ],
    &[
        (
            "Variant[Pattern[/a/],Pattern[/ab/]]",
            "ab",
            r#"tt.aa "ab" is not unabiguously convertable to Variant[Pattern[/a/], Pattern[/ab/]]"#,
        ),
        ("Variant[Pattern[/a/],Pattern[/ab/]]", "x", "tt.aa expects a match for Pattern[/a/, /ab/], got 'x'"),
    ],
    &[("Variant[Enum[a,b],Enum[c]]", "d", "tt.aa expects a match for Enum['a', 'b', 'c'], got 'd'")],
    &[
        ("Variant[Boolean,Enum[auto]]", "'true'", "= true"),
        ("Variant[Boolean,Enum[auto]]", "auto", "= 'auto'"),
        ("Variant[Boolean,Enum[auto]]", "x", "tt.aa expects a value of type Boolean or Enum['auto'], got String"),
    ],
    &[
        ("Variant[Optional[Integer],Boolean]", "'1'", "= 1"),
        ("Variant[Optional[Integer],Boolean]", "'true'", "= true"),
        ("Variant[Optional[Integer],Boolean]", "null", "= undef"),
        (
            "Variant[Optional[Integer],Boolean]",
            "x",
            "tt.aa expects a value of type Undef, Integer, or Boolean, got String",
        ),
    ],
    &[("Variant[String[1,2],String[4]]", "abc", "tt.aa expects a String[1, 2] value, got String")],
    &[
        ("Array[String]", "a", "tt.aa expects an Array value, got String"),
        ("Array[String]", r#"'["a"]'"#, "tt.aa expects an Array value, got String"),
    ],
    &[("Array[String]", "[1]", "tt.aa index 0 expects a String value, got Integer")],
    &[("Array[String,1]", "[]", "tt.aa expects size to be at least 1, got 0")],
    &[("Array[Integer]", "['1', '2']", "= [1, 2]")],
    &[(
        "Array[Integer]",
        "['1', b]",
        " tt.aa index 0 expects an Integer value, got String\n  tt.aa index 1 expects an Integer value, got String",
    )],
    &[("Array[Array[Integer]]", "[[x]]", "tt.aa index 0 index 0 expects an Integer value, got String")],
    &[("Array[Optional[Integer]]", "[null, '1']", "= [undef, 1]")],
    &[("Tuple[String,Integer]", "[a, '1']", "tt.aa index 1 expects an Integer value, got String")],
    &[("Hash[String,Integer]", "{a: '1'}", "tt.aa entry 'a' expects an Integer value, got String")],
    &[
        ("Struct[{a=>Integer}]", "{}", "tt.aa expects size to be 1, got 0"),
        ("Struct[{a=>Integer}]", "{b: 1}", " tt.aa expects a value for key 'a'\n  tt.aa unrecognized key 'b'"),
    ],
    &[
        ("Sensitive[String]", "abc", "tt.aa expects a Sensitive[String] value, got String"),
        ("Sensitive[String]", "Sensitive 1", "tt.aa expects a Sensitive[String] value, got Sensitive[Integer]"),
    ],
    &[("Variant[Sensitive[String],String]", "x", "= 'x'")],
    &[("Any", "'1'", "= '1'"), ("Data", "'1'", "= '1'"), ("Scalar", "'1'", "= '1'"), ("NotUndef", "'1'", "= '1'")],
    &[("Undef", "''", "tt.aa expects an Undef value, got String")],
    &[("Optional", "'1'", "= '1'")],
    &[
        ("Foo", "'1'", "tt.aa references an unresolved type 'Foo'"),
        ("Foo", "1", "tt.aa references an unresolved type 'Foo'"),
        ("Foo", "null", "tt.aa references an unresolved type 'Foo'"),
    ],
    &[
        ("Timestamp", "x", "tt.aa expects a Timestamp value, got String"),
        ("SemVer", "x", "tt.aa expects a SemVer value, got String"),
        ("Regexp", "x", "tt.aa expects a Regexp value, got String"),
        ("URI", "x", "tt.aa expects an URI value, got String"),
    ],
];

/// Values from a catalog.
pub(super) const CATALOG: &[Row] = &[
    &[("Boolean", "'true'", "tt.aa expects a Boolean value, got String")],
    &[("Boolean", "@true", "= true")],
    &[
        ("Integer", "'1'", "tt.aa expects an Integer value, got String"),
        ("Integer", "1.0", "tt.aa expects an Integer value, got Float"),
    ],
    &[("Float", "1", "tt.aa expects a Float value, got Integer")],
    &[("Optional[String]", "1", "tt.aa expects a value of type Undef or String, got Integer")],
    &[("String", "@sym", "tt.aa expects a String value, got Runtime")],
    &[("Variant[Boolean,String]", "'true'", "= 'true'")],
];
