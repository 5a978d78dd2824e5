//! Named sets of characters: POSIX brackets, `\p{…}` and the shorthands `\d \w \s \h`, as members of an engine class.

/// Which characters the named sets include, as `(?a)`, `(?d)` and `(?u)` select.
///
/// By default the shorthands are limited to ASCII while the POSIX brackets are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CharacterMode {
    Default,
    Ascii,
    Unicode,
}

/// The members of a set, written between brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Members {
    pub text: std::borrow::Cow<'static, str>,
    pub negated: bool,
}

impl Members {
    /// Writes the set as a class of its own.
    pub(super) fn to_class(&self) -> String {
        format!("[{}{}]", if self.negated { "^" } else { "" }, self.text)
    }
}

const UNICODE_WORD: &str = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}";
const ASCII_WORD: &str = "a-zA-Z0-9_";
const ASCII_SPACE: &str = r" \t\r\n\f\x0B";
const HEXADECIMAL: &str = "0-9a-fA-F";

/// Every POSIX name with its members in Unicode and in ASCII.
const POSIX: &[(&str, &str, &str)] = &[
    ("alnum", r"\p{Alphabetic}\p{Nd}", "a-zA-Z0-9"),
    ("alpha", r"\p{Alphabetic}", "a-zA-Z"),
    ("ascii", r"\x00-\x7F", r"\x00-\x7F"),
    ("blank", r"\p{Zs}\t", r" \t"),
    ("cntrl", r"\p{Cc}", r"\x00-\x1F\x7F"),
    ("digit", r"\p{Nd}", "0-9"),
    ("graph", r"\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf}\p{Co}", "!-\\~"),
    ("lower", r"\p{Lowercase}", "a-z"),
    ("print", r"\p{L}\p{M}\p{N}\p{P}\p{S}\p{Cf}\p{Co}\p{Zs}", " -\\~"),
    ("punct", r"\p{P}$+<=>\^`|\~", r"!-/:-@\[-`{-\~"),
    ("space", r"\p{White_Space}", ASCII_SPACE),
    ("upper", r"\p{Uppercase}", "A-Z"),
    ("word", UNICODE_WORD, ASCII_WORD),
    ("xdigit", HEXADECIMAL, HEXADECIMAL),
];

/// Returns the members of `[:name:]`.
pub(super) fn posix(name: &str, mode: CharacterMode) -> Option<&'static str> {
    let (_, unicode, ascii) = POSIX.iter().find(|(own, _, _)| *own == name)?;
    Some(if mode == CharacterMode::Ascii { ascii } else { unicode })
}

/// Returns the set of `\d`, `\W` and the like.
pub(super) fn shorthand(letter: char, mode: CharacterMode) -> Option<Members> {
    let unicode = mode == CharacterMode::Unicode;
    let text = match letter.to_ascii_lowercase() {
        'd' if unicode => r"\p{Nd}",
        'd' => "0-9",
        'w' if unicode => UNICODE_WORD,
        'w' => ASCII_WORD,
        's' if unicode => r"\p{White_Space}",
        's' => ASCII_SPACE,
        'h' => HEXADECIMAL,
        _ => return None,
    };
    Some(Members { text: text.into(), negated: letter.is_ascii_uppercase() })
}

/// Returns the members of `\p{name}`; Ruby ignores case, spaces, `_` and `-` in the name.
///
/// The engine does not support the names of blocks (`\p{InBasicLatin}`), so they are unknown here too.
pub(super) fn property(name: &str) -> Option<String> {
    let name: String = name
        .chars()
        .filter(|character| !matches!(character, ' ' | '_' | '-'))
        .map(|character| character.to_ascii_lowercase())
        .collect();
    // The one POSIX name that means something else here in Ruby: `$` is in `[[:punct:]]`, but not in `\p{Punct}`.
    if name == "punct" {
        return Some(r"\p{P}".to_owned());
    }
    if let Some(members) = posix(&name, CharacterMode::Unicode) {
        return Some(members.to_owned());
    }
    match name.as_str() {
        "xposixpunct" => posix("punct", CharacterMode::Unicode).map(str::to_owned),
        // Strings never contain surrogates.
        "cs" | "surrogate" => Some(NOTHING.to_owned()),
        "zzzz" | "unknown" => Some(r"\p{Cn}\p{Co}".to_owned()),
        _ if NAMES.split_ascii_whitespace().any(|own| own == name) => Some(format!("\\p{{{name}}}")),
        _ => {
            let age = name.strip_prefix("age=")?;
            AGES.contains(&age).then(|| format!("\\p{{age={age}}}"))
        }
    }
}

/// A class without members.
pub(super) const NOTHING: &str = r"[^\x00-\x{10FFFF}]";

const AGES: &[&str] = &[
    "1.1", "2.0", "2.1", "3.0", "3.1", "3.2", "4.0", "4.1", "5.0", "5.1", "5.2", "6.0", "6.1", "6.2", "6.3", "7.0",
    "8.0", "9.0", "10.0", "11.0", "12.0", "12.1", "13.0",
];

