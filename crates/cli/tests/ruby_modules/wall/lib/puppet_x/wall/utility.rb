# frozen_string_literal: true

module PuppetX; end unless defined?(PuppetX)
module PuppetX::Wall
  # What both providers need.
  module Utility
    def self.file
      File.join(ENV['SCRATCH'], 'rules')
    end

    # A command in one string goes through a shell.
    def self.rules
      Puppet::Util::Execution.execute("test -e #{file} && cat #{file} || true", failonfail: true, combine: true).to_s.lines.map(&:chomp)
    end

    def self.persist(lines)
      Puppet::Util::Execution.execute(['/bin/sh', '-c', %(printf '%s\\n' "$@" > "$0"), file, *lines])
    end
  end
end
