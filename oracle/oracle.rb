#!/usr/bin/ruby
# frozen_string_literal: true

# oracle.rb - asks the real Puppet (7.23) questions about its type system.
#
# Reads one JSON request per line on stdin and writes one JSON answer per line
# on stdout (flushed after each). A bad request never ends the process: it is
# answered by {"error": "..."}. All values travel in Puppet's rich data form
# ({"__ptype": ..., "__pvalue": ...}).
#
#   {"op":"check","type":T,"value":V}         {"ok":true} | {"mismatch":text}   (subject 'value')
#   {"op":"print","type":T}                   text, expanded, normalized, generalized, simple_name, rich,
#                                             language (the text, or language_error, when the same source
#                                             is evaluated as an expression of the Puppet language;
#                                             a field whose computation fails internally is left out)
#   {"op":"assignable","left":T,"right":U}    assignable (T accepts U), equal, common
#   {"op":"infer","value":V}                  detailed, reduced, generalized
#   {"op":"new","type":T,"args":[V...]}       value, text (as interpolated in a string) | error
#   {"op":"format","value":V,"format":F}      text | error    (F: string, rich data hash, or absent)
#   {"op":"encode","value":V}                 value
#   {"op":"eval","source":S}                  notices, log (other levels) | error (+ the same)
#   {"op":"munge","type":T,"value":V}         value | error   (Resource API, attribute tt.aa; "strings_ok":
#                                             true is `puppet resource`, the default; false is a catalog)
#
# Every request that has a type or value may carry "aliases": {"Port": "Integer[0,65535]", ...}.
# An error answer has "internal": <class> when the reference did not reject the request but failed
# with an exception of the Ruby runtime (such cases are not worth recording).
# Error texts have no position part " (line: 1, column: 2)" and, for new and format, no
# "Evaluation Error: Error while evaluating a Function Call, " in front. Warnings are not printed.
#
# Usage: ruby oracle.rb < requests.jsonl > answers.jsonl
#        ruby oracle.rb --record < requests.jsonl > recorded.jsonl   (request plus "answer"; internal
#        failures and answers that differ between two runs are left out and counted on stderr)

ENV['TZ'] = 'UTC'
ENV['LC_ALL'] ||= 'C.UTF-8'
Encoding.default_external = Encoding::UTF_8
Encoding.default_internal = nil
$VERBOSE = nil

require 'json'
require 'tmpdir'
require 'fileutils'
require 'puppet'
require 'puppet/resource_api'

# Collects the log lines of one evaluation.
class OracleLog
  attr_reader :lines

  def initialize
    @lines = []
  end

  def clear
    @lines.clear
  end

  def to_s
    'oracle log'
  end
end

Puppet::Util::Log.newdesttype :oracle do
  match 'OracleLog'

  def initialize(log)
    @log = log
  end

  def handle(msg)
    @log.lines << [msg.level.to_s, msg.to_s]
  end
end

# A compiler for an own, empty environment, and what is needed to evaluate with it.
class World
  attr_reader :compiler, :loader

  def self.environment_count
    @environment_count = (@environment_count || 0) + 1
  end

  # @param source [String] Puppet source that is compiled first (type aliases)
  def initialize(source)
    environment = Puppet::Node::Environment.create(:"oracle#{World.environment_count}", [])
    @environments = Puppet::Environments::Static.new(environment)
    node = Puppet::Node.new('test.example.com', environment: environment)
    node.merge('os' => { 'family' => 'Debian' }, 'kernel' => 'Linux')
    @source = source
    within(false) do
      Puppet[:code] = source.empty? ? 'undef' : source
      @compiler = Puppet::Parser::Compiler.new(node)
      @compiler.compile
    end
    @loader = @compiler.loaders.private_environment_loader
  end

  # Runs the block in the context of this world.
  def within(with_compiler = true)
    overrides = { environments: @environments, rich_data: true, current_environment: @environments.list.first }
    overrides.merge!(@compiler.context_overrides) if with_compiler
    Puppet.override(overrides) { yield }
  end

  # Evaluates the source of one expression with the given local variables.
  def evaluate(source, variables = {})
    @programs ||= {}
    parser = Puppet::Pops::Parser::EvaluatingParser.new
    program = @programs[source] ||= parser.parse_string(source)
    parser.evaluate_expression_with_bindings(@compiler.topscope, variables, program.body)
  end
end

