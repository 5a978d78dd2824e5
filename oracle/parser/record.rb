#!/usr/bin/ruby
# frozen_string_literal: true

# record.rb - records what the real Puppet (7.23) says about programs, and how it reads them.
#
# Reads oracle/parser/snippets.txt: programs, separated by lines of four hyphens. Lines in front of a
# program that begin with %% say how it is meant: `%% file m/manifests/init.pp` (a file below a folder
# of modules), `%% template` (EPP), `%% strict warning` (the setting; error as a rule).
#
# Writes to crates/syntax/tests/golden, one case a line:
#   validate.jsonl  source, file, template, strict as above; problems: severity, code, line, column,
#                   message each. A syntax error is the only problem of a program, and "syntax" is true.
#   dump.jsonl      source, template; tree, notation, pretty and json: the formats of `puppet parser dump`,
#                   for programs that can be parsed.
#
# Cases that end in an error of the Ruby runtime are left out and counted on stderr.

ENV['TZ'] = 'UTC'
ENV['LC_ALL'] ||= 'C.UTF-8'
Encoding.default_external = Encoding::UTF_8
$VERBOSE = nil

require 'json'
require 'tmpdir'
require 'puppet'
require 'puppet/pops'
require 'puppet/pops/pn'

HERE = File.expand_path(__dir__)
OUT = File.expand_path('../../crates/syntax/tests/golden', HERE)
MODULES = '/modules'

# Options and text of a program.
Case = Struct.new(:source, :file, :template, :strict) do
  def self.read(text)
    options = {}
    while (match = text.match(/\A%% (\w+)(?: (.*))?\n?/))
      options[match[1]] = match[2] || true
      text = match.post_match
    end
    new(text, options['file'], options['template'], options['strict'])
  end

  def request
    to_h.compact.transform_keys(&:to_s)
  end

  def parser
    template ? Puppet::Pops::Parser::EppParser.new : Puppet::Pops::Parser::Parser.new
  end

  def parse
    parser.parse_string(source, file && File.join(MODULES, file))
  end
end

def problem(severity, code, line, column, message)
  { 'severity' => severity.to_s, 'code' => code.to_s, 'line' => line, 'column' => column, 'message' => message }
end

# What is wrong with a program.
def validate(test)
  model = test.parse
  acceptor = Puppet::Pops::Validation::Acceptor.new
  factory = Puppet::Pops::Validation::ValidatorFactory_4_0.new
  factory.validator(acceptor).validate(model.model)
  formatter = Puppet::Pops::Validation::DiagnosticFormatterPuppetStyle.new
  problems = acceptor.errors_and_warnings.map do |found|
    severity = found.severity == :error ? 'error' : 'warning'
    at = found.source_pos
    problem(severity, found.issue.issue_code, at.line, at.pos, formatter.format_message(found))
  end
  { 'problems' => problems }
rescue Puppet::ParseErrorWithIssue, Puppet::ParseError => e
  stack = e.backtrace.first(40).join("\n")
  syntax = !stack.include?('checker4_0.rb')
  code = e.respond_to?(:issue_code) ? e.issue_code : nil
  message = e.respond_to?(:basic_message) ? e.basic_message : e.message.sub(/ \(line: .*\)\z/, '')
  { 'syntax' => syntax, 'problems' => [problem('error', code, e.line, e.pos, message)] }
end

# How a program is read, if it can be.
def dump(test)
  model = test.parse
  tree = Puppet::Pops::Model::ModelTreeDumper.new.dump(model)
  answer = { 'tree' => tree }
  begin
    notation = Puppet::Pops::Model::PNTransformer.transform(model)
    answer['notation'] = notation.to_s
    answer['pretty'] = notation.format(Puppet::Pops::PN::Indent.new('  '), +'')
    answer['json'] = JSON.dump(notation.to_data)
  rescue NoMethodError, ArgumentError
    nil # a parameter that takes the rest is too much for Puppet
  end
  answer
rescue Puppet::ParseError
  nil
end

Dir.mktmpdir do |directory|
  Puppet.initialize_settings(['--confdir', "#{directory}/c", '--vardir', "#{directory}/v"])
  Puppet::Util::Log.level = :emerg
  environment = Puppet::Node::Environment.create(:production, [MODULES])
  lost = 0
  dumped = {}
  cases = File.read("#{HERE}/snippets.txt").chomp.split("\n----\n", -1).map { |text| Case.read(text) }
  Puppet.override(current_environment: environment, loaders: Puppet::Pops::Loaders.new(environment)) do
    File.open("#{OUT}/validate.jsonl", 'w') do |validations|
      File.open("#{OUT}/dump.jsonl", 'w') do |dumps|
        cases.each do |test|
          Puppet[:strict] = (test.strict || 'error').to_sym
          validations.puts(JSON.generate(test.request.merge(validate(test))))
          next if test.file || test.strict || dumped.key?(test)

          dumped[test] = true
          answer = dump(test)
          dumps.puts(JSON.generate(test.request.merge(answer))) if answer
        rescue StandardError => e
          lost += 1
          $stderr.puts "left out: #{test.source.inspect}: #{e.class}: #{e.message.lines.first}"
        end
      end
    end
  end
  $stderr.puts "#{cases.size} programs, #{lost} left out"
end
