//! The `uri` of a device is split for a Ruby module as for a native transport.

use super::lamp::{House, hide, skipped};

const SCHEMA: &str = "
Puppet::ResourceApi.register_transport(
  name: 'lamp',
  desc: 'A lamp behind an address.',
  connection_info: {
    uri: { type: 'String', desc: 'Where it is.' },
    host: { type: 'String', desc: 'A part of that.' },
    port: { type: 'Optional[Integer]', desc: 'A part of that.', default: 23 },
    user: { type: 'Optional[String]', desc: 'A part of that.' },
    password: { type: 'Optional[String]', desc: 'A part of that.', sensitive: true },
    path: { type: 'Optional[String]', desc: 'A part of that.' },
  },
)
";

const TRANSPORT: &str = "
module Puppet::Transport
  class Lamp
    def initialize(_context, info)
      @info = info
    end

    def facts(_context)
      told = @info.reject { |name, _| name == :password }.map { |name, value| [name.to_s, value] }.to_h
      told.merge('letters' => @info[:password]&.unwrap&.size, 'shown' => @info.inspect)
    end

    def verify(_context); end

    def close(_context); end
  end
end
";

#[test]
fn an_address_is_taken_apart_for_a_transport_in_ruby() {
    if skipped() {
        return;
    }
    for (uri, more, expected) in [
        (
            "telnet://ada:hunter%402@[::1]:2323/hall",
            "",
            &["\"host\": \"::1\"", "\"port\": 2323", "\"user\": \"ada\"", "\"path\": \"/hall\"", "\"letters\": 8"][..],
        ),
        // Explicit values override those of the URI, and a default overrides that of the protocol.
        (
            "https://ada:hunter2@lamp.example",
            "user: grace\n",
            &["\"host\": \"lamp.example\"", "\"port\": 23", "\"user\": \"grace\"", "\"letters\": 7"],
        ),
        ("lamp.example:77", "", &["\"host\": \"lamp.example\"", "\"port\": 77", "\"letters\": \"\""]),
        (
            "no address at all",
            "host: given\n",
            &["\"uri\": \"no address at all\"", "\"host\": \"given\"", "\"port\": 23"],
        ),
    ] {
        let house = House::new(&["hall"]);
        house.write("modules/lamps/lib/puppet/transport/schema/lamp.rb", SCHEMA);
        house.write("modules/lamps/lib/puppet/transport/lamp.rb", TRANSPORT);
        hide(&house.write("hall.conf", format!("uri: \"{uri}\"\n{more}")));
        let run = house.run(&["--target", "hall", "--facts", "--debug"]);
        let all = format!("{}{}", run.stdout, run.stderr);
        assert_eq!(run.code, 0, "{uri}: {all}");
        for part in expected {
            assert!(run.stdout.contains(part), "{part} of {uri}: {all}");
        }
        assert!(!all.contains("hunter"), "{all}");
    }
}
