# frozen_string_literal: true

# Puppet::LookupContext: what functions that give data are called with.
#
# What they remember stays in this process, so that it may be any object; the rest is the runtime's to answer.
module Puppet
  class LookupContext
    # The names of the environment and of the module whose data is looked up; the latter is nil outside of module data.
    attr_reader :environment_name, :module_name

    @known = {}
    @files = {}

    class << self
      attr_reader :files

      # The context of one entry of a hierarchy and one path: the same for all keys.
      def of(described)
        @known[described['id']] ||= new(described['environment_name'], described['module_name'])
      end
    end

    def initialize(environment_name, module_name)
      @environment_name = environment_name
      @module_name = module_name
      @cache = {}
    end

    # Ends the function: there is no value for the key.
    def not_found
      ask('not_found')
    rescue ArgumentError
      throw :no_such_key
    end

    # Adds a line to `lookup --explain`; the block returns its text.
    def explain
      ask('explain', yield.to_s)
      nil
    end

    def interpolate(value)
      ask('interpolate', value)
    end

    def cache(key, value)
      @cache[key] = value
    end

    def cache_all(entries)
      @cache.update(entries)
      nil
    end

    def cache_has_key(key)
      @cache.key?(key)
    end

    def cached_value(key)
      @cache[key]
    end

    def cached_entries(&block)
      return @cache.each_pair unless block

      block.arity == 2 ? @cache.each_pair(&block) : @cache.each_pair { |pair| block.call(pair) }
      nil
    end

    # What the block makes of the text of a file, until the file changes.
    def cached_file_data(path)
      stat = File.stat(path)
      state = [stat.mtime, stat.size, stat.ino]
      known = self.class.files[path]
      return known.last if known && known.first == state

      text = File.read(path, encoding: 'UTF-8')
      value = block_given? ? yield(text) : text
      self.class.files[path] = [state, value]
      value
    end

    private

    def ask(method, *arguments)
      Bunraku::Functions.call_by_name("Puppet::LookupContext.#{method}", arguments, nil)
    end
  end
end