/// The general categories, scripts and binary properties that both Ruby 3.1 and the engine support.
const NAMES: &str = "\
     adlam adlm aghb ahex ahom alphabetic anatolianhieroglyphs arab arabic armenian armi armn \
     asciihexdigit avestan avst bali balinese bamu bamum bass bassavah batak batk beng bengali \
     bhaiksuki bhks bidic bidicontrol bopo bopomofo brah brahmi brai braille bugi buginese buhd \
     buhid c cakm canadianaboriginal cans cari carian cased casedletter caseignorable \
     caucasianalbanian cc cf chakma cham changeswhencasefolded changeswhencasemapped \
     changeswhenlowercased changeswhentitlecased changeswhenuppercased cher cherokee chorasmian \
     chrs ci closepunctuation cn co combiningmark common connectorpunctuation control copt \
     coptic cprt cuneiform currencysymbol cwcf cwcm cwl cwt cwu cypriot cyrillic cyrl dash \
     dashpunctuation decimalnumber defaultignorablecodepoint dep deprecated deseret deva \
     devanagari di dia diacritic diak divesakuru dogr dogra dsrt dupl duployan ebase ecomp egyp \
     egyptianhieroglyphs elba elbasan elym elymaic emod emoji emojicomponent emojimodifier \
     emojimodifierbase emojipresentation enclosingmark epres ethi ethiopic ext \
     extendedpictographic extender extpict finalpunctuation format geor georgian glag \
     glagolitic gong gonm goth gothic gran grantha graphemebase graphemeextend graphemelink \
     grbase greek grek grext grlink gujarati gujr gunjalagondi gurmukhi guru han hang hangul \
     hani hanifirohingya hano hanunoo hatr hatran hebr hebrew hex hexdigit hira hiragana hluw \
     hmng hmnp hung hyphen idc idcontinue ideo ideographic ids idsb idsbinaryoperator idst \
     idstart idstrinaryoperator imperialaramaic inherited initialpunctuation \
     inscriptionalpahlavi inscriptionalparthian ital java javanese joinc joincontrol kaithi \
     kali kana kannada katakana kayahli khar kharoshthi khitansmallscript khmer khmr khoj \
     khojki khudawadi kits knda kthi l lana lao laoo latin latn lc lepc lepcha letter \
     letternumber limb limbu lina linb lineara linearb lineseparator lisu ll lm lo loe \
     logicalorderexception lowercase lowercaseletter lt lu lyci lycian lydi lydian m mahajani \
     mahj maka makasar malayalam mand mandaic mani manichaean marc marchen mark masaramgondi \
     math mathsymbol mc me medefaidrin medf meeteimayek mend mendekikakui merc mero \
     meroiticcursive meroitichieroglyphs miao mlym mn modi modifierletter modifiersymbol mong \
     mongolian mro mroo mtei mult multani myanmar mymr n nabataean nand nandinagari narb nbat \
     nchar nd newa newtailue nko nkoo nl no noncharactercodepoint nonspacingmark nshu number \
     nushu nyiakengpuachuehmong oalpha odi ogam ogham ogrext oidc oids olchiki olck \
     oldhungarian olditalic oldnortharabian oldpermic oldpersian oldsogdian oldsoutharabian \
     oldturkic olower omath openpunctuation oriya orkh orya osage osge osma osmanya other \
     otheralphabetic otherdefaultignorablecodepoint othergraphemeextend otheridcontinue \
     otheridstart otherletter otherlowercase othermath othernumber otherpunctuation othersymbol \
     otheruppercase oupper p pahawhhmong palm palmyrene paragraphseparator patsyn patternsyntax \
     patternwhitespace patws pauc paucinhau pc pcm pd pe perm pf phag phagspa phli phlp phnx \
     phoenician pi plrd po prependedconcatenationmark privateuse prti ps psalterpahlavi \
     punctuation qaac qaai qmark quotationmark radical regionalindicator rejang ri rjng rohg \
     runic runr s samaritan samr sarb saur saurashtra sc sd sentenceterminal separator sgnw \
     sharada shavian shaw shrd sidd siddham signwriting sind sinh sinhala sk sm so softdotted \
     sogd sogdian sogo sora sorasompeng soyo soyombo spaceseparator spacingmark sterm sund \
     sundanese sylo sylotinagri symbol syrc syriac tagalog tagb tagbanwa taile taitham taiviet \
     takr takri tale talu tamil taml tang tangut tavt telu telugu term terminalpunctuation tfng \
     tglg thaa thaana thai tibetan tibt tifinagh tirh tirhuta titlecaseletter ugar ugaritic \
     uideo unassigned unifiedideograph uppercase uppercaseletter vai vaii variationselector vs \
     wancho wara warangciti wcho whitespace wspace xidc xidcontinue xids xidstart xpeo xsux \
     yezi yezidi yi yiii z zanabazarsquare zanb zinh zl zp zs zyyy any assigned";
