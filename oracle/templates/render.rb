# render.rb - fills the templates of modules in with the real Puppet, and writes down what came out.
#
#   ruby --disable=did_you_mean,error_highlight oracle/templates/render.rb MODULEPATH [TEMPLATE...]
#
# Every template is filled in several times: with values that its text suggests, and with the same kind of value for all
# of its variables. The variables are facts, so that any manifest can hand them over; those with a namespace are set by
# classes of that name. Writes crates/compiler/tests/templates/answers.jsonl: for each template the names of its
# variables, the keys that it asks hashes for, the suggested values (or those of variables.json), and for each way of filling it in the SHA-1 of the
# text, or the error. With templates named, prints the texts instead. Made with Puppet 7.23. In errors, MODULEPATH is %MODULES.

ENV['TZ'] = 'UTC'
Encoding.default_external = Encoding::UTF_8
$VERBOSE = nil

require 'digest'
require 'json'
require 'puppet'
require 'tmpdir'

# The ways of filling in, in the order of the answers.
KINDS = %w[suggested none empty text number true list map records map_of_records].freeze
MODULES, *WANTED = ARGV
ANSWERS = File.expand_path('../../crates/compiler/tests/templates/answers.jsonl', __dir__)
# Values for templates whose texts suggest too little.
GIVEN = JSON.parse(File.read(File.expand_path('variables.json', __dir__))).freeze
RESERVED = %w[name title facts trusted server_facts module_name caller_module_name environment clientcert
              clientversion clientnoop servername serverip serverversion].freeze

