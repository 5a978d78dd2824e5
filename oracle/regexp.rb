# Asks Ruby what it makes of regular expressions, and writes down its answers.
#
#   ruby oracle/regexp.rb FOLDER_OF_PUPPET_MODULES...
#
# writes tests/data/ruby-regex-errors.json (patterns of our own, with Ruby's complaint
# or null) and tests/data/ruby-regex-mined.json (patterns that the modules contain, with
# Ruby's matches). REGEX_ALL=file writes all mined patterns there as well. Made with Ruby
# 3.1; Puppet's own lexer finds the patterns.

require 'json'
require 'puppet'

$VERBOSE = nil
DATA_FOLDER = File.expand_path('../crates/pcore/tests/data', __dir__)
MINED_LIMIT = 150
MINED_LENGTH = 90

PATTERNS = [
'[a','[','[]','[^]','[[a]','[a-\d]','[z-a]','[a-\p{L}]','[\d-a]','[\d-\w]','[a-[b]]','[a-z-9]','[a-c-e]','[[:alpha:]-z]','[[:foo:]]','[[:foo]]','[[:al pha:]]','[[:^foo:]]','[a&&]','[&&a]','[a&&&b]','[&&]','[[]','[]]','[^]]','[a[]]','[\\','[\x','[\xZ]','[\u{110000}]','[\u{41 42}]','[\u{41 42}-\u{44}]','[a-\u{44 45}]','[\777]','[\400]','[\377]','[\M-a]','[\c','[\c]','[\C-]','[\p{Foo}]','[\p]','[\pL]','[--a]','[a--]','[!--]','[a-b-]','[-]','[--]','[---]','[^-]','[a\-z]','[\w-]','[-\w]','[\R]','[\X]','[\k]','[\b]','[\B]','[\A]','[\z]','[\h]','[\H-a]','[\0]','[\08]','[\8]','[\9]','[\1]',
'(','(a','(?','(?)','(?<','(?<n','(?<n>','(?<>a)','(?<1>a)','(?<1a>x)','(?<a-b>x)','(?<a b>x)','(?<é>x)','(?<Ä1>x)',"(?'n>x)","(?'n'x)",'(?z)','(?s)a','(?P<n>a)','(?#','(?#a','(?#a\)','(?i','(?i-','(?-','(?-)','(?--i)','(?i-i-m)','(?-a)','(?a-i)','(?au)','(?adu:x)','(?i-u)','(?:','(?=','(?!','(?>','(?~','(?~|a|b)','(?~|a)','(?~)','(?~a|b)','(?<=','(?<!','(?<=a',')','a)','(a))','(?^)','(?<*a)','(?_)','(?(',"(?(1","(?(1)","(?(1)a|b)","(x)(?(1)a|b|c)","(x)(?(1)a)","(x)(?(1))","(x)(?(2)a)","(?<n>x)(?(<n>)a|b)","(?<n>x)(?(n)a|b)","(?<n>x)(?(1)a|b)","(?<n>x)(?('n')a|b)","(x)(?(<1>)a)","(x)(?(<-1>)a)","(x)(?(-1)a)","(x)(?(+1)a)","(x)(?(<n>)a)","(x)(?(0)a)","(?(<n>)a)(?<n>)",
'*','+','?','*a','a|*','(*)','(?:*)','(?i)*','a(?i)*','^*','$*','\A*','\b+','\b?','\b{2}','(?=a)*','(?!a)*','(?<=a)*','(?<=a)+','\G*','\K*','\Z+','{1}','a|{1}','({1})','{,1}','{1','{','{}','a{}','a{1','a{1,','a{1,2','a{,','a{ 1}','a{1 }','a{1,2}{3}','a{1}?','a{1}+','a{1,2}+','a{1,2}?','a{2}?','a{100000}','a{100001}','a{0,100001}','a{99999999999999}','a{2,1}','a{2,1}?','a{2,1}+','a{,0}','a{0}','a{0,0}','a{1}{2}{3}','a***','a+*','a?+','a?+?','a*+?','a*?+','a*??','a+++','a*?*','a+?*','a??+','a{1,2}*',
'\\','a\\','\x','\xg','\x{41}','\x4','\u','\u1','\u12','\u004','\u{','\u{}','\u{ }','\u{41','\u{110000}','\u{10FFFF}','\u{1100000}','\ud800','\u{d800}','\u{41 42}*','\u{ 41}','\u{41 }','\u{zz}','\u{41,42}','\U0041','\c','\ca','\c?','\c\\a','\c\c','\C','\C-','\C-a','\Ca','\C-\M-a','\M','\M-a','\M-','\M-\C-a','\xff','\xc3\xa9','\xc3','\x80','\x7f','\x00','\200','\377','\400','\777','\08','\018','\0','\00','\000','\0000','\012','\1','\2','\9','\10','\11','\12','\18','\19','\77','\78','\80','\81','\99','\100','\177','(a)\1','(a)\2','(a)\10','(a)\9','(a)\8','(a)\01','\1(a)','(\1)','(a\1)','(?<n>a)\1','(?<n>a)\2','(?<n>a)\10','\k','\k<','\k<>','\k<n','\k<n>','\k<1>','\k<0>','\k<-1>','\k<+1>','\k<-0>','(a)\k<1>','(a)\k<2>','(a)\k<-1>','(a)\k<-2>','(a)\k<+1>','\k<+1>(a)','(a)\k<0>','(?<n>a)\k<1>','(?<n>a)\k<-1>','(?<n>a)\k<m>','(?<n>a)\k<n+0>','(?<n>a)\k<n-1>','(a)\k<1+0>','(?<n>a)\k<n+1>','\k<1a>','\k<a b>','\k<a-b>',"\\k'n'","(?<n>a)\\k'n'","(?<n>a)\\k'n>",'\k{n}','\kx','\k<n>(?<n>a)','(?<n>\k<n>)','\g','\gx','\g<','\g<>','\g<0>','\g<1>','\g<n>','a\g<0>?','(a)\g<1>','(a)\g<2>','(a)\g<-1>','(a)\g<+1>','\g<+1>(a)','\g<1>(a)','(?<n>a)\g<1>','(?<n>a)\g<n>','(?<n>\g<n>)','(?<n>a|\g<n>)','(?<n>\g<n>a|b)','(?<n>a\g<n>)','(?<n>a\g<n>?)','(?<n>a)(?<n>b)\g<n>','(?<n>a)(?<n>b)\k<n>',"\\g'n'",'\p','\pL','\p{','\p{}','\p{Foo}','\p{^Foo}','\P{Foo}','\p{L','\p{L}','\p{ L }','\p{alpha}','\p{Al pha}','\p{Al_pha}','\p{Al-pha}','\p{Greek}','\p{Script=Greek}','\p{Lu}','\p{lu}','\p{Letter}','\p{Any}','\p{ASCII}','\p{Assigned}','\p{Emoji}','\p{InBasicLatin}','\p{In_Basic_Latin}','\p{Age=6.0}','\p{Word}','\p{XPosixPunct}','\p{PosixBracket}','\p{Punct}','\p{Cn}','\p{C}','\p{LC}','\p{L&}','\p{Hiragana}','\p{Latin}','\p{Alphabetic}','\p{White_Space}','\p{ID_Start}','\p{Blank}','\p{CR}','\p{Grapheme_Cluster_Break_CR}','\P{^L}','\p{^}',
'(?<=a+)b','(?<=a*)b','(?<=a?)b','(?<=a{2})b','(?<=a{1,2})b','(?<=ab|c)d','(?<=(?:ab|c))d','(?<=x(?:ab|c))d','(?<=x(?:ab|cd))e','(?<=(ab|c))d','(?<=(a))d','(?<!(a))d','(?<!a(b)c)d','(?<!(?:a))d','(?<!(?<n>a))d','(?<=(?<n>a))d','(?<=(?=a))d','(?<=(?!a))d','(?<!(?=a))d','(?<!(?!a))d','(?<=(?<=a))d','(?<!(?<=a))d','(?<!(?<!a))d','(?<=(?<!a))d','(?<=(?>a))d','(?<!(?>a))d','(?<=\1)(a)','(a)(?<=\1)','(a)(?<!\1)','(?<=\b)a','(?<=^)a','(?<=$)a','(?<=\A)a','(?<!\A)a','(?<=\G)a','(?<=\R)a','(?<=\X)a','(?<=)a','(?<!)a','(?<=|a)b','(?<=a||b)c','(?<=(?i)a)b','(?<=(?i:ß))b','(?<=(?i:ss))b','(?<=(?i:s))b','(?<=(?~a))b','(?<=\g<1>)(a)','(?<=a|bc|(?:de|f))x','(?<=(?:a|b(?:c|de)))x','(?<=(a)?(?(1)b))x','(?<=a(?#c))x','(?<=.)x','(?<=\Ka)x','(?<!\Ka)x','(?<=(?:a|bc)d)x','(?<=(?:a|bc)|d)x','(?<=((?:a|bc)))x','(?<=a{0})x','(?<=(?:a{2}|bb))x','(?<!a|bc)x','(?<!a|(?:b|cd))x','(?<!(?:a|cd))x','(?=(?<=a+))x','(?<=(?:a|b)+)x',
'a||b','|','||','()','(|)','(?:)','(?:)*','(?:)+','()*','(?i)','(?i)(?m)a','(?i','(?i:a','(?x)a b','(?x) [a b]','(?x)a #(','(?x)a #b','(?x)a *','(?x)a + +','(?x)a\ b','(?x:a b)c d','(?x)a{1, 2}','(?x)( ?:a)','(?x)(?# c ) *','a(?#c)*','(?#c)*','a(?:(?#c))*','(?x)(?i) *',
].uniq

