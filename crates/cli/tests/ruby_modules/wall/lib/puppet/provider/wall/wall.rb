# frozen_string_literal: true

require_relative '../../../puppet_x/wall/utility'

# Rules, one a line: `CHAIN|NAME|proto=..|..`.
class Puppet::Provider::Wall::Wall
  ###### GLOBAL VARIABLES ######
  # Every word that a line may have, in its order.
  $wall_attributes = %i[proto source dport jump]
  @@reads = 0

  def get(context)
    @@reads += 1
    context.debug('Reading rules')
    PuppetX::Wall::Utility.rules.grep(/\|/).map { |line| self.class.parse(line) }
  end

  def self.parse(line)
    chain, name, *rest = line.split('|')
    rule = { ensure: 'present', name: name, chain: chain, line: line }
    rest.each do |word|
      key, value = word.split('=', 2)
      rule[key.to_sym] = value.include?(',') ? value.split(',') : value
    end
    rule
  end

  def set(context, changes)
    changes.each do |name, change|
      is = change[:is]
      should = change[:should]
      is = PuppetX::Wall.create_absent(:name, name) if is.nil?
      should = PuppetX::Wall.create_absent(:name, name) if should.nil?
      if is[:ensure].to_s == 'absent' && should[:ensure].to_s == 'present'
        context.creating(name) { create(context, name, should) }
      elsif is[:ensure].to_s == 'present' && should[:ensure].to_s == 'present'
        context.updating(name) do
          delete(context, name)
          create(context, name, should)
        end
      elsif is[:ensure].to_s == 'present' && should[:ensure].to_s == 'absent'
        context.deleting(name) { delete(context, name) }
      end
    end
  end

  def create(context, name, should)
    context.notice("Creating Rule '#{name}' with #{should.inspect}")
    words = $wall_attributes.filter_map { |key| "#{key}=#{[should[key]].flatten.join(',')}" if should[key] }
    lines = PuppetX::Wall::Utility.rules + [[should[:chain], name, *words].join('|')]
    PuppetX::Wall::Utility.persist(lines.sort_by { |line| line[/\|(\d+)/, 1].to_i })
  end

  def delete(context, name)
    context.notice("Deleting Rule '#{name}'")
    PuppetX::Wall::Utility.persist(PuppetX::Wall::Utility.rules.reject { |line| line.split('|')[1] == name })
  end

  def insync?(context, _name, property_name, is_hash, should_hash)
    context.debug("Checking whether '#{property_name}' is out of sync")
    case property_name
    when :dport
      is = [is_hash[property_name]].flatten.compact.map(&:to_s).sort
      should = [should_hash[property_name]].flatten.compact.map(&:to_s).sort
      is == should
    when :source
      is_hash[property_name].to_s.sub(%r{/32\z}, '') == should_hash[property_name].to_s.sub(%r{/32\z}, '')
    end
  end

  def canonicalize(_context, resources)
    resources.each do |resource|
      resource[:dport] = [resource[:dport]].flatten.map { |port| port.to_s.tr('-', ':') } if resource[:dport].is_a?(Array)
      resource[:dport] = resource[:dport].to_s.tr('-', ':') if resource[:dport].is_a?(String) || resource[:dport].is_a?(Integer)
      resource[:jump] = resource[:jump].downcase if resource[:jump]
    end
    resources
  end
end
