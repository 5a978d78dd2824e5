# Each method does something to the whole process. In get it is the one that the file `deed` names.
class Puppet::Provider::Hostile::Hostile
  def get(_context)
    file = File.join(ENV['SCRATCH'] || '.', 'deed')
    return [] unless File.exist?(file)

    public_send("deed_#{File.read(file).strip}")
    [{ name: 'listed', done: true }]
  end

  def set(context, changes)
    @context = context
    changes.each_key { |name| public_send("deed_#{name}") }
  end

  def deed_exception
    raise Exception, 'an exception of the highest kind'
  end

  def deed_interrupt
    raise Interrupt, 'stop it'
  end

  def deed_no_memory
    raise NoMemoryError, 'no more'
  end

  def deed_security
    raise SecurityError, 'you must not'
  end

  def deed_load_error
    raise LoadError, 'cannot load such file -- mine'
  end

  def deed_stop_iteration
    [].each.next
  end

  def deed_local_jump
    proc { return 1 }.call
  end

  def deed_uncaught_in_ensure
    raise 'first'
  ensure
    raise ArgumentError, 'second'
  end

  def deed_class_as_message
    raise StandardError, Object.new.class
  end

  def deed_nil_message
    raise StandardError, nil
  end

  def deed_binary_message
    raise "bad \xff\xfe byte".dup.force_encoding('BINARY')
  end

  def deed_invalid_message
    raise "bad \xff byte"
  end

  def deed_latin_message
    raise "caf\xe9".dup.force_encoding('ISO-8859-1')
  end

  def deed_colored_message
    raise "\e[31mred\e[0m and a bell\a"
  end

  def deed_long_message
    raise "x" * 20_000
  end

  def deed_raise_in_message
    raise Class.new(StandardError) { def message = raise('the message raises') }
  end

  def deed_own_to_s
    raise Class.new(StandardError) { def to_s = 'from to_s' }
  end

  def deed_return_early
    return
  end

  def deed_invalid_lines
    Puppet.notice("log \xff line")
    puts "out \xff line"
    $stderr.puts "err \xff line"
  end

  def deed_odd_logs
    Puppet.notice(nil.to_s)
    Puppet.notice('')
    Puppet.notice("two\nlines")
    Puppet.notice("tab\tand \e[1mbold\e[0m")
    Puppet.notice(:symbol)
    Puppet.notice(['a', 'list'])
    Puppet.warning('%s %d percent')
  end

  def deed_stdout_replaced
    require 'stringio'
    before = $stdout
    $stdout = StringIO.new
    puts 'into the string'
    text = $stdout.string
    $stdout = before
    Puppet.notice("caught #{text.inspect}")
  end

  def deed_stdout_lost
    require 'stringio'
    $stdout = StringIO.new
    puts 'lost'
  end

  def deed_descriptor
    IO.for_fd(1, 'w', autoclose: false).syswrite("by its number\n")
    IO.for_fd(2, 'w', autoclose: false).syswrite("errors by their number\n")
  end

  def deed_much_output
    300.times { |number| puts "line #{number}" }
  end

  def deed_child_output
    out = `printf 'from the child\\nwithout an end'; printf error >&2`
    Puppet.notice(out.inspect)
  end

  def deed_popen
    IO.popen(%w[cat], 'r+') { |pipe| pipe.write('through cat'); pipe.close_write; Puppet.notice(pipe.read) }
  end

  def deed_fork_that_goes_on
    child = fork { Puppet.notice('told in the fork'); exit 0 }
    Process.wait(child)
    Puppet.notice("it ended with #{$?.exitstatus}")
  end

  def deed_fork_that_raises
    child = fork { raise 'in the fork' }
    Process.wait(child)
    Puppet.notice("it ended with #{$?.exitstatus}")
  end

  def deed_environment
    ENV.delete('SCRATCH')
    ENV['PATH'] = '/nowhere'
  end

  def deed_encoding
    Encoding.default_external = Encoding::ISO_8859_1
    Encoding.default_internal = Encoding::UTF_8
    Puppet.notice('grün')
  end

  def deed_json_patched
    require 'json'
    require 'json/add/core'
    Object.class_eval { def to_json(*) = '"patched"' }
    Puppet.notice('after the patch')
  end

  def deed_symbol_patched
    Symbol.class_eval { def to_s = 'a symbol' }
    Puppet.notice('after the patch')
  end

  def deed_separators
    $, = '-'
    $/ = 'x'
    Puppet.notice('after the separators')
  end

  def deed_verbose
    $VERBOSE = true
    Puppet.notice('verbose')
  end

  def deed_debug
    $DEBUG = true
    begin
      raise 'seen by debug'
    rescue StandardError
      nil
    end
    $DEBUG = false
  end

  def deed_trap
    trap('TERM') { Puppet.notice('got the signal') }
    Process.kill('TERM', Process.pid)
    sleep 0.2
    trap('TERM', 'DEFAULT')
  end

  def deed_thread_left
    Thread.new { sleep 60 }
    Puppet.notice('a thread is left')
  end

  def deed_thread_reports
    thread = Thread.new { raise 'told by the thread' }
    thread.report_on_exception = true
    begin
      thread.join
    rescue RuntimeError => e
      Puppet.notice("joined: #{e.message}")
    end
  end

  def deed_umask
    File.umask(0o077)
    File.write(File.join(ENV['SCRATCH'], 'made'), 'x')
  end

  def deed_changes_kept
    @context.updating('changes_kept') { @context.notice('inside') }
    @context.updating('changes_kept') { @context.notice('again') }
  end

  def deed_context_unknown
    @context.nothing_like_this
  end

  def deed_global_settings
    Puppet.notice([Puppet[:noop], Puppet[:certname], Puppet[:strict], Puppet.settings[:certname]].inspect)
  end

  def deed_settings_changed
    Puppet[:strict] = :off
    Puppet[:noop] = true
    Puppet.notice(Puppet[:noop].to_s)
  end

  def deed_version
    Puppet.notice(Puppet.version.split('.').first.to_i >= 7)
  end

  def deed_timeout_exec
    Puppet::Util::Execution.execute(['sh', '-c', 'exit 3'])
  end

  def deed_execution_text
    Puppet.notice(Puppet::Util::Execution.execute("printf '%s' $((1+2))").inspect)
  end

  def deed_execution_missing
    Puppet::Util::Execution.execute(%w[no_such_program -x])
  end

  def deed_autoload
    Puppet.notice(Puppet::Type.type(:notify).name.inspect)
    Puppet.notice(Puppet::Type.type(:hostile).name.inspect)
    Puppet.notice(Puppet::Type.type(:no_such_type).inspect)
  end
end
