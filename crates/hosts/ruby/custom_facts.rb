# frozen_string_literal: true

# Facts of modules: `Facter.add` and everything that its block can contain.
#
#   facts.collect {paths?}   loads fact files (all of `lib/facter` when none are named) and resolves what they add
#
# A fact has several resolutions; among those that are suitable, the one with the highest weight that has a value wins. A
# resolution that fails or takes too long is logged and ignored.
require 'facter'

module Bunraku
  module CustomFacts
    # Facter's, for facts that say nothing about it.
    DEFAULT_TIMEOUT = 0

    # A condition under which a resolution may be used.
    class Confine
      def initialize(fact, values, block)
        @fact = fact
        @values = values.flatten
        @block = block
      end

      def true?
        return !!@block.call if @fact.nil?

        found = normalize(Facter.value(@fact))
        return false if found.nil?
        return !!@block.call(found) if @block

        @values.any? { |value| matches?(normalize(value), found) }
      rescue StandardError => e
        Facter.debug("Confine raised #{e.class} #{e}")
        false
      end

      private

      def normalize(value)
        case value
        when Symbol then value.to_s.downcase
        when String then value.downcase
        else value
        end
      end

      def matches?(value, found)
        case value
        when Range, Regexp then value === found
        when Proc then value.call(found)
        else value == found
        end
      end
    end

    # One way to find a value.
    class Resolution
      attr_reader :name, :fact_name, :last_value

      def initialize(name, fact_name, options)
        @name = name
        @fact_name = fact_name
        @confines = []
        @weight = options[:weight]
        @timeout = options[:timeout] || DEFAULT_TIMEOUT
      end

      # `confine kernel: 'Linux'`, `confine(:kernel) { |value| … }`, `confine { … }`.
      def confine(criteria = nil, &block)
        case criteria
        when Hash then criteria.each { |fact, values| @confines << Confine.new(fact, [values], nil) }
        else @confines << Confine.new(criteria, [], block)
        end
      end

      def has_weight(weight)
        @weight = weight
        self
      end

      def timeout(seconds = nil)
        return @timeout if seconds.nil?

        @timeout = seconds
      end
      alias timeout= timeout

      def limit
        @timeout
      end

      # The more conditions, the more weight.
      def weight
        @weight || @confines.length
      end

      def suitable?
        @confines.all?(&:true?)
      end

      def setcode(command = nil, &block)
        raise ArgumentError, 'You must pass either code or a block' if command.nil? && block.nil?

        @code = block || -> { command_output(command) }
      end

      def on_flush(&block)
        @on_flush = block
      end

      def flush
        @on_flush&.call
      end

      # The value; nil when there is none.
      def value
        limited { evaluate }
      rescue Timeout::Error
        Facter.error("Timed out after #{@timeout} seconds while resolving #{described}")
        nil
      rescue SystemExit
        failed('exit was called')
      rescue StandardError, ScriptError => e
        failed(e.message)
      end

      def resolution_type
        :simple
      end

      private

      def evaluate
        @code&.call
      end

      # A command that says nothing has no value.
      def command_output(command)
        output = Facter::Core::Execution.execute(command, on_fail: nil).to_s.strip
        output.empty? ? nil : output
      end

      def described
        "fact='#{@fact_name}', resolution='#{@name || '<anonymous>'}'"
      end

      def failed(message)
        Facter.error("Error while resolving custom fact #{described}: #{message}")
        nil
      end

      def limited(&block)
        @timeout.to_f.positive? ? Timeout.timeout(@timeout.to_f, &block) : block.call
      end
    end

    # A value made of parts.
    class Aggregate < Resolution
      def chunk(name, options = {}, &block)
        raise ArgumentError, "#{self.class}#chunk requires a block" unless block

        (@chunks ||= {})[name.to_sym] = [Array(options[:require]), block]
      end

      def aggregate(&block)
        raise ArgumentError, "#{self.class}#aggregate requires a block" unless block

        @aggregate = block
      end

      def setcode(*)
        raise ArgumentError, 'aggregate resolutions have chunks'
      end

      def resolution_type
        :aggregate
      end

      private

      def evaluate
        parts = {}
        (@chunks || {}).each_key { |name| resolve(name, parts, []) }
        return @aggregate.call(parts) if @aggregate

        begin
          merged(parts.values.compact)
        rescue StandardError => e
          raise "Could not deep merge all chunks (Original error: #{e.message}), ensure that chunks return either an Array " \
                'or Hash or override the aggregate block'
        end
      end

      def resolve(name, parts, open)
        return parts[name] if parts.key?(name)
        raise "dependency cycles: #{(open + [name]).join(', ')}" if open.include?(name)

        needed, block = @chunks.fetch(name) { raise "unknown chunk #{name}" }
        given = needed.map { |other| resolve(other.to_sym, parts, open + [name]) }
        parts[name] = block.call(*given)
      end

      # Arrays are joined and hashes merged, at any depth; nothing else can be aggregated.
      def merged(values)
        values.inject { |left, right| merge(left, right) }
      end

      def merge(left, right)
        return left + right if left.is_a?(Array) && right.is_a?(Array)
        return left.merge(right) { |_key, ours, theirs| merge(ours, theirs) } if left.is_a?(Hash) && right.is_a?(Hash)
        return left if right.nil?
        return right if left.nil?

        raise "Cannot merge #{left.inspect}:#{left.class} and #{right.inspect}:#{right.class}"
      end
    end

    # A fact of a module.
    class Fact
      attr_reader :name, :resolutions

      def initialize(name)
        @name = name
        @resolutions = []
      end

      def add(options = {}, &block)
        define_resolution(options[:name], options, &block)
      end

      def define_resolution(name, options = {}, &block)
        kind = options[:type] == :aggregate ? Aggregate : Resolution
        resolution = kind.new(name, @name, options)
        @resolutions << resolution
        resolution.instance_eval(&block) if block
        resolution
      rescue StandardError => e
        Facter.error("Unable to add resolve #{name.inspect} for fact #{@name}: #{e.message}")
        nil
      end

      def resolution(name)
        @resolutions.find { |one| one.name == name }
      end

      # How much the resolution weighs that the value is from.
      attr_reader :weight

      def value
        return @value if @known

        @known = true
        @value = nil
        @weight = 0
        suitable = @resolutions.select(&:suitable?)
        suitable.each_with_index.sort_by { |one, index| [-one.weight, index] }.each do |one, _index|
          @value = one.value
          next if @value.nil?

          @weight = one.weight
          break
        end
        @value
      end

      def flush
        @resolutions.each(&:flush)
        @known = false
      end
    end

    @facts = {}
    @searched = {}
    # Facts that are being resolved.
    @open = []

    class << self
      def add(name, options = {}, &block)
        fact = fact_of(name)
        fact.add(options, &block)
        fact
      end

      def define(name, _options = {}, &block)
        fact = fact_of(name)
        fact.instance_eval(&block) if block
        fact
      end

      # Facts that are being resolved are those of the runtime for themselves.
      def known?(name)
        @facts.key?(root(name)) && !@open.include?(root(name))
      end

      # Whether a module defines the fact; a part of it (`a.b`) is there when its value has such a key.
      def defined?(name)
        return false unless @facts.key?(root(name))

        *outer, last = name == root(name) ? [] : parts(name).drop(1)
        return true if last.nil?

        parent = known?(name) ? value([root(name), *outer].join('.')) : nil
        parent.is_a?(Hash) && parent.key?(last)
      end

      def value(name)
        fact = @facts.fetch(root(name))
        @open.push(fact.name)
        begin
          found = fact.value
        ensure
          @open.pop
        end
        # What has no weight does not hide what the machine has.
        found = Runtime.fact(fact.name) || found if found.nil? || fact.weight <= 0
        parts(name).drop(1).inject(found) { |value, key| value.is_a?(Hash) ? value[key] : nil }
      end

      # Loads what modules have, once.
      def load_all(files = fact_files)
        files.each { |file| load_file(file) }
      end

      # Loads files in order; one that fails is logged and does not stop the others.
      def collect(params)
        load_all(params['paths'] || fact_files)
        found = {}
        weights = {}
        @facts.each do |name, fact|
          next if params['names'] && !params['names'].include?(name)

          value = normal(value(name))
          next if value.nil?

          found[name] = Values.encode(value)
          weights[name] = fact.weight
        end
        { 'facts' => found, 'weights' => weights }
      end

      private

      def fact_of(name)
        key = name.to_s.downcase
        @facts[key] ||= Fact.new(key)
      end

      def parts(name)
        name.to_s.downcase.split('.')
      end

      def root(name)
        @facts.key?(name.to_s.downcase) ? name.to_s.downcase : parts(name).first
      end

      def fact_files
        @fact_files ||= begin
          directories = Requiring.module_directories.map { |directory| File.join(directory.to_s, 'facter') }
          directories.concat(Puppet[:factpath].to_s.split(File::PATH_SEPARATOR))
          directories.flat_map { |directory| Dir.glob(File.join(directory, '*.rb')).sort }
        end
      end

      def load_file(file)
        return if @searched[file]

        @searched[file] = true
        Kernel.load(file)
      rescue ScriptError => e
        Facter.error("Error loading fact #{file}: #{Errors.message(e)}")
      rescue Exception => e # rubocop:disable Lint/RescueException
        Facter.error("error while resolving custom facts in #{file} #{Errors.message(e)}")
      end

      # Facts hold plain data: keys and symbols are texts.
      def normal(value)
        case value
        when Symbol then value.to_s
        when Array then value.map { |item| normal(item) }
        when Hash then value.to_h { |key, item| [key.to_s, normal(item)] }
        when Time then value.iso8601
        else value
        end
      end
    end
  end
end
