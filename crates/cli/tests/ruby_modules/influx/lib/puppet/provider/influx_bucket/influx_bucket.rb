# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'
require_relative '../../../puppet_x/influx/api'

# Implementation of a performance-hungry provider.
class Puppet::Provider::InfluxBucket::InfluxBucket < PuppetX::Influx::Api
  def initialize
    super
    @links = []
  end

  def get(_context)
    read.map do |bucket|
      {
        name: bucket['name'],
        ensure: 'present',
        org: bucket['org'],
        labels: bucket['labels'],
        retention_rules: bucket['rules'],
        host: @host,
        port: @port,
        use_ssl: @use_ssl,
        token: @token,
        token_file: @token_file
      }.compact
    end
  end

  def set(context, changes)
    changes.each do |name, change|
      is = change[:is]
      should = change[:should]
      if should[:ensure] == 'absent' && is[:ensure].to_s == 'present'
        context.deleting(name) { write(read.reject { |bucket| bucket['name'] == name }) }
      else
        kind = is[:ensure].to_s == 'present' ? :updating : :creating
        context.public_send(kind, name) do
          rest = read.reject { |bucket| bucket['name'] == name }
          write(rest + [{ 'name' => name, 'org' => should[:org], 'labels' => should[:labels] || [], 'rules' => should[:retention_rules] }])
        end
      end
    end
  end

  def canonicalize(_context, resources)
    init_attrs(resources)
    resources.each { |resource| resource[:labels] = resource[:labels].sort if resource[:labels] }
    resources
  end
end
