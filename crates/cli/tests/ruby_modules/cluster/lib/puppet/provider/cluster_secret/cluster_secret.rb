require 'puppet/resource_api/simple_provider'
require 'puppet_x/cluster/client'
require 'base64'

class Puppet::Provider::ClusterSecret::ClusterSecret < Puppet::ResourceApi::SimpleProvider
  include PuppetX::Cluster::Helpers

  Secret = Puppet::Pops::Types::PSensitiveType::Sensitive

  def initialize
    @client = PuppetX::Cluster::Client.instance
    @numbers = Hash.new { |hash, key| hash[key] = hash.size + 1 }
  end

  def get(context, names = nil)
    context.debug("get #{names.inspect}")
    all = @client.list('secrets').map do |item|
      data = item['data'] && item['data'].transform_values { |value| Base64.strict_decode64(value) }
      { name: item['name'], ensure: 'present', uid: @numbers[item['name']], kind: item['kind'],
        data: data && Secret.new(data), immutable: item['immutable'] }.compact
    end
    names.nil? || names.empty? ? all : all.select { |item| names.include?(item[:name]) }
  end

  def create(context, name, should)
    context.notice("making #{name} with #{should[:data]} #{should.keys.sort.inspect}")
    put(name, should)
  end

  def update(context, name, should)
    context.warning("data of #{name} has #{should[:data].unwrap.size} entries") if should[:data].respond_to?(:unwrap)
    put(name, should)
  end

  def delete(context, name)
    context.info("removing #{name}")
    @client.delete('secrets', name)
  end

  def put(name, should)
    data = should[:data]&.unwrap&.transform_values { |value| Base64.strict_encode64(value) }
    @client.put('secrets', name, { 'name' => name, 'kind' => should[:kind], 'data' => data, 'immutable' => should[:immutable] }.compact)
  end
end
