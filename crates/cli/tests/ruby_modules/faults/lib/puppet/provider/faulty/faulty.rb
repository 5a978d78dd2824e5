# Each method is a fault. In get it is the one that the file `fault` names.
class Puppet::Provider::Faulty::Faulty
  def get(_context)
    file = File.join(ENV['SCRATCH'], 'fault')
    return [] unless File.exist?(file)

    public_send("fault_#{File.read(file).strip}")
  end

  def set(_context, changes)
    changes.each_key { |name| public_send("fault_#{name}") }
  end

  def fault_none
    []
  end

  def fault_raise
    raise 'something is wrong'
  end

  def fault_raise_error
    raise Puppet::Error, 'a Puppet error'
  end

  def fault_raise_resource_error
    raise Puppet::ResourceError, "with\ntwo lines"
  end

  def fault_raise_dev_error
    raise Puppet::DevError, 'a developer error'
  end

  def fault_raise_own
    raise Class.new(StandardError) { def message = 'an own message' }
  end

  def fault_raise_empty
    raise ArgumentError
  end

  def fault_raise_with_cause
    raise 'inner'
  rescue StandardError
    raise Puppet::Error, 'outer'
  end

  def fault_raise_with_original
    raise 'inner'
  rescue StandardError => e
    raise Puppet::Error.new('outer', e)
  end

  def fault_no_method
    nil.something
  end

  def fault_no_constant
    NoSuchConstant
  end

  def fault_zero
    1 / 0
  end

  def fault_type_error
    'a' + 1
  end

  def fault_key_error
    { a: 1 }.fetch(:b)
  end

  def fault_arguments
    fault_none(1)
  end

  def fault_json
    require 'json'
    JSON.parse('{')
  end

  def fault_file
    File.read('/nowhere/file')
  end

  def fault_frozen
    'x'.freeze << 'y'
  end

  def fault_timeout
    require 'timeout'
    Timeout.timeout(0.05) { sleep 5 }
  end

  def fault_throw
    throw :nobody
  end

  def fault_missing_gem
    require 'a_gem_that_is_missing'
  end

  def fault_exit
    exit 3
  end

  def fault_exit_in_block
    at_exit { nil }
    exit
  end

  def fault_abort
    abort 'aborted'
  end

  def fault_script_error
    raise NotImplementedError, 'not yet'
  end

  def fault_stack
    fault_stack
  end

  def fault_eval
    eval('def (')
  end

  def fault_print
    puts 'printed'
    print "without end"
    $stdout.puts '{"jsonrpc":"2.0","id":1,"result":null}'
    STDOUT.write("by the constant\n")
    $stderr.puts 'to the other stream'
    warn 'a warning'
    p :inspected
    []
  end

  def fault_system
    system('echo from a child; echo and an error >&2')
    $stdout.flush
    []
  end

  def fault_spawn
    Process.wait(spawn('echo spawned'))
    []
  end

  def fault_fork
    child = fork { puts 'in the fork'; $stdout.flush; exit! 0 }
    Process.wait(child)
    []
  end

  def fault_stdin
    File.write(File.join(ENV['SCRATCH'], 'read'), $stdin.read.inspect)
    []
  end

  def fault_close
    $stdout.sync = true
    $stdin.close
    []
  end

  def fault_chdir
    Dir.chdir('/')
    ENV['LANG'] = 'xx'
    []
  end

  def fault_redefine
    String.class_eval { def shout = upcase + '!' }
    Kernel.module_eval { def format(*) = 'broken' }
    Puppet.notice('x'.shout)
    []
  end

  def fault_thread
    Thread.new { raise 'in a thread' }.join
  end

  def fault_nil
    nil
  end

  def fault_hash
    { name: 'a' }
  end

  def fault_string
    'text'
  end

  def fault_strings
    %w[a b]
  end

  def fault_string_keys
    [{ 'name' => 'a' }]
  end

  def fault_no_name
    [{ done: true }]
  end

  def fault_wrong_type
    [{ name: 'a', done: 'yes' }]
  end

  def fault_wrong_name
    [{ name: 5, done: true }]
  end

  def fault_unknown
    [{ name: 'a', done: true, other: Object }]
  end

  def fault_symbol
    [{ name: :a, done: true }]
  end

  def fault_duplicates
    [{ name: 'a', done: true }, { name: 'a', done: false }]
  end

  def fault_lazy
    (1..2).lazy.map { |number| { name: "n#{number}", done: true } }
  end

  def fault_enumerator
    [{ name: 'e', done: true }].each
  end

  def fault_title
    [{ name: 'a', title: 'Called otherwise', done: true }]
  end

  def fault_binary
    [{ name: "a\xff".dup.force_encoding('BINARY'), done: true }]
  end
end