TEXTS = [
  '', "\n", ' ', 'a', 'abc', 'ABC', 'abc def', "abc\n", "abc\ndef", 'présent', 'present', 'absent', 'latest',
  'true', 'false', 'yes', 'off', 'on', 'undef', '0', '1', '42', '-1', '3.14', '0644', '0755', '1.2.3', '1.2.3-4',
  '7.10.0', '10', '20.04', 'v1.0', '1:2.3-1ubuntu1', '127.0.0.1', '10.0.0.0/8', '256.1.1.1', '::1',
  'fe80::1%eth0', '2001:db8::/32', 'localhost', 'example.com', 'www.example.com.', 'host:8080', ':8080',
  'http://example.com/', 'https://u:p@example.com:8443/x?y=z#f', 'ftp://x', 'puppet:///modules/a/b',
  'file:///etc/motd', '/', '/etc/motd', '/etc/', '//x', '/a/../b', '~/x', 'C:\\Windows', 'C:/Windows/x.txt',
  'a::b', '::a::b', 'A::B', 'a.b', 'a-b', 'a_b', '_a', 'key=value', 'key = "v w"', '# comment', '[section]',
  'user@example.com', 'Debian', 'RedHat', 'Ubuntu', 'CentOS 7', 'Linux', 'windows', 'amd64', 'x86_64', 'i386',
  'eth0', 'eth0.100', 'bond0', 'tcp', 'udp', '80', '80-90', '80,443', '5m', '10s', '1h', '100%', '1G', '512M',
  '1024k', '*', '*/5', '1-5', 'Mon', 'monday', '2024-05-17', '12:34', '12:34:56', "a b\tc", "'quoted'",
  '"quoted"', '$var', '${var}', '%{fact}', '@x', '-----BEGIN CERTIFICATE-----', 'ssh-rsa AAAA', 'deadbeef',
  '0123456789abcdef0123456789abcdef', 'foo.pp', 'foo.tar.gz', 'foo.zip', '.hidden', 'x' * 70,
].freeze

