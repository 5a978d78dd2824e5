# frozen_string_literal: true

# The namespace in which modules keep code of their own.
module PuppetX
end