def keys_in(text)
  text.scan(/\[\s*['"]([\w:.-]+)['"]\s*\]|(?:key\?|include\?|fetch)[( ]\s*['"]([\w-]+)['"]/).flatten.compact.uniq.first(16)
end

def record(keys, word)
  keys = %w[one two] if keys.empty?
  keys.to_h { |key| [key, "#{key}-#{word}"] }
end

# One kind of value for all variables.
def value(kind, name, keys)
  case kind
  when 'none' then nil
  when 'empty' then ''
  when 'text' then "#{name}-text"
  when 'number' then 7
  when 'true' then true
  when 'list' then ["#{name}-1", "#{name}-2"]
  when 'map' then { 'one' => "#{name}-1", 'two' => "#{name}-2" }
  when 'records' then [record(keys, 'a'), record(keys, 'b')]
  when 'map_of_records' then { 'one' => record(keys, 'a'), 'two' => record(keys, 'b') }
  end
end

# What the text does with a variable suggests what it is.
def suggested(text, variable, name, keys)
  shown = Regexp.escape(variable)
  if (found = text.match(/#{shown}(?![\w])[^%|]*?\.(each\w*|map|collect|select|sort_by|inject)\b[^%|]*\|([^|]+)\|/))
    method = found[1]
    parameters = found[2].delete('() ').split(',')
    pairs = method == 'each_pair' || (parameters.size > 1 && method != 'each_with_index')
    inner = pairs ? parameters[1] : parameters[0]
    kind = if text =~ /\b#{Regexp.escape(inner.to_s)}\s*\[\s*['"]/ || text =~ /\b#{Regexp.escape(inner.to_s)}\.(key\?|has_key\?|each_pair)/
             pairs ? 'map_of_records' : 'records'
           else
             pairs ? 'map' : 'list'
           end
    value(kind, name, keys)
  elsif text =~ /#{shown}\s*\[\s*['"]/ || text =~ /#{shown}\.(keys|values|key\?|has_key\?)/
    record(keys, name)
  elsif text =~ /#{shown}\.(join|each|map|flatten|first|last|uniq|compact|length|empty\?)/ || text =~ /\[#{shown}\]\.flatten/
    value('list', name, keys)
  elsif text =~ /#{shown}\s*(?:[<>+*-]|\.to_i)/
    7
  elsif text =~ /(?:if|unless|and|or|&&|\|\||!)\s*#{shown}\s*(?:-?%>|and|or|&&|\|\|)/ && text !~ /=\s*#{shown}/
    true
  else
    "#{name}-text"
  end
end


def settle(dir)
  Puppet.initialize_settings(['--confdir', "#{dir}/conf", '--vardir', "#{dir}/var", '--codedir', "#{dir}/code",
                              '--strict', 'warning', '--no-strict_variables'])
  Puppet::Util::Log.close_all
end

# Facts have no namespaces.
def flat(name)
  name.gsub('::', '__')
end

# The manifest: classes for what has a namespace, and the template.
def manifest(template, qualified)
  classes = qualified.group_by { |name| name.rpartition('::').first }.map do |scope, names|
    body = names.map { |name| "$#{name.rpartition('::').last} = $::#{flat(name)}" }.join(' ')
    "class #{scope} { #{body} } include #{scope}\n"
  end
  "#{classes.join}notify { 'out': message => template('#{template}') }\n"
end

def render(environment, facts)
  node = Puppet::Node.new('web1.example.com', facts: Puppet::Node::Facts.new('web1.example.com', facts), environment: environment)
  # Facts are frozen; what templates get is usually not.
  node.merge(Marshal.load(Marshal.dump(facts)))
  Puppet.override(current_environment: environment, loaders: Puppet::Pops::Loaders.new(environment), rich_data: true) do
    node.add_server_facts({})
    catalog = Puppet::Parser::Compiler.compile(node)
    [catalog.resource('Notify', 'out')[:message], nil]
  end
rescue StandardError, ScriptError, SystemStackError => error
  [nil, error.message.gsub(MODULES, "%MODULES")]
end

def detail(message)
  # Only what the template itself says.
  message[/Detail: (.*?)\n? ?\(line: \d+/m, 1]&.strip || message.lines.first.to_s.strip[0, 300]
end

def ask(path)
  module_name, rest = path.delete_prefix("#{MODULES}/").split('/templates/', 2)
  template = "#{module_name}/#{rest}"
  text = File.read(path)
  names = text.scan(/@([a-z_]\w*)/).flatten.uniq - RESERVED
  asked = text.scan(/(?:scope\[|lookupvar\(?|has_variable\?\(?)\s*['"](?:::)?([a-z]\w*(?:::\w+)*)['"]/).flatten.uniq
  qualified = asked.select { |name| name.include?('::') && name !~ /::\d/ }
  names |= asked.reject { |name| name.include?('::') } - RESERVED
  keys = keys_in(text)
  guess = names.to_h { |name| [name, suggested(text, "@#{name}", name, keys)] }
  qualified.each { |name| guess[name] = suggested(text, "scope['#{name}']", name.split('::').last, keys) }
  guess = guess.transform_keys { |name| flat(name) }.merge(GIVEN.fetch(template, {}))
  Puppet[:code] = manifest(template, qualified)
  environment = Puppet::Node::Environment.create(:production, [MODULES], Puppet::Node::Environment::NO_MANIFEST)
  answers = KINDS.map do |kind|
    facts = kind == 'suggested' ? guess : (names + qualified).to_h { |name| [name, value(kind, name.split('::').last, keys)] }
    out, error = render(environment, facts.compact.transform_keys { |name| flat(name) })
    puts "=== #{template} #{kind}\n#{out || error}" unless WANTED.empty?
    out ? Digest::SHA1.hexdigest(out)[0, 16] : { 'error' => detail(error) }
  end
  { 'template' => template, 'names' => names, 'qualified' => qualified, 'keys' => keys, 'suggested' => guess, 'answers' => answers }
end

Dir.mktmpdir do |dir|
  settle(dir)
  # A module is a link in the folder, and `**` does not follow such.
  paths = Dir.children(MODULES).sort.flat_map { |name| Dir.glob("#{MODULES}/#{name}/templates/**/*.erb").sort }
  paths.select! { |path| WANTED.any? { |wanted| path.end_with?(wanted) } } unless WANTED.empty?
  lines = paths.map { |path| ask(path) }
  next unless WANTED.empty?

  Dir.mkdir(File.dirname(ANSWERS)) unless Dir.exist?(File.dirname(ANSWERS))
  File.write(ANSWERS, lines.map { |line| "#{JSON.generate(line)}\n" }.join)
  warn "#{lines.size} templates"
end
