#!/usr/bin/ruby
# frozen_string_literal: true

# eyaml.rb - makes keys and encrypted data as hiera-eyaml does, in crates/cli/tests/golden/hiera-eyaml.
#
# hiera-eyaml leaves all of it to Ruby's OpenSSL, and so does this: a certificate that the key signs itself, and PKCS7
# envelopes in DER, as base64. The keys are for tests only. Every run makes other keys, so it is run by hand.

require 'base64'
require 'fileutils'
require 'openssl'

FOLDER = File.expand_path('../../crates/cli/tests/golden/hiera-eyaml', __dir__)
DATA = File.join(FOLDER, 'code/environments/production/data')

def certificate(key)
  certificate = OpenSSL::X509::Certificate.new
  certificate.subject = certificate.issuer = OpenSSL::X509::Name.parse('/')
  certificate.not_before = Time.now
  certificate.not_after = Time.at(2**31 - 1)
  certificate.public_key = key.public_key
  certificate.serial = 1
  certificate.version = 2
  certificate.sign(key, OpenSSL::Digest.new('SHA256'))
end

def encrypt(text, cipher: 'aes-256-cbc', certificates: [CERTIFICATE])
  envelope = OpenSSL::PKCS7.encrypt(certificates, text, OpenSSL::Cipher.new(cipher), OpenSSL::PKCS7::BINARY)
  "ENC[PKCS7,#{Base64.encode64(envelope.to_der).gsub("\n", '')}]"
end

KEY = OpenSSL::PKey::RSA.new(2048)
OTHER = OpenSSL::PKey::RSA.new(2048)
CERTIFICATE = certificate(KEY)
FileUtils.mkdir_p([File.join(FOLDER, 'keys'), DATA])
File.write(File.join(FOLDER, 'keys/private_key.pkcs7.pem'), KEY.to_pem)
File.write(File.join(FOLDER, 'keys/private_key.pkcs8.pem'), KEY.private_to_pem)
File.write(File.join(FOLDER, 'keys/public_key.pkcs7.pem'), CERTIFICATE.to_pem)

folded = encrypt('folded secret').scan(/.{1,60}/).map { |line| "  #{line}" }.join("\n")
File.write(File.join(DATA, 'secret.eyaml'), <<~YAML)
  plain: not secret
  secret: #{encrypt('hunter2hunter2')}
  with_line_break: #{encrypt("line\n")}
  part: "user:#{encrypt('part secret')}@host"
  two: "#{encrypt('first secret')} and #{encrypt('second secret')}"
  nested:
    list: ["#{encrypt('in a list')}", clear]
    hash: {key: "#{encrypt('in a hash')}"}
  interpolated: #{encrypt('for %{role}')}
  short_key: #{encrypt('of 128 bits', cipher: 'aes-128-cbc')}
  two_readers: #{encrypt('for both', certificates: [certificate(OTHER), CERTIFICATE])}
  other_key: #{encrypt('not for us', certificates: [certificate(OTHER)])}
  other_cipher: #{encrypt('old', cipher: 'des-ede3-cbc')}
  gpg: ENC[GPG,aGVsbG8=]
  no_envelope: ENC[PKCS7,aGVsbG8=]
  no_base64: ENC[PKCS7,a=b=c]
  no_method: "#{encrypt('without a method').sub('PKCS7,', '')}"
  not_encrypted: "ENC[not, encrypted"
  made_sensitive: #{encrypt('kept secret')}
  folded: >
  #{folded}
  lookup_options:
    made_sensitive: {convert_to: Sensitive}
YAML
