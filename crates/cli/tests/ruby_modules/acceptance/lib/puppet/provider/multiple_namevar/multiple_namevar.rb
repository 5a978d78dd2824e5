require 'puppet/resource_api'
require 'puppet/resource_api/simple_provider'

# Implementation for the title_provider type using the Resource API.
class Puppet::Provider::MultipleNamevar::MultipleNamevar
  def initialize
    defaults = [
      { package: 'php', manager: 'yum', ensure: 'present', title: 'php-yum' },
      { package: 'php', manager: 'gem', ensure: 'present', title: 'php-gem' },
      { package: 'mysql', manager: 'yum', ensure: 'present', title: 'mysql-yum' },
      { package: 'mysql', manager: 'gem', ensure: 'present', title: 'mysql-gem' },
      { package: 'foo', manager: 'bar', ensure: 'present', title: 'foo-bar' },
      { package: 'bar', manager: 'foo', ensure: 'present', title: 'bar-foo' },
    ]
    @current_values ||= defaults
  end

  def set(context, changes)
    changes.each do |name, change|
      is = if context.type.feature?('simple_get_filter')
             change.key?(:is) ? change[:is] : (get(context, [name]) || []).find { |r| r[:name] == name }
           else
             change.key?(:is) ? change[:is] : (get(context) || []).find { |r| r[:name] == name }
           end
      should = change[:should]

      raise 'SimpleProvider cannot be used with a Type that is not ensurable' unless context.type.ensurable?

      is = { name: name, ensure: 'absent' } if is.nil?
      should = { name: name, ensure: 'absent' } if should.nil?

      if is[:ensure].to_s == 'absent' && should[:ensure].to_s == 'present'
        create(context, name, should)
      elsif is[:ensure].to_s == 'present' && should[:ensure].to_s == 'present'
        update(context, name, should)
      elsif is[:ensure].to_s == 'present' && should[:ensure].to_s == 'absent'
        context.deleting(name) do
          delete(context, name)
        end
      end
    end
  end

  def get(_context)
    @current_values
  end

  def create(context, name, should)
    context.notice("Creating '#{name}' with #{should.inspect}")
    @current_values << should
  end

  def update(context, name, should)
    context.notice("Updating '#{name}' with #{should.inspect}")
  end

  def delete(context, name)
    context.notice("Deleting '#{name}'")
    @current_values.reject! { |value| name[:package] == value[:package] && name[:manager] == value[:manager] }
  end
end
