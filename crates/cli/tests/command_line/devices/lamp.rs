//! Lamps: a simple kind of device with a Ruby module, whose state is in files.

use std::{
    fs,
    os::unix::fs::{PermissionsExt as _, symlink},
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    binary::{self, Run},
    test_dir::TestDir,
    transcripts::without_seconds,
};

const SCHEMA: &str = "
Puppet::ResourceApi.register_transport(
  name: 'lamp',
  desc: 'A lamp.',
  connection_info: {
    room: { type: 'String', desc: 'Where it stands.' },
    password: { type: 'String', desc: 'What opens it.', sensitive: true },
    pins: { type: 'Optional[Array[String]]', desc: 'More of that.', sensitive: true },
    master: { type: 'String', desc: 'What opens all.', sensitive: true, default: 'd3fault-key' },
    trouble: { type: 'Optional[String]', desc: 'What goes wrong.' },
  },
)
";

const TRANSPORT: &str = "
require 'json'
module Puppet::Transport
  class Lamp
    def initialize(context, info)
      @info = info
      wait_for_others
      %w[cmdline environ].each do |what|
        [Process.pid, Process.ppid].each { |pid| File.write('seen', File.binread(\"/proc/#{pid}/#{what}\"), mode: 'ab') }
      end
      context.debug(\"opened with #{info.inspect} and #{secret}\") if info[:trouble] == 'talks'
      puts \"printed #{secret}\" if info[:trouble] == 'prints'
      raise \"cannot open with #{secret}\" if info[:trouble] == 'raises'
    end

    def secret
      ([@info[:password], @info[:master], @info[:pins]].compact.map { |value| value.unwrap }).join(' ')
    end

    def wait_for_others
      return unless File.exist?('crowd')

      File.write(\"arrived.#{room}\", '')
      begun = Time.now
      until Dir.glob('arrived.*').size >= File.read('crowd').to_i
        raise 'waited for others' if Time.now - begun > (File.read('crowd') == '3' ? 60 : 1)

        sleep 0.05
      end
    ensure
      File.delete(\"arrived.#{room}\") if File.exist?('crowd') && File.read('crowd') != '3'
    end

    def room
      @info[:room]
    end

    def bulbs
      { 'main' => false }.merge(File.exist?(\"#{room}.json\") ? JSON.parse(File.read(\"#{room}.json\")) : {})
    end

    def switch(name, bright)
      raise \"the switch of the #{room} is stuck\" if File.exist?(\"#{room}.stuck\")

      File.write(\"#{room}.json\", JSON.generate(bulbs.merge(name => bright)))
    end

    def facts(_context)
      { 'room' => room, 'said' => @info[:trouble] == 'facts' ? secret : 'nothing' }
    end

    def verify(_context); end

    def close(_context)
      File.write('closed', \"#{room}\\n\", mode: 'a')
    end
  end
end
";

const DEVICE: &str = "
require 'puppet/resource_api/transport/wrapper'
module Puppet::Util::NetworkDevice::Lamp
  class Device < Puppet::ResourceApi::Transport::Wrapper
    def initialize(url_or_config, _options = {})
      super('lamp', url_or_config)
    end
  end
end
";

const TYPE: &str = "
Puppet::ResourceApi.register_type(
  name: 'bulb',
  desc: 'A bulb of a lamp.',
  features: ['remote_resource'],
  attributes: {
    name: { type: 'String', desc: 'Its name.', behaviour: :namevar },
    bright: { type: 'Boolean', desc: 'Whether it shines.' },
  },
)
";

const PROVIDER: &str = "
class Puppet::Provider::Bulb::Lamp
  def get(context)
    context.transport.bulbs.map { |name, bright| { name: name, bright: bright } }
  end

  def set(context, changes)
    changes.each do |name, change|
      context.transport.switch(name, change[:should][:bright])
      context.notice(\"switched in the #{context.transport.room}\")
    end
  end
end
";

/// A directory with lamps, `device.conf` and the module.
pub struct House {
    directory: TestDir,
}

impl House {
    /// Lamps in these rooms, all with the password `hunter2`.
    pub fn new(rooms: &[&str]) -> House {
        let library = "modules/lamps/lib/puppet";
        let directory = TestDir::new(&[]);
        for (name, text) in [
            ("transport/schema/lamp.rb", SCHEMA),
            ("transport/lamp.rb", TRANSPORT),
            ("util/network_device/lamp/device.rb", DEVICE),
            ("type/bulb.rb", TYPE),
            ("provider/bulb/lamp.rb", PROVIDER),
        ] {
            directory.write(&format!("{library}/{name}"), text);
        }
        symlink(env!("CARGO_BIN_EXE_bunraku"), directory.path().join("puppet")).unwrap();
        let house = House { directory };
        let mut conf = String::new();
        for room in rooms {
            let path = house.write(&format!("{room}.conf"), format!("room: {room}\npassword: hunter2\n"));
            hide(&path);
            conf.push_str(&format!("[{room}]\ntype lamp\nurl file://{}\n", path.display()));
        }
        house.write("device.conf", conf);
        house
    }

    pub fn path(&self) -> &Path {
        self.directory.path()
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        self.directory.write(name, text)
    }

    pub fn read(&self, name: &str) -> String {
        self.directory.read(name)
    }

    /// Runs `bunraku device`.
    pub fn run(&self, words: &[&str]) -> Run {
        let words: Vec<&str> = ["--deviceconfig", "device.conf"].into_iter().chain(words.iter().copied()).collect();
        self.run_as("bunraku", "device", &words)
    }

    /// Runs a command under a given name.
    pub fn run_as(&self, name: &str, command: &str, words: &[&str]) -> Run {
        let program = match name {
            "puppet" => self.path().join("puppet"),
            _ => PathBuf::from(env!("CARGO_BIN_EXE_bunraku")),
        };
        let mut process = Command::new(program);
        process.current_dir(self.path()).arg(command).args(words);
        process.args(["--modulepath", "modules", "--color=false", "--certname", "vm"]);
        process.arg("--confdir").arg(self.path().join("c")).arg("--vardir").arg(self.path().join("v"));
        let mut run = binary::run(&mut process, "");
        run.stdout = without_seconds(&run.stdout);
        run
    }

    /// The lamps that were closed since the last call.
    pub fn closed(&self) -> Vec<String> {
        let path = self.path().join("closed");
        let mut rooms: Vec<String> = fs::read_to_string(&path).unwrap_or_default().lines().map(str::to_owned).collect();
        let _ = fs::remove_file(path);
        rooms.sort();
        rooms
    }
}

/// Makes a file private.
pub fn hide(path: &Path) {
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).unwrap();
}

/// Whether there is no Ruby to run the module.
pub fn skipped() -> bool {
    let is_missing = binary::run(Command::new("sh").args(["-c", "command -v ruby"]), "").code != 0;
    if is_missing {
        skip_test::skip!("there is no ruby");
    }
    is_missing
}
