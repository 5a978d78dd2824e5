# frozen_string_literal: true

require_relative '../../../puppet_x/wall/utility'

# Chains, one a line: `:NAME policy`.
class Puppet::Provider::Wallchain::Wallchain
  def get(_context)
    PuppetX::Wall::Utility.rules.grep(/\A:/).map do |line|
      name, policy = line.delete_prefix(':').split
      { ensure: 'present', name: name, policy: policy, purge: false }.compact
    end
  end

  def set(context, changes)
    changes.each do |name, change|
      lines = PuppetX::Wall::Utility.rules.reject { |line| line.start_with?(":#{name} ") }
      if change[:should][:ensure] == 'absent'
        context.deleting(name) { PuppetX::Wall::Utility.persist(lines) }
      else
        context.creating(name) { PuppetX::Wall::Utility.persist([":#{name} #{change[:should][:policy]}", *lines]) }
      end
    end
  end

  # Unmanaged rules of a chain that is purged go away.
  def generate(_context, title, _is, should)
    return unless should[:purge]

    rules = Puppet::Type.type(:wall).instances
    rules = rules.select { |rule| rule.rsapi_current_state[:chain] == title }
    ignored = [should[:ignore]].flatten.compact.map { |pattern| Regexp.new(pattern) }
    rules = rules.reject { |rule| ignored.any? { |pattern| rule.rsapi_current_state[:line].match?(pattern) } }
    rules.each { |rule| rule[:ensure] = :absent }
    rules
  end
end
