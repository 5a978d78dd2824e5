# frozen_string_literal: true

# Starts the Ruby host as the runtime does and speaks the protocol with it, answering its questions.
#
# A test is a block: `check('what holds') { … }` with `equal` and `match` inside. The process ends with 1 when one failed.
require 'json'
require 'open3'
require 'tmpdir'
require 'fileutils'
require 'timeout'

ROOT = File.expand_path('../../ruby', __dir__)
BOOTSTRAP = 'BUNRAKU_FILES={};$stdin.binmode;Integer($stdin.gets).times{n,s=$stdin.gets.split;' \
            'BUNRAKU_FILES[n]=$stdin.read(s.to_i).force_encoding("UTF-8")};' \
            'eval(BUNRAKU_FILES["host.rb"],TOPLEVEL_BINDING,"bunraku-host/host.rb")'

# One host process.
class Host
  class Error < StandardError
    attr_reader :code, :data

    def initialize(error)
      super(error['message'])
      @code = error['code']
      @data = error['data'] || {}
    end
  end

  # Notifications that were received, in order, as [method, params].
  attr_reader :notifications, :asked, :pid

  # `answers`: method => callable that is given the params and returns the result (or raises Host::Error).
  def initialize(load_paths: [], settings: {}, log_level: 'debug', answers: {}, environment: {})
    @answers = default_answers.merge(answers)
    @notifications = []
    @asked = []
    @id = 0
    start = Process.clock_gettime(Process::CLOCK_MONOTONIC)
    @in, @out, @thread = Open3.popen2(environment, 'ruby', '--disable-gems', '-e', BOOTSTRAP)
    @pid = @thread.pid
    [@in, @out].each(&:binmode)
    send_files
    @greeting = call('initialize', 'protocol' => [1], 'runtime' => { 'name' => 'test', 'version' => '0' },
                                   'load_paths' => load_paths, 'settings' => { 'strict' => 'error' }.merge(settings),
                                   'log_level' => log_level, 'noop' => false)
    @seconds = Process.clock_gettime(Process::CLOCK_MONOTONIC) - start
  end

  # The answer to `initialize`, and how long it took from the start of the process.
  attr_reader :greeting, :seconds

  def call(method, params = {})
    write('jsonrpc' => '2.0', 'id' => (@id += 1), 'method' => method, 'params' => params)
    wait_for(@id)
  end

  # Log lines since the last call of this method, as `level: [source: ]message`.
  def logs
    taken, @notifications = @notifications.partition { |method, _params| method == 'log' }
    taken.map do |_method, params|
      source = params['source'] && params['source'] != 'Puppet' ? "#{params['source']}: " : ''
      "#{params['level']}: #{source}#{params['message']}"
    end
  end

  # What was printed since the last call of this method, by stream.
  def output
    taken, @notifications = @notifications.partition { |method, _params| method == 'output' }
    taken.each_with_object({}) do |(_method, params), result|
      result[params['stream']] = (result[params['stream']] || '') + params['text']
    end
  end

  # Ends the host and returns its exit status.
  def shutdown
    call('shutdown')
    close
  end

  def close
    @in.close unless @in.closed?
    status = @thread.value
    @out.close unless @out.closed?
    status
  end

  def kill
    Process.kill('KILL', @pid)
    close
  end

  private

  def send_files
    files = Dir.glob('**/*.rb', base: ROOT).sort
    @in.write("#{files.length}\n")
    files.each do |file|
      content = File.binread(File.join(ROOT, file))
      @in.write("#{file} #{content.bytesize}\n#{content}")
    end
    @in.flush
  end

  def write(message)
    @in.write("#{JSON.generate(message, max_nesting: 0)}\n")
    @in.flush
  end

  def wait_for(id)
    loop do
      line = @out.gets or raise "the host ended: #{@thread.value}"
      message = JSON.parse(line, max_nesting: false)
      if message.key?('method')
        message.key?('id') ? answer(message) : @notifications << [message['method'], message['params']]
      elsif message['id'] == id
        raise Error, message['error'] if message['error']

        return message['result']
      else
        raise "an answer to nothing: #{line}"
      end
    end
  end

  def answer(message)
    # Every type is asked for once, which is not what checks are about.
    @asked << [message['method'], message['params']] unless message['method'] == 'runtime.type_definition'
    handler = @answers[message['method']]
    if handler.nil?
      return write('jsonrpc' => '2.0', 'id' => message['id'], 'error' => { 'code' => -32_601, 'message' => 'unknown' })
    end

    write('jsonrpc' => '2.0', 'id' => message['id'], 'result' => handler.call(message['params']))
  rescue Error => e
    write('jsonrpc' => '2.0', 'id' => message['id'], 'error' => { 'code' => e.code, 'message' => e.message })
  end

  def default_answers
    { 'runtime.fact' => ->(_params) { { 'value' => nil } }, 'runtime.setting' => ->(_params) { { 'value' => nil } },
      'runtime.type_check' => ->(_params) { { 'ok' => true } } }
  end
end

# Runs blocks and counts.
module Checks
  @failed = 0
  @passed = 0
  ONLY = ARGV.first

  class Failed < StandardError; end

  class << self
    attr_accessor :failed, :passed
  end

  at_exit do
    next if $!.is_a?(SyntaxError)

    puts "#{Checks.passed} passed, #{Checks.failed} failed"
    $stdout.flush
    exit!(1) if Checks.failed.positive? || ($! && !$!.is_a?(SystemExit))
  end
end

def check(what)
  return if Checks::ONLY && !what.include?(Checks::ONLY)

  Timeout.timeout(60) { yield }
  Checks.passed += 1
rescue Exception => e # rubocop:disable Lint/RescueException
  raise if e.is_a?(Interrupt)

  Checks.failed += 1
  puts "FAILED: #{what}\n  #{e.class}: #{e.message}\n  #{(e.backtrace || []).first(4).join("\n  ")}"
  puts "  data: #{e.data}" if e.is_a?(Host::Error)
end

def equal(expected, found)
  raise Checks::Failed, "expected #{expected.inspect}\n     found #{found.inspect}" unless expected == found
end

def match(pattern, found)
  raise Checks::Failed, "expected a match of #{pattern.inspect}\n     found #{found.inspect}" unless pattern.match?(found)
end

def fails(message = nil)
  yield
rescue Host::Error => e
  message.is_a?(Regexp) ? match(message, e.message) : equal(message, e.message) if message
  e
else
  raise Checks::Failed, 'expected an error'
end

# A module folder with the given files (path below lib => text); yields its lib folder.
def with_module(files)
  Dir.mktmpdir do |folder|
    lib = File.join(folder, 'shelf', 'lib')
    files.each do |path, text|
      file = File.join(lib, path)
      FileUtils.mkdir_p(File.dirname(file))
      File.write(file, text)
    end
    yield lib
  end
end

# A host with the given module files, ended after the block.
def with_host(files = {}, options = {})
  with_module(files) do |lib|
    host = Host.new(load_paths: [lib], **options)
    begin
      yield host, lib
    ensure
      host.close
    end
  end
end
