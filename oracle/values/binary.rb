# Refreshes binary.jsonl: ruby oracle/values/binary.rb
require_relative 'oracle'

BINARY = Puppet::Pops::Types::PBinaryType
MAKER = BINARY.new_function(BINARY::DEFAULT).new(nil, nil)

cases = Recorder.new('binary')
random = cases.random
texts = ['', 'aGVsbG8=', 'aGVsbG8', 'aGVsbG8==', 'aGk=', 'aGk', 'aA==', 'aA=', 'aA', 'a', '=', '==', '====', 'YQ==YQ==', 'YQ=YQ', 'Y=Q=', 'YR==', 'YWJ=', 'aGVs bG8=', "aGVs\nbG8=", "aGVsbG8=\n", 'aGV*sbG8=', '+/+/', '-_-_', '-_+/', '-_8=', '-_8', '+/8', 'é', 'YQé=', 'aGVsbG8=é', '----', 'A', 'AA', 'AAA', 'AAAA', 'AAAAA',
         '=AAA', 'A=AA', 'AA=A', "\0AAA", 'AA==AAAA', 'hello world', "caf\u00e9 \u{1F600}"]
alphabet = [*'A'..'Z', *'a'..'z', *'0'..'9', '+', '/', '-', '_', '=', '=', "\n", ' ', '%', 'é']
texts += Array.new(150) { Array.new(random.rand(12)) { cases.pick(alphabet) }.join }
texts.each do |text|
  %w[%B %b %u %s %r].each do |format|
    cases.record('decode', text, format) { MAKER.from_string(text, format).binary_buffer.unpack('C*') }
  end
end
cases.record('decode', 'x', '%x') { MAKER.from_string('x', '%x').binary_buffer.unpack('C*') }
120.times do |index|
  bytes = index < 12 ? Array.new(index) { |byte| byte * 23 % 256 } : Array.new(random.rand(150)) { random.rand(256) }
  binary = BINARY::Binary.from_binary_string(bytes.pack('C*'))
  cases.record('encode', bytes) { [binary.to_s, binary.relaxed_to_s, binary.urlsafe_to_s] }
end
cases.close
