# frozen_string_literal: true

module PuppetX; end unless defined?(PuppetX)

module PuppetX::Wall
  FORBIDDEN = %w[ACCEPT$ DROP$].freeze
end
