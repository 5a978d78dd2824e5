# record.rb - records what the real `puppet device` says and does with the module `nexus_ssh` and an emulated switch.
#
#   cargo build -p example-nexus --bins && ruby oracle/nexus/record.rb [EMULATOR]
#
# The cases are examples/nexus/tests/golden/cases.json: each is a new switch behind a new SSH server, and steps. `run` are
# arguments of `puppet device`, `manifest` writes %D/a.pp, `faults` and `switch` change the emulator, and `info` changes
# the credentials, for this step and all later ones. Recorded in device.jsonl beside it are, for each run, the lines of both
# streams, the exit code and the configuration of the switch. Under noop the words are those of Puppet 8. Needs root,
# openssh-server, Puppet 7.23 and the gem puppet-resource_api; ONLY is a part of the names of the cases to record,
# the others stay.

require 'fileutils'
require 'json'
require 'open3'
require 'socket'
require 'tmpdir'

ROOT = File.expand_path('../..', __dir__)
GOLDEN = "#{ROOT}/examples/nexus/tests/golden"
MODULES = "#{ROOT}/examples/modules"
EMULATOR = File.expand_path(ARGV.fetch(0) { "#{ENV.fetch('CARGO_TARGET_DIR', "#{ROOT}/target")}/debug/nexus-emulator" })
USER = 61_234

def server(dir)
  FileUtils.chmod(0o755, dir)
  %w[host_key other_host_key].each { |key| system('ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', "#{dir}/#{key}", exception: true) }
  FileUtils.cp(EMULATOR, "#{dir}/nexus-emulator")
  hash, = Open3.capture2('openssl', 'passwd', '-6', 'let-me-in-9471')
  File.write("#{dir}/passwd", File.read('/etc/passwd') + "spine1:x:#{USER}:#{USER}::/:/bin/sh\n")
  File.write("#{dir}/shadow", File.read('/etc/shadow') + "spine1:#{hash.strip}:19000:0:99999:7:::\n", perm: 0o600)
  FileUtils.mkdir_p("#{dir}/switches/spine1")
  File.write("#{dir}/switches/spine1/enable-password", 'open-sesame-5823')
  FileUtils.chown(USER, USER, "#{dir}/switches/spine1")
  port = TCPServer.open('127.0.0.1', 0) { |listener| listener.addr[1] }
  File.write("#{dir}/sshd_config", <<~CONF)
    Port #{port}
    ListenAddress 127.0.0.1
    HostKey #{dir}/host_key
    PidFile none
    UsePAM no
    StrictModes no
    PasswordAuthentication yes
    KbdInteractiveAuthentication no
    PrintMotd no
    UseDNS no
    ForceCommand #{dir}/nexus-emulator --root #{dir}/switches
  CONF
  { 'known' => 'host_key', 'others' => 'other_host_key' }.each do |name, key|
    File.write("#{dir}/#{name}", "[127.0.0.1]:#{port} #{File.read("#{dir}/#{key}.pub")}")
  end
  steps = "for file in passwd shadow; do mount --bind #{dir}/$file /etc/$file || exit 1; done\n" \
          "mount -t tmpfs none /run && mkdir /run/sshd && exec /usr/sbin/sshd -D -e -f #{dir}/sshd_config"
  process = spawn('unshare', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', steps, err: "#{dir}/sshd.log")
  100.times do
    break TCPSocket.new('127.0.0.1', port).close
  rescue Errno::ECONNREFUSED
    sleep 0.1
  end
  [process, port]
end

def lines(text, dir, port)
  text.gsub(dir, '%D').gsub(MODULES, '%M').gsub(port.to_s, 'PORT').gsub(/(in|after) \d+\.\d+ seconds/, '\1 N seconds')
      .gsub(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+[+-]\d\d:\d\d/, 'TIME').gsub(/"clientversion": ".*"/, '"clientversion": "VERSION"')
      .lines(chomp: true).reject { |line| line.match?(/\AInfo: (Using environment|Applying configuration|Creating state file|Loading facts)/) }
end

def run(dir, port, info, arguments)
  File.write("#{dir}/info.conf", info.reject { |_, value| value.empty? }.map { |name, value| "#{name}: #{value}\n" }.join.gsub('%D', dir))
  File.write("#{dir}/device.conf", "[spine1]\ntype nexus\nurl file://#{dir}/info.conf\n")
  common = ['--target', 'spine1', '--deviceconfig', '%D/device.conf', '--modulepath', MODULES, '--confdir', '%D/c', '--vardir', '%D/v',
            '--certname', 'vm', '--color=false', '--strict=error']
  words = [*arguments, *common].map { |word| word.gsub('%D', dir) }
  environment = { 'TZ' => 'UTC', 'LANG' => 'C.UTF-8' }
  out, err, status = Open3.capture3(environment, 'timeout', '120', 'ruby', '--disable=error_highlight', '--disable=did_you_mean',
                                    '-r', "#{__dir__}/puppet8.rb", '/usr/bin/puppet', 'device', *words)
  raise "it took too long: #{words}" if status.exitstatus == 124

  configuration = File.exist?("#{dir}/switches/spine1/running-config") ? File.read("#{dir}/switches/spine1/running-config") : ''
  { arguments: arguments, stdout: lines(out, dir, port), stderr: lines(err, dir, port), code: status.exitstatus, switch: configuration }
end

def recorded(test)
  Dir.mktmpdir('nexus-oracle-') do |dir|
    process, port = server(dir)
    info = { 'hostname' => '127.0.0.1', 'port' => port.to_s, 'username' => 'spine1', 'password' => 'let-me-in-9471',
             'enable_password' => 'open-sesame-5823', 'known_hosts_file' => '%D/known' }
    runs = test['steps'].filter_map do |step|
      File.write("#{dir}/a.pp", step['manifest']) if step['manifest']
      File.write("#{dir}/switches/spine1/faults", step['faults']) if step['faults']
      File.write("#{dir}/switches/spine1/running-config", step['switch']) if step['switch']
      info = info.merge(step['info']) if step['info']
      run(dir, port, info, step['run']) if step['run']
    end
    { name: test['name'], runs: runs }
  ensure
    Process.kill(:KILL, process)
    Process.wait(process)
  end
end

file = "#{GOLDEN}/device.jsonl"
known = File.exist?(file) ? File.readlines(file).to_h { |line| [JSON.parse(line)['name'], line] } : {}
cases = JSON.parse(File.read("#{GOLDEN}/cases.json"))
cases.each do |test|
  name = test['name']
  known[name] = "#{JSON.generate(recorded(test))}\n" if name.include?(ENV.fetch('ONLY', ''))
end
File.write(file, cases.map { |test| known.fetch(test['name']) }.join)
puts "#{cases.size} cases"