def complaint(pattern)
  Regexp.new(pattern)
  nil
rescue RegexpError => e
  e.message
end

def answer(regexp, text)
  match = regexp.match(text)
  match && [match.pre_match.bytesize, *match.to_a]
end

def mine(folders)
  files = folders.flat_map { |folder| Dir.glob("#{folder}/**/*.pp") }.sort
  files.flat_map do |file|
    lexer = Puppet::Pops::Parser::Lexer2.new
    lexer.lex_string(File.read(file, encoding: 'UTF-8'), file)
    lexer.fullscan.select { |name, _| name == :REGEX }.map { |_, token| token[:value].source }
  rescue StandardError
    []
  end.uniq
end

# The more a pattern uses, the more it is worth; of those that use the same, one will do.
def features(pattern)
  pattern.gsub(/[a-zA-Z0-9]+/, 'a').gsub(/\\?[-\/_: ]/, '')
end

def write(file, entries)
  File.write(File.join(DATA_FOLDER, file), "[\n  #{entries.map { |entry| JSON.generate(entry) }.join(",\n  ")}\n]\n")
end

write('ruby-regex-errors.json', PATTERNS.map { |pattern| { pattern: pattern, error: complaint(pattern) } })

unless ARGV.empty?
  all = mine(ARGV)
  answered = lambda do |pattern|
    regexp = Regexp.new(pattern)
    { pattern: pattern, matches: TEXTS.each_with_index.map { |text, i| (a = answer(regexp, text)) && [i, *a] }.compact }
  end
  File.write(ENV['REGEX_ALL'], JSON.generate(texts: TEXTS, patterns: all.map(&answered))) if ENV['REGEX_ALL']
  chosen = all.select { |pattern| pattern.length <= MINED_LENGTH }.sort_by { |pattern| [-pattern.length, pattern] }
  chosen = chosen.uniq { |pattern| features(pattern) }.first(MINED_LIMIT).sort
  write('ruby-regex-mined.json', [{ texts: TEXTS }] + chosen.map(&answered))
  puts "#{all.length} patterns found, #{chosen.length} kept"
end
