# frozen_string_literal: true

require 'puppet/resource_api/simple_provider'
require 'json'
require 'fileutils'

# Implementation for the note type using the Resource API.
class Puppet::Provider::Note::Note < Puppet::ResourceApi::SimpleProvider
  def initialize
    @folder = File.join(ENV['SCRATCH'], 'notes')
    super
  end

  def get(context)
    context.debug('Returning all notes')
    Dir.glob(File.join(@folder, '*.json')).sort.map do |path|
      values = JSON.parse(File.read(path), symbolize_names: false)
      found = { ensure: 'present', name: File.basename(path, '.json') }
      values.each { |key, value| found[key.to_sym] = value unless key == 'force' }
      found[:size] = found[:text].length if found[:text]
      found
    end
  end

  def create(context, name, should)
    context.notice("Creating '#{name}' with #{should.inspect}")
    write(name, should)
  end

  def update(context, name, should)
    context.notice("Updating '#{name}' with #{should.inspect}")
    write(name, should)
  end

  def delete(context, name)
    context.notice("Deleting '#{name}'")
    FileUtils.rm_f(path(name))
  end

  private

  def path(name)
    File.join(@folder, "#{name}.json")
  end

  def write(name, should)
    FileUtils.mkdir_p(@folder)
    values = should.reject { |key, _| %i[ensure name].include? key }
    File.write(path(name), JSON.generate(values) + "\n")
  end
end
