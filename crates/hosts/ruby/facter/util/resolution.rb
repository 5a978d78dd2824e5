# frozen_string_literal: true

# The older name of the commands of facts.
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
