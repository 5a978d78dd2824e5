# frozen_string_literal: true

# The Ruby host of Bunraku: runs providers, transports, functions and facts of Ruby modules, without Puppet.
#
# This is the first file that runs. The runtime starts `ruby --disable-gems -e <bootstrap>`; the bootstrap reads all files of
# this program from stdin into the table BUNRAKU_FILES (name => source) and evaluates this one. The others are
# evaluated when they are needed, so nothing is written to disk and a start costs little. What follows on stdin are
# messages of the provider protocol, one JSON-RPC line each.
#
#   wire.rb       messages in and out, what providers print, nested requests
#   values.rb     rich data <-> Ruby values
#   requiring.rb  `require` over embedded files, module directories and gems; what is loaded on first use
#   errors.rb     exceptions as errors of the protocol
#   calls.rb      what the runtime can ask for
#   puppet*.rb    the parts of Puppet that modules use, written for this host
module Bunraku
  # What is wrong with a message, or with the way in which it is used.
  class ProtocolError < StandardError; end

  FILES = BUNRAKU_FILES
  FILE_PREFIX = 'bunraku-host/'
  @evaluated = {}

  class << self
    # The decoded parameters of `initialize`.
    attr_accessor :session

    # Whether there is an embedded file of that name.
    def embedded?(file)
      FILES.key?(file)
    end

    # Evaluates an embedded file once. An evaluation that fails is tried again the next time.
    def embedded(file)
      return false if @evaluated[file]

      source = FILES.fetch(file)
      @evaluated[file] = true
      # Without it Ruby takes a constant that this file is about to define for one that is still to be loaded.
      $LOADED_FEATURES << file
      begin
        eval(source, TOPLEVEL_BINDING.dup, FILE_PREFIX + file, 1)
      rescue Exception # rubocop:disable Lint/RescueException
        @evaluated.delete(file)
        $LOADED_FEATURES.delete(file)
        raise
      end
      true
    end
  end
end

# Puppet does so too: modules read files without naming an encoding.
Encoding.default_external = Encoding::UTF_8

Bunraku.embedded('errors.rb')
Bunraku.embedded('wire.rb')
Bunraku.embedded('values.rb')
Bunraku.embedded('requiring.rb')
Bunraku.embedded('calls.rb')
Bunraku::Wire.open
Bunraku::Calls.serve
