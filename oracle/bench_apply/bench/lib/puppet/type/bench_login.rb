# frozen_string_literal: true

require 'puppet/resource_api'
require_relative '../../bench_world'

Puppet::ResourceApi.register_type(BenchWorld.definition('bench_login', ['simple_get_filter']))
