# frozen_string_literal: true

require 'puppet/util/execution'

# A keyring is a file with lines `ID:DATE`.
class Puppet::Provider::ArchiveKey::ArchiveKey
  def initialize
    @keyring = File.join(ENV['SCRATCH'], 'keyring')
  end

  def canonicalize(_context, resources)
    resources.each do |resource|
      resource[:id] = resource[:id].sub(/\A0x/, '').upcase if resource[:id]
    end
  end

  def get(context, names = [])
    context.debug("reading the keyring for #{names.inspect}")
    return [] unless File.exist?(@keyring)

    out = Puppet::Util::Execution.execute(['cat', @keyring], combine: false, failonfail: true)
    out.lines.map(&:strip).map { |line| line.split(':') }.map { |id, date| { ensure: 'present', id: id, created: date }.compact }
  end

  def set(context, changes)
    changes.each do |name, change|
      is = change.key?(:is) ? change[:is] : get(context, [name]).find { |key| key[:id] == name }
      should = change[:should]
      if is[:ensure].to_s == 'absent' && should[:ensure].to_s == 'present'
        context.creating(name) { create(context, name, should) }
      elsif is[:ensure].to_s == 'present' && should[:ensure].to_s == 'absent'
        context.deleting(name) { delete(name) }
      else
        raise Puppet::ResourceError, "#{name} cannot be changed"
      end
    end
  end

  def create(context, name, should)
    nil.fail_on_purpose if name.start_with?('BAD')
    raise ArgumentError, "no source for #{name}" unless should[:source]
    raise Puppet::ExecutionFailure, "cannot fetch #{should[:source]}" if should[:source].start_with?('http')

    Puppet::Util::Execution.execute("cat #{should[:source]} >> #{@keyring}", failonfail: true)
  end

  def delete(name)
    lines = File.readlines(@keyring).reject { |line| line.start_with?(name) }
    File.write(@keyring, lines.join)
  end
end
