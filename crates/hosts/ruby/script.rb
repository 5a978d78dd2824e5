# frozen_string_literal: true

# Programs that are run where providers are: unit tests of modules.
#
#   script.run {file, arguments}   the exit code of the program
module Bunraku
  module Script
    class << self
      def run(params)
        file = params.fetch('file')
        ARGV.replace(params.fetch('arguments'))
        $PROGRAM_NAME = file
        endings = keep_endings
        status = ended { Kernel.load(file) }
        # The last one comes first, and may leave another one.
        while (ending = endings.pop)
          status = ended(&ending) || status
        end
        { 'status' => status || 0 }
      end

      private

      # Test frameworks begin when the program ends, but this process goes on until the runtime ends it.
      def keep_endings
        endings = []
        keep = proc do |&block|
          endings << block
          block
        end
        Kernel.define_singleton_method(:at_exit, &keep)
        Kernel.send(:define_method, :at_exit, &keep)
        Kernel.send(:private, :at_exit)
        endings
      end

      # The exit code, if the program set one. Other errors are printed as Ruby prints them.
      def ended
        yield
        nil
      rescue SystemExit => e
        e.status
      rescue Exception => e # rubocop:disable Lint/RescueException
        $stderr.puts(e.full_message(highlight: false))
        1
      end
    end
  end
end
