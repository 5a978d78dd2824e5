# frozen_string_literal: true

# Evaluates snippets and shows what they do, under the real Puppet as well as in the host.
require 'tmpdir'

SENSITIVE = Puppet::Pops::Types::PSensitiveType::Sensitive
FOLDER = Dir.mktmpdir
at_exit { FileUtils.rm_rf(FOLDER) }

DEFINITION = lambda do
  Puppet::ResourceApi::TypeDefinition.new(
    name: 'book', desc: 'd', features: ['canonicalize'], extra: { x: 1 },
    attributes: { ensure: { type: 'Enum[present, absent]', desc: 'e' },
                  name: { type: 'String', desc: 'n', behaviour: :namevar },
                  prop: { type: 'Optional[String]', desc: 'p' },
                  ro: { type: 'Optional[String]', desc: 'r', behaviour: :read_only } },
  )
end

# A context whose lines are kept.
KEEPING = lambda do |lines|
  context = Puppet::ResourceApi::BaseContext.new(DEFINITION.call)
  context.define_singleton_method(:send_log) do |level, message|
    lines << "#{level}: #{message}"
    nil
  end
  context
end

CONTEXT = lambda do |&block|
  lines = []
  begin
    block.call(KEEPING.call(lines))
  rescue Exception => e # rubocop:disable Lint/RescueException
    lines << "#{e.class}: #{e.message}"
  end
  lines.map { |line| line.gsub(/\d+\.\d+/, 'N') }
end

SIMPLE_BASE = lambda do |changes, provider = Class.new(Puppet::ResourceApi::SimpleProvider) { def self.to_s; 'P'; end }|
  lines = []
  provider.new.set(KEEPING.call(lines), changes)
  lines.map { |line| line.gsub(/\d+\.\d+/, 'N') }
end

SIMPLE = lambda do |changes|
  provider = Class.new(Puppet::ResourceApi::SimpleProvider) do
    def create(context, name, should)
      context.notice("create #{name} #{should}")
    end

    def update(context, name, should)
      context.notice("update #{name} #{should}")
    end

    def delete(context, name)
      context.notice("delete #{name}")
    end
  end
  SIMPLE_BASE.call(changes, provider)
end

module Snippets
  module_function

  # Name => code.
  def read(path)
    File.read(path).split(/^### /).drop(1).to_h { |part| part.split("\n", 2).map(&:strip) }
  end

  def show(code)
    tidy(eval(code, TOPLEVEL_BINDING.dup, 'snippet', 1).inspect)
  rescue Exception => e # rubocop:disable Lint/RescueException
    # Newer Rubies and their helpers add hints below the message.
    tidy("#{e.class}: #{e.message.split("\n\n").first}")
  end

  def tidy(text)
    text.gsub(FOLDER, 'FOLDER').gsub(/0x[0-9a-f]{8,}/, '0x0')
  end
end
