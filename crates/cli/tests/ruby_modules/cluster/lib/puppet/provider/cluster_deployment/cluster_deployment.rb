# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'
require_relative '../../../puppet_x/cluster/client'

# Made by a generator; `get` is asked again by `set`.
class Puppet::Provider::ClusterDeployment::ClusterDeployment
  include PuppetX::Cluster::Helpers
  api_kind 'deployments'

  def canonicalize(_context, resources)
    resources.each do |resource|
      resource.delete_if { |_key, value| value.nil? }
      resource[:labels] = resource[:labels].transform_values(&:to_s) if resource[:labels]
    end
    resources
  end

  def get(context)
    context.debug("[get]")
    hash = self.class.instances_of(context)
    Puppet.debug "Told by a provider: #{hash.size} deployments"
    hash
  end

  def self.instances_of(context)
    @reads = (@reads || 0) + 1
    client.list(api_kind).map { |item| instance_to_hash(item, context) }
  rescue PuppetX::Cluster::ApiError => e
    context.err("cannot list: #{e.message}")
    raise Puppet::Error, "Couldn't list #{api_kind}: #{e.message} (#{e.code})"
  end

  def self.instance_to_hash(item, context)
    known = context.type.attributes.keys
    new.deep_symbolize(item).select { |key, _| known.include?(new.snake(key.to_s).to_sym) }
       .each_with_object({ ensure: 'present' }) do |(key, value), made|
      made[new.snake(key.to_s).to_sym] = value.is_a?(Hash) ? stringify(value) : value
    end
  end

  def self.stringify(value)
    JSON.parse(JSON.generate(value))
  end

  def self.client
    PuppetX::Cluster::Client.instance
  end

  def set(context, changes)
    context.debug('Entered set')

    changes.each do |name, change|
      context.debug("set change with #{name} and #{change}")
      is = if context.type.feature?('simple_get_filter')
             change.key?(:is) ? change[:is] : (get(context, [name]) || []).find { |key| key[:id] == name }
           else
             change.key?(:is) ? change[:is] : (get(context) || []).find { |key| key[:id] == name }
           end
      context.type.check_schema(is) unless change.key?(:is)
      should = change[:should]
      should[:metadata] ||= {} unless should.frozen?

      is = { name: name, ensure: 'absent' } if is.nil?
      should = { name: name, ensure: 'absent' } if should.nil?

      if is[:ensure].to_s == 'absent' && should[:ensure].to_s == 'present'
        create(context, name, should)
      elsif is[:ensure].to_s == 'present' && should[:ensure].to_s == 'absent'
        context.deleting(name) do
          delete(context, should)
        end
      elsif is[:ensure].to_s == 'absent' && should[:ensure].to_s == 'absent'
        context.failed(name, message: 'Unexpected absent to absent change')
        raise 'Unexpected absent to absent change'
      else
        update(context, name, should)
      end
    end
  end

  def create(context, name, should)
    context.creating(name) { write(name, should) }
    Puppet.info("Added 'absent' to property_hash")
  rescue StandardError => e
    Puppet.alert("Exception during create. The state of the resource is unknown.  ex is #{e} and backtrace is #{e.backtrace.size > 2}")
    raise
  end

  def update(context, name, should)
    context.updating(name) do
      raise "replicas of #{name} cannot be #{should[:spec]['replicas']}" if should[:spec] && should[:spec]['replicas'].to_i > 100

      write(name, should)
    end
  end

  def delete(_context, should)
    self.class.client.delete(self.class.api_kind, should[:name])
  end

  private

  def write(name, should)
    body = should.reject { |key, _| %i[ensure namespace grace].include?(key) }.map { |key, value| [camelize(key), value] }.to_h
    self.class.client.put(self.class.api_kind, name, body)
  end
end
