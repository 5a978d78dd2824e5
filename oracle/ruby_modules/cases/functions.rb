# Functions of modules that only Ruby itself can run.
quiet = { options: %w[] }
{
  'a value' => { apply: "notice(ciphers::digest('a'))", **quiet },
  'a word' => { apply: "notice(ciphers::digest('a', 'sha1'))", **quiet },
  'a block' => { apply: "$x = 'var' notice(ciphers::digest('a') |$digest| { \"${digest[0, 4]}-${x}\" })", **quiet },
  'another signature' => { apply: "notice(ciphers::digest(['a', 'b'], []))", **quiet },
  'a block that fails' => { apply: "notice(ciphers::digest('a') |$digest| { fail('stop here') })", **quiet },
  'a wrong argument' => { apply: "notice(ciphers::digest(3))", **quiet },
  'an empty text' => { apply: "notice(ciphers::digest(''))", **quiet },
  'a wrong word' => { apply: "notice(ciphers::digest('a', 'md5'))", **quiet },
  'values' => { apply: "$x = 'var' notice(ciphers::seen([1, 'a', true, { 'k' => undef }]))", **quiet },
  'a number' => { apply: "$x = 'var' notice(ciphers::seen(7))", **quiet },
  'undef' => { apply: "notice(ciphers::seen(undef))", **quiet },
  'default' => { apply: "notice(ciphers::seen(default))", **quiet },
  'a secret' => { apply: "notice(ciphers::seen(Sensitive('cat'))) notice(unwrap(ciphers::seen(Sensitive('cat'))))", **quiet },
  'a refusal' => { apply: "notice(ciphers::seen(1.5))", **quiet },
  'older' => { apply: "$x = 'var' notice(ciphers_old('q'))", **quiet },
  'older refuses' => { apply: "notice(ciphers_old('bad'))", **quiet },
  'older with too few' => { apply: "notice(ciphers_old())", **quiet },
  'in a class' => { apply: "class a($x = ciphers::digest('b')) { notify { $x: } } include a", **quiet }
}
