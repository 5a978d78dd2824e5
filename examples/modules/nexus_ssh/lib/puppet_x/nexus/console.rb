# frozen_string_literal: true

require 'open3'
require 'puppet_x/nexus/password'

# A login session on a switch: the system's ssh, prompts, modes and answers.
class PuppetX::Nexus::Console
  # The login failed, or the connection was lost.
  class Unreachable < StandardError
    def may_pass?
      !message.match?(/Permission denied|Host key verification failed|Could not resolve|Too many authentication/)
    end
  end

  class Lost < StandardError; end
  class Silent < StandardError; end
  class Refused < StandardError; end

  attr_reader :host

  def initialize(info, patience)
    @timeout = info[:timeout]
    @heard = +''
    @complaint = +''
    password = info[:password] && PuppetX::Nexus::Password.new(info[:password].unwrap)
    begin
      @input, @output, @errors, @process = Open3.popen3(*command(info, patience, password), pgroup: true)
      first_prompt(patience)
    rescue StandardError
      close
      raise
    ensure
      password&.withdraw
    end
    enable(info[:enable_password]&.unwrap) if @heard.rstrip.end_with?('>')
    run('terminal length 0')
  end

  # Runs one command, and returns the answer.
  def run(command)
    raise Refused, "#{command.inspect} cannot be sent: it holds a character that no command has" if command.match?(/[[:cntrl:]?]/)

    answer = ask(command, command)
    refusal = answer.lines.map(&:strip).find { |line| line.start_with?('% ') }
    raise Refused, "the switch refused '#{command}': #{refusal}" if refusal

    answer
  end

  # Runs configuration commands, up to the first one that is refused.
  def configure(commands)
    run('configure terminal')
    begin
      commands.each { |command| run(command) }
    rescue Refused
      run('end')
      raise
    end
    run('end')
  end

  def close
    return if @process.nil?

    @input.puts('exit') unless @input.closed?
    @input.close unless @input.closed?
    Process.kill(:KILL, -@process.pid) unless @process.join(2)
  rescue Errno::EPIPE, Errno::ESRCH
    # It has ended already.
  ensure
    [@input, @output, @errors].compact.each { |pipe| pipe.close unless pipe.closed? }
    @process&.join(2)
  end

  # Ends the connection immediately.
  def abandon
    Process.kill(:KILL, -@process.pid)
  rescue Errno::ESRCH
    nil
  ensure
    @process.join(2)
  end

  private

  def command(info, patience, password)
    options = {
      'StrictHostKeyChecking' => info[:host_key_checking], 'ConnectTimeout' => [patience.to_i, 1].max, 'ConnectionAttempts' => 1,
      'ControlPath' => 'none', 'ForwardAgent' => 'no', 'ForwardX11' => 'no', 'LogLevel' => 'ERROR', 'NumberOfPasswordPrompts' => 1
    }
    options.update('UserKnownHostsFile' => quoted(info[:known_hosts_file]), 'GlobalKnownHostsFile' => 'none') if info[:known_hosts_file]
    if info[:key_file]
      options.update('IdentityFile' => quoted(info[:key_file]), 'IdentitiesOnly' => 'yes')
    else
      options['PubkeyAuthentication'] = 'no'
    end
    options.update(password ? { 'PreferredAuthentications' => 'publickey,password,keyboard-interactive' } : { 'PreferredAuthentications' => 'publickey', 'BatchMode' => 'yes' })
    environment = password ? { 'SSH_ASKPASS' => password.program, 'SSH_ASKPASS_REQUIRE' => 'force' } : {}
    [environment, 'ssh', '-T', '-e', 'none', *options.flat_map { |name, value| ['-o', "#{name}=#{value}"] },
     '-p', info[:port].to_s, '-l', info[:username], '--', info[:hostname]]
  end

  def quoted(path)
    raise ArgumentError, "'#{path}' cannot be told to ssh" if path.match?(/["\n]/)

    "\"#{path.gsub('%', '%%')}\""
  end

  def first_prompt(patience)
    deadline = now + patience
    until (match = @heard.match(/(?:\A|[\r\n])([\w.-]+)[>#]\s*\z/))
      next if listen(deadline) { raise Unreachable, "no login within #{patience.round(1)} s" }

      raise Unreachable, reason || 'the switch closed the connection'
    end
    @host = match[1]
  end

  def enable(password)
    ask('enable', 'enable')
    if @heard.rstrip.end_with?('assword:')
      raise Refused, "the switch does not allow 'enable': it wants an 'enable_password'" if password.nil?

      ask(password, 'enable')
    end
    raise Refused, "the switch does not allow 'enable': the 'enable_password' is wrong" unless @heard.rstrip.end_with?('#')
  end

  # Sends a line and waits for the answer, up to a prompt. `shown` is the line in error messages.
  def ask(line, shown)
    @heard = +''
    begin
      @input.write("#{line}\n")
      @input.flush
    rescue Errno::EPIPE
      # The end of the output is handled below.
    end
    prompt = /(?:\A|[\r\n])(?:#{Regexp.escape(@host)}(?:\([\w-]+\))?[>#]|\s*[Pp]assword:)\s*\z/
    deadline = now + @timeout
    until (start = @heard[-200..]&.match?(prompt) || @heard.match?(prompt))
      next if listen(deadline) { raise Silent, "no answer to '#{shown}' within #{@timeout} s" }

      raise Lost, "the connection was lost during '#{shown}': #{reason || 'the switch closed it'}"
    end
    @heard.sub(/[^\r\n]*\z/, '').delete("\r") if start
  end

  # Reads more output; false at its end. The block is called on a timeout.
  def listen(deadline)
    loop do
      ready, = IO.select([@output, @errors].reject(&:closed?), nil, nil, [deadline - now, 0].max)
      return yield if ready.nil?

      if ready.include?(@errors)
        @errors.eof? ? @errors.close : @complaint << @errors.readpartial(1024)
      end
      next unless ready.include?(@output)
      return false if @output.eof?

      @heard << @output.readpartial(16_384).force_encoding('UTF-8').scrub
      return true
    end
  end

  # The last line of stderr.
  def reason
    @complaint << @errors.read unless @errors.closed?
    @complaint.lines.map(&:strip).reject(&:empty?).last
  end

  def now
    Process.clock_gettime(Process::CLOCK_MONOTONIC)
  end
end
