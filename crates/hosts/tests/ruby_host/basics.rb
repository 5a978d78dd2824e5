# frozen_string_literal: true

# The life of a host, and the calls on providers.
require_relative 'driver'

TYPE = <<~RUBY
  require 'puppet/resource_api'
  Puppet::ResourceApi.register_type(
    name: 'book',
    desc: 'A book.',
    features: %w[canonicalize simple_get_filter],
    extra: { xpath: '/a', list: [:x] },
    attributes: {
      ensure: { type: 'Enum[present, absent]', desc: 'E', default: 'present' },
      name: { type: 'String', desc: 'N', behaviour: :namevar },
      pages: { type: 'Optional[Integer]', desc: 'P' },
      code: { type: 'Optional[Sensitive[String]]', desc: 'C' },
    },
  )
RUBY

PROVIDER = <<~RUBY
  require 'puppet/resource_api/simple_provider'
  class Puppet::Provider::Book::Book < Puppet::ResourceApi::SimpleProvider
    def canonicalize(_context, resources)
      resources.each { |r| r[:name] = r[:name].downcase if r[:name] }
    end

    def get(context, names = nil)
      context.debug("names \#{names.inspect}")
      [{ name: 'a', ensure: 'present', pages: 3, code: Puppet::Pops::Types::PSensitiveType::Sensitive.new('s3') }]
    end

    def create(context, name, should)
      context.notice("create \#{name} \#{should}")
    end

    def update(context, name, should)
      raise 'no update' if should[:pages] == 13
      context.info("update")
    end

    def delete(context, name); end
  end
RUBY

FILES = { 'puppet/type/book.rb' => TYPE, 'puppet/provider/book/book.rb' => PROVIDER }.freeze

check('a host answers initialize and ends with shutdown') do
  with_host do |host|
    equal(1, host.greeting['protocol'])
    equal('ruby', host.greeting['provider']['name'])
    equal(0, host.shutdown.exitstatus)
  end
end

check('a host ends when its input closes') do
  with_host { |host| equal(0, host.close.exitstatus) }
end

check('another version of the protocol is refused') do
  with_host do |host|
    fails(/version 1 of the protocol, the runtime 7/) { host.call('initialize', 'protocol' => [7]) }
  end
end

check('an unknown method is told') do
  with_host { |host| equal(-32_601, fails { host.call('nothing') }.code) }
end

check('a definition keeps every key') do
  with_host(FILES) do |host|
    answer = host.call('type.load', 'names' => ['book'])
    equal([], answer['errors'])
    type = answer['types'].first
    equal({ 'xpath' => '/a', 'list' => ['x'] }, type['extra'])
    equal('namevar', type['attributes']['name']['behaviour'])
  end
end

check('get, canonicalize and set reach the provider') do
  with_host(FILES) do |host|
    equal({ 'resources' => [{ 'name' => 'abc' }] },
          host.call('canonicalize', 'type' => 'book', 'resources' => [{ 'name' => 'ABC' }]))
    answer = host.call('get', 'type' => 'book', 'names' => [{ 'name' => 'a' }])
    equal([{ 'name' => 'a', 'ensure' => 'present', 'pages' => 3,
             'code' => { '__ptype' => 'Sensitive', '__pvalue' => 's3' } }], answer['resources'])
    equal(['debug: book: names ["a"]'], host.logs)
    host.call('get', 'type' => 'book', 'names' => nil)
    equal(['debug: book: names nil'], host.logs)
    should = { 'name' => 'b', 'ensure' => 'present', 'code' => { '__ptype' => 'Sensitive', '__pvalue' => 'x' } }
    is = { 'title' => 'b', 'ensure' => { '__ptype' => 'Symbol', '__pvalue' => 'absent' } }
    answer = host.call('set', 'type' => 'book', 'changes' => [{ 'name' => { 'name' => 'b' }, 'is' => is, 'should' => should }])
    equal({ 'results' => [] }, answer)
    logs = host.logs
    equal('debug: book[b]: Creating: Start', logs[0])
    equal('notice: book[b]: Creating: create b {:name=>"b", :ensure=>"present", :code=>#<Sensitive [value redacted]>}', logs[1])
    match(/\Anotice: book\[b\]: Creating: Finished in 0\.\d{6} seconds\z/, logs[2])
  end
end

check('a failing update marks its resource') do
  with_host(FILES) do |host|
    state = { 'name' => 'b', 'ensure' => 'present', 'pages' => 13 }
    answer = host.call('set', 'type' => 'book',
                              'changes' => [{ 'name' => { 'name' => 'b' }, 'is' => state, 'should' => state }])
    equal([{ 'name' => { 'name' => 'b' }, 'status' => 'failed', 'error' => 'Execution encountered an error' }],
          answer['results'])
    match(/\Aerr: book\[b\]: Updating: Failed after 0\.\d{6} seconds: no update\z/, host.logs.last)
    equal([], host.notifications)
  end
end

check('an exception is an error with its class and place') do
  with_host('puppet/type/book.rb' => TYPE, 'puppet/provider/book/book.rb' => <<~RUBY) do |host, lib|
    class Puppet::Provider::Book::Book
      def get(_context, _names)
        raise Puppet::ResourceError, 'broken'
      end
    end
  RUBY
    error = fails('broken') { host.call('get', 'type' => 'book', 'names' => nil) }
    equal('Puppet::ResourceError', error.data['class'])
    equal(["#{lib}/puppet/provider/book/book.rb", 3], error.data.values_at('file', 'line'))
    equal(true, error.data['backtrace'].none? { |frame| frame.include?('bunraku-host') })
  end
end

check('a start costs little') do
  # The time of the processor does not depend on what else the machine does.
  costs = Array.new(5) do
    with_host do |host|
      ticks = File.read("/proc/#{host.pid}/stat").split(') ').last.split[11, 2].sum(&:to_i)
      [ticks * 10, host.seconds]
    end
  end
  puts "  initialize answered after #{(costs.map(&:last).min * 1000).round(1)} ms, #{costs.map(&:first).min} ms of it at work"
  equal(true, costs.map(&:first).min <= 60)
end