# Answers requests.
class Oracle
  Types = Puppet::Pops::Types
  Serialization = Puppet::Pops::Serialization
  BadRequest = Class.new(StandardError)

  # Exceptions that are accidents of the implementation and not answers of Puppet.
  ACCIDENTS = [NameError, TypeError, IndexError, FrozenError, SystemStackError, LocalJumpError,
               FloatDomainError, ZeroDivisionError, NotImplementedError, Encoding::CompatibilityError].freeze

  OPERATIONS = %w[check print assignable infer new format encode eval munge].freeze

  def self.start
    base = Dir.mktmpdir('oracle')
    at_exit { FileUtils.rm_rf(base) }
    args = %w[conf vardir rundir logdir code].map { |d| [d, File.join(base, d)] }.to_h
    args.each_value { |d| Dir.mkdir(d) }
    Puppet.initialize_settings(['--confdir', args['conf'], '--vardir', args['vardir'],
                                '--rundir', args['rundir'], '--logdir', args['logdir'],
                                '--codedir', args['code']])
    Puppet[:strict] = :error
    Puppet[:strict_variables] = true
    Puppet[:rich_data] = true
    Puppet::Util::Log.close_all
    log = OracleLog.new
    Puppet::Util::Log.newdestination(log)
    Puppet::Util::Log.level = :notice
    new(log)
  end

  def initialize(log)
    @log = log
  end

  # @param request [Hash] the decoded request
  # @return [Hash] the answer
  def answer(request)
    raise BadRequest, 'the request is not an object' unless request.is_a?(Hash)

    op = request['op']
    raise BadRequest, "unknown op #{op.inspect}" unless OPERATIONS.include?(op)

    @log.clear
    return eval_source(request) if op == 'eval'

    world = world_for(request['aliases'] || {})
    world.within { send(:"op_#{op}", world, request) }
  rescue StandardError, SystemStackError, ScriptError => e
    error(e)
  end

  # Serves requests until the end of the input.
  def serve(input, output)
    input.each_line do |line|
      next if line.strip.empty?

      output.puts(json(answer_line(line)))
      output.flush
    end
  end

  # Writes requests with their answers; leaves out what is not worth recording.
  def record(input, output)
    kept = 0
    accidents = Hash.new(0)
    unstable = 0
    input.each_line do |line|
      request = JSON.parse(line)
      first = json(answer(request))
      second = json(answer(request))
      decoded = JSON.parse(first)
      if decoded['internal']
        accidents[decoded['internal']] += 1
      elsif first != second || first =~ /#<[A-Z][\w:]*:0x/
        unstable += 1
      else
        kept += 1
        output.puts(json(request.merge('answer' => decoded)))
      end
    end
    $stderr.puts "recorded #{kept}, left out: unstable #{unstable}, internal #{accidents.to_a.inspect}"
  end

  private

  def answer_line(line)
    answer(JSON.parse(line))
  rescue JSON::ParserError => e
    { 'error' => "bad request: #{e.message}" }
  end

  # JSON with everything that is not representable replaced by text.
  def json(object)
    JSON.generate(plain(object))
  rescue StandardError => e
    JSON.generate('error' => "answer not representable: #{e.class}", 'internal' => e.class.name)
  end

  def plain(object)
    case object
    when Hash then object.map { |k, v| [plain(k).to_s, plain(v)] }.to_h
    when Array then object.map { |v| plain(v) }
    when String
      text = object.encoding == Encoding::UTF_8 ? object : object.dup.force_encoding(Encoding::UTF_8)
      raise EncodingError, 'not UTF-8' unless text.valid_encoding?

      text
    when Float, Integer, true, false, nil then object
    else object.to_s
    end
  end

  # Aliases get a world of their own each time: a recursive alias that was used once makes some
  # later uses of it overflow the stack.
  def world_for(aliases)
    raise BadRequest, 'aliases must be an object' unless aliases.is_a?(Hash)
    return @world ||= World.new('') if aliases.empty?

    World.new(aliases.map { |name, type| "type #{name} = #{type}\n" }.join)
  end

  def type_of(world, text)
    raise BadRequest, 'a type must be a string' unless text.is_a?(String)

    Types::TypeParser.singleton.parse(text, world.loader)
  end

  def decode(world, data)
    Serialization::FromDataConverter.convert(data, loader: world.loader)
  end

  def encode(value, options = {})
    Serialization::ToDataConverter.convert(value, { rich_data: true }.merge(options))
  end

  def op_check(world, request)
    type = type_of(world, request['type'])
    value = decode(world, request['value'])
    return { 'ok' => true } if type.instance?(value)

    actual = Types::TypeCalculator.infer_set(value)
    { 'mismatch' => Types::TypeMismatchDescriber.new.describe_mismatch('value', type, actual) }
  end

  def op_print(world, request)
    begin
      type = type_of(world, request['type'])
      result = { 'text' => type.to_s, 'expanded' => type.to_alias_expanded_s, 'simple_name' => type.simple_name }
      attempt { result['normalized'] = type.normalize.to_s }
      attempt { result['generalized'] = type.generalize.to_s }
      attempt { result['rich'] = encode(type) }
    rescue StandardError, SystemStackError => e
      result = error(e)
    end
    begin
      value = world.evaluate(request['type'])
      result['language'] = interpolate(world, value)
    rescue StandardError, SystemStackError => e
      failure = error(e)
      result['language_error'] = short(failure['error'])
      result.delete('language_error') if failure['internal']
    end
    result
  end

  # Runs the block; what it cannot do is left out of the answer.
  def attempt
    yield
  rescue StandardError, SystemStackError
    nil
  end

  def op_assignable(world, request)
    left = type_of(world, request['left'])
    right = type_of(world, request['right'])
    { 'assignable' => left.assignable?(right) ? true : false, 'equal' => left == right,
      'common' => Types::TypeCalculator.singleton.common_type(left, right).to_s }
  end

  def op_infer(world, request)
    value = decode(world, request['value'])
    reduced = Types::TypeCalculator.infer(value)
    { 'detailed' => Types::TypeCalculator.infer_set(value).to_s, 'reduced' => reduced.to_s,
      'generalized' => reduced.generalize.to_s }
  end

  def op_new(world, request)
    type = type_of(world, request['type'])
    args = (request['args'] || []).map { |a| decode(world, a) }
    value = world.evaluate('new($t, *$a)', 't' => type, 'a' => args)
    { 'value' => encode(value, local_reference: false), 'text' => interpolate(world, value) }
  rescue StandardError, SystemStackError => e
    raise if type.nil? || args.nil?

    failure = error(e)
    failure['error'] = short(failure['error'])
    failure
  end

  def op_format(world, request)
    value = decode(world, request['value'])
    args = request.key?('format') ? [decode(world, request['format'])] : []
    { 'text' => world.evaluate('new(String, $v, *$a)', 'v' => value, 'a' => args) }.tap do |result|
      # a string given without a format is returned as it is
      result['text'] = result['text'].to_s
    end
  rescue StandardError, SystemStackError => e
    failure = error(e)
    failure['error'] = short(failure['error'])
    failure
  end

  def op_encode(world, request)
    { 'value' => encode(decode(world, request['value'])) }
  end

  def op_munge(world, request)
    handling = Puppet::ResourceApi::DataTypeHandling
    type = handling.parse_puppet_type('aa', request['type'])
    value = decode(world, request['value'])
    munged = handling.mungify(type, value, 'tt.aa', request.fetch('strings_ok', true))
    { 'value' => encode(munged, local_reference: false) }
  end

  def eval_source(request)
    begin
      World.new(request['source'])
      result = {}
    rescue StandardError, SystemStackError, ScriptError => e
      result = error(e)
    end
    notices, others = @log.lines.partition { |level, _| level == 'notice' }
    result['notices'] = notices.map(&:last)
    result['log'] = others unless others.empty?
    result
  end

  def interpolate(world, value)
    world.evaluate('"${v}"', 'v' => value)
  end

  # The answer for a failure.
  def error(exception)
    chain = [exception]
    chain << chain.last.cause while chain.last.cause && chain.size < 10
    accident = chain.find { |e| accident?(e) }
    text = exception.respond_to?(:basic_message) ? exception.basic_message : exception.message
    text = text.to_s.sub(/ on node test\.example\.com\z/, '')
    text = text.sub(/ ?\((?:file: [^()]*|line: \d+(?:, column: \d+)?)\)\z/, '')
    result = { 'error' => text }
    result['internal'] = accident.class.name if accident
    result
  end

  def accident?(exception)
    return false if exception.is_a?(Puppet::Error)
    return true if exception.is_a?(ArgumentError) && exception.message.start_with?('wrong number of arguments')

    ACCIDENTS.any? { |c| exception.is_a?(c) }
  end

  # An error text without the part about the call itself.
  def short(text)
    text.sub(/\A(?:Evaluation Error: )?(?:Error while evaluating an? [\w'\[\] -]+?, )?/, '')
  end
end

if $PROGRAM_NAME == __FILE__
  oracle = Oracle.start
  $stdin.set_encoding(Encoding::UTF_8)
  $stdout.set_encoding(Encoding::UTF_8)
  if ARGV.first == '--record'
    oracle.record($stdin, $stdout)
  else
    oracle.serve($stdin, $stdout)
  end
end
