# frozen_string_literal: true

# The legacy name of Facter::Core::Execution.
require 'facter/core/execution'

module Facter
  module Util
    extend Bunraku::Unknown

    module Resolution
      module_function

      def exec(command)
        Facter::Core::Execution.exec(command)
      end

      def which(program)
        Facter::Core::Execution.which(program)
      end
    end
  end
end
